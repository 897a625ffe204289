import assert from "node:assert/strict";
import { test } from "node:test";
import { crossCheckDates } from "./cross-check-dates.ts";
import { type DatePasses, NO_DATE } from "./date-evidence.ts";

/** Parses a cell: `07/24/2018@93` is a date with 93%. `spelled`: the network's dates; `passes`: those of the OCR passes. */
function toCell(spelled: readonly string[], ...passes: string[]): DatePasses {
  const parse = (text: string) => ({ date: text.slice(0, 10), share: Number(text.slice(11)) / 100 });
  const dates = passes.map(parse).map(({ date, share }) => ({ date, confidence: share }));
  const text = { text: dates[0]?.date ?? "Bm7z", words: [], confidence: 0.2, mean: 0.2 };
  return {
    spelled: spelled.map(parse).map(({ date, share }) => ({ date, chance: share })),
    dates,
    text,
    printScore: 1.9,
  };
}
const toPlain = (date: string) => toCell([`${date}@99.5`], `${date}@94`);
const repeat = (count: number, transaction: DatePasses, notification: DatePasses) =>
  Array.from({ length: count }, () => ({ transaction, notification }));
const check = (...given: { transaction: DatePasses; notification: DatePasses }[]) => crossCheckDates(given)[0];
const checkTrade = (transaction: DatePasses) => check({ transaction, notification: NO_DATE })?.transaction;

test("accepts a date if the neural network is certain, one pass confirms the date, or two passes agree confidently", () => {
  const certain = toCell(["07/25/2018@98.5"]);
  assert.deepEqual(checkTrade(certain), { reading: "07/25/2018", confidence: 0.985, sure: true });
  assert.equal(checkTrade(toCell(["07/25/2018@95"]))?.sure, false);
  assert.equal(checkTrade(toCell(["07/25/2018@95"], "07/25/2018@60"))?.sure, true);
  assert.equal(checkTrade(toCell(["07/25/2018@95"], "07/26/2018@60"))?.sure, false);
  assert.equal(checkTrade(toCell(["07/25/2018@60"], "07/25/2018@90", "07/25/2018@90"))?.sure, true);
  assert.equal(checkTrade(toCell(["07/25/2018@60", "07/26/2018@20"], "07/25/2018@90", "07/25/2018@90"))?.sure, false);
});

test("an uncertain date keeps the neural network's likely candidates, and a certain date keeps none", () => {
  const unsure = checkTrade(toCell(["07/25/2018@60", "07/26/2018@20", "07/25/2015@0.04"]));
  assert.deepEqual(unsure?.spelled, [
    { date: "07/25/2018", chance: 0.6 },
    { date: "07/26/2018", chance: 0.2 },
  ]);
  assert.equal(checkTrade(toCell(["07/25/2018@98.5"]))?.spelled, undefined);
});

test("a date that the neural network cannot read stays uncertain even if the passes agree, but keeps the best reading", () => {
  assert.deepEqual(checkTrade(toCell([], "07/25/2018@96", "07/25/2018@96", "07/25/2018@96")), {
    reading: "07/25/2018",
    confidence: 0.96,
    sure: false,
  });
  assert.deepEqual(checkTrade(toCell([])), { reading: "Bm7z", confidence: 0.2, sure: false });
});

test("accepts a date with a month name, which the neural network cannot read, if two OCR passes agree confidently", () => {
  const named = {
    ...toCell([], "06/11/2020@93", "06/11/2020@90"),
    text: { text: "June 11, 2020", words: [], confidence: 0.9, mean: 0.9 },
  };
  assert.equal(checkTrade(named)?.sure, true);
  assert.equal(checkTrade({ ...named, dates: named.dates.slice(1) })?.sure, false);
});

test("reads a blank cell as blank with full confidence", () => {
  assert.deepEqual(checkTrade(NO_DATE), { reading: null, confidence: 1, sure: true });
});

test("accepts an ambiguous date if two other rows show one of its readings and no row shows the other", () => {
  const clotted = toCell(["05/06/2020@75", "05/08/2020@20"]);
  const isSure = (...others: string[]) =>
    check(
      { transaction: clotted, notification: NO_DATE },
      ...others.map((date) => ({ transaction: toPlain(date), notification: NO_DATE })),
    )?.transaction.sure;
  assert.equal(isSure("05/06/2020", "05/06/2020"), true);
  assert.equal(isSure("05/06/2020", "05/07/2020"), false);
  assert.equal(isSure("05/06/2020", "05/06/2020", "05/08/2020"), false);
});

test("requires more confidence in a date with digits that are often confused on the page", () => {
  const likely = toCell(["06/04/2020@95"], "06/04/2020@80");
  const clotted = repeat(4, toCell(["05/06/2020@60", "05/08/2020@35"]), NO_DATE);
  const isSure = (cells: typeof clotted, date: DatePasses) =>
    check({ transaction: date, notification: NO_DATE }, ...cells)?.transaction.sure;
  assert.equal(isSure(repeat(4, toPlain("05/13/2020"), NO_DATE), likely), true);
  assert.equal(isSure(clotted, likely), false);
  assert.equal(isSure(clotted, toCell(["07/14/2020@95"], "07/14/2020@80")), true, "none of the confused digits");
  assert.equal(isSure(clotted, toCell(["06/04/2020@99"], "06/04/2020@80")), true);
});

test("accepts a trade on a weekend only if both the neural network and the OCR passes are certain", () => {
  assert.equal(checkTrade(toCell(["03/08/2020@97"], "03/08/2020@90"))?.sure, false);
  assert.equal(checkTrade(toCell(["03/08/2020@99"]))?.sure, false);
  assert.equal(checkTrade(toCell(["03/08/2020@99"], "03/08/2020@90"))?.sure, true);
  const notice = { transaction: toPlain("03/02/2020"), notification: toCell(["03/08/2020@99"]) };
  assert.equal(check(notice)?.notification.sure, true, "a notification may be on any day");
});

test("prefers a weekday over a weekend, but less so for a notification", () => {
  const hesitant = toCell(["03/08/2020@45", "03/06/2020@50"], "03/06/2020@60");
  assert.deepEqual(checkTrade(hesitant)?.reading, "03/06/2020");
  assert.equal(checkTrade(hesitant)?.sure, true);
  const notice = check({ transaction: toPlain("03/02/2020"), notification: hesitant })?.notification;
  assert.deepEqual([notice?.reading, notice?.sure], ["03/06/2020", false]);
  assert.equal(
    checkTrade(toCell(["03/09/2020@45", "03/06/2020@50"], "03/06/2020@60"))?.sure,
    false,
    "both are working days",
  );
});

test("rules out a notification before its trade if the trade is certain", () => {
  const hesitant = toCell(["03/04/2021@45", "08/04/2021@50"], "08/04/2021@60");
  const isSure = (transaction: DatePasses) => check({ transaction, notification: hesitant })?.notification.sure;
  assert.equal(isSure(toPlain("07/06/2021")), true);
  assert.equal(isSure(toPlain("03/01/2021")), false);
});

test("dates in an impossible order are uncertain, and so is a year that no other row has", () => {
  const others = repeat(5, toPlain("07/24/2018"), toPlain("08/02/2018"));
  const before = check({ transaction: toPlain("07/26/2018"), notification: toPlain("07/12/2018") }, ...others);
  assert.deepEqual([before?.transaction.sure, before?.notification.sure], [false, false]);
  const late = check({ transaction: toPlain("07/25/2011"), notification: toPlain("08/02/2018") }, ...others);
  assert.deepEqual([late?.transaction.sure, late?.notification.sure], [false, true]);
});

test("a date is uncertain if nearly all other dates in the column differ from it only in an easily confused digit", () => {
  const repeatDate = (count: number) => repeat(count, NO_DATE, toPlain("04/06/2022"));
  const isSure = (date: string, others: ReturnType<typeof repeatDate>) =>
    check({ transaction: NO_DATE, notification: toPlain(date) }, ...others)?.notification.sure;
  assert.equal(isSure("04/08/2022", repeatDate(6)), false);
  assert.equal(isSure("04/07/2022", repeatDate(6)), true, "print does not confuse 6 and 7");
  assert.equal(isSure("04/08/2022", repeatDate(3)), true);
  assert.equal(isSure("04/08/2022", [...repeatDate(4), ...repeat(2, NO_DATE, toPlain("04/12/2022"))]), true);
});

test("a date that differs only in an easily confused digit from the column's dates is uncertain even if those are, too", () => {
  const faint = toCell(["04/06/2022@60"], "04/06/2022@40");
  const isSure = (...others: DatePasses[]) =>
    check(
      { transaction: NO_DATE, notification: toPlain("04/08/2022") },
      ...others.map((notification) => ({ transaction: NO_DATE, notification })),
    )?.notification.sure;
  assert.equal(isSure(faint, faint, faint, faint, faint), false);
  assert.equal(isSure(faint, faint), true, "too few to tell");
});

test("a notification years after its trade is uncertain if other rows show the same day in a likelier year", () => {
  const late = repeat(3, toPlain("01/25/2023"), toPlain("02/24/2028"));
  const inTime = repeat(3, toPlain("01/25/2023"), toPlain("02/24/2023"));
  const listSure = (given: typeof late) => crossCheckDates(given).map(({ notification }) => notification.sure);
  assert.deepEqual(listSure(late), [true, true, true], "three rows show it, and no row shows another year");
  assert.deepEqual(listSure([...late, ...inTime]), [false, false, false, true, true, true]);
});

test("a blotted date is certain if the column shows one of its readings, unless that date is on a weekend", () => {
  const clotted = toCell(["08/03/2020@55", "06/03/2020@40"], "08/03/2020@40");
  const shown = repeat(6, toPlain("06/03/2020"), toPlain("07/01/2020"));
  const [row] = crossCheckDates([{ transaction: clotted, notification: toPlain("07/01/2020") }, ...shown]);
  assert.deepEqual([row?.transaction.reading, row?.transaction.sure], ["06/03/2020", true]);
  const [alone] = crossCheckDates([{ transaction: clotted, notification: toPlain("07/01/2020") }]);
  assert.deepEqual([alone?.transaction.reading, alone?.transaction.sure], ["06/03/2020", false]);
  const saturday = repeat(6, toPlain("06/06/2020"), toPlain("07/01/2020"));
  const weekend = toCell(["08/06/2020@55", "06/06/2020@40"]);
  const [doubted] = crossCheckDates([{ transaction: weekend, notification: toPlain("07/01/2020") }, ...saturday]);
  assert.equal(doubted?.transaction.sure, false, "the column cannot confirm a trade on a weekend");
});

test("a reading of a blotted date after the notification in the same year has little weight, as filers rarely err so", () => {
  const clotted = toCell(["08/11/2021@65", "06/11/2021@34"]);
  const read = (notification: DatePasses) => check({ transaction: clotted, notification })?.transaction;
  assert.deepEqual([read(toPlain("07/05/2021"))?.reading, read(toPlain("07/05/2021"))?.sure], ["06/11/2021", false]);
  const likelier = toCell(["06/11/2021@68", "08/11/2021@31"]);
  const trade = check({ transaction: likelier, notification: toPlain("07/05/2021") })?.transaction;
  assert.deepEqual([trade?.reading, trade?.sure], ["06/11/2021", true]);
  assert.equal(check({ transaction: likelier, notification: toPlain("08/15/2021") })?.transaction.sure, false);
  assert.equal(check({ transaction: likelier, notification: toCell(["07/05/2021@60"]) })?.transaction.sure, false);
  const typed = check({ transaction: toPlain("08/11/2021"), notification: toPlain("07/05/2021") })?.transaction;
  assert.equal(typed?.reading, "08/11/2021", "a plainly printed date stays");
  const later = toCell(["06/11/2028@68", "06/11/2023@31"]);
  assert.equal(check({ transaction: later, notification: toPlain("07/05/2023") })?.transaction.reading, "06/11/2028");
});

test("a trade date also found in another year is uncertain, unless its year is likelier and more frequent in the column", () => {
  const isSure = (transaction: string, ...others: string[]) =>
    check(
      ...[transaction, ...others].map((date) => ({ transaction: toPlain(date), notification: toPlain("02/04/2022") })),
    )?.transaction.sure;
  assert.equal(isSure("01/21/2021", "01/21/2021", "01/21/2021"), true, "no row shows another year");
  assert.equal(isSure("01/21/2021", "01/21/2021", "01/21/2022"), false, "long before the notification");
  assert.equal(isSure("01/21/2022", "01/21/2022", "01/21/2021"), true);
  assert.equal(isSure("01/21/2022", "01/21/2021"), false, "the other year is as frequent");
});
