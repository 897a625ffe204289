import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createBlankFiling,
  createBlankLine,
  type RawFiling,
  type RawTransaction,
} from "../../src/domain/printed-report.ts";
import type { ScannedField, ScannedLine } from "../../src/domain/scanned-page.ts";
import { planLinePicture } from "../../src/filings/evidence/filed-line.ts";
import { trade } from "../store/made.ts";

const BOX = { left: 100, top: 700, width: 2000, height: 40 };

/** A scanned row in which only the asset has a reading. */
function createRow(line: number, page: number, asset: string): RawTransaction {
  const cell = (reading: string | null): ScannedField => ({ reading, confidence: 1, sure: true, box: BOX });
  const names = ["owner", "asset", "transactionType", "transactionDate", "notificationDate", "amount"] as const;
  const fields = Object.fromEntries(names.map((name) => [name, cell(name === "asset" ? asset : null)]));
  const scan = { row: { box: BOX, handwritten: false, fields } } as unknown as ScannedLine;
  return { ...createBlankLine(line), page, scan };
}

test("a scanned row's words come from its own page, even if another page has a row in the same place", () => {
  const report: RawFiling = {
    ...createBlankFiling({ source: "house-clerk", docId: "8219999" }),
    kind: "scan",
    transactions: [createRow(1, 1, "Apple Inc."), createRow(2, 2, "Waste Management, Inc.")],
  };
  for (const [line, asset] of [
    [1, "Apple Inc."],
    [2, "Waste Management, Inc."],
  ] as const) {
    const filing = {
      id: "h8219999",
      source: "house-clerk" as const,
      docId: "8219999",
      url: "https://example.org/8219999.pdf",
      documentSha256: null,
    };
    const filed = {
      trade: trade("8219999", line, { page: line, box: BOX, confidence: "ocr" }),
      updatedAt: new Date(),
      filing,
    };
    const drawn = planLinePicture(filed, report).line;
    assert.deepEqual(drawn.kind === "imaged" && drawn.words, [{ field: "asset", text: asset, certainty: "read" }]);
  }
});
