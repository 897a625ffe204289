import assert from "node:assert/strict";
import { test } from "node:test";
import type { Layout } from "../../../imaging/tables/layout.ts";
import type { TableLine } from "./lines.ts";
import { findRows, isTransaction } from "./rows.ts";

const toColumn = (from: number, width = 60) => ({ from, to: from + width });
const layout: Layout = {
  owner: toColumn(0),
  asset: toColumn(60, 400),
  types: [0, 1, 2].map((i) => toColumn(460 + 60 * i)),
  transactionDate: toColumn(640, 120),
  notificationDate: toColumn(760, 120),
  amounts: Array.from({ length: 11 }, (_, i) => toColumn(880 + 60 * i)),
  fit: 3,
  isRegular: true,
};
const columns = { columns: ["P", "S", "E"], sure: true, areAllSure: true } as const;

const mark = (length: number, at: number) => Array.from({ length }, (_, i) => (i === at ? 200 : 0));
let top = 0;
const toLine = (changes: Partial<TableLine> = {}): TableLine => {
  top += 75;
  return {
    strip: { from: top, to: top + 72 },
    types: mark(3, 1),
    amounts: mark(11, 2),
    edgeInk: [0, 0, 0],
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
const toText = () => toLine({ ...bare, types: [0, 0, 0], amounts: mark(11, -1) });

test("on the form, a line with only text may belong to the row above or below, so neither asset is certain", () => {
  const rows = findRows([toLine(), toText(), toLine(), toLine()], layout, columns, true);
  assert.deepEqual(
    rows.map(({ isTextUnclear, isBelowText }) => [isTextUnclear, isBelowText]),
    [
      [true, false],
      [true, true],
      [false, false],
    ],
  );
  const [below] = findRows([toText(), toLine()], layout, columns, true);
  assert.deepEqual([below?.isTextUnclear, below?.isBelowText], [true, true]);
});

test("in a filer's own table, a line with only text, or with only a notification date, is a heading", () => {
  const rows = findRows([toLine(), toText(), toLine()], layout, columns, false);
  assert.deepEqual(
    rows.map(({ isTextUnclear }) => isTextUnclear),
    [false, false],
  );
  assert.equal(isTransaction(toLine({ ...bare, hasDate: true }), false), false);
  assert.equal(isTransaction(toLine({ ...bare, hasTransactionDate: true }), false), true);
});

test("on the form, a line with an amount but no type is not a row, because dirt may mark an amount box", () => {
  assert.equal(isTransaction(toLine({ ...bare, hasMark: true, hasAmount: true }), true), false);
  assert.equal(isTransaction(toLine({ ...bare, hasMark: true, hasType: true, hasAmount: true }), true), true);
});

test("a crowded line without an asset is the lower edge of headings, not a row; any other line without an asset is a row", () => {
  assert.equal(isTransaction(toLine({ hasAsset: false, isCrowded: true }), false), false);
  assert.equal(isTransaction(toLine({ hasAsset: false }), false), true);
});

test("in a line that may be two rows, type, amount and asset are uncertain", () => {
  const [row] = findRows([toLine({ isTall: true })], layout, columns, false);
  assert.deepEqual([row?.type.sure, row?.amount.sure, row?.isTextUnclear], [false, false, true]);
  const [usual] = findRows([toLine()], layout, columns, false);
  assert.deepEqual([usual?.type.reading, usual?.type.sure, usual?.amount.sure], ["S", true, true]);
  assert.equal(usual?.amount.reading, "$50,001 - $100,000");
});

test("vertical writing across the type columns is not a mark, but makes the type uncertain", () => {
  const across = toLine({ ...bare, hasMark: true, hasType: true, types: mark(3, 1), amounts: mark(11, -1) });
  const [row] = findRows([toLine(), across], layout, columns, true);
  assert.deepEqual([row?.type.reading, row?.type.sure, row?.amount.sure], ["S", false, true]);
  const elsewhere = { ...across, types: mark(3, 0) };
  assert.equal(findRows([toLine(), elsewhere], layout, columns, true)[0]?.type.sure, true);
});

test("a mark much smaller than other marks on the page is not certain, even if the row has no other mark", () => {
  const ink = (ink: number, at: number) => Array.from({ length: 11 }, (_, i) => (i === at ? ink : 0));
  const rows = findRows(
    [toLine({ amounts: ink(282, 0) }), toLine({ amounts: ink(16, 5) }), toLine({ types: [0, 0, 16] }), toLine()],
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
  const [small] = findRows([toLine({ types: [0, 25, 0], amounts: ink(25, 4) })], layout, columns, true);
  assert.deepEqual([small?.type.sure, small?.amount.sure], [true, true], "typed marks are small on the whole page");
});
