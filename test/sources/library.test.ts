/** The reader as a library: its results, and that it loads no other part of the service. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { type NormaliseOptions, normaliseReport, readFiling, readSecurities } from "../../src/app/library/filings.ts";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });

async function findHouseReport() {
  for (const { docId, filingType } of (await material.house.readIndex(2026)) ?? []) {
    const isText = filingType === "P" && /^20\d{6}$/.test(docId);
    const bytes = isText ? await material.house.readDocument("ptr-pdfs", 2026, docId) : null;
    if (bytes !== null) return { docId, bytes };
  }
  return assert.fail("the fictional documents include no text report of 2026");
}

async function readSenateReport(link: "ptr" | "paper") {
  const row = (await material.senate.listRows()).find((each) => each.link === link) ?? assert.fail(link);
  return readFiling((await material.senate.readPage(row)) ?? assert.fail(), `${row.uuid}.html`);
}

test("rejects a renamed PDF and states the required file name", async () => {
  const { docId, bytes } = await findHouseReport();
  await assert.rejects(readFiling(bytes, "first.pdf"), {
    code: "pdf_wrong_document",
    message: `The document prints Filing ID ${docId}, not first. Name the file ${docId}.pdf: the name must be the filing's id.`,
  });
});

test("converts a House text report to trades with the service's ids, and does not change the caller's bytes", async () => {
  const { docId, bytes } = await findHouseReport();
  const before = Buffer.from(bytes);
  const report = await readFiling(bytes, `${docId}.pdf`);
  assert.deepEqual(Buffer.from(bytes), before);
  assert.equal(report.kind, "text");
  const { trades, rejected, state } = normaliseReport(JSON.parse(JSON.stringify(report)));
  assert.equal(state, "parsed");
  assert.equal(trades.length + rejected.length, report.transactions.length + report.rejected.length);
  const [first] = trades;
  assert.match(first?.id ?? "", new RegExp(`^txn_h${docId}_\\d\\d$`));
  assert.equal(first?.filer, report.filer);
  assert.equal(first?.confidence, "printed");
  const [later] = normaliseReport(report, { filed: "2027-01-02" }).trades;
  assert.equal(later?.filed_date, "2027-01-02");
  assert.throws(() => normaliseReport(report, { filed: "20.02.2026" }), RangeError);
});

test("reads a Senate page, and finds symbols in asset names only with a given ticker directory", async () => {
  const securities = await readSecurities(
    Buffer.from(
      "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares\nZZAA|Sample Widgets Inc. - Common Stock|Q|N|N|100|N|N\nFile Creation Time: 0101202600:00|||||||\n",
    ),
  );
  const report = await readSenateReport("ptr");
  assert.equal(report.kind, "html");
  const raw = report.raw as RawFiling;
  const [line = assert.fail()] = raw.transactions;
  const name = "ZZAA - Sample Widgets";
  const unnamed = { ...line, assetType: "Stock", ticker: null, tickers: [null], assetName: name, assetCell: name };
  const named = { ...report, raw: { ...raw, transactions: [{ ...unnamed, assetParts: [], assetDetails: {} }] } };
  const findSymbol = (options?: NormaliseOptions) => {
    const [trade = assert.fail()] = normaliseReport(named, options).trades;
    return [trade.ticker, trade.company];
  };
  assert.deepEqual(findSymbol({ securities }), ["ZZAA", "Sample Widgets Inc."]);
  assert.deepEqual(findSymbol(), ["", name]);
});

test("reports every page of a paper report without images as missing", async () => {
  const report = await readSenateReport("paper");
  assert.equal(report.kind, "paper");
  for (const { failure } of report.scanned_pages ?? assert.fail()) assert.match(failure ?? "", /^missing_page_image: /);
  assert.deepEqual(normaliseReport(report, { filed: "2026-11-20" }).trades, []);
});

test("rejects anything that is not a report, with an error code", async () => {
  const readErrorCode = (text: string) =>
    readFiling(Buffer.from(text), "20000001.pdf").then(
      () => null,
      ({ code }) => code,
    );
  assert.equal(await readErrorCode(""), "file_empty");
  assert.equal(await readErrorCode("PK"), "foreign_file");
  assert.match(await readErrorCode("%PDF-1.7\nnothing of the kind"), /^pdf_/);
});

/** Source that makes a program print the URL of each module that it loads. */
const PRINT_MODULES = `
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
`;

async function listLoadedModules(program: string): Promise<string> {
  const args = [
    "--import",
    `data:text/javascript,${encodeURIComponent(PRINT_MODULES)}`,
    "--input-type=module",
    "-e",
    program,
  ];
  return (await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })).stdout;
}

/** Modules that the library must never load: other parts of the service, and packages that only these parts use. */
const NEVER =
  /\/src\/(?:http|api|web|publication|accounts|app\/(?:cli|service|demo)|filings\/(?:review|evidence))\/|\/src\/store\/(?!packed-bars)|^node:(?:http|https|sqlite|child_process)$/m;
const PACKAGES =
  /node_modules\/(?:kysely|pg|ioredis|nodemailer|playwright-core|prom-client|find-my-way|@modelcontextprotocol|undici)\//;
const ENGINES = /node_modules\/(?:unpdf|tesseract\.js-core|@hyzyla\/pdfium)\//;

test("importing the library loads no other part of the service, and loads an engine only when a document needs it", async () => {
  const { docId, bytes } = await findHouseReport();
  const library = new URL("../../src/app/library/", import.meta.url);
  const reading = `
    const { readFiling } = await import("${library}filings.ts");
    console.log("-- imported");
    await readFiling(Buffer.from("${Buffer.from(bytes).toString("base64")}", "base64"), "${docId}.pdf");`;
  const [filings, prices] = await Promise.all([
    listLoadedModules(reading),
    listLoadedModules(`await import("${library}prices.ts")`),
  ]);
  const [imported = "", read = ""] = filings.split("-- imported");
  for (const list of [imported, read, prices]) {
    assert.match(list, /node_modules/);
    assert.doesNotMatch(list, NEVER);
    assert.doesNotMatch(list, PACKAGES);
  }
  assert.doesNotMatch(imported, ENGINES);
  assert.doesNotMatch(prices, /\/src\/filings\//);
  assert.match(read, /node_modules\/unpdf\//);
  assert.doesNotMatch(read, /node_modules\/(?:tesseract\.js-core|@hyzyla\/pdfium)\//);
});
