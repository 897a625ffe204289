import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { createBlankLine, type RawTransaction } from "../../domain/printed-report.ts";
import { settleDates } from "./scanned-dates.ts";

const FILED = "2022-02-08" as IsoDate;

/** `01/21/2022@54` is a date to which the network gives 54%. */
function spelled(dates: readonly string[]) {
  return dates.map((text) => ({ date: text.slice(0, 10), chance: Number(text.slice(11)) / 100 }));
}

/** A row with certain dates, or with those that the network finds: the trade's, and the notification's. */
function row(trade: string | readonly string[], notice: string | readonly string[] = [], handwritten = false) {
  const sure = (date: string | readonly string[]) => (typeof date === "string" ? date : null);
  const field = (date: string | readonly string[]) => (typeof date === "string" ? {} : { spelled: spelled(date) });
  const uncertain = [
    ...(sure(trade) === null ? ["transactionDate"] : []),
    ...(sure(notice) === null ? ["notificationDate"] : []),
  ];
  const fields = { transactionDate: field(trade), notificationDate: field(notice) };
  const scan = { uncertain, row: { handwritten, fields } };
  return { ...createBlankLine(1), transactionDate: sure(trade) ?? "", notificationDate: sure(notice), scan };
}

/** The dates of the last row; null for one that waits. */
function settled(rows: readonly object[], filed: IsoDate | null = FILED, amendment: string | null = null) {
  const { transactionDate, notificationDate, scan } = settleDates(
    { transactions: rows as RawTransaction[], amendment },
    filed,
  ).at(-1) as RawTransaction;
  return [scan?.uncertain.includes("transactionDate") ? null : transactionDate, notificationDate];
}

const SURE = Array.from({ length: 4 }, () => row("01/07/2022", "02/04/2022"));
const YEARS = ["01/21/2012@54", "01/21/2022@38", "01/21/2017@6"];

test("the filing date settles a year that the network leaves open", () => {
  assert.deepEqual(settled([...SURE, row(YEARS)]), ["01/21/2022", null]);
  assert.deepEqual(settled([...SURE, row(YEARS)], null), [null, null]);
  assert.deepEqual(settled([...SURE, row(YEARS)], FILED, "Amendment"), [null, null]);
  assert.deepEqual(settled([...SURE, row(YEARS, [], true)]), [null, null], "handwriting");
  assert.deepEqual(settled([row(YEARS)]), [null, null], "no row is sure");
  assert.deepEqual(
    settled([...SURE, row(["01/07/2012@54", "01/07/2022@20"])]),
    ["01/07/2022", null],
    "the day is seen",
  );
  assert.deepEqual(settled([...SURE, row(["01/07/2021@54", "01/07/2022@9"])]), [null, null], "last year may be typed");
});

test("prefers trading days, and never settles on a day without trading", () => {
  assert.deepEqual(settled([...SURE, row(["01/18/2022@88", "01/15/2022@11"])]), ["01/18/2022", null]);
  assert.deepEqual(settled([...SURE, row(["01/17/2022@99"])]), [null, null], "Martin Luther King's day");
});

test("a date outside the usual range waits, and so does any uncertain date in a report with rows that old", () => {
  assert.deepEqual(settled([...SURE, row(["06/21/2021@96"])]), [null, null]);
  const old = Array.from({ length: 30 }, () => row("01/20/2012"));
  assert.deepEqual(settled([...old, ...SURE.slice(0, 1), row(YEARS)]), [null, null]);
});

test("of two trading days that the network confuses, picks the one that other rows show", () => {
  const both = ["01/26/2022@55", "01/25/2022@43"];
  assert.deepEqual(settled([...SURE, row(both)]), [null, null]);
  const shown = Array.from({ length: 30 }, () => row("01/26/2022"));
  assert.deepEqual(settled([...shown, row(both)]), ["01/26/2022", null]);
  assert.deepEqual(settled([...shown, row("01/25/2022"), row(["01/26/2022@75"])]), ["01/26/2022", null]);
  assert.deepEqual(settled([...shown, row(["01/25/2022@75"])]), [null, null], "the rest may be the usual day");
  assert.deepEqual(settled([...shown, row(["01/26/2022@29"])]), ["01/26/2022", null], "seen rather than others");
  assert.deepEqual(settled([...shown, row(["01/26/2022@29", "01/29/2022@30"])]), [null, null], "rather another");
  assert.deepEqual(settled([...shown, row(["01/26/2022@9"])]), [null, null], "hardly seen");
});

test("in a report of one month, a month that clotted print draws as another counts as that month", () => {
  const ofMonth = Array.from({ length: 20 }, () => row("01/26/2022"));
  const clotted = ["09/26/2022@70", "06/26/2022@20"];
  const filed = "2022-10-14" as IsoDate;
  const september = Array.from({ length: 20 }, () => row("09/26/2022"));
  assert.deepEqual(settled([...september, row(["03/26/2022@90"])], filed), ["09/26/2022", null]);
  assert.deepEqual(settled([...september.slice(1), row(["03/26/2022@90"])], filed), [null, null], "too few rows");
  assert.deepEqual(settled([...september, row(["07/26/2022@90"])], filed), [null, null], "no such misreading");
  assert.deepEqual(settled([...september, row(["03/15/2022@98"])], filed), ["09/15/2022", null], "another day of it");
  assert.deepEqual(settled([...ofMonth, row(clotted)]), [null, null], "another month");
  assert.deepEqual(settled([...september, ...september, row("03/26/2022")], filed), [null, null], "misread for sure");
});

test("a day that few rows show does not overrule another trading day that the network sees", () => {
  const shown = (days: number) => [
    ...Array.from({ length: days }, () => row("01/20/2022")),
    ...Array.from({ length: 100 - days }, () => row("01/07/2022")),
  ];
  const both = ["01/20/2022@89", "01/28/2022@7"];
  assert.deepEqual(settled([...shown(14), row(both)]), [null, null]);
  assert.deepEqual(settled([...shown(15), row(both)]), ["01/20/2022", null]);
  assert.deepEqual(settled([...shown(14), row(["01/20/2022@89", "01/28/2022@4"])]), ["01/20/2022", null]);
  assert.deepEqual(settled([...shown(14), row(["01/20/2022@89", "01/29/2022@7"])]), ["01/20/2022", null], "Saturday");
  assert.deepEqual(settled([...shown(15), row(["01/20/2022@29"])]), ["01/20/2022", null], "hardly seen, but usual");
  assert.deepEqual(settled([...shown(14), row(["01/20/2022@29"])]), [null, null], "hardly seen");
});

test("settles a notification only between the trade and the filing", () => {
  assert.deepEqual(settled([...SURE, row("01/20/2022", ["02/04/2012@55", "02/04/2022@42"])]), [
    "01/20/2022",
    "02/04/2022",
  ]);
  assert.deepEqual(settled([...SURE, row("01/20/2022", ["01/04/2022@98"])]), ["01/20/2022", null], "before the trade");
  assert.deepEqual(settled([...SURE, row("01/20/2022", ["02/24/2022@98"])]), ["01/20/2022", null], "after the filing");
  assert.deepEqual(settled([...SURE, row(["01/24/2022@98"], "01/10/2022")]), [null, "01/10/2022"], "notified before");
});
