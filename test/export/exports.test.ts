import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { parquetReadObjects } from "hyparquet";
import { PUBLIC_FIELD_NAMES, type PublicTrade } from "../../src/domain/public-trade.ts";
import { formatCsvHeader, formatCsvLine } from "../../src/publication/export/csv.ts";
import { type ExportRequest, Exports } from "../../src/publication/export/exports.ts";
import { type ReadyFile, readParts } from "../../src/publication/export/ready-file.ts";
import { eventually } from "../eventually.ts";
import { makeDataset, makeTrade, makeTrades } from "./made.ts";

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "exports-"));
  folders.push(folder);
  return folder;
}

const ALL: ExportRequest = { format: "csv", filter: {}, columns: PUBLIC_FIELD_NAMES, raw: false };
const TRADES = makeTrades(12_000);
const DATASET = makeDataset(TRADES);

function formatCsv(trades: readonly PublicTrade[]): string {
  return (
    formatCsvHeader(PUBLIC_FIELD_NAMES) +
    trades.map((trade) => formatCsvLine(trade, PUBLIC_FIELD_NAMES, false)).join("")
  );
}

async function read(file: ReadyFile, start = 0, end = file.bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readParts(file.parts, start, end)) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}

/** Returns the bytes of a file, after checking its size and digest. */
async function readChecked(file: ReadyFile): Promise<Buffer> {
  const bytes = await read(file);
  assert.equal(bytes.length, file.bytes);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), file.sha256);
  return bytes;
}

test("exports CSV of all trades, of a filter before and after the full file exists, and of selected columns", async () => {
  const exports = new Exports(makeDataDir());
  const senate = TRADES.filter(({ chamber }) => chamber === "senate");
  const filtered = { ...ALL, filter: { chamber: "senate" } } as const;
  const before = await exports.prepareFile(DATASET, filtered);
  assert.equal((await readChecked(before)).toString("utf8"), formatCsv(senate));

  const whole = await exports.prepareFile(DATASET, ALL);
  assert.equal((await readChecked(whole)).toString("utf8"), formatCsv(TRADES));
  assert.equal(whole.rows, TRADES.length);
  assert.equal(whole.name, "trades-2026-11-20.1.csv");

  const cut = await exports.prepareFile(DATASET, { ...ALL, filter: { politicianId: ["X000003", "X000004"] } });
  const few = TRADES.filter((trade) => ["X000003", "X000004"].includes(trade.politician_id ?? ""));
  assert.equal((await readChecked(cut)).toString("utf8"), formatCsv(few));
  assert.equal(cut.rows, few.length);

  const narrow = await exports.prepareFile(DATASET, { ...ALL, columns: ["ticker", "id"] });
  const lines = (await readChecked(narrow)).toString("utf8").split("\r\n");
  assert.deepEqual(lines.slice(0, 3), ["ticker,id", '"","txn_h2099000000_01"', '"S1","txn_h2099000001_01"']);
});

test("an export cut from the full file has the same bytes as an export written without that file", async () => {
  const long = TRADES.map((trade, at) => ({ ...trade, comment: at % 500 === 0 ? "é".repeat(700_000) : trade.comment }));
  const dataset = makeDataset(long.slice(0, 3000));
  const exports = new Exports(makeDataDir());
  const people = Array.from({ length: 40 }, (_, n) => `X${String(n).padStart(6, "0")}`);
  const wanted = [people.slice(0, 1), people.slice(3, 20), people.slice(0, 39), []].map((politicianId) => ({
    ...ALL,
    filter: { politicianId },
  }));
  const written = await Promise.all(wanted.map((request) => exports.prepareFile(dataset, request)));
  const other = new Exports(makeDataDir());
  await other.prepareFullCsv(dataset);
  for (const [at, request] of wanted.entries()) {
    const cut = await other.prepareFile(dataset, request);
    assert.equal(cut.sha256, written[at]?.sha256, `choice ${at}`);
    assert.equal(cut.rows, written[at]?.rows);
  }
});

test("guards cells against formulas unless `raw` is set", async () => {
  const dataset = makeDataset([makeTrade(1, { company: "=1+1" })]);
  const exports = new Exports(makeDataDir());
  const guarded = await exports.prepareFile(dataset, ALL);
  const raw = await exports.prepareFile(dataset, { ...ALL, raw: true });
  assert.ok((await read(guarded)).includes(`,"'=1+1",`));
  assert.ok((await read(raw)).includes(`,"=1+1",`));
});

test("NDJSON has one trade per line, as in the lists", async () => {
  const exports = new Exports(makeDataDir());
  const text = (await readChecked(await exports.prepareFile(DATASET, { ...ALL, format: "ndjson" }))).toString("utf8");
  assert.equal(text, TRADES.map((trade) => `${JSON.stringify(trade)}\n`).join(""));
  const narrow = await exports.prepareFile(DATASET, { ...ALL, format: "ndjson", columns: ["comment", "id"] });
  assert.equal((await read(narrow)).toString("utf8").split("\n")[1], '{"comment":null,"id":"txn_h2099000001_01"}');
});

test("Parquet has the same trades, dates as dates, and null for a missing ticker", async () => {
  const exports = new Exports(makeDataDir());
  const file = await exports.prepareFile(DATASET, { ...ALL, format: "parquet" });
  const rows = await parquetReadObjects({ file: new Uint8Array(await readChecked(file)).buffer });
  const pickDates = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Date ? value.toISOString().slice(0, 10) : value,
      ]),
    );
  assert.deepEqual(
    rows.map(pickDates),
    TRADES.map((trade) => ({ ...trade, ticker: trade.ticker === "" ? null : trade.ticker })),
  );
  assert.ok(rows.some(({ ticker }) => ticker === null) && rows.some(({ ticker }) => ticker !== null));
  assert.ok(rows[0]?.["disclosure_date"] instanceof Date);

  const none = await exports.prepareFile(makeDataset([], "2026-11-20.2"), { ...ALL, format: "parquet" });
  const empty = await readChecked(none);
  assert.deepEqual(await parquetReadObjects({ file: new Uint8Array(empty).buffer }), []);
  // Field 3 is the number of rows, 0. Field 4 is a list (0x19) of no structs (0x0c), which strict readers require.
  assert.ok(Buffer.from(empty).includes(Buffer.from([0x16, 0x00, 0x19, 0x0c])), Buffer.from(empty).toString("hex"));
});

test("an empty dataset gives only the header", async () => {
  const exports = new Exports(makeDataDir());
  const dataset = makeDataset([], "2026-11-20.2");
  assert.equal(
    (await read(await exports.prepareFile(dataset, ALL))).toString("utf8"),
    formatCsvHeader(PUBLIC_FIELD_NAMES),
  );
  assert.equal((await exports.prepareFile(dataset, { ...ALL, format: "ndjson" })).bytes, 0);
});

test("creates an export once, and again if the file is gone", async () => {
  const folder = makeDataDir();
  const exports = new Exports(folder);
  let selections = 0;
  const counted = {
    ...DATASET,
    select: (...given: Parameters<typeof DATASET.select>) => {
      selections += 1;
      return DATASET.select(...given);
    },
  };
  const files = await Promise.all([exports.prepareFile(counted, ALL), exports.prepareFile(counted, ALL)]);
  await exports.prepareFile(counted, { ...ALL });
  assert.equal(selections, 1);
  rmSync(files[0].parts[0]?.path ?? "");
  const again = await exports.prepareFile(counted, ALL);
  assert.equal(selections, 2);
  assert.equal(again.sha256, files[0].sha256);
  assert.equal(readdirSync(join(folder, "exports")).length, 1);
});

test("a new version gets a new file, and an earlier process's stray file is removed", async () => {
  const folder = makeDataDir();
  mkdirSync(join(folder, "exports"));
  writeFileSync(join(folder, "exports", "old.csv"), "x");
  const exports = new Exports(folder);
  const first = await exports.prepareFile(DATASET, ALL);
  const second = await exports.prepareFile(makeDataset(TRADES.slice(1), "2026-11-20.2"), ALL);
  assert.notEqual(first.sha256, second.sha256);
  assert.equal((await readChecked(first)).toString("utf8"), formatCsv(TRADES));
  assert.deepEqual(readdirSync(join(folder, "exports")).includes("old.csv"), false);
});

test("removes files over the limit, the least recently used first", async () => {
  const folder = makeDataDir();
  const one = Buffer.byteLength(formatCsv(TRADES));
  const exports = new Exports(folder, 2 * one + 1000);
  const names: string[] = [];
  for (const columns of [
    PUBLIC_FIELD_NAMES,
    PUBLIC_FIELD_NAMES.toReversed(),
    ["comment", ...PUBLIC_FIELD_NAMES.slice(0, 12)],
  ] as const) {
    names.push((await exports.prepareFile(DATASET, { ...ALL, columns })).parts[0]?.path ?? "");
  }
  await eventually("the removal of the first file", () => !existsSync(names[0] ?? ""));
  assert.ok(readFileSync(names[2] ?? "").length > 0);
  assert.equal((await readChecked(await exports.prepareFile(DATASET, ALL))).toString("utf8"), formatCsv(TRADES));
});
