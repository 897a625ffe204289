import assert from "node:assert/strict";
import { test } from "node:test";
import type { Layout } from "../../../imaging/tables/layout.ts";
import type { TableLine } from "./lines.ts";
import { findRows, isTransaction } from "./rows.ts";

const column = (from: number, width = 60) => ({ from, to: from + width });
const layout: Layout = {
  owner: column(0),
  asset: column(60, 400),
  types: [0, 1, 2].map((i) => column(460 + 60 * i)),
  transactionDate: column(640, 120),
  notificationDate: column(760, 120),
  amounts: Array.from({ length: 11 }, (_, i) => column(880 + 60 * i)),
  fit: 3,
  isRegular: true,
};
const columns = { columns: ["P", "S", "E"], sure: true, partSure: true } as const;

const marked = (length: number, at: number) => Array.from({ length }, (_, i) => (i === at ? 200 : 0));
let top = 0;
const line = (changes: Partial<TableLine> = {}): TableLine => {
  top += 75;
  return {
    strip: { from: top, to: top + 72 },
    types: marked(3, 1),
    amounts: marked(11, 2),
    hanging: [0, 0, 0],
    hasAsset: true,
    hasDate: true,
    hasTransactionDate: true,
    hasMark: true,
    hasType: true,
    hasAmount: true,
    isCrowded: false,
    isLow: false,
    isTall: false,
    ...changes,
  };
};
const bare = { hasDate: false, hasTransactionDate: false, hasMark: false, hasType: false, hasAmount: false };
const text = () => line({ ...bare, types: [0, 0, 0], amounts: marked(11, -1) });

test("text alone on the form may belong to the row above or below, so neither asset is certain", () => {
  const rows = findRows([line(), text(), line(), line()], layout, columns, true);
  assert.deepEqual(
    rows.map(({ isTextUnclear, isBelowText }) => [isTextUnclear, isBelowText]),
    [
      [true, false],
      [true, true],
      [false, false],
    ],
  );
  const [below] = findRows([text(), line()], layout, columns, true);
  assert.deepEqual([below?.isTextUnclear, below?.isBelowText], [true, true]);
});

test("in a filer's own table, text alone and a line with only a notification date are headings", () => {
  const rows = findRows([line(), text(), line()], layout, columns, false);
  assert.deepEqual(
    rows.map(({ isTextUnclear }) => isTextUnclear),
    [false, false],
  );
  assert.equal(isTransaction(line({ ...bare, hasDate: true }), false), false);
  assert.equal(isTransaction(line({ ...bare, hasTransactionDate: true }), false), true);
});

test("dirt in the boxes of a note does not make a row on the form", () => {
  assert.equal(isTransaction(line({ ...bare, hasMark: true, hasAmount: true }), true), false);
  assert.equal(isTransaction(line({ ...bare, hasMark: true, hasType: true, hasAmount: true }), true), true);
});

test("the feet of headings are not a row; a row with an illegible asset is one", () => {
  assert.equal(isTransaction(line({ hasAsset: false, isCrowded: true }), false), false);
  assert.equal(isTransaction(line({ hasAsset: false }), false), true);
});

test("a line that may be two is a row without a certain type, amount or asset", () => {
  const [row] = findRows([line({ isTall: true })], layout, columns, false);
  assert.deepEqual([row?.type.sure, row?.amount.sure, row?.isTextUnclear], [false, false, true]);
  const [usual] = findRows([line()], layout, columns, false);
  assert.deepEqual([usual?.type.reading, usual?.type.sure, usual?.amount.sure], ["S", true, true]);
  assert.equal(usual?.amount.reading, "$50,001 - $100,000");
});

test("vertical writing across the types is not a mark, but makes the type uncertain", () => {
  const across = line({ ...bare, hasMark: true, hasType: true, types: marked(3, 1), amounts: marked(11, -1) });
  const [row] = findRows([line(), across], layout, columns, true);
  assert.deepEqual([row?.type.reading, row?.type.sure, row?.amount.sure], ["S", false, true]);
  const elsewhere = { ...across, types: marked(3, 0) };
  assert.equal(findRows([line(), elsewhere], layout, columns, true)[0]?.type.sure, true);
});

test("a mark much smaller than others on the page is not certain, even if its row has no other", () => {
  const inked = (ink: number, at: number) => Array.from({ length: 11 }, (_, i) => (i === at ? ink : 0));
  const rows = findRows(
    [line({ amounts: inked(282, 0) }), line({ amounts: inked(16, 5) }), line({ types: [0, 0, 16] }), line()],
    layout,
    columns,
    true,
  );
  assert.deepEqual(
    rows.map(({ type, amount }) => [type.sure, amount.sure]),
    [
      [true, true],
      [true, false],
      [false, true],
      [true, true],
    ],
  );
  const [small] = findRows([line({ types: [0, 25, 0], amounts: inked(25, 4) })], layout, columns, true);
  assert.deepEqual([small?.type.sure, small?.amount.sure], [true, true], "typed marks are small on the whole page");
});
