/** Tests the data files of dataset versions, made from a real store and fetched over HTTP. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { makeDataFiles, makeReturnsFile } from "../../src/app/service/data-files/make.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { DataFiles, selectVersionsToKeep } from "../../src/publication/export/data-files/data-files.ts";
import { packBars } from "../../src/store/packed-bars.ts";
import type { Store } from "../../src/store/store.ts";
import { BASE_URL, startService } from "../contract/service.ts";
import { createFlatBars } from "../market/made-providers.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";

const NEXT_DAY = new Date("2026-11-22T08:00:00Z");
const LATER = new Date("2026-11-23T08:00:00Z");
const ZSTD = { compressors: { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) } };

type Row = Readonly<Record<string, unknown>>;

function parseLines(bytes: Buffer): readonly Row[] {
  const text = gunzipSync(bytes).toString();
  return text === ""
    ? []
    : text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Row);
}

async function parseTable(bytes: Buffer): Promise<readonly Row[]> {
  return await parquetReadObjects({ file: new Uint8Array(bytes).buffer, ...ZSTD });
}

async function publishTwice(store: Store, files: DataFiles): Promise<readonly [string, string]> {
  const make = () => makeDataFiles({ store, files, sources: [], baseUrl: BASE_URL });
  const first = [
    trade("20990001", 1, { comment: "=1+1", amount: { lowUsd: 318.74, highUsd: 318.74 } }),
    trade("20990001", 2, { amount: { lowUsd: 50_000_001, highUsd: null }, disclosureDate: day("2026-02-08") }),
  ];
  // The trades were disclosed in February, when the district had another number.
  const member = politician("E000001", {}, { start: day("2026-03-01"), end: day("2026-11-21"), district: 12 });
  const before = politician("E000001", {}, { start: day("2025-01-03"), end: day("2026-03-01"), district: 11 });
  await store.filings.recordListings([listing("20990001"), listing("20990002")], NOON);
  assert.equal(await make(), false, "nothing is published");
  await store.publications.publish({
    at: NOON,
    outcomes: [outcome("20990001", first)],
    politicians: [{ ...member, terms: [...before.terms, ...member.terms] }],
  });
  assert.equal(await make(), true);
  assert.equal(await make(), false, "a version is made once");
  const second = [trade("20990001", 1, { comment: "corrected" })];
  await store.publications.publish({
    at: NEXT_DAY,
    outcomes: [
      outcome("20990001", second),
      outcome("20990002", [trade("20990002", 1, { ticker: "", tickerSource: "none" })]),
    ],
  });
  assert.equal(await make(), true);
  assert.equal(await makeReturnsFile({ store, files }, NEXT_DAY), true);
  const [newest, former] = files.listManifests().map(({ dataset_version }) => dataset_version);
  return [String(former), String(newest)];
}

testWithStore("anyone gets the entire dataset as immutable files", async (store, { options }) => {
  const dataFiles = new DataFiles(options.dataDir);
  await using empty = await startService({ dataFiles });
  assert.equal((await empty.ask("/data/latest.json")).status, 404);
  const [former, newest] = await publishTwice(store, dataFiles);
  const datasets = new DatasetHolder(store);
  await datasets.reload();
  // A quota of two requests a minute, because requests for the files do not count.
  await using service = await startService({ datasets, dataFiles, limits: { freeQuota: 2 } });
  const getFile = (name: string, headers = {}) => service.ask(`/data/${newest}/${name}`, { headers });

  const latest = await service.ask("/data/latest.json");
  assert.match(String(latest.headers["cache-control"]), /^public, max-age=30, stale-while-revalidate=/);
  const { files, ...about } = JSON.parse(latest.text) as { files: { name: string; url: string; sha256: string }[] };
  assert.deepEqual(about, {
    dataset_version: newest,
    published_at: NEXT_DAY.toISOString(),
    changes_since: former,
    versions: [newest, former],
  });
  for (const { name, url, sha256 } of files) {
    assert.equal(url, `https://api.example/data/${newest}/${name}`);
    const { status, bytes, headers } = await getFile(name);
    assert.equal(status, 200);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256);
    const forGood = "public, max-age=31536000, immutable";
    if (name === "performance.parquet") assert.doesNotMatch(String(headers["cache-control"]), /immutable/);
    else assert.deepEqual([headers["cache-control"], headers["cdn-cache-control"]], [forGood, forGood]);
    assert.equal(headers["cache-groups"], `"data", "data-${newest}"`);
    assert.equal(headers["access-control-allow-origin"], "*");
  }

  const whole = await getFile("trades.parquet");
  const trades = await parseTable(whole.bytes);
  const lines = parseLines((await getFile("trades.ndjson.gz")).bytes);
  const plain = trades.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (typeof value === "bigint") return [name, Number(value)];
        if (!(value instanceof Date)) return [name, value];
        const text = value.toISOString();
        return [name, name.endsWith("_date") ? text.slice(0, 10) : `${text.slice(0, 19)}Z`];
      }),
    ),
  );
  assert.deepEqual(
    plain,
    lines.map((row) => ({ ...row, ticker: row["ticker"] === "" ? null : row["ticker"] })),
    "Parquet has null where there is no ticker",
  );
  assert.deepEqual(lines.map(({ id, ticker }) => [id, ticker]).toSorted(), [
    ["txn_h20990001_01", "AAPL"],
    ["txn_h20990002_01", ""],
  ]);
  const metadata = await parquetMetadataAsync(new Uint8Array(whole.bytes).buffer);
  assert.deepEqual(metadata.key_value_metadata, [{ key: "dataset_version", value: newest }]);
  const findField = (name: string) => metadata.schema.find((each) => each.name === name);
  assert.deepEqual(
    ["amount_min", "amount_max", "disclosure_date"].map((name) => [
      findField(name)?.type,
      findField(name)?.converted_type,
    ]),
    [
      ["DOUBLE", undefined],
      ["DOUBLE", undefined],
      ["INT32", "DATE"],
    ],
  );
  assert.deepEqual(
    parseLines((await getFile("changes.ndjson.gz")).bytes).map(({ change, id }) => [change, id]),
    [
      ["added", "txn_h20990002_01"],
      ["changed", "txn_h20990001_01"],
      ["removed", "txn_h20990001_02"],
    ],
  );
  assert.deepEqual(
    (await parseTable((await getFile("filings.parquet")).bytes)).map(({ id }) => id),
    ["h20990002", "h20990001"],
  );
  const returns = await parseTable((await getFile("performance.parquet")).bytes);
  assert.deepEqual(
    returns
      .slice(0, 2)
      .map(({ anchor, horizon, unpriced, abnormal_return: abnormal }) => [anchor, Number(horizon), unpriced, abnormal]),
    [
      ["skill", 5, "no_bars", null],
      ["skill", 21, "no_bars", null],
    ],
  );
  assert.equal(returns.length, 10, "one decision, from two anchors over five horizons; a row without a ticker is none");
  const [person] = await parseTable((await getFile("politicians.parquet")).bytes);
  assert.deepEqual(
    ["trades", "district", "current", "in_office", "unread_reports"].map((name) => person?.[name]),
    [2, 12, true, true, 0],
    "the last term ended the day before the version, and the record lists the member as current",
  );
  assert.deepEqual(new Set(lines.map(({ state, district }) => `${state}${district}`)), new Set(["CA11"]));

  const csv = await service.ask(`/data/${former}/trades.csv.gz`);
  const [header = "", row = ""] = gunzipSync(csv.bytes).toString().split("\r\n");
  assert.equal(header, Object.keys(lines[0] ?? {}).join(","));
  assert.match(row, /,"'=1\+1",318.74,318.74,/);

  const part = await getFile("trades.parquet", { range: "bytes=0-3", "if-range": whole.headers.etag });
  assert.deepEqual([part.status, part.text], [206, "PAR1"]);
  const other = await getFile("trades.parquet", { range: "bytes=0-3", "if-range": '"another"' });
  assert.deepEqual([other.status, other.bytes.equals(whole.bytes)], [200, true]);
  assert.equal((await getFile("trades.parquet", { range: "bytes=99999999-" })).status, 416);
  assert.equal((await getFile("trades.parquet", { "if-none-match": whole.headers.etag })).status, 304);
  assert.equal((await getFile("secrets.txt")).status, 404);
  assert.equal((await service.ask("/data/2099-01-01.1/trades.parquet")).status, 404);
  const gone = await service.ask("/data/2020-01-01.1/trades.parquet");
  assert.equal(gone.status, 410);
  assert.match(gone.text, new RegExp(`the newest is ${newest.replace(".", "\\.")}`));

  const page = (await service.ask("/data", { headers: { accept: "text/html" } })).text;
  assert.match(page, new RegExp(`<a href="/data/${newest}/trades.parquet">trades.parquet</a>`));
  assert.match(
    page,
    /pandas\.read_parquet\(&quot;https:\/\/api\.example\/data\/|pandas\.read_parquet\("https:\/\/api\.example\/data\//,
  );
  assert.ok(page.includes(`"contentUrl":"https://api.example/data/${newest}/trades.parquet"`));
});

testWithStore("a deposit has the newest files, verified, with citation and digests", async (store, { options }) => {
  const run = promisify(execFile);
  const main = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));
  const env = { ...process.env, DATA_DIR: options.dataDir };
  const runBundle = (folder: string) => run(process.execPath, [main, "archive", "bundle", folder], { env });
  const folder = join(options.dataDir, "deposit");
  await assert.rejects(runBundle(folder), /has no data files yet/);
  const files = new DataFiles(options.dataDir);
  const [, newest] = await publishTwice(store, files);
  assert.match((await runBundle(folder)).stdout, new RegExp(`version ${newest.replace(".", "\\.")}, 14 files`));
  const { stdout } = await run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: folder });
  assert.equal(stdout, "");
  assert.match(await readFile(join(folder, "CITATION.cff"), "utf8"), new RegExp(`^version: "${newest}"$`, "m"));
  const { metadata } = JSON.parse(await readFile(join(folder, "zenodo.json"), "utf8")) as { metadata: Row };
  assert.deepEqual([metadata["version"], metadata["upload_type"]], [newest, "dataset"]);
  await assert.rejects(runBundle(folder), /is not empty/);
  await writeFile(files.getPath(newest, "filings.parquet"), "damaged");
  await assert.rejects(runBundle(`${folder}-2`), /filings\.parquet is damaged/);
});

testWithStore("Unicode line separators in a text do not end a line of a file", async (store, { options }) => {
  const files = new DataFiles(options.dataDir);
  const make = () => makeDataFiles({ store, files, sources: [], baseUrl: BASE_URL });
  const company = "Example\u2028Corp.\u2029A\nB";
  const publish = (at: Date, comment: string) =>
    store.publications.publish({
      at,
      outcomes: [outcome("20990001", [trade("20990001", 1, { company, comment }), trade("20990001", 2)])],
      politicians: [politician("E000001")],
    });
  await store.filings.recordListings([listing("20990001")], NOON);
  await publish(NOON, "a\u2028b");
  assert.equal(await make(), true);
  await publish(NEXT_DAY, "a\u2029b");
  assert.equal(await make(), true);
  const [newest = ""] = files.listManifests().map(({ dataset_version }) => dataset_version);
  const readStoredFile = (name: string) => readFile(files.getPath(newest, name));
  const rows = await parseTable(await readStoredFile("trades.parquet"));
  assert.deepEqual(
    rows.map((row) => row["comment"]),
    parseLines(await readStoredFile("trades.ndjson.gz")).map((row) => row["comment"]),
  );
  assert.ok(rows.some((row) => row["company"] === company && row["comment"] === "a\u2029b"));
  assert.deepEqual(
    parseLines(await readStoredFile("changes.ndjson.gz")).map(({ change, id }) => [change, id]),
    [["changed", "txn_h20990001_01"]],
  );
});

test("keeps the newest ten versions downloadable, and of the older ones the last of each month", () => {
  const days = ["2026-01-05.1", "2026-01-05.2", "2026-02-01.1", "2026-02-03.1"];
  const recent = Array.from({ length: 10 }, (_, n) => `2026-03-${String(n + 10)}.1`);
  const versions = [...days, ...recent].reverse();
  assert.deepEqual(selectVersionsToKeep(versions), [...[...recent].reverse(), "2026-02-03.1", "2026-01-05.2"]);
});

testWithStore("deletes older versions, and does not count a leftover draft", async (store, { options }) => {
  for (let n = 10; n < 25; n += 1) {
    const version = `2026-01-${n}.1`;
    const folder = join(options.dataDir, "data-files", version);
    await mkdir(folder, { recursive: true });
    const manifest = { dataset_version: version, published_at: NOON.toISOString(), changes_since: null, files: [] };
    await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "trades.ndjson.gz"), Buffer.from("1f8b080000000000000303000000000000000000", "hex"));
  }
  await mkdir(join(options.dataDir, "data-files", "2026-11-20.9.draft"));
  const files = new DataFiles(options.dataDir);
  await store.filings.recordListings([listing("20990001")], NOON);
  await store.publications.publish({
    at: NOON,
    outcomes: [outcome("20990001", [])],
    politicians: [politician("E000001")],
  });
  await makeDataFiles({ store, files, sources: [], baseUrl: BASE_URL });
  const kept = files.listManifests().map(({ dataset_version }) => dataset_version);
  assert.equal(kept.length, 10);
  assert.equal(kept.at(-1), "2026-01-16.1");
  assert.equal(files.listManifests()[0]?.files[2]?.rows, 0, "a table without rows is a file too");
});

testWithStore(
  "a version's returns follow the prices, and its other files stay unchanged",
  async (store, { options }) => {
    const files = new DataFiles(options.dataDir);
    const make = (now: Date) => makeReturnsFile({ store, files }, now);
    assert.equal(await make(NOON), false, "nothing is published");
    const [, newest] = await publishTwice(store, files);
    const readManifest = () => readFile(files.getPath(newest, "manifest.json"), "utf8");
    const [before, immutable] = [files.listManifests()[0]?.files, await readManifest()];
    const findReturns = (listed: typeof before) => listed?.find(({ name }) => name === "performance.parquet");
    assert.deepEqual([findReturns(before)?.prices_until, findReturns(before)?.made_at], [null, NEXT_DAY.toISOString()]);
    assert.equal(await make(LATER), false, "no price was stored since");

    const bars = createFlatBars("2026-11-20", 300);
    const about = {
      refreshedAt: LATER,
      companyName: null,
      origin: { providers: ["yahoo"], adjustment: "splits" },
    } as const;
    for (const symbol of ["SPY", "AAPL"]) {
      await store.market.writeBars(symbol as CanonicalSymbol, { ...about, bars, dividends: null }, packBars(bars));
    }
    assert.equal(await make(LATER), true);
    const after = files.listManifests()[0]?.files;
    const returns = findReturns(after);
    assert.deepEqual([returns?.prices_until, returns?.made_at], ["2026-11-20", LATER.toISOString()]);
    const rows = await parseTable(await readFile(files.getReturnsPath(newest, String(returns?.sha256))));
    assert.deepEqual([rows[0]?.["unpriced"], rows[0]?.["abnormal_return"]], [null, 0]);
    assert.deepEqual([after?.slice(0, -1), await readManifest()], [before?.slice(0, -1), immutable]);
    assert.doesNotMatch(immutable, /performance/);
    const { resources } = JSON.parse(await readFile(files.getPath(newest, "datapackage.json"), "utf8"));
    const described = resources.find(({ path }: { path: string }) => path === "performance.parquet");
    assert.ok(described.schema.fields.length > 10 && described.hash === undefined);
    // The former returns stay, so that a download in progress completes.
    const former = files.getReturnsPath(newest, String(findReturns(before)?.sha256));
    assert.equal((await readFile(former)).length, findReturns(before)?.bytes);
  },
);

testWithStore("returns that an earlier release added to a version stay unchanged", async (store, { options }) => {
  const files = new DataFiles(options.dataDir);
  const [former, newest] = await publishTwice(store, files);
  await rm(files.getPath(newest, "returns.json"));
  const listed = files.listManifests().find(({ dataset_version }) => dataset_version === former)?.files ?? [];
  const old = { dataset_version: newest, published_at: NEXT_DAY.toISOString(), changes_since: former };
  const own = { name: "performance.parquet", rows: 0, bytes: 1, sha256: "0".repeat(64) };
  await writeFile(files.getPath(newest, "manifest.json"), JSON.stringify({ ...old, files: [...listed, own] }));
  assert.equal(await makeReturnsFile({ store, files }, LATER), false);
  assert.deepEqual([files.listManifests()[0]?.files.at(-1), files.mayChange(newest, own.name)], [own, false]);
  assert.equal(files.getFilePath(newest, own), files.getPath(newest, own.name));
});
