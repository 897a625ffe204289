import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Trade } from "../../domain/trade.ts";
import { markSuspectDates } from "./suspect-dates.ts";

const FILED = "2025-04-10" as IsoDate;
const row = (transactionDate: string, notificationDate: string | null = null) =>
  ({ transactionDate, notificationDate, dateSuspect: null }) as unknown as Trade;
const report = { filed: FILED, lines: [] };
const suspects = (...rows: readonly Trade[]) => markSuspectDates(rows, report).map(({ dateSuspect }) => dateSuspect);

test("marks the only row of a report that is a year or more old as suspect, and keeps its date", () => {
  const rows = [row("2025-03-18", "2025-04-04"), row("2024-03-18", "2025-04-04"), row("2025-03-20", "2025-04-04")];
  assert.deepEqual(suspects(...rows), [null, "transaction_year_alone", null]);
  assert.equal(markSuspectDates(rows, report)[1]?.transactionDate, "2024-03-18");
});

test("dates of a report that is really late, of a single row, and around New Year are not suspect", () => {
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

test("a small minority of old rows is suspect if other rows have the same day in a later year", () => {
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

test("an amended row is not an error if its number shows that its original was filed in that year", () => {
  const old = { ...row("2024-02-20", "2025-04-04"), line: 1 };
  const rows = [old, { ...row("2025-03-18", "2025-04-04"), line: 2 }];
  const of = (id: string | null) => markSuspectDates(rows, { filed: FILED, lines: [{ line: 1, id }] })[0]?.dateSuspect;
  assert.equal(of("2000116760"), null, "the row was numbered in March 2024");
  assert.equal(of("2000152831"), "transaction_year_alone", "the row was numbered in 2026, after this report");
  assert.equal(of(null), "transaction_year_alone");
});

test("a row is old from 365 days before the filing", () => {
  const first = (transactionDate: string) => suspects(row(transactionDate), row("2025-03-20"))[0];
  assert.equal(first("2024-04-10"), "transaction_year_alone", "365 days");
  assert.equal(first("2024-04-11"), null, "364 days");
});

test("errors are fewer than one row in twenty, at most twenty years off, and notified within 45 days of the filing", () => {
  const usual = (count: number) => Array.from({ length: count }, () => row("2025-03-18", "2025-04-04"));
  const slips = (count: number, transactionDate: string, notified: string) => {
    const old = Array.from({ length: count }, () => row(transactionDate, notified));
    return suspects(...old, ...usual(100 - count))[0];
  };
  assert.equal(slips(4, "2015-03-18", "2025-04-04"), "transaction_year_alone");
  assert.equal(slips(5, "2015-03-18", "2025-04-04"), null, "one row in twenty");
  assert.equal(slips(2, "2005-03-18", "2025-04-04"), "transaction_year_alone", "twenty years");
  assert.equal(slips(2, "2004-03-18", "2025-04-04"), null, "21 years");
  assert.equal(slips(2, "2015-03-18", "2025-02-24"), "transaction_year_alone", "45 days before the filing");
  assert.equal(slips(2, "2015-03-18", "2025-02-23"), null, "46 days");
  assert.equal(slips(2, "2015-03-18", "2025-04-10"), "transaction_year_alone", "on the day of the filing");
  assert.equal(slips(2, "2015-03-18", "2025-04-11"), "notification_after_filing");
});

test("an amended row's number explains a transaction date only from the year before its original filing", () => {
  const first = (transactionDate: string) => {
    const rows = [
      { ...row(transactionDate), line: 1 },
      { ...row("2025-05-20"), line: 2 },
    ];
    const lines = [{ line: 1, id: "2000116760" }];
    return markSuspectDates(rows, { filed: "2025-06-01" as IsoDate, lines })[0]?.dateSuspect;
  };
  assert.equal(first("2024-05-11"), null, "the last day on which the original may have been filed");
  assert.equal(first("2024-05-12"), "transaction_year_alone", "the original was filed before it");
  assert.equal(first("2023-05-13"), null, "364 days before it");
  assert.equal(first("2023-05-12"), "transaction_year_alone", "365 days");
});

test("an amended row with a number below all known ones is older than those, and not an error", () => {
  const first = (transactionDate: string, id = "2000060675") => {
    const rows = [{ ...row(transactionDate), line: 1 }, row("2025-03-20")];
    return markSuspectDates(rows, { filed: FILED, lines: [{ line: 1, id }] })[0]?.dateSuspect;
  };
  assert.equal(first("2020-01-16"), null);
  assert.equal(first("2024-03-22"), null, "the last day on which the original may have been filed");
  assert.equal(first("2024-03-23"), "transaction_year_alone", "numbered before it was traded");
  assert.equal(first("2020-01-16", "60675"), "transaction_year_alone", "a number of another form");
});

test("an old row is not alone if another is as old and its number confirms its date", () => {
  const rows = [row("2022-03-18"), { ...row("2024-04-10"), line: 2 }, row("2025-03-20")];
  const marked = markSuspectDates(rows, { filed: FILED, lines: [{ line: 2, id: "2000116760" }] });
  assert.deepEqual(
    marked.map(({ dateSuspect }) => dateSuspect),
    [null, null, null],
  );
});
