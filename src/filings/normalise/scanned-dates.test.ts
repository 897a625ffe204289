import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { createBlankLine, type RawTransaction } from "../../domain/printed-report.ts";
import { resolveUncertainDates } from "./scanned-dates.ts";

const FILED = "2022-02-08" as IsoDate;

/** Parses dates: `01/21/2022@54` is a date to which the network gives 54%. */
function parse(dates: readonly string[]) {
  return dates.map((text) => ({ date: text.slice(0, 10), chance: Number(text.slice(11)) / 100 }));
}

/** Creates a row. A date as a string is certain; a list has the network's dates for an uncertain trade or notification date. */
function toRow(trade: string | readonly string[], notice: string | readonly string[] = [], handwritten = false) {
  const getSure = (date: string | readonly string[]) => (typeof date === "string" ? date : null);
  const toField = (date: string | readonly string[]) => (typeof date === "string" ? {} : { spelled: parse(date) });
  const uncertain = [
    ...(getSure(trade) === null ? ["transactionDate"] : []),
    ...(getSure(notice) === null ? ["notificationDate"] : []),
  ];
  const fields = { transactionDate: toField(trade), notificationDate: toField(notice) };
  const scan = { uncertain, row: { handwritten, fields } };
  return { ...createBlankLine(1), transactionDate: getSure(trade) ?? "", notificationDate: getSure(notice), scan };
}

/** Settles the dates of all rows, and returns the trade date and notification date of the last row; null if uncertain. */
function settle(rows: readonly object[], filed: IsoDate | null = FILED, amendment: string | null = null) {
  const { transactionDate, notificationDate, scan } = resolveUncertainDates(
    { transactions: rows as RawTransaction[], amendment },
    filed,
  ).at(-1) as RawTransaction;
  return [scan?.uncertain.includes("transactionDate") ? null : transactionDate, notificationDate];
}

const SURE = Array.from({ length: 4 }, () => toRow("01/07/2022", "02/04/2022"));
const YEARS = ["01/21/2012@54", "01/21/2022@38", "01/21/2017@6"];

test("resolves an uncertain year by the filing date", () => {
  assert.deepEqual(settle([...SURE, toRow(YEARS)]), ["01/21/2022", null]);
  assert.deepEqual(settle([...SURE, toRow(YEARS)], null), [null, null]);
  assert.deepEqual(settle([...SURE, toRow(YEARS)], FILED, "Amendment"), [null, null]);
  assert.deepEqual(settle([...SURE, toRow(YEARS, [], true)]), [null, null], "handwriting");
  assert.deepEqual(settle([toRow(YEARS)]), [null, null], "no other row has a certain date");
  assert.deepEqual(
    settle([...SURE, toRow(["01/07/2012@54", "01/07/2022@20"])]),
    ["01/07/2022", null],
    "other rows show that day",
  );
  assert.deepEqual(
    settle([...SURE, toRow(["01/07/2021@54", "01/07/2022@9"])]),
    [null, null],
    "the filer may have typed last year",
  );
});

test("resolves an uncertain trade date only to a trading day", () => {
  assert.deepEqual(settle([...SURE, toRow(["01/18/2022@88", "01/15/2022@11"])]), ["01/18/2022", null]);
  assert.deepEqual(settle([...SURE, toRow(["01/17/2022@99"])]), [null, null], "Martin Luther King's day");
});

test("a date long before the filing stays uncertain, and so does every uncertain date in a report with rows that old", () => {
  assert.deepEqual(settle([...SURE, toRow(["06/21/2021@96"])]), [null, null]);
  const old = Array.from({ length: 30 }, () => toRow("01/20/2012"));
  assert.deepEqual(settle([...old, ...SURE.slice(0, 1), toRow(YEARS)]), [null, null]);
});

test("if the neural network confuses two trading days, picks the day that other rows show", () => {
  const both = ["01/26/2022@55", "01/25/2022@43"];
  assert.deepEqual(settle([...SURE, toRow(both)]), [null, null]);
  const shown = Array.from({ length: 30 }, () => toRow("01/26/2022"));
  assert.deepEqual(settle([...shown, toRow(both)]), ["01/26/2022", null]);
  assert.deepEqual(settle([...shown, toRow("01/25/2022"), toRow(["01/26/2022@75"])]), ["01/26/2022", null]);
  assert.deepEqual(settle([...shown, toRow(["01/25/2022@75"])]), [null, null], "the other 25% may be the usual day");
  assert.deepEqual(settle([...shown, toRow(["01/26/2022@29"])]), ["01/26/2022", null], "the network's likeliest date");
  assert.deepEqual(settle([...shown, toRow(["01/26/2022@29", "01/29/2022@30"])]), [null, null], "another is likelier");
  assert.deepEqual(settle([...shown, toRow(["01/26/2022@9"])]), [null, null], "too unlikely to the network");
});

test("in a report of one month, moves a date into that month if blotted print confuses the two months", () => {
  const ofMonth = Array.from({ length: 20 }, () => toRow("01/26/2022"));
  const clotted = ["09/26/2022@70", "06/26/2022@20"];
  const filed = "2022-10-14" as IsoDate;
  const september = Array.from({ length: 20 }, () => toRow("09/26/2022"));
  assert.deepEqual(settle([...september, toRow(["03/26/2022@90"])], filed), ["09/26/2022", null]);
  assert.deepEqual(settle([...september.slice(1), toRow(["03/26/2022@90"])], filed), [null, null], "too few rows");
  assert.deepEqual(settle([...september, toRow(["07/26/2022@90"])], filed), [null, null], "7 and 9 look different");
  assert.deepEqual(settle([...september, toRow(["03/15/2022@98"])], filed), ["09/15/2022", null], "a different day");
  assert.deepEqual(settle([...ofMonth, toRow(clotted)]), [null, null], "another month");
  assert.deepEqual(
    settle([...september, ...september, toRow("03/26/2022")], filed),
    [null, null],
    "a certain date that is misread",
  );
});

test("a day that few rows show stays uncertain if the neural network finds another trading day probable too", () => {
  const repeat = (days: number) => [
    ...Array.from({ length: days }, () => toRow("01/20/2022")),
    ...Array.from({ length: 100 - days }, () => toRow("01/07/2022")),
  ];
  const both = ["01/20/2022@89", "01/28/2022@7"];
  assert.deepEqual(settle([...repeat(14), toRow(both)]), [null, null]);
  assert.deepEqual(settle([...repeat(15), toRow(both)]), ["01/20/2022", null]);
  assert.deepEqual(settle([...repeat(14), toRow(["01/20/2022@89", "01/28/2022@4"])]), ["01/20/2022", null]);
  assert.deepEqual(settle([...repeat(14), toRow(["01/20/2022@89", "01/29/2022@7"])]), ["01/20/2022", null], "Saturday");
  assert.deepEqual(settle([...repeat(15), toRow(["01/20/2022@29"])]), ["01/20/2022", null], "unlikely, but usual");
  assert.deepEqual(settle([...repeat(14), toRow(["01/20/2022@29"])]), [null, null], "too unlikely to the network");
});

test("resolves an uncertain notification date only to a day between the trade and the filing", () => {
  assert.deepEqual(settle([...SURE, toRow("01/20/2022", ["02/04/2012@55", "02/04/2022@42"])]), [
    "01/20/2022",
    "02/04/2022",
  ]);
  assert.deepEqual(settle([...SURE, toRow("01/20/2022", ["01/04/2022@98"])]), ["01/20/2022", null], "before the trade");
  assert.deepEqual(settle([...SURE, toRow("01/20/2022", ["02/24/2022@98"])]), ["01/20/2022", null], "after the filing");
  assert.deepEqual(settle([...SURE, toRow(["01/24/2022@98"], "01/10/2022")]), [null, "01/10/2022"], "notified before");
});
