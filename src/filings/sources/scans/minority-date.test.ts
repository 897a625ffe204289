import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedRow } from "../../../domain/scanned-page.ts";
import { markMinorityDatesUncertain } from "./minority-date.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const createField = (reading: string): ScannedField => ({ reading, confidence: 0.99, sure: true, box });
const createRows = (count: number, notification: string, transaction = "04/02/2020", handwritten = false) =>
  Array.from(
    { length: count },
    () =>
      ({
        box,
        handwritten,
        fields: { transactionDate: createField(transaction), notificationDate: createField(notification) },
      }) as unknown as ScannedRow,
  );
const countSure = (given: readonly ScannedRow[], name: "transactionDate" | "notificationDate" = "notificationDate") =>
  markMinorityDatesUncertain(given).filter(({ fields }) => fields[name].sure).length;

test("marks a rare date uncertain if nearly all other rows show a date that differs in one confusable digit", () => {
  assert.equal(countSure([...createRows(2, "05/08/2020"), ...createRows(90, "05/06/2020")]), 90);
  assert.equal(
    countSure(
      [...createRows(2, "05/06/2020", "04/08/2020"), ...createRows(90, "05/06/2020", "04/06/2020")],
      "transactionDate",
    ),
    90,
  );
});

test("marks a notification date uncertain if a date that differs in one confusable digit is in over twice as many rows", () => {
  assert.equal(countSure([...createRows(18, "03/08/2020"), ...createRows(46, "03/06/2020")]), 46);
  assert.equal(
    countSure([...createRows(23, "03/08/2020"), ...createRows(46, "03/06/2020")]),
    69,
    "half as many rows may really have that date",
  );
  assert.equal(countSure([...createRows(1, "03/08/2020"), ...createRows(3, "03/06/2020")]), 4, "too few rows");
});

test("a date stays certain if the digits are not confusable, enough rows show the date, or the row is handwritten", () => {
  const days = [...createRows(2, "05/06/2020", "04/08/2020"), ...createRows(50, "05/06/2020", "04/14/2020")];
  assert.equal(countSure(days, "transactionDate"), 52);
  const both = [...createRows(10, "05/06/2020", "04/08/2020"), ...createRows(50, "05/06/2020", "04/06/2020")];
  assert.equal(countSure(both, "transactionDate"), 60, "a sixth of the trades");
  assert.equal(countSure([...createRows(2, "05/07/2020"), ...createRows(90, "05/06/2020")]), 92);
  assert.equal(countSure([...createRows(2, "05/08/2020", "04/02/2020", true), ...createRows(90, "05/06/2020")]), 92);
});
