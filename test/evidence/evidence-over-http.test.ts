/** Tests `/evidence/{trade id}` with fictional documents: every served trade has its line as a picture and as words. */
import assert from "node:assert/strict";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { decode } from "fast-png";
import type { Trade } from "../../src/domain/trade.ts";
import { openImportedPlace } from "../e2e/imported-place.ts";
import { type Serving, serve } from "../e2e/serving.ts";
import { allTrades, serviceEnvironment, type Workplace } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

interface WireEvidence {
  readonly trade_id: string;
  readonly page: number | null;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number } | null;
  readonly words: readonly { readonly field: string; readonly text: string; readonly certainty: string }[];
  readonly html: string | null;
  readonly alternative_text: string;
  readonly picture: { readonly url: string; readonly width: number; readonly height: number };
  readonly original: { readonly sha256: string; readonly document_url: string };
}

describe("serves the evidence of fictional trades over HTTP", () => {
  let upstream: Upstream;
  let place: Workplace;
  let serving: Serving;
  let trades: readonly Trade[];
  const ask = (file: string, headers: Record<string, string> = {}) =>
    fetch(new URL(`/evidence/${file}`, serving.base), { headers });

  before(async () => {
    const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
    upstream = await startUpstream({ material, port: 0 });
    place = await openImportedPlace(upstream.url);
    trades = await allTrades(place.store);
    const settings = { INGEST: "false", PORT: "0", LOG_LEVEL: "silent" };
    serving = await serve(serviceEnvironment(upstream.url, place.dataDir, settings));
  });
  after(async () => {
    await serving.stop();
    await place.close();
    await upstream.stop();
  });

  /** One trade of each filing, and the first 30 trades. */
  const listSampleTrades = () => [
    ...new Map(trades.map((trade) => [trade.filingId, trade])).values(),
    ...trades.slice(0, 30),
  ];

  test("serves fifty simultaneous requests", async () => {
    const answers = await Promise.all(trades.slice(-50).map(({ id }) => ask(`${id}.png`)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 50 }, () => 200),
    );
  });

  test("each trade has a picture and its printed words", async () => {
    assert.ok(trades.length > 100);
    for (const trade of listSampleTrades().slice(0, 60)) {
      const answer = await ask(`${trade.id}.json`);
      assert.equal(answer.status, 200, trade.id);
      const evidence = (await answer.json()) as WireEvidence;
      const words = new Map(evidence.words.map(({ field, text }) => [field, text]));
      assert.equal(evidence.trade_id, trade.id);
      assert.equal(evidence.page, trade.page);
      assert.ok(words.get("asset")?.includes(trade.assetNameRaw.split(" / ")[0] as string), trade.id);
      assert.equal(words.get("amount"), trade.amountRaw);
      assert.equal(evidence.html === null, trade.chamber === "house");
      assert.match(evidence.alternative_text, new RegExp(`^Line ${trade.line} of the filed report`));
      assert.match(evidence.original.sha256, /^[0-9a-f]{64}$/);
      for (const share of Object.values(evidence.box ?? {})) assert.ok(share >= 0 && share <= 1, trade.id);
      const picture = await ask(`${trade.id}.png`);
      assert.equal(picture.headers.get("content-type"), "image/png");
      const { width, height } = decode(new Uint8Array(await picture.arrayBuffer()));
      assert.deepEqual([width, height], [evidence.picture.width, evidence.picture.height]);
    }
  });

  test("the address with a digest can be cached forever, the plain address for five minutes with an ETag", async () => {
    const id = trades[0]?.id ?? "";
    const { picture } = (await (await ask(`${id}.json`)).json()) as WireEvidence;
    const { pathname, search } = new URL(picture.url);
    assert.equal(pathname, `/evidence/${id}.png`);
    const named = await fetch(new URL(pathname + search, serving.base));
    assert.equal(named.headers.get("cache-control"), "public, max-age=31536000, immutable");
    const plain = await ask(`${id}.png`, { "Accept-Encoding": "gzip, br" });
    assert.equal(plain.headers.get("cache-control"), "public, max-age=300");
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.equal(plain.headers.get("x-ratelimit-remaining"), null);
    const etag = plain.headers.get("etag") ?? "";
    assert.equal((await ask(`${id}.png`, { "If-None-Match": etag })).status, 304);
    assert.equal((await ask(`${id}.png?v=0`)).headers.get("cache-control"), "public, max-age=300");
  });

  test("returns a problem that says whether the trade is unknown, or the original is missing or damaged", async () => {
    for (const file of ["txn_h1_99.png", "x.png", "txn_h1_99.gif", "txn_h1_99", `${"9".repeat(500)}.png`]) {
      const answer = await ask(file);
      assert.equal(answer.status, 404, file);
      assert.equal(answer.headers.get("content-type"), "application/problem+json");
    }
    const known = new Set((await listStoredFiles(place.dataDir)).map(({ name }) => name));
    const fresh = trades.filter(({ chamber, box }) => chamber === "house" && box === null).slice(40, 120);
    const trade = fresh.find(({ filingId }) => filingId !== trades[0]?.filingId);
    assert.ok(trade && known.size > 0);
    const { documentSha256: sha256 } = (await place.store.filings.get(trade.filingId)) ?? {};
    assert.ok(sha256);
    const original = path.join(place.dataDir, "documents", sha256.slice(0, 2), sha256);
    const unseen = trades.filter(({ filingId }) => filingId === trade.filingId);
    await emptyStoredFiles(place.dataDir);
    await rename(original, `${original}.away`);
    await serving.stop();
    const settings = { INGEST: "false", PORT: "0", LOG_LEVEL: "silent" };
    serving = await serve(serviceEnvironment(upstream.url, place.dataDir, settings));
    for (const ending of ["png", "json"]) {
      const answer = await ask(`${unseen[0]?.id}.${ending}`);
      assert.equal(answer.status, 404);
      const { detail } = (await answer.json()) as { detail: string };
      assert.equal(detail, `The original of the filing '${trade.filingId}' is not in the folder of originals.`);
    }
    await writeFile(original, "%PDF-1.7 damaged");
    const { detail } = (await (await ask(`${unseen[0]?.id}.png`)).json()) as { detail: string };
    assert.equal(detail, `The original of the filing '${trade.filingId}' in the folder of originals is damaged.`);
    await rename(`${original}.away`, original);
    assert.equal((await ask(`${unseen[0]?.id}.png`)).status, 200);
  });

  test("redraws a stored picture whose file was damaged", async () => {
    const id = trades[5]?.id ?? "";
    const before = Buffer.from(await (await ask(`${id}.png`)).arrayBuffer());
    await serving.stop();
    for (const { file } of await listStoredFiles(place.dataDir))
      await writeFile(file, (await readFile(file)).fill(7, 40));
    const settings = { INGEST: "false", PORT: "0", LOG_LEVEL: "silent" };
    serving = await serve(serviceEnvironment(upstream.url, place.dataDir, settings));
    assert.ok(before.equals(Buffer.from(await (await ask(`${id}.png`)).arrayBuffer())));
  });
});

async function listStoredFiles(dataDir: string): Promise<readonly { readonly name: string; readonly file: string }[]> {
  const folder = path.join(dataDir, "evidence");
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((each) => each.isFile())
    .map(({ name, parentPath }) => ({ name, file: path.join(parentPath, name) }));
}

async function emptyStoredFiles(dataDir: string): Promise<void> {
  for (const { file } of await listStoredFiles(dataDir)) await writeFile(file, "");
}
