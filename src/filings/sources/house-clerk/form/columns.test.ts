import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextRun } from "../pdf/text-run.ts";
import { findColumnAt, findColumnStart, readTableHeader } from "./columns.ts";

function bold(text: string, x: number, y: number, starts?: readonly number[]): TextRun {
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

const header = (y: number): TextRun[] => [
  bold("ID", 25, y),
  bold("Owner", 65, y),
  bold("Asset", 104, y),
  bold("Transaction", 260, y),
  bold("Type", 260, y + 11),
  bold("Date", 325, y),
  bold("Notification", 381, y),
  bold("Date", 381, y + 11),
  bold("Amount", 445, y),
];
const gains = (y: number): TextRun[] => [
  bold("Cap.", 525, y),
  bold("Gains >", 525, y + 11),
  bold("$200?", 525, y + 22),
];
const row = { ...bold("SP", 65, 97), bold: false, size: 9 };

test("columns start at the header's words; the header is removed, and a row under it stays", () => {
  const { columns, rest } = readTableHeader([...header(86), ...gains(86), row]);
  assert.ok(columns);
  assert.deepEqual(rest, [row]);
  assert.equal(findColumnStart(columns, "notification"), 381);
  assert.equal(findColumnAt(columns, 258), "type");
  assert.equal(findColumnAt(columns, 256), "asset");
  assert.equal(findColumnAt(columns, 10), null);
});

test("the form before 2018 has no capital gains column", () => {
  const { columns } = readTableHeader(header(300));
  assert.ok(columns);
  assert.equal(findColumnStart(columns, "gains"), Infinity);
});

test("reads two headers in one run as two columns", () => {
  const [id, , , ...others] = header(86);
  const together = bold("Owner Asset", 65, 86, [65, 70, 75, 80, 85, 90, 104, 109, 114, 119, 124]);
  const { columns } = readTableHeader([...(id ? [id] : []), together, ...others]);
  assert.ok(columns);
  assert.equal(findColumnStart(columns, "asset"), 104);
});

test("a page without the header has no table, and a page with another header no known one", () => {
  assert.deepEqual(readTableHeader([row]), { columns: null, rest: [row] });
  const priced = readTableHeader([...header(86), bold("Price", 500, 86)]);
  assert.equal(priced.columns, null);
  assert.match(priced.unknown ?? "", /Price/);
  assert.equal(priced.rest.length, header(86).length + 1);
  const swapped = header(86).map((run) => (run.text === "Owner" ? { ...run, x: 110, starts: [110] } : run));
  assert.equal(readTableHeader(swapped).columns, null);
});
