/** The Senate reader with every recorded page: row counts, checked records by field, and other kinds of pages. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ParseError } from "../../src/base/errors.ts";
import type { RawTransaction } from "../../src/domain/printed-report.ts";
import { readSenateDocument } from "../../src/filings/sources/senate-efd/read.ts";
import { readSearchPage } from "../../src/filings/sources/senate-efd/search.ts";
import { listPresentFilings, readDocuments, skipUnlessHere } from "../corpus/manifest.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";

const skip = skipWithoutCorpus;
const resolvePath = (...parts: string[]) => path.join(corpusDir ?? "", ...parts);
const readPage = (...parts: string[]) =>
  readSenateDocument(readFileSync(resolvePath(...parts)), path.basename(parts.at(-1) ?? "", ".html"));

const FIELDS = {
  owner: "owner",
  ticker: "ticker",
  tickers: "tickers",
  asset_name: "assetName",
  asset_parts: "assetParts",
  asset_details: "assetDetails",
  asset_type: "assetType",
  transaction_type: "transactionType",
  transaction_date: "transactionDate",
  amount: "amount",
  comment: "comment",
} as const satisfies Record<string, keyof RawTransaction>;

test("reads the filer, the filed date and the recorded number of rows of every page, and rejects no row", {
  skip,
}, () => {
  const lines = readFileSync(resolvePath("senate", "documents.csv"), "utf8").trim().split(/\r?\n/).slice(1);
  let rows = 0;
  for (const line of lines) {
    const filing = readPage("senate", "ptr", `${line.slice(0, 36)}.html`);
    const counted = Number(line.slice(line.lastIndexOf(",") + 1));
    assert.equal(filing.transactions.length, counted, line);
    assert.deepEqual(filing.rejected, [], line);
    assert.ok(filing.filer !== null && line.includes(filing.filer), line);
    assert.ok(line.includes(`Filed ${filing.filedDate} @`), line);
    assert.equal(filing.amendment === null, !line.includes("(Amendment"), line);
    rows += counted;
  }
  assert.equal(lines.length, readdirSync(resolvePath("senate", "ptr")).length);
  assert.ok(rows > 3000);
});

test("reads every field as in the checked records of the corpus", { skip }, () => {
  const files = readdirSync(resolvePath("gold", "senate"));
  assert.ok(files.length > 0);
  for (const file of files) {
    const record = JSON.parse(readFileSync(resolvePath("gold", "senate", file), "utf8"));
    const filing = readPage("senate", "ptr", file.replace(".json", ".html"));
    assert.equal(filing.filer, record.filer, file);
    assert.equal(filing.filedDate, record.filed_date, file);
    assert.equal(filing.amendment, record.amendment === null ? null : `Amendment ${record.amendment}`, file);
    assert.deepEqual(
      filing.transactions.map((row) => row.line),
      record.transactions.map((row: { line: number }) => row.line),
      file,
    );
    for (const [index, row] of filing.transactions.entries()) {
      for (const [name, field] of Object.entries(FIELDS)) {
        assert.deepEqual(row[field], record.transactions[index][name], `${file} #${row.line} ${name}`);
      }
    }
  }
});

test("distinguishes annual reports, paper viewers, the agreement and the search form", { skip }, () => {
  for (const file of readdirSync(resolvePath("senate", "annual")))
    assert.equal(readPage("senate", "annual", file).kind, "other");
  for (const folder of readdirSync(resolvePath("senate", "paper"))) {
    const filing = readPage("senate", "paper", folder, "index.html");
    const images = readdirSync(resolvePath("senate", "paper", folder)).filter((name) => name.endsWith(".gif"));
    assert.deepEqual([filing.kind, filing.pages, filing.transactions], ["paper", images.length, []]);
  }
  const pages = { home_agreement_page: "html_agreement_page", search_form: "html_search_form" };
  for (const [start, code] of Object.entries(pages)) {
    const file = readdirSync(resolvePath("senate", "search")).find((name) => name.startsWith(start)) ?? "";
    assert.throws(
      () => readPage("senate", "search", file),
      (error) => error instanceof ParseError && error.code === code,
    );
  }
});

test("never reads a truncated real page as a shorter report", { skip: skipUnlessHere("page") }, () => {
  const [report = assert.fail()] = listPresentFilings("page");
  const bytes = Buffer.from(readDocuments(report)[0] ?? assert.fail());
  const end = bytes.indexOf("</html>");
  for (let cut = 0; cut < end; cut += 997) {
    assert.throws(() => readSenateDocument(bytes.subarray(0, cut), "x"), ParseError, `cut at ${cut}`);
  }
});

test("reads the filer, the kind, the date and the report of every row in recorded search responses", { skip }, () => {
  const kinds = new Set<string>();
  for (const file of readdirSync(resolvePath("senate", "search")).filter((name) => name.endsWith(".json"))) {
    const recorded = JSON.parse(readFileSync(resolvePath("senate", "search", file), "utf8"));
    const rows = Array.isArray(recorded) ? recorded : recorded.data;
    // One recording has only the rows.
    const answer = Array.isArray(recorded)
      ? { draw: 1, recordsTotal: rows.length, recordsFiltered: rows.length, data: rows, result: "ok" }
      : recorded;
    const { total, listings } = readSearchPage(
      Buffer.from(JSON.stringify(answer)),
      2026,
      "https://efdsearch.senate.gov",
    );
    assert.equal(total, answer.recordsTotal);
    assert.equal(listings.length, rows.length);
    for (const [index, each] of listings.entries()) {
      kinds.add(each.kind);
      assert.match(each.docId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.ok(each.filer.first !== "" && each.filer.last !== "" && each.filedDate !== null);
      assert.equal(each.title, each.title.trim());
      assert.ok(rows[index][3].includes(new URL(each.url).pathname), each.url);
    }
  }
  assert.deepEqual([...kinds].sort(), ["other", "paper", "ptr"]);
});
