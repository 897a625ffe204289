import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Trade } from "../../domain/trade.ts";
import { markSuspectDates } from "./suspect-dates.ts";

const FILED = "2025-04-10" as IsoDate;
const toRow = (transactionDate: string, notificationDate: string | null = null) =>
  ({ transactionDate, notificationDate, dateSuspect: null }) as unknown as Trade;
const report = { filed: FILED, lines: [] };
const mark = (...rows: readonly Trade[]) => markSuspectDates(rows, report).map(({ dateSuspect }) => dateSuspect);

test("marks a report's only transaction date that is a year or more old as suspect, and keeps that date", () => {
  const rows = [
    toRow("2025-03-18", "2025-04-04"),
    toRow("2024-03-18", "2025-04-04"),
    toRow("2025-03-20", "2025-04-04"),
  ];
  assert.deepEqual(mark(...rows), [null, "transaction_year_alone", null]);
  assert.equal(markSuspectDates(rows, report)[1]?.transactionDate, "2024-03-18");
});

test("dates are not suspect in a report with several old rows, in a report of a single row, or around New Year", () => {
  assert.deepEqual(mark(toRow("2023-03-18"), toRow("2023-05-02"), toRow("2025-03-20")), [null, null, null]);
  assert.deepEqual(mark(toRow("2023-03-18")), [null]);
  assert.deepEqual(mark(toRow("2024-04-01"), toRow("2024-06-02"), toRow("2025-03-20")), [null, null, null]);
  assert.deepEqual(mark(toRow("2024-12-30"), toRow("2025-01-02")), [null, null]);
});

test("a notification before its transaction or after the filing is suspect", () => {
  assert.deepEqual(
    mark(
      toRow("2025-03-18", "2025-03-17"),
      toRow("2025-03-18", "2025-03-18"),
      toRow("2025-03-18", "2025-04-10"),
      toRow("2025-03-18", "2025-04-11"),
    ),
    ["notification_before_transaction", null, null, "notification_after_filing"],
  );
});

test("a few rows with an old date are suspect if other rows have the same month and day in a later year", () => {
  const usual = Array.from({ length: 98 }, (_, n) => toRow(`2025-03-${10 + (n % 20)}`, "2025-04-04"));
  const markBoth = (notified: string | null) =>
    mark(...usual, toRow("2015-03-18", notified), toRow("2024-03-12", notified));
  assert.deepEqual(markBoth("2025-04-04").slice(97), [null, "transaction_year_alone", "transaction_year_alone"]);
  assert.deepEqual(markBoth("2015-04-01").slice(98), [null, "notification_before_transaction"], "notified back then");
  assert.deepEqual(markBoth(null).slice(98), [null, null], "the notification date is unknown");
  const others = mark(...usual, toRow("2015-07-18", "2025-04-04"), toRow("2015-03-18", "2025-04-04"));
  assert.deepEqual(others.slice(98), [null, "transaction_year_alone"], "no other row has that day and month");
  const many = Array.from({ length: 6 }, () => toRow("2015-03-18", "2025-04-04"));
  assert.ok(
    mark(...usual, ...many).every((each) => each === null),
    "six of 104 are too many to be errors",
  );
});

test("an old date is not suspect if the row id shows that the original was filed soon after that date", () => {
  const old = { ...toRow("2024-02-20", "2025-04-04"), line: 1 };
  const rows = [old, { ...toRow("2025-03-18", "2025-04-04"), line: 2 }];
  const markFirst = (id: string | null) =>
    markSuspectDates(rows, { filed: FILED, lines: [{ line: 1, id }] })[0]?.dateSuspect;
  assert.equal(markFirst("2000116760"), null, "the row was numbered in March 2024");
  assert.equal(markFirst("2000152831"), "transaction_year_alone", "the row was numbered in 2026, after this report");
  assert.equal(markFirst(null), "transaction_year_alone");
});

test("a transaction date is old if the filing is at least 365 days later", () => {
  const markFirst = (transactionDate: string) => mark(toRow(transactionDate), toRow("2025-03-20"))[0];
  assert.equal(markFirst("2024-04-10"), "transaction_year_alone", "365 days");
  assert.equal(markFirst("2024-04-11"), null, "364 days");
});

test("several old dates are suspect only in under 5% of rows, at most 20 years off, with a recent notification", () => {
  const repeat = (count: number) => Array.from({ length: count }, () => toRow("2025-03-18", "2025-04-04"));
  const markSlips = (count: number, transactionDate: string, notified: string) => {
    const old = Array.from({ length: count }, () => toRow(transactionDate, notified));
    return mark(...old, ...repeat(100 - count))[0];
  };
  assert.equal(markSlips(4, "2015-03-18", "2025-04-04"), "transaction_year_alone");
  assert.equal(markSlips(5, "2015-03-18", "2025-04-04"), null, "one row in twenty");
  assert.equal(markSlips(2, "2005-03-18", "2025-04-04"), "transaction_year_alone", "twenty years");
  assert.equal(markSlips(2, "2004-03-18", "2025-04-04"), null, "21 years");
  assert.equal(markSlips(2, "2015-03-18", "2025-02-24"), "transaction_year_alone", "45 days before the filing");
  assert.equal(markSlips(2, "2015-03-18", "2025-02-23"), null, "46 days");
  assert.equal(markSlips(2, "2015-03-18", "2025-04-10"), "transaction_year_alone", "on the day of the filing");
  assert.equal(markSlips(2, "2015-03-18", "2025-04-11"), "notification_after_filing");
});

test("a row id confirms an old date only if the original was filed less than a year after that date", () => {
  const markFirst = (transactionDate: string) => {
    const rows = [
      { ...toRow(transactionDate), line: 1 },
      { ...toRow("2025-05-20"), line: 2 },
    ];
    const lines = [{ line: 1, id: "2000116760" }];
    return markSuspectDates(rows, { filed: "2025-06-01" as IsoDate, lines })[0]?.dateSuspect;
  };
  assert.equal(markFirst("2024-05-11"), null, "the last day on which the original may have been filed");
  assert.equal(markFirst("2024-05-12"), "transaction_year_alone", "the original was filed before it");
  assert.equal(markFirst("2023-05-13"), null, "364 days before it");
  assert.equal(markFirst("2023-05-12"), "transaction_year_alone", "365 days");
});

test("a row id below all known ids confirms any transaction date up to the date of the first known id", () => {
  const markFirst = (transactionDate: string, id = "2000060675") => {
    const rows = [{ ...toRow(transactionDate), line: 1 }, toRow("2025-03-20")];
    return markSuspectDates(rows, { filed: FILED, lines: [{ line: 1, id }] })[0]?.dateSuspect;
  };
  assert.equal(markFirst("2020-01-16"), null);
  assert.equal(markFirst("2024-03-22"), null, "the last day on which the original may have been filed");
  assert.equal(markFirst("2024-03-23"), "transaction_year_alone", "numbered before it was traded");
  assert.equal(markFirst("2020-01-16", "60675"), "transaction_year_alone", "a number of another form");
});

test("an old date is not suspect if the report has another old date that the row id confirms", () => {
  const rows = [toRow("2022-03-18"), { ...toRow("2024-04-10"), line: 2 }, toRow("2025-03-20")];
  const marked = markSuspectDates(rows, { filed: FILED, lines: [{ line: 2, id: "2000116760" }] });
  assert.deepEqual(
    marked.map(({ dateSuspect }) => dateSuspect),
    [null, null, null],
  );
});
