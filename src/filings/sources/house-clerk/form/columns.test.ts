import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextRun } from "../pdf/text-run.ts";
import { findColumnAt, findColumnStart, readTableHeader } from "./columns.ts";

function createBoldRun(text: string, x: number, y: number, starts?: readonly number[]): TextRun {
  return {
    text,
    x,
    y,
    right: x + text.length * 5,
    size: 9.45,
    font: "Georgia-Bold",
    bold: true,
    smallCapitals: false,
    starts: starts ?? Array.from(text, (_, at) => x + 5 * at),
  };
}

const createHeader = (y: number): TextRun[] => [
  createBoldRun("ID", 25, y),
  createBoldRun("Owner", 65, y),
  createBoldRun("Asset", 104, y),
  createBoldRun("Transaction", 260, y),
  createBoldRun("Type", 260, y + 11),
  createBoldRun("Date", 325, y),
  createBoldRun("Notification", 381, y),
  createBoldRun("Date", 381, y + 11),
  createBoldRun("Amount", 445, y),
];
const createGainsHeader = (y: number): TextRun[] => [
  createBoldRun("Cap.", 525, y),
  createBoldRun("Gains >", 525, y + 11),
  createBoldRun("$200?", 525, y + 22),
];
const row = { ...createBoldRun("SP", 65, 97), bold: false, size: 9 };

test("columns start at the header's words; the header is removed, and a row under it stays", () => {
  const { columns, rest } = readTableHeader([...createHeader(86), ...createGainsHeader(86), row]);
  assert.ok(columns);
  assert.deepEqual(rest, [row]);
  assert.equal(findColumnStart(columns, "notification"), 381);
  assert.equal(findColumnAt(columns, 258), "type");
  assert.equal(findColumnAt(columns, 256), "asset");
  assert.equal(findColumnAt(columns, 10), null);
});

test("the form before 2018 has no capital gains column", () => {
  const { columns } = readTableHeader(createHeader(300));
  assert.ok(columns);
  assert.equal(findColumnStart(columns, "gains"), Infinity);
});

test("reads two column titles in one text run as two columns", () => {
  const [id, , , ...others] = createHeader(86);
  const together = createBoldRun("Owner Asset", 65, 86, [65, 70, 75, 80, 85, 90, 104, 109, 114, 119, 124]);
  const { columns } = readTableHeader([...(id ? [id] : []), together, ...others]);
  assert.ok(columns);
  assert.equal(findColumnStart(columns, "asset"), 104);
});

test("a page without the header has no table, and a page with other or swapped columns has no known table", () => {
  assert.deepEqual(readTableHeader([row]), { columns: null, rest: [row] });
  const priced = readTableHeader([...createHeader(86), createBoldRun("Price", 500, 86)]);
  assert.equal(priced.columns, null);
  assert.match(priced.unknown ?? "", /Price/);
  assert.equal(priced.rest.length, createHeader(86).length + 1);
  const swapped = createHeader(86).map((run) => (run.text === "Owner" ? { ...run, x: 110, starts: [110] } : run));
  assert.equal(readTableHeader(swapped).columns, null);
});
