import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { createBlankLine, type RawTransaction } from "../../domain/printed-report.ts";
import { blankDateOfOtherMonth, findReportMonth, moveDatesToMonth, type ReportMonth } from "./report-month.ts";

const MONTH = "2021-09" as ReportMonth;

function repeat(day: string, times: number): IsoDate[] {
  return Array.from({ length: times }, () => day as IsoDate);
}

test("finds the month that all reliable dates of a report share", () => {
  assert.equal(findReportMonth([...repeat("2021-09-28", 15), ...repeat("2021-09-03", 5)]), MONTH);
  assert.equal(findReportMonth(repeat("2021-09-28", 19)), null, "too few");
  assert.equal(findReportMonth([]), null);
  assert.equal(findReportMonth([...repeat("2021-09-28", 100), ...repeat("2021-08-31", 1)]), null, "a late trade");
  assert.equal(findReportMonth([...repeat("2021-09-28", 100), ...repeat("2020-09-28", 1)]), null, "another year");
});

test("finds the month even if a few dates were misread as another month because of blotted digits", () => {
  const usual = [...repeat("2021-09-28", 97), ...repeat("2021-09-03", 3)];
  assert.equal(findReportMonth([...usual, ...repeat("2021-03-03", 4)]), MONTH);
  assert.equal(findReportMonth([...usual, ...repeat("2021-03-04", 1)]), null, "no row shows 09/04");
  assert.equal(findReportMonth([...usual, ...repeat("2021-07-03", 1)]), null, "print does not confuse 9 and 7");
  assert.equal(findReportMonth([...usual, ...repeat("2021-03-03", 6)]), null, "too many for a misreading");
});

test("marks a reliable date outside the report's month uncertain, unless a person reviewed the line", () => {
  const scan = { uncertain: ["owner"], row: { handwritten: false } };
  const line = { ...createBlankLine(1), transactionDate: "03/03/2021", scan } as unknown as RawTransaction;
  const { transactionDate, scan: doubted } = blankDateOfOtherMonth(line, MONTH);
  assert.deepEqual([transactionDate, doubted?.uncertain], ["", ["owner", "transactionDate"]]);
  for (const kept of [
    { ...line, reviewed: true as const },
    { ...line, transactionDate: "09/03/2021" },
  ]) {
    assert.equal(blankDateOfOtherMonth(kept, MONTH), kept);
  }
});

test("moves a date into the report's month if the month differs only in one confusable digit", () => {
  const moved = moveDatesToMonth(
    [
      { date: "03/28/2021", chance: 0.5 },
      { date: "09/28/2021", chance: 0.25 },
      { date: "07/28/2021", chance: 0.125 },
      { date: "03/28/2011", chance: 0.0625 },
    ],
    MONTH,
  );
  assert.deepEqual(moved, [
    { date: "09/28/2021", chance: 0.75 },
    { date: "07/28/2021", chance: 0.125 },
    { date: "09/28/2011", chance: 0.0625 },
  ]);
});
