/** Tests that a line of a long text PDF is found on the pages around it just as in the whole report. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createHousePtr } from "../../src/app/demo/fictional/house-ptr.ts";
import { planLinePicture } from "../../src/filings/evidence/filed-line.ts";
import { drawHouseLine } from "../../src/filings/sources/house-clerk/evidence/draw.ts";
import {
  findLine,
  findLineByWords,
  readDocument,
  readExcerpt,
} from "../../src/filings/sources/house-clerk/evidence/printed-line.ts";
import { readHouseDocument } from "../../src/filings/sources/house-clerk/read.ts";
import { trade } from "../store/made.ts";

const docId = "29991235";
const bytes = createHousePtr({
  docId,
  filer: "Hon. Fictional Sampleton",
  status: "Member",
  stateDistrict: "CA11",
  signedDate: "03/04/2025",
  rows: Array.from({ length: 60 }, (_, at) => ({
    id: null,
    owner: "SP" as const,
    // Two of three lines are identical.
    assetName: at % 3 === 0 ? `Example Holdings of the Sample Trust Number ${at + 1} and Partners` : "Twin Holdings",
    ticker: "XMPL",
    assetTypeCode: "ST",
    transactionType: "P" as const,
    transactionDate: "02/07/2025",
    notificationDate: "02/09/2025",
    amount: "$15,001 - $50,000",
    capGainsOver200: false,
    filingStatus: "New" as const,
    subholding: "Sample IRA",
    location: null,
    description: at % 3 === 0 ? "Bought in several lots ".repeat(12).trim() : null,
    comment: null,
  })),
});
const raw = await readHouseDocument(bytes, docId);
const filing = { id: `h${docId}`, source: "house-clerk" as const, docId, url: "", documentSha256: null };

function planLine(number: number) {
  const { line } = planLinePicture({ trade: trade(docId, number), updatedAt: new Date(0), filing }, raw);
  assert.ok(line.kind === "printed" && line.nearby !== null);
  return { ...line, nearby: line.nearby };
}

test("finds every line of a long report on at most four pages, even if identical or cut by a page break", async () => {
  const whole = await readDocument(bytes, docId);
  const cut = new Set<number>();
  for (const { line } of raw.transactions) {
    const { nearby } = planLine(line);
    const around = await readExcerpt(bytes, nearby.page);
    assert.ok(around.pages.size <= 4);
    const found = findLineByWords(around, nearby);
    assert.deepEqual(found, findLine(whole, line), `line ${line}`);
    if ((found?.parts.length ?? 0) > 1) cut.add(line);
  }
  assert.ok(cut.size > 0, "no page break cuts a row");
});

test("finds a line in the entire report if the nearby pages do not match uniquely", async () => {
  const line = planLine(30);
  const { nearby } = line;
  const drawn = await drawHouseLine(bytes, line);
  for (const other of [
    { ...nearby, of: nearby.of + 1 },
    { ...nearby, page: 999 },
    { ...nearby, words: [] },
  ]) {
    assert.deepEqual(await drawHouseLine(bytes, { ...line, nearby: other }), drawn);
  }
});
