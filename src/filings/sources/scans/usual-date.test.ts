import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedRow } from "../../../domain/scanned-page.ts";
import { correctToUsualDate } from "./usual-date.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const toField = (reading: string | null, sure = true): ScannedField => ({ reading, confidence: 0.9, sure, box });
const toRow = (notification: ScannedField, transaction = "04/02/2020", handwritten = false) =>
  ({
    box,
    handwritten,
    fields: { transactionDate: toField(transaction), notificationDate: notification },
  }) as unknown as ScannedRow;
const repeat = (count: number, date = "05/06/2020") => Array.from({ length: count }, () => toRow(toField(date)));
const settle = (given: ScannedRow, ...others: ScannedRow[]) => {
  const notification = correctToUsualDate([given, ...others])[0]?.fields.notificationDate;
  return notification?.sure ? notification.reading : undefined;
};

test("replaces an uncertain notification date by the report's usual date if at most two digits differ", () => {
  const read = correctToUsualDate([toRow(toField("05/08/2020", false)), ...repeat(5)])[0]?.fields.notificationDate;
  assert.deepEqual(read, { ...toField("05/06/2020"), asRead: "05/08/2020" });
  assert.equal(settle(toRow(toField("05/06/2020", false)), ...repeat(5)), "05/06/2020");
  assert.equal(settle(toRow(toField("03/08/2010", false)), ...repeat(5)), undefined, "three digits apart");
  assert.equal(settle(toRow(toField("sxl0", false)), ...repeat(5)), undefined);
  assert.equal(settle(toRow(toField(null, false)), ...repeat(5)), undefined);
});

test("never corrects a year, because the filer may have typed another year", () => {
  assert.equal(settle(toRow(toField("05/06/2019", false)), ...repeat(9)), undefined);
});

test("a few rows, or rows with several dates, do not make a usual date", () => {
  assert.equal(settle(toRow(toField("05/08/2020", false)), ...repeat(4)), undefined);
  const mixed = [...repeat(3), ...repeat(1, "05/12/2020"), ...repeat(3)];
  assert.equal(settle(toRow(toField("05/08/2020", false)), ...mixed), undefined);
});

test("if a report has several usual dates, the surrounding rows decide", () => {
  const days = [...repeat(9, "05/04/2020"), toRow(toField("05/08/2020", false)), ...repeat(9)];
  const settleAt = (at: number, given: ScannedRow) =>
    correctToUsualDate(days.toSpliced(at, 1, given))[at]?.fields.notificationDate;
  assert.equal(settleAt(9, toRow(toField("05/08/2020", false)))?.sure, false, "between both");
  assert.equal(settleAt(15, toRow(toField("05/08/2020", false)))?.reading, "05/06/2020");
  assert.equal(settleAt(3, toRow(toField("05/01/2020", false)))?.reading, "05/04/2020");
  const beside = [toRow(toField("05/08/2020", false)), toRow(toField("05/08/2020")), ...repeat(12)];
  assert.equal(correctToUsualDate(beside)[0]?.fields.notificationDate.sure, false, "the row below surely shows it");
});

test("corrects a weekend date to the weekday that nearby rows show, even if several rows have the weekend date", () => {
  const read = (date: string) => {
    const others = Array.from({ length: 6 }, () => [
      toRow(toField(date)),
      ...repeat(3, "03/06/2020"),
      toRow(toField(date, false)),
    ]);
    const rows = [toRow(toField(date, false)), ...others.flat(), ...repeat(9, "03/06/2020")];
    return correctToUsualDate(
      rows.map((each) => ({ ...each, fields: { ...each.fields, transactionDate: toField("02/03/2020") } })),
    );
  };
  const list = (rows: readonly ScannedRow[]) => [...new Set(rows.map(({ fields }) => fields.notificationDate.reading))];
  assert.deepEqual(list(read("03/08/2020")), ["03/06/2020"], "a Sunday");
  assert.deepEqual(list(read("03/05/2020")), ["03/05/2020", "03/06/2020"], "a Thursday");
});

test("does not apply the usual date of earlier rows if nearby rows show another date, even an uncertain date", () => {
  const next = Array.from({ length: 6 }, () => toRow(toField("05/04/2020", false)));
  const read = correctToUsualDate([...repeat(9), ...next, toRow(toField("06/04/2020", false))]);
  assert.equal(read.at(-1)?.fields.notificationDate.sure, false);
});

test("a date read in several rows may be real, and is corrected only if a single confusable digit differs", () => {
  const double = (date: string) => [toRow(toField(date, false)), toRow(toField(date, false))];
  assert.equal(settle(toRow(toField("05/07/2020", false)), ...double("05/07/2020"), ...repeat(9)), undefined);
  assert.equal(
    settle(toRow(toField("05/08/2020", false)), ...double("05/08/2020"), ...repeat(9)),
    "05/06/2020",
    "clotted",
  );
  const many = Array.from({ length: 9 }, () => toRow(toField("05/08/2020", false)));
  assert.equal(
    settle(toRow(toField("05/08/2020", false)), ...many, ...repeat(9)),
    undefined,
    "as many rows as have the usual date",
  );
});

test("does not correct a notification date to a date before the trade, and never corrects a handwritten date", () => {
  assert.equal(settle(toRow(toField("05/08/2020", false), "05/07/2020"), ...repeat(5)), undefined);
  assert.equal(settle(toRow(toField("05/08/2020", false), "04/02/2020", true), ...repeat(5)), undefined);
});
