import assert from "node:assert/strict";
import { test } from "node:test";
import { readLegislators } from "./read-legislators.ts";

const toBytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

const senator = {
  id: { bioguide: "Z900001", fec: [] },
  name: { first: "Sample", middle: "S.", last: "Senator", suffix: "Jr.", official_full: "Sample S. Senator, Jr." },
  terms: [
    {
      type: "sen",
      start: "2013-01-03",
      end: "2019-01-03",
      state: "ME",
      class: 1,
      party: "Independent",
      caucus: "Democrat",
    },
    { type: "rep", start: "2005-01-04", end: "2007-01-03", state: "ME", district: 0, party: "Democrat" },
  ],
};
const turncoat = {
  id: { bioguide: "Z900002" },
  name: { first: "Sample", last: "Turncoat", nickname: "Sam" },
  other_names: [{ last: "Coat", end: "2010-01-01" }],
  terms: [
    {
      type: "rep",
      start: "2019-01-03",
      end: "2021-01-03",
      state: "NJ",
      district: 2,
      party: "Republican",
      party_affiliations: [
        { start: "2019-01-03", end: "2019-12-18", party: "Democrat" },
        { start: "2019-12-19", end: "2021-01-03", party: "Republican" },
      ],
    },
  ],
};
const founder = {
  id: { bioguide: "Z000001" },
  name: { first: "Old", last: "Founder" },
  terms: [{ type: "sen", start: "1789-03-04", end: "1793-03-03", state: "DE" }],
};

test("reads members with their terms oldest first, seats, parties and names", () => {
  const [first, second] = readLegislators(toBytes([senator, turncoat, founder]), true);
  assert.deepEqual(first, {
    id: "Z900001",
    name: "Sample S. Senator, Jr.",
    names: [
      {
        first: "Sample",
        middle: "S.",
        last: "Senator",
        suffix: "Jr.",
        nickname: null,
        officialFull: "Sample S. Senator, Jr.",
      },
    ],
    terms: [
      {
        chamber: "house",
        start: "2005-01-04",
        end: "2007-01-03",
        state: "ME",
        district: 0,
        parties: [{ start: "2005-01-04", end: "2007-01-03", party: "Democrat", caucus: null }],
      },
      {
        chamber: "senate",
        start: "2013-01-03",
        end: "2019-01-03",
        state: "ME",
        district: null,
        parties: [{ start: "2013-01-03", end: "2019-01-03", party: "Independent", caucus: "Democrat" }],
      },
    ],
    committees: [],
    current: true,
  });
  assert.equal(second?.name, "Sample Turncoat");
  assert.deepEqual(
    second?.terms[0]?.parties.map((span) => [span.start, span.end, span.party]),
    [
      ["2019-01-03", "2019-12-18", "Democrat"],
      ["2019-12-19", "2021-01-03", "Republican"],
    ],
  );
  assert.deepEqual(
    second?.names.map((name) => [name.first, name.last]),
    [
      ["Sample", "Turncoat"],
      ["Sample", "Coat"],
    ],
  );
});

test("leaves out members who left before 2008, including records in an old format", () => {
  assert.deepEqual(
    readLegislators(toBytes([founder, senator]), false).map((each) => [each.id, each.current]),
    [["Z900001", false]],
  );
});

test("rejects a file that is not the list of members, with the place that differs", () => {
  const catchCode = (value: unknown) => {
    try {
      readLegislators(toBytes(value), true);
    } catch (error) {
      assert.ok(error instanceof Error && "code" in error);
      return `${error.code} ${error.message}`;
    }
    return "accepted";
  };
  const withTerm = (change: object) => ({ ...senator, terms: [{ ...senator.terms[0], ...change }] });
  assert.match(catchCode("<html>"), /^json_malformed /);
  assert.match(catchCode(JSON.stringify([senator]).slice(0, -9)), /^json_malformed /);
  assert.match(catchCode({ error: "none" }), /^json_unexpected_shape .*the file/);
  assert.match(catchCode([]), /^json_empty /);
  assert.match(catchCode([founder]), /^json_empty /);
  assert.match(catchCode([senator, senator]), /^json_duplicate .*Z900001/);
  assert.match(
    catchCode([turncoat, { ...senator, id: {} }]),
    /^json_unexpected_shape .*person at index 1, id\.bioguide/,
  );
  assert.match(catchCode([{ ...senator, terms: [] }]), /^json_unexpected_shape .*terms/);
  assert.match(catchCode([withTerm({ end: "2019-02-30" })]), /^json_unexpected_shape .*terms\.0\.end.*2019-02-30/);
  assert.match(catchCode([withTerm({ type: "gov" })]), /^json_unexpected_shape .*terms\.0\.type/);
  assert.match(catchCode([withTerm({ type: "rep" })]), /^json_unexpected_shape .*district/);
});
