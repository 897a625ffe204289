import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "./dates.ts";
import type { Chamber } from "./politician.ts";
import { findTenure, hasLeftOffice, isInOffice, listServicePeriods, type Tenure } from "./tenure.ts";

const day = (text: string) => text as IsoDate;

const former = (...terms: Tenure[]) => ({ terms, current: false });
const sitting = (...terms: Tenure[]) => ({ terms, current: true });

function term(start: string, end: string, district: number | null = 7): Tenure {
  const chamber: Chamber = district === null ? "senate" : "house";
  return { chamber, state: "NJ", district, start: day(start), end: day(end) };
}

test("a member is in office from the first to the last day of a term, and has left once all terms are over", () => {
  const member = former(term("2019-01-03", "2021-01-03"), term("2021-01-03", "2023-01-03"));
  const on = (text: string) => [isInOffice(member, day(text)), hasLeftOffice(member, day(text))];
  assert.deepEqual(on("2019-01-02"), [false, false], "elected and not sworn in");
  assert.deepEqual(on("2019-01-03"), [true, false]);
  assert.deepEqual(on("2022-06-01"), [true, false]);
  assert.deepEqual(on("2023-01-03"), [true, false]);
  assert.deepEqual(on("2023-01-04"), [false, true]);
});

test("a member who came back was not in office between terms, but had not left either", () => {
  for (const member of [former, sitting]) {
    const returned = member(term("2011-01-05", "2013-01-03"), term("2017-01-03", "2027-01-03"));
    assert.deepEqual(
      [isInOffice(returned, day("2015-01-01")), hasLeftOffice(returned, day("2015-01-01"))],
      [false, false],
    );
  }
});

test("a listed member stays in office past the end of a term, until the list should cover the next Congress", () => {
  const on = (end: string, text: string, listed = sitting) => {
    const senator = listed(term("2025-01-21", end, null));
    return [isInOffice(senator, day(text)), hasLeftOffice(senator, day(text))];
  };
  assert.deepEqual(on("2026-11-03", "2026-11-04"), [true, false]);
  assert.deepEqual(on("2026-11-03", "2027-02-02"), [true, false], "30 days after the end of the Congress");
  assert.deepEqual(on("2026-11-03", "2027-02-03"), [false, true], "a list of a former Congress");
  assert.deepEqual(on("2026-11-03", "2026-11-04", former), [false, true], "listed as a former member");
  assert.deepEqual(on("2027-01-03", "2027-02-02"), [true, false], "a term to the end of the Congress");
  assert.deepEqual(on("2027-01-03", "2027-02-03"), [false, true]);
  assert.deepEqual(on("2027-03-01", "2029-02-02"), [true, false], "a special election in an odd year");
  assert.deepEqual(on("2027-03-01", "2029-02-03"), [false, true]);
  assert.deepEqual(on("2026-11-03", "2025-01-20"), [false, false], "not yet sworn in");
});

test("the seat on a day is that of the covering term, the later if two meet on it, else the nearest", () => {
  const terms = [term("2021-01-03", "2023-01-03", 12), term("2023-01-03", "2025-01-03", 11)];
  const district = (text: string) => findTenure(terms, day(text)).district;
  assert.equal(district("2022-12-31"), 12);
  assert.equal(district("2023-01-03"), 11);
  assert.equal(district("2020-12-30"), 12);
  assert.equal(district("2030-01-01"), 11);
  assert.equal(findTenure([...terms].reverse(), day("2023-01-03")).district, 11, "in any order of the terms");
  assert.throws(() => findTenure([], day("2030-01-01")), /without terms/);
});

test("consecutive terms form one period of service; another chamber or a year without a seat starts a new one", () => {
  const years = (...terms: Tenure[]) =>
    listServicePeriods(terms).map(({ chamber, from, to }) => `${chamber} ${from.slice(0, 4)} ${to.slice(0, 4)}`);
  assert.deepEqual(years(term("2007-01-04", "2009-01-03"), term("2009-01-06", "2011-01-03")), ["house 2007 2011"]);
  assert.deepEqual(years(term("2025-01-21", "2026-11-03", null), term("2026-11-30", "2029-01-03", null)), [
    "senate 2025 2029",
  ]);
  assert.deepEqual(
    years(term("2007-01-04", "2013-01-03"), term("2013-01-03", "2019-01-03", null), term("2021-01-03", "2023-01-03")),
    ["house 2007 2013", "senate 2013 2019", "house 2021 2023"],
  );
  assert.deepEqual(years(term("2011-01-05", "2013-01-03"), term("2017-01-03", "2019-01-03")), [
    "house 2011 2013",
    "house 2017 2019",
  ]);
  assert.deepEqual(years(), []);
});
