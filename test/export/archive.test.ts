import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import type { IsoDate } from "../../src/domain/dates.ts";
import { PUBLIC_FIELD_NAMES, type PublicTrade } from "../../src/domain/public-trade.ts";
import { Archive } from "../../src/publication/export/archive.ts";
import { formatCsvHeader, formatCsvLine } from "../../src/publication/export/csv.ts";
import { readParts } from "../../src/publication/export/ready-file.ts";
import { makeDataset, makeTrade, makeTrades } from "./made.ts";

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  folders.push(folder);
  return folder;
}

/** Trades disclosed two a day, back from February 2026, so that they are of three calendar years. */
const TRADES = makeTrades(1000);

function formatCsv(trades: readonly PublicTrade[]): string {
  return (
    formatCsvHeader(PUBLIC_FIELD_NAMES) +
    trades.map((trade) => formatCsvLine(trade, PUBLIC_FIELD_NAMES, false)).join("")
  );
}

/** Returns the text of an archived file, after checking its size and digest. */
async function readText(archive: Archive, version: string, name: string): Promise<string> {
  const file = await archive.findFile(version, name);
  assert.ok(file, `${version} has no ${name}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of readParts(file.parts, 0, file.bytes)) pieces.push(Uint8Array.from(piece));
  const bytes = Buffer.concat(pieces);
  assert.equal(bytes.length, file.bytes);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), file.sha256);
  return gunzipSync(bytes).toString("utf8");
}

test("archives each version in full and by year as CSV, raw CSV and NDJSON, and by year as Parquet", async () => {
  const archive = new Archive(join(makeDataDir(), "archive"));
  await archive.add(makeDataset(TRADES));
  assert.equal(await readText(archive, "2026-11-20.1", "trades.csv.gz"), formatCsv(TRADES));
  const ndjson = TRADES.map((trade) => `${JSON.stringify(trade)}\n`).join("");
  assert.equal(await readText(archive, "2026-11-20.1", "trades.ndjson.gz"), ndjson);
  const of2025 = TRADES.filter((trade) => trade.disclosure_date?.startsWith("2025"));
  assert.equal(await readText(archive, "2026-11-20.1", "trades-2025.csv.gz"), formatCsv(of2025));

  const { archives, total } = await archive.list(50, 0);
  assert.equal(total, 1);
  const [kept] = archives;
  assert.equal(kept?.rows, 1000);
  assert.deepEqual(
    kept?.files.map(({ name }) => name),
    [
      ...["csv", "ndjson"].flatMap((format) =>
        ["trades", "trades-2026", "trades-2025", "trades-2024"].map((name) => `${name}.${format}.gz`),
      ),
      ...["trades-raw", "trades-raw-2026", "trades-raw-2025", "trades-raw-2024"].map((name) => `${name}.csv.gz`),
      ...["trades-2026", "trades-2025", "trades-2024"].map((name) => `${name}.parquet`),
    ],
  );
  const raw = TRADES.map((trade) => formatCsvLine(trade, PUBLIC_FIELD_NAMES, true)).join("");
  assert.equal(await readText(archive, "2026-11-20.1", "trades-raw.csv.gz"), formatCsvHeader(PUBLIC_FIELD_NAMES) + raw);
  const parquet = await archive.findFile("2026-11-20.1", "trades-2025.parquet");
  assert.ok(parquet);
  assert.equal(parquet.mediaType, "application/vnd.apache.parquet");
  const bytes = Buffer.concat(parquet.parts.map(({ path }) => readFileSync(path)));
  const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  assert.deepEqual(
    read.map((trade) => trade["id"]),
    of2025.map(({ id }) => id),
  );
  const rows = kept.files.filter(({ name }) => /^trades(-\d+)?\.csv\.gz$/.test(name)).map((file) => file.rows);
  assert.equal(
    rows[0],
    rows.slice(1).reduce((sum, each) => sum + each, 0),
  );
});

test("an archived version never changes, and an unchanged year is stored once", async () => {
  const folder = makeDataDir();
  const archive = new Archive(join(folder, "archive"));
  await archive.add(makeDataset(TRADES));
  const listPieces = () =>
    readdirSync(join(folder, "archive", "pieces"), { recursive: true }).filter((name) => String(name).endsWith(".gz"));
  const before = listPieces().length;
  await archive.add(makeDataset(TRADES.slice(5)));
  assert.equal(await readText(archive, "2026-11-20.1", "trades.csv.gz"), formatCsv(TRADES));

  const grown = [makeTrade(0, { id: "txn_h20999999_01" }), ...TRADES];
  await archive.add(makeDataset(grown, "2026-11-21.1"));
  assert.equal(await readText(archive, "2026-11-21.1", "trades.csv.gz"), formatCsv(grown));
  assert.equal(
    listPieces().length,
    before + 3,
    "one year changed, in three formats; its raw CSV is the guarded one where no cell is guarded",
  );
});

test("as-of returns the latest version published on or before that day", async () => {
  const archive = new Archive(join(makeDataDir(), "archive"));
  for (const [at, version] of ["2026-11-18.2", "2026-11-20.9", "2026-11-20.10"].entries()) {
    await archive.add(makeDataset(TRADES.slice(at), version));
  }
  const findAsOf = (day: string) => archive.findVersionAsOf(day as IsoDate);
  assert.equal(await findAsOf("2026-11-17"), undefined);
  assert.equal(await findAsOf("2026-11-18"), "2026-11-18.2");
  assert.equal(await findAsOf("2026-11-19"), "2026-11-18.2");
  assert.equal(await findAsOf("2026-11-20"), "2026-11-20.10");
  assert.equal(await findAsOf("2026-12-31"), "2026-11-20.10");
  const { archives, total } = await archive.list(1, 1);
  assert.equal(total, 3);
  assert.deepEqual(
    archives.map(({ dataset_version }) => dataset_version),
    ["2026-11-20.9"],
  );
});

test("archives nothing before the first publication; a version without trades has readable files", async () => {
  const folder = makeDataDir();
  const archive = new Archive(join(folder, "archive"));
  await archive.add({ ...makeDataset([], "0"), publishedAt: null });
  assert.deepEqual(await archive.list(50, 0), { archives: [], total: 0 });
  await archive.add(makeDataset([]));
  assert.equal(await readText(archive, "2026-11-20.1", "trades.csv.gz"), formatCsvHeader(PUBLIC_FIELD_NAMES));
  assert.equal(await readText(archive, "2026-11-20.1", "trades.ndjson.gz"), "");
});

test("names and versions outside the archive find nothing, wherever they point", async () => {
  const folder = makeDataDir();
  const archive = new Archive(join(folder, "archive"));
  await archive.add(makeDataset(TRADES.slice(0, 10)));
  writeFileSync(join(folder, "secret.json"), JSON.stringify({ files: [{ name: "x" }] }));
  for (const version of ["../../secret", "..", "2026-11-20.2", "2026-11-20", "", "2026-11-20.1/../2026-11-20.1"]) {
    assert.equal(await archive.findFile(version, "x"), undefined, version);
    assert.equal(await archive.findFile(version, "trades.csv.gz"), undefined, version);
  }
  assert.equal(await archive.findFile("2026-11-20.1", "../trades.csv.gz"), undefined);
  assert.equal(await archive.findFile("2026-11-20.1", "trades-1999.csv.gz"), undefined);
});

test("clears a killed writer's leftovers; a version is visible only once complete", async () => {
  const folder = makeDataDir();
  mkdirSync(join(folder, "archive"));
  for (const name of ["half.draft", "of-another-service.draft"]) writeFileSync(join(folder, "archive", name), "x");
  const yesterday = new Date(Date.now() - 86_400_000);
  utimesSync(join(folder, "archive", "half.draft"), yesterday, yesterday);
  const archive = new Archive(join(folder, "archive"));
  const broken = {
    ...makeDataset(TRADES),
    getTradeAt: (position: number) => {
      if (position === 900) throw new Error("killed");
      return makeDataset(TRADES).getTradeAt(position);
    },
  };
  await assert.rejects(archive.add(broken), /killed/);
  assert.equal((await archive.list(50, 0)).total, 0);
  await archive.add(makeDataset(TRADES));
  assert.equal((await archive.list(50, 0)).total, 1);
  assert.equal(existsSync(join(folder, "archive", "half.draft")), false);
  assert.equal(existsSync(join(folder, "archive", "of-another-service.draft")), true, "it may still be written");
});
