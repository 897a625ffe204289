/**
 * The House reader with generated PDFs: it returns every field of a report, and quickly rejects anything else with an error code.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { createHousePtr } from "../../src/app/demo/fictional/house-ptr.ts";
import { writePdf } from "../../src/app/demo/fictional/pdf-writer.ts";
import { createWhiteBitmap } from "../../src/app/demo/fictional/pixel-text.ts";
import type { PtrForm, PtrRow } from "../../src/app/demo/fictional/ptr-form.ts";
import { createScannedPtr } from "../../src/app/demo/fictional/scan.ts";
import { ParseError } from "../../src/base/errors.ts";
import { readHouseDocument } from "../../src/filings/sources/house-clerk/read.ts";

const row: PtrRow = {
  id: null,
  owner: "SP",
  assetName: "Fictional Industries Incorporated - Common Stock of the Second Series",
  ticker: "FICT",
  assetTypeCode: "ST",
  transactionType: "S (partial)",
  transactionDate: "02/07/2025",
  notificationDate: "03/01/2025",
  amount: "$15,001 - $50,000",
  capGainsOver200: true,
  filingStatus: "New",
  subholding: "Sample Trust",
  location: null,
  description: "Sold 14 shares at $823.80: Location: not a label. ".repeat(4).trim(),
  comment: null,
};
const form: PtrForm = {
  docId: "29990001",
  filer: "Hon. Fictional Sampleton",
  status: "Member",
  stateDistrict: "CA11",
  signedDate: "03/04/2025",
  rows: Array.from({ length: 40 }, (_, at) => ({ ...row, capGainsOver200: at % 3 === 0, subholding: `Account ${at}` })),
};
const pdf = createHousePtr(form);

test("returns every row in printed order across all page breaks", async () => {
  const filing = await readHouseDocument(pdf, "29990001");
  assert.equal(filing.kind, "text");
  assert.deepEqual(
    [filing.filer, filing.stateDistrict, filing.signedDate, filing.rejected],
    ["Hon. Fictional Sampleton", "CA11", "03/04/2025", []],
  );
  assert.ok((filing.pages ?? 0) > 4);
  assert.deepEqual(
    filing.transactions.map(({ line, assetName, ticker, amount, capGainsOver200, subholding, description }) => ({
      line,
      assetName,
      ticker,
      amount,
      capGainsOver200,
      subholding,
      description,
    })),
    form.rows.map(({ assetName, ticker, amount, capGainsOver200, subholding, description }, at) => ({
      line: at + 1,
      assetName,
      ticker,
      amount,
      capGainsOver200,
      subholding,
      description,
    })),
  );
});

test("rejects a row that has an unreadable field, keeps the row's text, and reads the other rows", async () => {
  const filing = await readHouseDocument(
    createHousePtr({ ...form, rows: [row, { ...row, amount: "about $5" }, row] }),
    form.docId,
  );
  assert.deepEqual(
    filing.transactions.map(({ line }) => line),
    [1, 3],
  );
  assert.deepEqual(
    filing.rejected.map(({ line, reason }) => [line, reason]),
    [[2, "unreadable_amount"]],
  );
  assert.match(filing.rejected[0]?.text ?? "", /FICT.*about \$5/);
});

test("a scan has no transactions and is not an error", async () => {
  const filing = await readHouseDocument(createScannedPtr(3), "29990002");
  assert.deepEqual([filing.kind, filing.pages, filing.transactions], ["scan", 3, []]);
});

test("classifies a page with only a small image as a scan, and rejects an empty page", async () => {
  const slip = {
    width: 612,
    height: 792,
    content: "q 200 0 0 80 50 600 cm /Im0 Do Q",
    image: createWhiteBitmap(200, 80),
  };
  assert.equal((await readHouseDocument(writePdf([slip], {}), "8219999")).kind, "scan");
  await assert.rejects(readHouseDocument(writePdf([createPage("q Q")], {}), "8219999"), {
    code: "pdf_unknown_layout",
  });
});

const createPage = (content: string) => ({ width: 612, height: 792, content });
const encodeGlyphs = (value: string) =>
  Array.from(value, (c) => (c.charCodeAt(0) - 29).toString(16).padStart(4, "0")).join("");
const createTitlePage = (value: string) => createPage(`BT /F1 21 Tf 1 0 0 1 117 680 Tm <${encodeGlyphs(value)}> Tj ET`);

test("reads a different form of the Clerk as `other`, without transactions", async () => {
  const filing = await readHouseDocument(
    writePdf([createTitlePage("Financial Disclosure Report")], {}, "Georgia"),
    "10010857",
  );
  assert.deepEqual([filing.kind, filing.transactions], ["other", []]);
});

/** Writes a minimal PDF around one content stream. */
function createMinimalPdf(content: Buffer, filter: string, trailer = ""): Uint8Array {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[4 0 R]>>",
    `<</Length ${content.length}/Filter${filter}>>stream\n${content.toString("latin1")}\nendstream`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/Resources<<>>>>",
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object) => {
    const at = body.length;
    body += object;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join("")}trailer<</Size 5/Root 1 0 R${trailer}>>`;
  return Buffer.from(`${body}${table}\nstartxref\n${body.length}\n%%EOF\n`, "latin1");
}
const packed = deflateSync(Buffer.alloc(100_000_000, 32));
const key = "0".repeat(64);
const password = `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${key}>/U<${key}>>>/ID[<00><00>]`;
const withoutMiddle = Buffer.concat([pdf.subarray(0, 5000), pdf.subarray(5500)]);

const faults: [what: string, code: string, bytes: Uint8Array, docId?: string][] = [
  ["an empty file", "pdf_empty", new Uint8Array()],
  ["a web page", "pdf_not_a_pdf", Buffer.from("<!DOCTYPE html><title>Maintenance</title>")],
  ["a file of 65 MB", "pdf_too_large", new Uint8Array(65 * 1024 * 1024 + 1)],
  ["a PDF that unpacks to 100 MB", "pdf_too_large", createMinimalPdf(packed, "/FlateDecode")],
  [
    "a PDF with a doubly compressed stream",
    "pdf_too_large",
    createMinimalPdf(deflateSync(packed), "[/FlateDecode/FlateDecode]"),
  ],
  [
    "2000 pages",
    "pdf_too_large",
    writePdf(
      Array.from({ length: 2000 }, () => createPage("")),
      {},
    ),
  ],
  ["a report cut in half", "pdf_truncated", pdf.subarray(0, pdf.length / 2)],
  ["a report without its last bytes", "pdf_truncated", pdf.subarray(0, -6)],
  ["a report with a hole", "pdf_damaged", withoutMiddle],
  ["a PDF that needs a password", "pdf_encrypted", createMinimalPdf(deflateSync("q Q"), "/FlateDecode", password)],
  ["a report with a different filing id", "pdf_wrong_document", pdf, "29990009"],
  ["a report without a row", "pdf_no_rows", createHousePtr({ ...form, rows: [] })],
  [
    "a text PDF from another author",
    "pdf_unknown_layout",
    writePdf([createPage("BT /F0 9 Tf 1 0 0 1 50 700 Tm <0029> Tj ET")], {}, "Georgia"),
  ],
  [
    "a page with only the title of a report",
    "pdf_unknown_layout",
    writePdf([createTitlePage("Periodic Transaction Report")], {}, "Georgia"),
  ],
];
for (const [what, code, bytes, docId = form.docId] of faults) {
  test(`rejects ${what} as ${code}`, async () => {
    await assert.rejects(readHouseDocument(bytes, docId), (error) => {
      assert.ok(error instanceof ParseError, String(error));
      assert.equal(error.code, code, error.message);
      return true;
    });
  });
}

test("rejects a report that lacks the content of a page instead of reading fewer rows", async () => {
  const pages = createHousePtr({ ...form, rows: form.rows.slice(0, 12) });
  const file = Buffer.from(pages).toString("latin1");
  const second = [...file.matchAll(/\/Contents \d+ 0 R/g)][1];
  assert.ok(second);
  const blank = Buffer.from(file.replace(second[0], " ".repeat(second[0].length)), "latin1");
  await assert.rejects(readHouseDocument(blank, form.docId), { code: "pdf_damaged" });
});

test("a report with overwritten bytes is read or rejected with a code", async () => {
  for (let at = 200; at < pdf.length - 200; at += Math.floor(pdf.length / 40)) {
    const damaged = pdf.slice();
    damaged.fill(0, at, at + 40);
    const outcome = await readHouseDocument(damaged, form.docId).catch((error: unknown) => error);
    if (outcome instanceof Error) assert.ok(outcome instanceof ParseError, `at ${at}: ${outcome.stack}`);
  }
});
