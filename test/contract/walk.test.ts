/** Tests walks over all pages of a list while new versions are published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trade } from "../../src/domain/trade.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { day, NOON, politician, trade } from "../store/made.ts";
import { BASE_URL, createFakeClock, json, RECENT, startService } from "./service.ts";

const PUBLICATIONS = 30;
const FIRST_TRADES = 2_000;
/** The free plan allows one request every 3 s indefinitely. */
const BETWEEN_REQUESTS_MS = 3_000;

/**
 * Returns the trades after a publication, in list order: each publication adds trades of a newer day, and all others move down.
 */
function listTradesAfter(publication: number): Trade[] {
  const makeBatch = (n: number, count: number) =>
    Array.from({ length: count }, (_, line) =>
      trade(`3000${String(n).padStart(4, "0")}`, line + 1, {
        disclosureDate: day(
          `2026-${String(1 + Math.floor(n / 28)).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`,
        ),
      }),
    );
  const later = Array.from({ length: publication }, (_, n) => makeBatch(n + 1, 7)).reverse();
  return [...later.flat(), ...makeBatch(0, FIRST_TRADES)];
}

async function startPublishing() {
  const clock = createFakeClock();
  let published = 0;
  const holder = new DatasetHolder(
    {
      publications: {
        readCurrent: async () => ({ version: `2026-02-20.${published + 1}`, publishedAt: NOON }),
        async *streamTrades() {
          yield listTradesAfter(published);
        },
      },
      reference: { listPoliticians: async () => [politician("E000001")] },
      companies: { readIndustries: async () => new Map() },
      filings: { countFilingsByPolitician: async () => new Map(), countOpenReportsByPolitician: async () => new Map() },
    },
    { readMonotonicMs: clock.readMonotonicMs },
  );
  await holder.reload();
  const service = await startService({
    datasets: holder,
    readMonotonicMs: clock.readMonotonicMs,
    readWallClockMs: clock.readWallClockMs,
  });
  return {
    service,
    clock,
    async publish() {
      published += 1;
      await holder.reload();
    },
  };
}

const findNextPath = (link: unknown) => /<([^>]*)>; rel="next"/.exec(String(link))?.[1]?.replace(BASE_URL, "/api/v1");

test("a walk by links at 20 requests a minute visits every trade of its version once while 30 versions are published", async () => {
  const { service, clock, publish } = await startPublishing();
  await using _ = service;
  const seen: string[] = [];
  let publications = 0;
  let requests = 0;
  for (let path: string | undefined = `${RECENT}?limit=10`; path !== undefined; ) {
    const answer = await service.ask(path);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers["x-dataset-version"], "2026-02-20.1");
    const body = json(answer);
    assert.equal(body["total"], FIRST_TRADES);
    seen.push(...(body["trades"] as { id: string }[]).map(({ id }) => id));
    path = findNextPath(answer.headers["link"]);
    requests += 1;
    clock.advance(BETWEEN_REQUESTS_MS);
    if (publications < PUBLICATIONS && requests % 6 === 0) {
      publications += 1;
      await publish();
    }
  }
  assert.equal(publications, PUBLICATIONS);
  assert.deepEqual(
    [...seen].sort(),
    listTradesAfter(0)
      .map(({ id }) => id)
      .sort(),
  );
  assert.equal(json(await service.ask(RECENT))["total"], FIRST_TRADES + PUBLICATIONS * 7);
});

test("a version no longer stored returns 410 in every list and names the newest; an invalid version returns 400", async () => {
  const { service, clock, publish } = await startPublishing();
  await using _ = service;
  await publish();
  clock.advance(11 * 60_000);
  for (const path of [
    RECENT,
    "/api/v1/trades",
    "/api/v1/politicians/",
    "/api/v1/politicians/E000001/trades",
    "/api/v1/tickers/",
  ]) {
    const gone = await service.ask(`${path}?version=2026-02-20.1`);
    assert.equal(gone.status, 410, path);
    assert.equal(json(gone)["code"], "gone");
    assert.equal(json(gone)["newest_version"], "2026-02-20.2");
    assert.equal((await service.ask(`${path}?version=2026-02-20.2`)).status, 200, path);
    const wrong = await service.ask(`${path}?version=yesterday`);
    assert.equal(wrong.status, 400, path);
    assert.match(wrong.text, /a dataset version such as/);
  }
});

test("a pinned page and the same page without a version have the same validator", async () => {
  const { service } = await startPublishing();
  await using _ = service;
  const plain = await service.ask(`${RECENT}?limit=5`);
  const pinned = await service.ask(`${RECENT}?limit=5&version=2026-02-20.1`);
  assert.equal(pinned.headers["etag"], plain.headers["etag"]);
  assert.equal(pinned.text, plain.text);
});
