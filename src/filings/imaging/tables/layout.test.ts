import assert from "node:assert/strict";
import { test } from "node:test";
import { findLayout } from "./layout.ts";
import type { Strip, Table } from "./table.ts";

/** Finds a table's layout. @param widths of its columns. @param written columns with writing: the dates and the marked amount. */
function layOut(widths: readonly number[], ...written: readonly number[]) {
  const columns = widths.map((width, at): Strip => {
    const from = widths.slice(0, at).reduce((sum, each) => sum + each + 3, 0);
    return { from, to: from + width };
  });
  return findLayout({ columns } as unknown as Table, (column) => (written.includes(columns.indexOf(column)) ? 1 : 0));
}

const TYPES = [84, 51, 68, 67, 75];
const AMOUNTS = [57, 55, 65, 62, 61, 82, 65, 82, 82, 80, 83];

test("distinguishes two date columns from eleven amount columns", () => {
  const layout = layOut([471, ...TYPES, 145, 162, ...AMOUNTS], 6, 7, 11);
  assert.equal(layout?.isRegular, true);
  assert.equal(layout?.amounts.length, 11);
  assert.deepEqual([layout?.notificationDate?.from, layout?.types.length], [982, 5]);
});

test("a table is irregular if two amount columns lost the rule between them and look like a date column", () => {
  const merged = [...AMOUNTS.slice(0, 5), 147, ...AMOUNTS.slice(7)];
  const layout = layOut([471, ...TYPES, 145, 162, ...merged], 6, 7, 11);
  assert.equal(layout?.notificationDate, null);
  assert.equal(layout?.isRegular, false);
});

test("a filer's own table with a single date may have amounts of any width", () => {
  const uneven = [57, 145, 147, 65, 62, 61, 147, 82, 82, 80, 83];
  assert.equal(layOut([471, ...TYPES, 145, ...uneven], 6, 8)?.isRegular, true);
});
