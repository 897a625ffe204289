import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "./dates.ts";
import type { Chamber } from "./politician.ts";
import { findTenure, hasLeftOffice, isInOffice, listServicePeriods, type Tenure } from "./tenure.ts";

const toDay = (text: string) => text as IsoDate;

const toFormer = (...terms: Tenure[]) => ({ terms, current: false });
const toSitting = (...terms: Tenure[]) => ({ terms, current: true });

function toTerm(start: string, end: string, district: number | null = 7): Tenure {
  const chamber: Chamber = district === null ? "senate" : "house";
  return { chamber, state: "NJ", district, start: toDay(start), end: toDay(end) };
}

test("a member is in office from the first to the last day of a term, and has left once all terms are over", () => {
  const member = toFormer(toTerm("2019-01-03", "2021-01-03"), toTerm("2021-01-03", "2023-01-03"));
  const check = (text: string) => [isInOffice(member, toDay(text)), hasLeftOffice(member, toDay(text))];
  assert.deepEqual(check("2019-01-02"), [false, false], "elected but not sworn in");
  assert.deepEqual(check("2019-01-03"), [true, false]);
  assert.deepEqual(check("2022-06-01"), [true, false]);
  assert.deepEqual(check("2023-01-03"), [true, false]);
  assert.deepEqual(check("2023-01-04"), [false, true]);
});

test("a member who came back was not in office between terms, but had not left either", () => {
  for (const member of [toFormer, toSitting]) {
    const returned = member(toTerm("2011-01-05", "2013-01-03"), toTerm("2017-01-03", "2027-01-03"));
    assert.deepEqual(
      [isInOffice(returned, toDay("2015-01-01")), hasLeftOffice(returned, toDay("2015-01-01"))],
      [false, false],
    );
  }
});

test("a listed member stays in office past a term's end, until the list is expected to cover the next Congress", () => {
  const check = (end: string, text: string, listed = toSitting) => {
    const senator = listed(toTerm("2025-01-21", end, null));
    return [isInOffice(senator, toDay(text)), hasLeftOffice(senator, toDay(text))];
  };
  assert.deepEqual(check("2026-11-03", "2026-11-04"), [true, false]);
  assert.deepEqual(check("2026-11-03", "2027-02-02"), [true, false], "30 days after the end of the Congress");
  assert.deepEqual(check("2026-11-03", "2027-02-03"), [false, true], "a list of a former Congress");
  assert.deepEqual(check("2026-11-03", "2026-11-04", toFormer), [false, true], "listed as a former member");
  assert.deepEqual(check("2027-01-03", "2027-02-02"), [true, false], "a term to the end of the Congress");
  assert.deepEqual(check("2027-01-03", "2027-02-03"), [false, true]);
  assert.deepEqual(check("2027-03-01", "2029-02-02"), [true, false], "a special election in an odd year");
  assert.deepEqual(check("2027-03-01", "2029-02-03"), [false, true]);
  assert.deepEqual(check("2026-11-03", "2025-01-20"), [false, false], "not yet sworn in");
});

test("a day's seat is that of the term covering the day (the later of two such terms), or else of the nearest term", () => {
  const terms = [toTerm("2021-01-03", "2023-01-03", 12), toTerm("2023-01-03", "2025-01-03", 11)];
  const find = (text: string) => findTenure(terms, toDay(text)).district;
  assert.equal(find("2022-12-31"), 12);
  assert.equal(find("2023-01-03"), 11);
  assert.equal(find("2020-12-30"), 12);
  assert.equal(find("2030-01-01"), 11);
  assert.equal(findTenure([...terms].reverse(), toDay("2023-01-03")).district, 11, "with the terms reversed");
  assert.throws(() => findTenure([], toDay("2030-01-01")), /without terms/);
});

test("consecutive terms form one period of service; another chamber or a year without a seat starts a new one", () => {
  const format = (...terms: Tenure[]) =>
    listServicePeriods(terms).map(({ chamber, from, to }) => `${chamber} ${from.slice(0, 4)} ${to.slice(0, 4)}`);
  assert.deepEqual(format(toTerm("2007-01-04", "2009-01-03"), toTerm("2009-01-06", "2011-01-03")), ["house 2007 2011"]);
  assert.deepEqual(format(toTerm("2025-01-21", "2026-11-03", null), toTerm("2026-11-30", "2029-01-03", null)), [
    "senate 2025 2029",
  ]);
  assert.deepEqual(
    format(
      toTerm("2007-01-04", "2013-01-03"),
      toTerm("2013-01-03", "2019-01-03", null),
      toTerm("2021-01-03", "2023-01-03"),
    ),
    ["house 2007 2013", "senate 2013 2019", "house 2021 2023"],
  );
  assert.deepEqual(format(toTerm("2011-01-05", "2013-01-03"), toTerm("2017-01-03", "2019-01-03")), [
    "house 2011 2013",
    "house 2017 2019",
  ]);
  assert.deepEqual(format(), []);
});
