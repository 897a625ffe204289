import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedRow } from "../../../domain/scanned-page.ts";
import { markMinorityDatesUncertain } from "./minority-date.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const field = (reading: string): ScannedField => ({ reading, confidence: 0.99, sure: true, box });
const rows = (count: number, notification: string, transaction = "04/02/2020", handwritten = false) =>
  Array.from(
    { length: count },
    () =>
      ({
        box,
        handwritten,
        fields: { transactionDate: field(transaction), notificationDate: field(notification) },
      }) as unknown as ScannedRow,
  );
const sure = (given: readonly ScannedRow[], name: "transactionDate" | "notificationDate" = "notificationDate") =>
  markMinorityDatesUncertain(given).filter(({ fields }) => fields[name].sure).length;

test("doubts certain dates in a few rows if nearly all others in the report differ in one clotted digit", () => {
  assert.equal(sure([...rows(2, "05/08/2020"), ...rows(90, "05/06/2020")]), 90);
  assert.equal(
    sure([...rows(2, "05/06/2020", "04/08/2020"), ...rows(90, "05/06/2020", "04/06/2020")], "transactionDate"),
    90,
  );
});

test("doubts a notification if more than twice as many rows show another that differs in one clotted digit", () => {
  assert.equal(sure([...rows(18, "03/08/2020"), ...rows(46, "03/06/2020")]), 46);
  assert.equal(sure([...rows(23, "03/08/2020"), ...rows(46, "03/06/2020")]), 69, "as likely printed so");
  assert.equal(sure([...rows(1, "03/08/2020"), ...rows(3, "03/06/2020")]), 4, "too few rows");
});

test("trades with their own dates, distinguishable digits and handwriting stay certain", () => {
  const days = [...rows(2, "05/06/2020", "04/08/2020"), ...rows(50, "05/06/2020", "04/14/2020")];
  assert.equal(sure(days, "transactionDate"), 52);
  const both = [...rows(10, "05/06/2020", "04/08/2020"), ...rows(50, "05/06/2020", "04/06/2020")];
  assert.equal(sure(both, "transactionDate"), 60, "a sixth of the trades");
  assert.equal(sure([...rows(2, "05/07/2020"), ...rows(90, "05/06/2020")]), 92);
  assert.equal(sure([...rows(2, "05/08/2020", "04/02/2020", true), ...rows(90, "05/06/2020")]), 92);
});
