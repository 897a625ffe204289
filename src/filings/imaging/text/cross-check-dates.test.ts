import assert from "node:assert/strict";
import { test } from "node:test";
import { crossCheckDates } from "./cross-check-dates.ts";
import { type DatePasses, NO_DATE } from "./date-evidence.ts";

/** A cell in short form: `07/24/2018@93` is a date with 93%. `spelled` holds the network's dates, `passes` those of the OCR passes. */
function cell(spelled: readonly string[], ...passes: string[]): DatePasses {
  const parts = (text: string) => ({ date: text.slice(0, 10), share: Number(text.slice(11)) / 100 });
  const dates = passes.map(parts).map(({ date, share }) => ({ date, confidence: share }));
  const text = { text: dates[0]?.date ?? "Bm7z", words: [], confidence: 0.2, mean: 0.2 };
  return {
    spelled: spelled.map(parts).map(({ date, share }) => ({ date, chance: share })),
    dates,
    text,
    printScore: 1.9,
  };
}
const plain = (date: string) => cell([`${date}@99.5`], `${date}@94`);
const rows = (count: number, transaction: DatePasses, notification: DatePasses) =>
  Array.from({ length: count }, () => ({ transaction, notification }));
const first = (...given: { transaction: DatePasses; notification: DatePasses }[]) => crossCheckDates(given)[0];
const trade = (transaction: DatePasses) => first({ transaction, notification: NO_DATE })?.transaction;

test("accepts a date if the network is certain, one pass confirms it, or two passes firmly agree", () => {
  const certain = cell(["07/25/2018@98.5"]);
  assert.deepEqual(trade(certain), { reading: "07/25/2018", confidence: 0.985, sure: true });
  assert.equal(trade(cell(["07/25/2018@95"]))?.sure, false);
  assert.equal(trade(cell(["07/25/2018@95"], "07/25/2018@60"))?.sure, true);
  assert.equal(trade(cell(["07/25/2018@95"], "07/26/2018@60"))?.sure, false);
  assert.equal(trade(cell(["07/25/2018@60"], "07/25/2018@90", "07/25/2018@90"))?.sure, true);
  assert.equal(trade(cell(["07/25/2018@60", "07/26/2018@20"], "07/25/2018@90", "07/25/2018@90"))?.sure, false);
});

test("an uncertain date keeps the network's candidates for the report's calendar, and a certain one keeps none", () => {
  const unsure = trade(cell(["07/25/2018@60", "07/26/2018@20", "07/25/2015@0.04"]));
  assert.deepEqual(unsure?.spelled, [
    { date: "07/25/2018", chance: 0.6 },
    { date: "07/26/2018", chance: 0.2 },
  ]);
  assert.equal(trade(cell(["07/25/2018@98.5"]))?.spelled, undefined);
});

test("a date the network cannot read is never certain, however firmly passes agree, but the best reading stays", () => {
  assert.deepEqual(trade(cell([], "07/25/2018@96", "07/25/2018@96", "07/25/2018@96")), {
    reading: "07/25/2018",
    confidence: 0.96,
    sure: false,
  });
  assert.deepEqual(trade(cell([])), { reading: "Bm7z", confidence: 0.2, sure: false });
});

test("accepts a date with a month name, which the network cannot read, if passes firmly agree", () => {
  const named = {
    ...cell([], "06/11/2020@93", "06/11/2020@90"),
    text: { text: "June 11, 2020", words: [], confidence: 0.9, mean: 0.9 },
  };
  assert.equal(trade(named)?.sure, true);
  assert.equal(trade({ ...named, dates: named.dates.slice(1) })?.sure, false);
});

test("a blank cell is certainly blank", () => {
  assert.deepEqual(trade(NO_DATE), { reading: null, confidence: 1, sure: true });
});

test("accepts an ambiguous date if other rows clearly show one reading and none the other", () => {
  const clotted = cell(["05/06/2020@75", "05/08/2020@20"]);
  const judged = (...others: string[]) =>
    first(
      { transaction: clotted, notification: NO_DATE },
      ...others.map((date) => ({ transaction: plain(date), notification: NO_DATE })),
    )?.transaction.sure;
  assert.equal(judged("05/06/2020", "05/06/2020"), true);
  assert.equal(judged("05/06/2020", "05/07/2020"), false);
  assert.equal(judged("05/06/2020", "05/06/2020", "05/08/2020"), false);
});

test("requires more confidence for digits that are hard to distinguish on the page", () => {
  const likely = cell(["06/04/2020@95"], "06/04/2020@80");
  const clotted = rows(4, cell(["05/06/2020@60", "05/08/2020@35"]), NO_DATE);
  const beside = (cells: typeof clotted, date: DatePasses) =>
    first({ transaction: date, notification: NO_DATE }, ...cells)?.transaction.sure;
  assert.equal(beside(rows(4, plain("05/13/2020"), NO_DATE), likely), true);
  assert.equal(beside(clotted, likely), false);
  assert.equal(beside(clotted, cell(["07/14/2020@95"], "07/14/2020@80")), true, "none of its digits");
  assert.equal(beside(clotted, cell(["06/04/2020@99"], "06/04/2020@80")), true);
});

test("accepts a trade on a weekend only if both the network and the passes are certain", () => {
  assert.equal(trade(cell(["03/08/2020@97"], "03/08/2020@90"))?.sure, false);
  assert.equal(trade(cell(["03/08/2020@99"]))?.sure, false);
  assert.equal(trade(cell(["03/08/2020@99"], "03/08/2020@90"))?.sure, true);
  const notice = { transaction: plain("03/02/2020"), notification: cell(["03/08/2020@99"]) };
  assert.equal(first(notice)?.notification.sure, true, "notices come on any day");
});

test("prefers a weekday over a weekend, but less so for a notification", () => {
  const hesitant = cell(["03/08/2020@45", "03/06/2020@50"], "03/06/2020@60");
  assert.deepEqual(trade(hesitant)?.reading, "03/06/2020");
  assert.equal(trade(hesitant)?.sure, true);
  const notice = first({ transaction: plain("03/02/2020"), notification: hesitant })?.notification;
  assert.deepEqual([notice?.reading, notice?.sure], ["03/06/2020", false]);
  assert.equal(trade(cell(["03/09/2020@45", "03/06/2020@50"], "03/06/2020@60"))?.sure, false, "both are working days");
});

test("rules out a notification before its trade if the trade is certain", () => {
  const hesitant = cell(["03/04/2021@45", "08/04/2021@50"], "08/04/2021@60");
  const beside = (transaction: DatePasses) => first({ transaction, notification: hesitant })?.notification.sure;
  assert.equal(beside(plain("07/06/2021")), true);
  assert.equal(beside(plain("03/01/2021")), false);
});

test("doubts dates in an impossible order, and a year that no other row has", () => {
  const others = rows(5, plain("07/24/2018"), plain("08/02/2018"));
  const before = first({ transaction: plain("07/26/2018"), notification: plain("07/12/2018") }, ...others);
  assert.deepEqual([before?.transaction.sure, before?.notification.sure], [false, false]);
  const late = first({ transaction: plain("07/25/2011"), notification: plain("08/02/2018") }, ...others);
  assert.deepEqual([late?.transaction.sure, late?.notification.sure], [false, true]);
});

test("doubts a date that differs from nearly all of its column in one easily clotted digit", () => {
  const column = (count: number) => rows(count, NO_DATE, plain("04/06/2022"));
  const judged = (date: string, others: ReturnType<typeof column>) =>
    first({ transaction: NO_DATE, notification: plain(date) }, ...others)?.notification.sure;
  assert.equal(judged("04/08/2022", column(6)), false);
  assert.equal(judged("04/07/2022", column(6)), true, "no print takes a 7 for a 6");
  assert.equal(judged("04/08/2022", column(3)), true);
  assert.equal(judged("04/08/2022", [...column(4), ...rows(2, NO_DATE, plain("04/12/2022"))]), true);
});

test("spots the outlier even next to dates in the column that were read without certainty", () => {
  const faint = cell(["04/06/2022@60"], "04/06/2022@40");
  const judged = (...others: DatePasses[]) =>
    first(
      { transaction: NO_DATE, notification: plain("04/08/2022") },
      ...others.map((notification) => ({ transaction: NO_DATE, notification })),
    )?.notification.sure;
  assert.equal(judged(faint, faint, faint, faint, faint), false);
  assert.equal(judged(faint, faint), true, "too few to tell");
});

test("doubts a notification years after the trade if other rows show the same day in a likelier year", () => {
  const late = rows(3, plain("01/25/2023"), plain("02/24/2028"));
  const inTime = rows(3, plain("01/25/2023"), plain("02/24/2023"));
  const sure = (given: typeof late) => crossCheckDates(given).map(({ notification }) => notification.sure);
  assert.deepEqual(sure(late), [true, true, true], "three rows show it, and none another");
  assert.deepEqual(sure([...late, ...inTime]), [false, false, false, true, true, true]);
});

test("reads a clotted date as the column shows it, even if a pass misreads it too", () => {
  const clotted = cell(["08/03/2020@55", "06/03/2020@40"], "08/03/2020@40");
  const shown = rows(6, plain("06/03/2020"), plain("07/01/2020"));
  const [row] = crossCheckDates([{ transaction: clotted, notification: plain("07/01/2020") }, ...shown]);
  assert.deepEqual([row?.transaction.reading, row?.transaction.sure], ["06/03/2020", true]);
  const [alone] = crossCheckDates([{ transaction: clotted, notification: plain("07/01/2020") }]);
  assert.deepEqual([alone?.transaction.reading, alone?.transaction.sure], ["06/03/2020", false]);
  const saturday = rows(6, plain("06/06/2020"), plain("07/01/2020"));
  const weekend = cell(["08/06/2020@55", "06/06/2020@40"]);
  const [doubted] = crossCheckDates([{ transaction: weekend, notification: plain("07/01/2020") }, ...saturday]);
  assert.equal(doubted?.transaction.sure, false, "a column confirms no trade on a weekend");
});

test("among the readings of a clotted date, rates one after the notification as rarely as filers make that error", () => {
  const clotted = cell(["08/11/2021@65", "06/11/2021@34"]);
  const read = (notification: DatePasses) => first({ transaction: clotted, notification })?.transaction;
  assert.deepEqual([read(plain("07/05/2021"))?.reading, read(plain("07/05/2021"))?.sure], ["06/11/2021", false]);
  const likelier = cell(["06/11/2021@68", "08/11/2021@31"]);
  const trade = first({ transaction: likelier, notification: plain("07/05/2021") })?.transaction;
  assert.deepEqual([trade?.reading, trade?.sure], ["06/11/2021", true]);
  assert.equal(first({ transaction: likelier, notification: plain("08/15/2021") })?.transaction.sure, false);
  assert.equal(first({ transaction: likelier, notification: cell(["07/05/2021@60"]) })?.transaction.sure, false);
  const typed = first({ transaction: plain("08/11/2021"), notification: plain("07/05/2021") })?.transaction;
  assert.equal(typed?.reading, "08/11/2021", "what is plainly printed stays");
  const later = cell(["06/11/2028@68", "06/11/2023@31"]);
  assert.equal(first({ transaction: later, notification: plain("07/05/2023") })?.transaction.reading, "06/11/2028");
});

test("doubts a trade date that the column also shows in another year, unless it is the one shortly before the notification", () => {
  const judged = (transaction: string, ...others: string[]) =>
    first(...[transaction, ...others].map((date) => ({ transaction: plain(date), notification: plain("02/04/2022") })))
      ?.transaction.sure;
  assert.equal(judged("01/21/2021", "01/21/2021", "01/21/2021"), true, "nothing speaks against it");
  assert.equal(judged("01/21/2021", "01/21/2021", "01/21/2022"), false, "long before the notification");
  assert.equal(judged("01/21/2022", "01/21/2022", "01/21/2021"), true);
  assert.equal(judged("01/21/2022", "01/21/2021"), false, "as often");
});
