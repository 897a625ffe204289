/**
 * The House reader with every recorded document: row counts, checked records by field, other kinds of documents, and the real
 * indexes.
 */
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { ParseError } from "../../src/base/errors.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { RawFiling, RawTransaction } from "../../src/domain/printed-report.ts";
import { readHouseIndex } from "../../src/filings/sources/house-clerk/index-reader.ts";
import { readHouseDocument } from "../../src/filings/sources/house-clerk/read.ts";
import { listPresentFilings, readDocuments, skipUnlessHere } from "../corpus/manifest.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";

const skip = skipWithoutCorpus;
const resolvePath = (...parts: string[]) => path.join(corpusDir ?? "", ...parts);
const removeSpaces = (value: unknown) =>
  typeof value === "string" ? value.replace(/\s+/g, "") || null : (value ?? null);

interface Document {
  readonly docId: string;
  readonly kind: string;
  readonly counted: number;
  readonly filing: Promise<RawFiling>;
}

/** Lists every PTR of the corpus. Each one is read only once. */
function readAll(): readonly Document[] {
  if (corpusDir === null) return [];
  const lines = readFileSync(resolvePath("house", "documents.csv"), "utf8").trim().split(/\r?\n/).slice(1);
  return lines.map((line) => {
    const [year = "", docId = "", kind = "", , counted] = line.split(",");
    const read = async () =>
      await readHouseDocument(readFileSync(resolvePath("house", "ptr-pdfs", year, `${docId}.pdf`)), docId);
    let filing: Promise<RawFiling> | undefined;
    return {
      docId,
      kind,
      counted: Number(counted),
      get filing() {
        filing ??= read();
        return filing;
      },
    };
  });
}
const documents = readAll();
const texts = documents.filter(({ kind }) => kind === "text");

test("reads every text report with the number of rows recorded in the corpus, and rejects no row", {
  skip,
}, async () => {
  let rows = 0;
  for (const { docId, counted, filing } of texts) {
    const { kind, transactions, rejected } = await filing;
    assert.deepEqual([kind, transactions.length, rejected], ["text", counted, []], docId);
    rows += transactions.length;
  }
  assert.deepEqual([texts.length, rows], [391, 5091]);
});

test("classifies every scan as a scan", { skip }, async () => {
  const scans = documents.filter(({ kind }) => kind === "scan");
  for (const { docId, filing } of scans) assert.equal((await filing).kind, "scan", docId);
  assert.equal(scans.length, 190);
});

test("classifies filings that are not transaction reports as other or scan, without transactions", {
  skip,
}, async () => {
  const kinds = new Map<string, number>();
  for (const file of globSync(resolvePath("house", "other", "*", "*.pdf"))) {
    const filing = await readHouseDocument(readFileSync(file), path.basename(file, ".pdf"));
    assert.deepEqual([filing.transactions, filing.rejected], [[], []], file);
    kinds.set(filing.kind, (kinds.get(filing.kind) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(kinds), { other: 31, scan: 7 });
});

const GOLD_FIELDS = {
  id: "id",
  owner: "owner",
  asset_cell: "assetCell",
  asset_name: "assetName",
  ticker: "ticker",
  asset_type_code: "assetTypeCode",
  transaction_type: "transactionType",
  transaction_date: "transactionDate",
  notification_date: "notificationDate",
  amount: "amount",
  cap_gains_over_200: "capGainsOver200",
  filing_status: "filingStatus",
  subholding: "subholding",
  location: "location",
  description: "description",
  comment: "comment",
  page: "page",
} as const satisfies Record<string, keyof RawTransaction>;

test("reads every field as in the checked records of the corpus", { skip }, async () => {
  let rows = 0;
  for (const name of readdirSync(resolvePath("gold", "house"))) {
    const gold = JSON.parse(readFileSync(resolvePath("gold", "house", name), "utf8"));
    const filing = await texts.find(({ docId }) => docId === gold.doc_id)?.filing;
    assert.ok(filing, name);
    assert.equal(filing.transactions.length, gold.transactions.length, name);
    assert.equal(removeSpaces(filing.filer), removeSpaces(gold.filer), name);
    assert.deepEqual([filing.stateDistrict, filing.signedDate], [gold.state_district, gold.signed_date], name);
    assert.deepEqual(filing.vehicles?.map(removeSpaces), gold.vehicles.map(removeSpaces), name);
    for (const [index, printed] of gold.transactions.entries()) {
      const read: RawTransaction | undefined = filing.transactions[index];
      assert.equal(read?.line, printed.line);
      for (const [field, ours] of Object.entries(GOLD_FIELDS)) {
        assert.deepEqual(
          removeSpaces(read?.[ours]),
          removeSpaces(printed[field]),
          `${name} line ${printed.line} ${field}`,
        );
      }
      rows += 1;
    }
  }
  assert.equal(rows, 301);
});

/**
 * Names the known error of the baseline's ticker rule that explains a difference. Our ticker is right in each case; no other may
 * differ.
 */
function explainTickerDifference(asset: string, theirs: string | null, ours: string | null): string | null {
  if (ours === null && theirs !== null && /^\s*[0-9A-Z]{9}$/.test(theirs)) return "a CUSIP is not a ticker";
  if (theirs === null && ours?.startsWith("CRYPTO:")) return "a coin's symbol";
  if (theirs === null && ours !== null && /\((?:Symbol|Ticker):/.test(asset)) return "a symbol that the filer labeled";
  return null;
}

test("only tickers differ from the recorded baseline, each because of one of the baseline's three known errors", {
  skip,
}, async () => {
  const baseline = gunzipSync(readFileSync(resolvePath("gold", "baseline-house-text.ndjson.gz")))
    .toString()
    .trim()
    .split("\n");
  const explained: string[] = [];
  for (const { doc_id, transactions } of baseline.map((each) => JSON.parse(each))) {
    const filing = await texts.find(({ docId }) => docId === doc_id)?.filing;
    assert.ok(filing, doc_id);
    for (const [index, theirs] of transactions.entries()) {
      const ours = filing.transactions[index];
      assert.ok(ours, `${doc_id} line ${theirs.line}`);
      const { details } = theirs;
      const pairs: [field: string, theirs: unknown, ours: unknown][] = [
        ["line", theirs.line, ours.line],
        ["id", theirs.row_id, ours.id],
        ["owner", theirs.owner, ours.owner],
        ["asset", theirs.asset, ours.assetCell],
        ["code", theirs.code, ours.assetTypeCode],
        ["type", theirs.type, ours.transactionType],
        ["date", theirs.date, ours.transactionDate],
        ["notification", theirs.notif, ours.notificationDate],
        ["amount", theirs.amount, ours.amount],
        ["capital gains", theirs.cap, ours.capGainsOver200],
        ["status", details["filing status"], ours.filingStatus],
        ["subholding", details["subholding of"], ours.subholding],
        ["location", details.location, ours.location],
        ["description", details.description, ours.description],
        ["comment", details.comments, ours.comment],
        ["page", theirs.page, ours.page],
      ];
      for (const [field, one, other] of pairs) {
        assert.deepEqual(removeSpaces(other), removeSpaces(one), `${doc_id} line ${theirs.line} ${field}`);
      }
      if (removeSpaces(theirs.ticker) === ours.ticker) continue;
      const why = explainTickerDifference(ours.assetCell, theirs.ticker, ours.ticker);
      assert.ok(why, `${doc_id} line ${theirs.line}: ticker ${theirs.ticker}, ours ${ours.ticker}`);
      explained.push(why);
    }
  }
  assert.equal(explained.length, 9);
});

test("a real report with missing bytes is read completely or rejected", { skip: skipUnlessHere("text") }, async () => {
  const report = listPresentFilings("text").find(({ id }) => id === "h20034579") ?? assert.fail();
  const [file = assert.fail()] = readDocuments(report);
  for (let hole = 300; hole < file.length - 300; hole += Math.floor(file.length / 30)) {
    const damaged = Buffer.from(file).fill(0, hole, hole + 40);
    const outcome = await readHouseDocument(damaged, "20034579").catch((error: unknown) => error);
    if (outcome instanceof Error) assert.ok(outcome instanceof ParseError, `at ${hole}: ${outcome.stack}`);
    else assert.equal((outcome as RawFiling).transactions.length, 40, `at ${hole}`);
  }
});

test("reads every filing in the real indexes, and recognizes which filings are transaction reports", { skip }, () => {
  const reports: Record<number, number> = {};
  let filings = 0;
  for (let year = 2012; year <= 2026; year++) {
    const zip = readFileSync(resolvePath("house", "financial-pdfs", `${year}FD.zip`));
    const listings = readHouseIndex(zip, year, "2026-07-31" as IsoDate);
    reports[year] = listings.filter(({ kind }) => kind === "ptr").length;
    // The indexes name 18 documents twice.
    filings += new Set(listings.map(({ docId }) => docId)).size;
    assert.ok(listings.every((each) => each.year === year && /^\d+$/.test(each.docId)));
    // 2013 has a filing of the year 3013.
    assert.ok(listings.every(({ filedDate }) => filedDate === null || filedDate <= "2026-07-06"));
  }
  const total = Object.values(reports).reduce((sum, count) => sum + count, 0);
  assert.deepEqual([filings, total, total - (reports[2012] ?? 0)], [42_853, 9073, 8260]);
});
