import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../domain/dates.ts";
import type { Trade } from "../domain/trade.ts";
import { withSuspectDates } from "./suspect-dates.ts";

const FILED = "2025-04-10" as IsoDate;
const row = (transactionDate: string, notificationDate: string | null = null) =>
  ({ transactionDate, notificationDate, dateSuspect: null }) as unknown as Trade;
const report = { filed: FILED, lines: [] };
const suspects = (...rows: readonly Trade[]) => withSuspectDates(rows, report).map(({ dateSuspect }) => dateSuspect);

test("the one row of a report that is a year or more old is suspect, and keeps its date", () => {
  const rows = [row("2025-03-18", "2025-04-04"), row("2024-03-18", "2025-04-04"), row("2025-03-20", "2025-04-04")];
  assert.deepEqual(suspects(...rows), [null, "transaction_year_alone", null]);
  assert.equal(withSuspectDates(rows, report)[1]?.transactionDate, "2024-03-18");
});

test("a report that is late in earnest, one of a single row, and a year that turns are not suspect", () => {
  assert.deepEqual(suspects(row("2023-03-18"), row("2023-05-02"), row("2025-03-20")), [null, null, null]);
  assert.deepEqual(suspects(row("2023-03-18")), [null]);
  assert.deepEqual(suspects(row("2024-04-01"), row("2024-06-02"), row("2025-03-20")), [null, null, null]);
  assert.deepEqual(suspects(row("2024-12-30"), row("2025-01-02")), [null, null]);
});

test("a notification before its transaction or after the filing is suspect", () => {
  assert.deepEqual(
    suspects(
      row("2025-03-18", "2025-03-17"),
      row("2025-03-18", "2025-03-18"),
      row("2025-03-18", "2025-04-10"),
      row("2025-03-18", "2025-04-11"),
    ),
    ["notification_before_transaction", null, null, "notification_after_filing"],
  );
});

test("a small minority of old rows is suspect where other rows have their day in a later year", () => {
  const usual = Array.from({ length: 98 }, (_, n) => row(`2025-03-${10 + (n % 20)}`, "2025-04-04"));
  const year = (notified: string | null) =>
    suspects(...usual, row("2015-03-18", notified), row("2024-03-12", notified));
  assert.deepEqual(year("2025-04-04").slice(97), [null, "transaction_year_alone", "transaction_year_alone"]);
  assert.deepEqual(year("2015-04-01").slice(98), [null, "notification_before_transaction"], "told of it then");
  assert.deepEqual(year(null).slice(98), [null, null], "when somebody was told is not known");
  const others = suspects(...usual, row("2015-07-18", "2025-04-04"), row("2015-03-18", "2025-04-04"));
  assert.deepEqual(others.slice(98), [null, "transaction_year_alone"], "no other row is of that day and month");
  const many = Array.from({ length: 6 }, () => row("2015-03-18", "2025-04-04"));
  assert.ok(
    suspects(...usual, ...many).every((each) => each === null),
    "six of 104 are no slips",
  );
});

test("an amended row whose number says that its original was filed in that year is no slip", () => {
  const old = { ...row("2024-02-20", "2025-04-04"), line: 1 };
  const rows = [old, { ...row("2025-03-18", "2025-04-04"), line: 2 }];
  const of = (id: string | null) => withSuspectDates(rows, { filed: FILED, lines: [{ line: 1, id }] })[0]?.dateSuspect;
  assert.equal(of("2000116760"), null, "the row was numbered in March 2024");
  assert.equal(of("2000152831"), "transaction_year_alone", "the row was numbered in 2026, after this report");
  assert.equal(of(null), "transaction_year_alone");
});
