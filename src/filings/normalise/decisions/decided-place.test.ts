import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine } from "../../../domain/printed-report.ts";
import { createLineReference, isBoxMiddleInRow, isDecisionOnLine } from "./decided-place.ts";

test("finds the row of a decision if the middle of the decision's box lies in the row", () => {
  const row = { left: 10, top: 100, width: 900, height: 40 };
  const isBoxAt = (middle: number) => isBoxMiddleInRow(row, { left: 10, top: middle - 15, width: 900, height: 30 });
  assert.deepEqual([99.5, 100, 139.5, 140].map(isBoxAt), [false, true, true, false]);
});

test("a decision on a row entered by a person never applies to a detected row", () => {
  const box = { left: 10, top: 100, width: 900, height: 40 };
  const seen = { ...createBlankLine(1), page: 1, scan: { row: { box }, uncertain: [] } } as never;
  const typed = { ...createBlankLine(2), page: 1, typed: 2 };
  const createReference = (row: number) => ({ line: 1, place: { page: 1, row } });
  assert.equal(isDecisionOnLine(createReference(2), seen, null), false);
  assert.equal(isDecisionOnLine({ line: 1, place: { page: 1, box } }, typed, null), false);
  assert.deepEqual(
    [isDecisionOnLine(createReference(2), typed, null), isDecisionOnLine(createReference(1), typed, null)],
    [true, false],
  );
});

test("a reference to a line without a position contains the asset's cell, or the asset's name if the cell is empty", () => {
  const createTextReference = (assetCell: string) =>
    createLineReference({ ...createBlankLine(2), assetCell, assetName: "Apple Inc." }, "digest");
  assert.deepEqual(createTextReference("Apple  Inc. (AAPL) [ST]"), { line: 2, asset: "Apple Inc. (AAPL) [ST]" });
  assert.deepEqual(createTextReference(""), { line: 2, asset: "Apple Inc." });
});
