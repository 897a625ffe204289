import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedRow } from "../../../domain/scanned-page.ts";
import { settleByUsualDate } from "./usual-date.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const field = (reading: string | null, sure = true): ScannedField => ({ reading, confidence: 0.9, sure, box });
const row = (notification: ScannedField, transaction = "04/02/2020", handwritten = false) =>
  ({
    box,
    handwritten,
    fields: { transactionDate: field(transaction), notificationDate: notification },
  }) as unknown as ScannedRow;
const usual = (count: number, date = "05/06/2020") => Array.from({ length: count }, () => row(field(date)));
const first = (given: ScannedRow, ...others: ScannedRow[]) => {
  const notification = settleByUsualDate([given, ...others])[0]?.fields.notificationDate;
  return notification?.sure ? notification.reading : undefined;
};

test("reads a hard-to-read notification as the report's usual one if all but two of its digits match", () => {
  const read = settleByUsualDate([row(field("05/08/2020", false)), ...usual(5)])[0]?.fields.notificationDate;
  assert.deepEqual(read, { ...field("05/06/2020"), asRead: "05/08/2020" });
  assert.equal(first(row(field("05/06/2020", false)), ...usual(5)), "05/06/2020");
  assert.equal(first(row(field("03/08/2010", false)), ...usual(5)), undefined, "three digits apart");
  assert.equal(first(row(field("sxl0", false)), ...usual(5)), undefined);
  assert.equal(first(row(field(null, false)), ...usual(5)), undefined);
});

test("never corrects a year, because the filer may have typed another one", () => {
  assert.equal(first(row(field("05/06/2019", false)), ...usual(9)), undefined);
});

test("a few rows, or rows with several dates, do not make a usual date", () => {
  assert.equal(first(row(field("05/08/2020", false)), ...usual(4)), undefined);
  const mixed = [...usual(3), ...usual(1, "05/12/2020"), ...usual(3)];
  assert.equal(first(row(field("05/08/2020", false)), ...mixed), undefined);
});

test("if a report has several usual dates, the surrounding rows decide", () => {
  const days = [...usual(9, "05/04/2020"), row(field("05/08/2020", false)), ...usual(9)];
  const settled = (at: number, given: ScannedRow) =>
    settleByUsualDate(days.toSpliced(at, 1, given))[at]?.fields.notificationDate;
  assert.equal(settled(9, row(field("05/08/2020", false)))?.sure, false, "between both");
  assert.equal(settled(15, row(field("05/08/2020", false)))?.reading, "05/06/2020");
  assert.equal(settled(3, row(field("05/01/2020", false)))?.reading, "05/04/2020");
  const beside = [row(field("05/08/2020", false)), row(field("05/08/2020")), ...usual(12)];
  assert.equal(settleByUsualDate(beside)[0]?.fields.notificationDate.sure, false, "the row below has it for sure");
});

test("corrects a weekend date, even read in several rows, to the weekday of the rows between them", () => {
  const read = (date: string) => {
    const others = Array.from({ length: 6 }, () => [
      row(field(date)),
      ...usual(3, "03/06/2020"),
      row(field(date, false)),
    ]);
    const rows = [row(field(date, false)), ...others.flat(), ...usual(9, "03/06/2020")];
    return settleByUsualDate(
      rows.map((each) => ({ ...each, fields: { ...each.fields, transactionDate: field("02/03/2020") } })),
    );
  };
  const dates = (rows: readonly ScannedRow[]) => [
    ...new Set(rows.map(({ fields }) => fields.notificationDate.reading)),
  ];
  assert.deepEqual(dates(read("03/08/2020")), ["03/06/2020"], "a Sunday");
  assert.deepEqual(dates(read("03/05/2020")), ["03/05/2020", "03/06/2020"], "a Thursday");
});

test("a previous page's usual date does not apply to a page that shows another, even if hard to read", () => {
  const next = Array.from({ length: 6 }, () => row(field("05/04/2020", false)));
  const read = settleByUsualDate([...usual(9), ...next, row(field("06/04/2020", false))]);
  assert.equal(read.at(-1)?.fields.notificationDate.sure, false);
});

test("a date read in several rows may be a different day, and stays in doubt", () => {
  const others = (date: string) => [row(field(date, false)), row(field(date, false))];
  assert.equal(first(row(field("05/07/2020", false)), ...others("05/07/2020"), ...usual(9)), undefined);
  assert.equal(first(row(field("05/08/2020", false)), ...others("05/08/2020"), ...usual(9)), "05/06/2020", "clotted");
  const many = Array.from({ length: 9 }, () => row(field("05/08/2020", false)));
  assert.equal(first(row(field("05/08/2020", false)), ...many, ...usual(9)), undefined, "as many as are sure");
});

test("a notification cannot precede its trade; handwriting is never settled", () => {
  assert.equal(first(row(field("05/08/2020", false), "05/07/2020"), ...usual(5)), undefined);
  assert.equal(first(row(field("05/08/2020", false), "04/02/2020", true), ...usual(5)), undefined);
});
