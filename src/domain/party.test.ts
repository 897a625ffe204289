import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "./dates.ts";
import { findParty, findSeat, toPublishedParty } from "./party.ts";
import type { Politician, Term } from "./politician.ts";

const day = (text: string) => text as IsoDate;

function member(...terms: Term[]): Politician {
  const name = { first: "Ann", middle: null, last: "Example", suffix: null, nickname: null, officialFull: null };
  return { id: "E000001", name: "Ann Example", names: [name], terms, committees: [], current: false };
}

function houseTerm(start: string, end: string, ...parties: [string, string, string, string?][]): Term {
  return {
    chamber: "house",
    start: day(start),
    end: day(end),
    state: "MI",
    district: 3,
    parties: parties.map(([from, to, party, caucus]) => ({
      start: day(from),
      end: day(to),
      party,
      caucus: caucus ?? null,
    })),
  };
}

const switcher = member(
  houseTerm("2017-01-03", "2019-01-03", ["2017-01-03", "2019-01-03", "Republican"]),
  houseTerm(
    "2019-01-03",
    "2021-01-03",
    ["2019-01-03", "2019-07-03", "Republican"],
    ["2019-07-04", "2020-04-30", "Independent"],
    ["2020-05-01", "2021-01-03", "Libertarian"],
  ),
);

test("a member's party is the affiliation that covers the day", () => {
  assert.equal(findParty(switcher, day("2019-07-03")), "Republican");
  assert.equal(findParty(switcher, day("2019-07-04")), "Independent");
  assert.equal(findParty(switcher, day("2020-06-01")), "Independent");
});

test("if no affiliation covers the day, the nearest counts; if two meet on it, the later", () => {
  const returned = member(
    houseTerm("2011-01-03", "2013-01-03", ["2011-01-03", "2013-01-03", "Democrat"]),
    houseTerm("2015-01-03", "2017-01-03", ["2015-01-03", "2017-01-03", "Republican"]),
    houseTerm("2017-01-03", "2019-01-03", ["2017-01-03", "2019-01-03", "Democrat"]),
  );
  assert.equal(findParty(returned, day("2010-01-01")), "Democrat");
  assert.equal(findParty(returned, day("2013-06-01")), "Democrat");
  assert.equal(findParty(returned, day("2014-12-01")), "Republican");
  assert.equal(findParty(returned, day("2017-01-03")), "Democrat");
  assert.equal(findParty(returned, day("2030-01-01")), "Democrat");
});

test("an independent in a party's caucus stays an Independent; a third-party member counts as the caucus's party", () => {
  assert.equal(toPublishedParty({ party: "Independent", caucus: "Democrat" }), "Independent");
  assert.equal(toPublishedParty({ party: "New Progressive", caucus: "Republican" }), "Republican");
  assert.equal(toPublishedParty({ party: "Libertarian", caucus: null }), "Independent");
  assert.equal(toPublishedParty(undefined), "Independent");
});

test("a member's seat is that of the last term, with the party at its end", () => {
  assert.deepEqual(findSeat(switcher), { chamber: "house", party: "Independent", state: "MI", district: 3 });
  const senator: Term = {
    ...houseTerm("2021-01-03", "2027-01-03", ["2021-01-03", "2027-01-03", "Republican"]),
    chamber: "senate",
    district: null,
  };
  assert.deepEqual(findSeat(member(senator, ...switcher.terms)), {
    chamber: "senate",
    party: "Republican",
    state: "MI",
    district: null,
  });
  assert.throws(() => findSeat(member()), /E000001 has no terms/);
});
