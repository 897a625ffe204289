/** A trade's dates, and its filer on these dates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createHouseFiling,
  createSenateFiling,
  filer,
  house,
  master,
  normaliseTrade,
  parseDay,
  senate,
} from "../../../test/normalise/example-reports.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { createFilerIndex } from "./filer.ts";
import { normaliseFiling } from "./normalise.ts";

test("gives a trade the member's party on the transaction date", () => {
  assert.equal(normaliseTrade({ transactionDate: "12/18/2019" }).party, "Democrat");
  assert.equal(normaliseTrade({ transactionDate: "12/19/2019" }).party, "Republican");
  assert.equal(normaliseTrade({ transactionDate: "06/01/2015" }).party, "Democrat");
});

test("serves dates as filed, even if a notification precedes the trade; an invalid notification date is null", () => {
  assert.equal(normaliseTrade({ transactionDate: "3/1/2020" }).transactionDate, "2020-03-01");
  assert.equal(normaliseTrade({ notificationDate: "01/02/2019" }).notificationDate, "2019-01-02");
  assert.equal(normaliseTrade({ notificationDate: "13/01/2020" }).notificationDate, null);
});

test("the signature date replaces an empty or impossible date in the index", () => {
  const normaliseDisclosureDate = (filedDate: IsoDate | null) =>
    normaliseFiling(createHouseFiling([{}]), { ...house, filedDate }, filer, master).trades[0]?.disclosureDate;
  assert.equal(normaliseDisclosureDate(null), "2020-03-01");
  assert.equal(normaliseDisclosureDate(parseDay("2020-03-04")), "2020-03-04");
  assert.equal(normaliseDisclosureDate(parseDay("2020-02-28")), "2020-03-01");
  assert.equal(normaliseDisclosureDate(parseDay("3013-06-14")), "2020-03-01");
});

test("a member who changed chambers is one politician, whose trades have the chamber and party of their time", () => {
  const [inHouse] = filer.terms;
  assert.ok(inHouse);
  const start = parseDay("2021-01-03");
  const end = parseDay("2027-01-03");
  const parties = [{ start, end, party: "Independent", caucus: null }];
  const moved = {
    ...filer,
    terms: [inHouse, { ...inHouse, chamber: "senate" as const, district: null, start, end, parties }],
  };
  const filers = createFilerIndex([moved]);
  const name = { first: "Sample", last: "Member" };
  const before = filers.findMember({ chamber: "house", ...name, stateDistrict: "NJ02", on: parseDay("2020-03-01") });
  const after = filers.findMember({ chamber: "senate", ...name, stateDistrict: null, on: parseDay("2021-03-01") });
  const [former] = normaliseFiling(createHouseFiling([{}]), house, before, master).trades;
  const line = { transactionDate: "02/03/2021" };
  const report = { ...senate, filedDate: parseDay("2021-03-01") };
  const [latter] = normaliseFiling(createSenateFiling([line]), report, after, master).trades;
  const facts = [former, latter].map((trade) => [trade?.politicianId, trade?.chamber, trade?.party]);
  assert.deepEqual(facts, [
    ["Z900001", "house", "Republican"],
    ["Z900001", "senate", "Independent"],
  ]);
});
