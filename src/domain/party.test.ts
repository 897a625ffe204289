import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "./dates.ts";
import { findParty, findSeat, toPublishedParty } from "./party.ts";
import type { Politician, Term } from "./politician.ts";

const toDay = (text: string) => text as IsoDate;

function createMember(...terms: Term[]): Politician {
  const name = { first: "Ann", middle: null, last: "Example", suffix: null, nickname: null, officialFull: null };
  return { id: "E000001", name: "Ann Example", names: [name], terms, committees: [], current: false };
}

function createHouseTerm(start: string, end: string, ...parties: [string, string, string, string?][]): Term {
  return {
    chamber: "house",
    start: toDay(start),
    end: toDay(end),
    state: "MI",
    district: 3,
    parties: parties.map(([from, to, party, caucus]) => ({
      start: toDay(from),
      end: toDay(to),
      party,
      caucus: caucus ?? null,
    })),
  };
}

const switcher = createMember(
  createHouseTerm("2017-01-03", "2019-01-03", ["2017-01-03", "2019-01-03", "Republican"]),
  createHouseTerm(
    "2019-01-03",
    "2021-01-03",
    ["2019-01-03", "2019-07-03", "Republican"],
    ["2019-07-04", "2020-04-30", "Independent"],
    ["2020-05-01", "2021-01-03", "Libertarian"],
  ),
);

test("a member's party is the affiliation that covers the day", () => {
  assert.equal(findParty(switcher, toDay("2019-07-03")), "Republican");
  assert.equal(findParty(switcher, toDay("2019-07-04")), "Independent");
  assert.equal(findParty(switcher, toDay("2020-06-01")), "Independent");
});

test("if no affiliation covers the day, the nearest one counts; if two affiliations cover the day, the later one counts", () => {
  const returned = createMember(
    createHouseTerm("2011-01-03", "2013-01-03", ["2011-01-03", "2013-01-03", "Democrat"]),
    createHouseTerm("2015-01-03", "2017-01-03", ["2015-01-03", "2017-01-03", "Republican"]),
    createHouseTerm("2017-01-03", "2019-01-03", ["2017-01-03", "2019-01-03", "Democrat"]),
  );
  assert.equal(findParty(returned, toDay("2010-01-01")), "Democrat");
  assert.equal(findParty(returned, toDay("2013-06-01")), "Democrat");
  assert.equal(findParty(returned, toDay("2014-12-01")), "Republican");
  assert.equal(findParty(returned, toDay("2017-01-03")), "Democrat");
  assert.equal(findParty(returned, toDay("2030-01-01")), "Democrat");
});

test("an independent in a party's caucus stays an Independent; a third-party member counts as the caucus's party", () => {
  assert.equal(toPublishedParty({ party: "Independent", caucus: "Democrat" }), "Independent");
  assert.equal(toPublishedParty({ party: "New Progressive", caucus: "Republican" }), "Republican");
  assert.equal(toPublishedParty({ party: "Libertarian", caucus: null }), "Independent");
  assert.equal(toPublishedParty(undefined), "Independent");
});

test("a member's seat is that of the last term, with the party at the end of that term", () => {
  assert.deepEqual(findSeat(switcher), { chamber: "house", party: "Independent", state: "MI", district: 3 });
  const senator: Term = {
    ...createHouseTerm("2021-01-03", "2027-01-03", ["2021-01-03", "2027-01-03", "Republican"]),
    chamber: "senate",
    district: null,
  };
  assert.deepEqual(findSeat(createMember(senator, ...switcher.terms)), {
    chamber: "senate",
    party: "Republican",
    state: "MI",
    district: null,
  });
  assert.throws(() => findSeat(createMember()), /E000001 has no terms/);
});
