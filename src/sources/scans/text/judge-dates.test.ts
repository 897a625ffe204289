import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeDates } from "./judge-dates.ts";
import type { DateVotes } from "./read-date.ts";

/** `07/24/2018@93`: a look that saw that date with 93 %. */
function cell(...looks: string[]): DateVotes {
  const dates = looks.map((look) => ({ date: look.slice(0, 10), confidence: Number(look.slice(11)) / 100 }));
  const [first] = dates;
  const text = {
    text: first?.date ?? "Bm7z",
    words: [],
    confidence: first?.confidence ?? 0.2,
    mean: first?.confidence ?? 0.2,
  };
  return { dates, text, printed: 1.9 };
}
const blank: DateVotes = { dates: [], text: null, printed: null };
const firm = (date: string): DateVotes => cell(`${date}@94`, `${date}@93`);
const rows = (count: number, transaction: DateVotes, notification: DateVotes) =>
  Array.from({ length: count }, () => ({ transaction, notification }));
const first = (...given: { transaction: DateVotes; notification: DateVotes }[]) => judgeDates(given)[0];

test("two looks that agree are believed; one alone, a wild text and looks that differ are not", () => {
  const others = rows(4, firm("07/24/2018"), firm("08/02/2018"));
  const judged = (transaction: DateVotes) => first({ transaction, notification: firm("08/02/2018") }, ...others);
  assert.deepEqual(judged(firm("07/25/2018"))?.transaction, { reading: "07/25/2018", confidence: 0.93, sure: true });
  assert.equal(judged(cell("07/25/2018@99"))?.transaction.sure, false);
  assert.equal(judged(cell("07/25/2018@60", "07/26/2018@90", "07/25/2018@70"))?.transaction.sure, false);
  assert.deepEqual(judged(cell())?.transaction, { reading: "Bm7z", confidence: 0.2, sure: false });
});

test("a blank cell is surely blank", () => {
  assert.deepEqual(first({ transaction: firm("07/25/2018"), notification: blank })?.notification, {
    reading: null,
    confidence: 1,
    sure: true,
  });
});

test("a date that other rows show firmly is believed against a look that differs, on a page that can be read", () => {
  const others = rows(24, firm("07/24/2018"), firm("08/02/2018"));
  const doubtful = cell("07/28/2018@80", "07/24/2018@93", "07/24/2018@92");
  assert.equal(first({ transaction: doubtful, notification: firm("08/02/2018") }, ...others)?.transaction.sure, true);
});

test("digits that the looks mistake for one another on a page are not trusted even where the looks agree", () => {
  const mistaken = {
    transaction: firm("05/04/2020"),
    notification: cell("05/06/2020@74", "05/08/2020@81", "05/08/2020@72"),
  };
  const agreeing = { transaction: firm("05/04/2020"), notification: cell("05/08/2020@90", "05/08/2020@91") };
  const judged = judgeDates([agreeing, mistaken, mistaken, agreeing, agreeing]);
  assert.deepEqual(
    judged.map(({ notification }) => notification.sure),
    [false, false, false, false, false],
  );
  assert.equal(judged[0]?.transaction.sure, true, "no digit of it was mistaken");
});

test("a poor column needs three looks, at digits that no print clots", () => {
  const poor = rows(3, cell("01/14/2021@60"), firm("02/24/2021"));
  const judged = (...looks: string[]) =>
    first({ transaction: cell(...looks), notification: firm("02/24/2021") }, ...poor)?.transaction.sure;
  assert.equal(judged("01/14/2021@90", "01/14/2021@94"), false);
  assert.equal(judged("01/14/2021@90", "01/14/2021@88", "01/14/2021@95"), true);
  assert.equal(judged("01/15/2021@90", "01/15/2021@88", "01/15/2021@95"), false);
  assert.equal(judged("01/15/2021@94", "01/15/2021@88", "01/15/2021@95"), true);
});

test("a trade on a weekend is believed where the row's other date bears it out", () => {
  const others = rows(4, firm("03/02/2020"), firm("03/02/2020"));
  const sunday = firm("03/08/2020");
  assert.equal(first({ transaction: sunday, notification: firm("03/20/2020") }, ...others)?.transaction.sure, false);
  assert.equal(first({ transaction: sunday, notification: sunday }, ...others)?.transaction.sure, true);
});

test("dates in an impossible order, and a year that stands alone, are not believed", () => {
  const others = rows(5, firm("07/24/2018"), firm("08/02/2018"));
  const before = first({ transaction: firm("07/26/2018"), notification: firm("07/12/2018") }, ...others);
  assert.deepEqual([before?.transaction.sure, before?.notification.sure], [false, false]);
  const late = first({ transaction: firm("07/24/2011"), notification: firm("08/02/2018") }, ...others);
  assert.deepEqual([late?.transaction.sure, late?.notification.sure], [false, true]);
});

test("where rows print one date twice, the clearer of two that look alike is taken for both if a look saw it", () => {
  const others = rows(3, firm("07/08/2020"), firm("07/08/2020"));
  const clear = cell("03/09/2020@96", "03/09/2020@96");
  const clotted = cell("03/09/2020@80", "03/08/2020@89", "03/08/2020@76");
  assert.equal(first({ transaction: clotted, notification: clear }, ...others)?.transaction.reading, "03/09/2020");
  const apart = rows(3, firm("07/01/2020"), firm("07/27/2020"));
  const judged = first({ transaction: clotted, notification: clear }, ...apart);
  assert.deepEqual([judged?.transaction.sure, judged?.notification.sure], [false, true]);
});

test("three faint looks at digits that no print clots are enough on a poor page, the year's among them", () => {
  const alone = (date: string) => {
    const faint = cell(`${date}@77`, `${date}@61`, `${date}@78`);
    return first({ transaction: faint, notification: blank })?.transaction.sure;
  };
  assert.equal(alone("01/04/2024"), true);
  assert.equal(alone("01/08/2024"), false);
  assert.equal(alone("02/24/2028"), false);
});
