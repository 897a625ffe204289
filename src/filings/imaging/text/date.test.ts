import assert from "node:assert/strict";
import { test } from "node:test";
import { countDaysBetweenUsDates, isWeekend, parseDate } from "./date.ts";

test("normalizes common date formats to MM/DD/YYYY", () => {
  const printed: readonly [string, string][] = [
    ["6/11/20", "06/11/2020"],
    ["06-11-2020", "06/11/2020"],
    ["6.11.20", "06/11/2020"],
    ["|07/24/18'", "07/24/2018"],
    ["10 / 7 / 2025", "10/07/2025"],
    ["2020-06-11", "06/11/2020"],
    ["June 11, 2020", "06/11/2020"],
    ["Sept. 3, 2021", "09/03/2021"],
    ["11-Jun-20", "06/11/2020"],
    ["02/29/20", "02/29/2020"],
  ];
  for (const [text, date] of printed) assert.equal(parseDate(text), date, text);
});

test("rejects impossible days, years out of range, incomplete dates, and text in addition to a date", () => {
  for (const text of ["13/11/20", "02/29/21", "0/1/20", "6/31/20", "6/11/1987", "6/11-20", "6/11", "1 06/07/17", ""]) {
    assert.equal(parseDate(text), null, text);
  }
});

test("computes days between two dates, and detects weekends", () => {
  assert.equal(countDaysBetweenUsDates("02/28/2020", "03/01/2020"), 2);
  assert.equal(countDaysBetweenUsDates("01/01/2021", "12/31/2020"), -1);
  assert.equal(isWeekend("03/08/2020"), true);
  assert.equal(isWeekend("03/09/2020"), false);
});
