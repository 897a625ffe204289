import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RawFiling } from "../../../src/domain/printed-report.ts";
import { readHouseDocument } from "../../../src/filings/sources/house-clerk/read.ts";
import { readSenateDocument } from "../../../src/filings/sources/senate-efd/read.ts";
import { fictionalMaterial } from "./material.ts";
import type { TrueFiling, TrueRow } from "./truth.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });

describe("the readers return exactly what was written into the fictional documents", () => {
  for (const truth of material.truth.filter((each) => each.kind !== null)) {
    test(`${truth.source} ${truth.docId} (${truth.kind}, ${truth.rows.length} rows) is read as written, or rejected if unreadable`, async () => {
      if (truth.state === "unreadable") await assert.rejects(readDocument(truth), { code: "pdf_wrong_document" });
      else assertSame(await readDocument(truth), truth);
    });
  }
});

test("generates the same filings and prices on a later day", async () => {
  const later = fictionalMaterial({ today: new Date("2026-12-03T12:00:00Z") });
  const byId = new Map(later.truth.map((each) => [each.docId, each]));
  const shared = material.truth.filter((each) => byId.has(each.docId));
  assert.ok(shared.length > material.truth.length - 5);
  for (const truth of shared) assert.deepEqual(byId.get(truth.docId), truth);
  const prices = new Map((await later.prices.findSecurity("ZZWID"))?.prices.map((price) => [price.date, price]));
  const last = (await material.prices.findSecurity("ZZWID"))?.prices.at(-1);
  assert.equal(last?.date, "2026-11-19");
  assert.deepEqual(prices.get("2026-11-19"), last);
});

test("long House reports have more than three pages", async () => {
  const long = material.truth.filter((each) => each.kind === "text" && each.rows.length > 40);
  assert.ok(long.length > 0);
  for (const truth of long) {
    const raw = await readDocument(truth);
    assert.ok((raw.pages ?? 0) > 3);
  }
});

test("the fictional documents include every kind of filing", () => {
  const kinds = new Set(material.truth.map(({ source, kind, state }) => `${source} ${kind} ${state}`));
  for (const wanted of [
    "text parsed",
    "text needs_review",
    "text unreadable",
    "text not_a_member",
    "scan needs_ocr",
    "null missing_document",
  ]) {
    assert.ok(kinds.has(`house-clerk ${wanted}`), `no House filing ${wanted}`);
  }
  for (const wanted of ["html parsed", "html needs_review", "paper needs_ocr", "null missing_document"]) {
    assert.ok(kinds.has(`senate-efd ${wanted}`), `no Senate filing ${wanted}`);
  }
});

async function readDocument(truth: TrueFiling): Promise<RawFiling> {
  if (truth.source === "house-clerk") {
    const bytes = await material.house.readDocument("ptr-pdfs", truth.year, truth.docId);
    assert.ok(bytes);
    return readHouseDocument(bytes, truth.docId);
  }
  const row = (await material.senate.listRows()).find(({ uuid }) => uuid === truth.docId);
  const page = row && (await material.senate.readPage(row));
  assert.ok(page);
  return readSenateDocument(page, truth.docId);
}

function assertSame(raw: RawFiling, truth: TrueFiling): void {
  assert.deepEqual(raw.rejected, []);
  const { kind, filer, stateDistrict, signedDate, filedDate, amendment } = raw;
  const expected = {
    kind: truth.kind,
    filer: truth.filer,
    stateDistrict: truth.stateDistrict,
    signedDate: truth.signedDate,
    filedDate: truth.filedDate,
    amendment: truth.amendment,
  };
  assert.deepEqual({ kind, filer, stateDistrict, signedDate, filedDate, amendment }, expected);
  const rows = raw.transactions.map(
    ({ page: _, assetCell: __, tickers, assetParts, ...row }): TrueRow =>
      raw.source === "house-clerk"
        ? { ...row, tickers: [row.ticker], assetParts: [row.assetName] }
        : { ...row, tickers, assetParts },
  );
  assert.deepEqual(rows, truth.rows);
}
