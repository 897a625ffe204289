import assert from "node:assert/strict";
import { test } from "node:test";
import { type IsoDate, parseIsoDate } from "../../domain/dates.ts";
import type { Chamber, PersonName, Politician } from "../../domain/politician.ts";
import { createFilerIndex, type FilerQuery } from "./filer.ts";

const toDay = (text: string): IsoDate => {
  const date = parseIsoDate(text);
  assert.ok(date, text);
  return date;
};

let memberCount = 0;
/** `seats`: `NJ02 2019-2021`, `NJ 2019-2025` for a senator. */
function toMember(name: Partial<PersonName> & { first: string; last: string }, ...seats: string[]): Politician {
  memberCount += 1;
  const form = { middle: null, suffix: null, nickname: null, officialFull: null, ...name };
  return {
    id: `Z${String(memberCount).padStart(6, "0")}`,
    name: `${name.first} ${name.last}`,
    names: [form],
    terms: seats.map((seat) => {
      const [, state = "", district = "", from = "", to = ""] = /^(..)(\d*) (\d+)-(\d+)$/.exec(seat) ?? [];
      const chamber: Chamber = district === "" ? "senate" : "house";
      const [start, end] = [toDay(`${from}-01-03`), toDay(`${to}-01-03`)];
      return { chamber, start, end, state, district: district === "" ? null : Number(district), parties: [] };
    }),
    committees: [],
    current: false,
  };
}

const people = {
  senior: toMember({ first: "Donald", middle: "Milford", last: "Payne" }, "NJ10 2005-2012"),
  junior: toMember({ first: "Donald", last: "Payne", suffix: "Jr." }, "NJ10 2012-2024"),
  dunn: toMember({ first: "Neal", middle: "P.", last: "Dunn" }, "FL02 2017-2027"),
  vanDrew: toMember({ first: "Jefferson", last: "Van Drew" }, "NJ02 2019-2027"),
  mcmorris: toMember({ first: "Cathy", last: "McMorris Rodgers" }, "WA05 2005-2025"),
  delaneyJohn: toMember({ first: "John", middle: "K.", last: "Delaney" }, "MD06 2013-2019"),
  delaneyApril: toMember({ first: "April", last: "McClain Delaney" }, "MD06 2025-2027"),
  luna: toMember({ first: "Anna Paulina", last: "Luna" }, "FL13 2023-2027"),
  barragan: toMember({ first: "Nanette", last: "Barragán" }, "CA44 2017-2027"),
  orourke: toMember({ first: "Beto", last: "O’Rourke" }, "TX16 2013-2019"),
  smithAdam: toMember({ first: "Adam", last: "Smith" }, "WA09 1997-2027"),
  pelosi: toMember({ first: "Nancy", last: "Pelosi" }, "CA12 2013-2023", "CA11 2023-2027"),
  hinson: toMember({ first: "Ashley", last: "Hinson" }, "IA01 2021-2023", "IA02 2023-2027"),
  gianforte: toMember({ first: "Greg", last: "Gianforte" }, "MT00 2017-2021"),
  scottTim: toMember({ first: "Tim", last: "Scott" }, "SC 2013-2029"),
  scottRick: toMember({ first: "Rick", last: "Scott" }, "FL 2019-2031"),
  mcconnell: toMember({ first: "Mitch", last: "McConnell" }, "KY 1985-2027"),
  king: toMember({ first: "Angus", middle: "S.", last: "King", suffix: "Jr." }, "ME 2013-2031"),
  cruzTed: toMember({ first: "Ted", last: "Cruz" }, "TX 2013-2031"),
  roberts: toMember({ first: "Pat", last: "Roberts" }, "KS 1997-2021"),
  vance: toMember({ first: "J.D. (James)", last: "Vance" }, "OH 2023-2025"),
  ricketts: toMember({ first: "Pete", last: "Ricketts" }, "NE 2023-2031"),
};
const index = createFilerIndex(Object.values(people));

const findHouse = (
  stateDistrict: string,
  first: string,
  last: string,
  on: string | null,
  more: Partial<FilerQuery> = {},
) =>
  index.findMember({
    chamber: "house",
    first,
    last,
    stateDistrict,
    on: on === null ? null : toDay(on),
    prefix: "Hon.",
    ...more,
  });
const findSenate = (first: string, last: string, on: string, more: Partial<FilerQuery> = {}) =>
  index.findMember({ chamber: "senate", first, last, stateDistrict: null, on: toDay(on), ...more });

test("matches a filer despite accents, apostrophes, capitals, degrees and suffixes such as Jr.", () => {
  assert.equal(findHouse("CA44", "NANETTE DIAZ", "BARRAGAN", "2020-05-01"), people.barragan);
  assert.equal(findHouse("TX16", "Beto", "O'Rourke", "2015-05-01"), people.orourke);
  assert.equal(findHouse("FL02", "Neal Patrick", "Dunn MD, FACS", "2020-05-01"), people.dunn);
  assert.equal(findHouse("FL02", "Neal Patrick MD, Facs", "Dunn", "2020-05-01"), people.dunn);
  assert.equal(findHouse("NJ02", "Jefferson", "VanDrew", "2020-05-01"), people.vanDrew);
  assert.equal(findSenate("A. Mitchell ", "McConnell, Jr.", "2020-05-01"), people.mcconnell);
  assert.equal(findSenate("ANGUS S", "KING ", "2020-05-01"), people.king);
});

test("matches a compound name, whatever the split between first and last name", () => {
  assert.equal(findHouse("WA05", "Cathy McMorris", "Rodgers", "2015-05-01"), people.mcmorris);
  assert.equal(findHouse("WA05", "Cathy", "McMorris Rodgers", "2015-05-01"), people.mcmorris);
  assert.equal(findHouse("FL13", "Anna", "Paulina Luna", "2024-05-01"), people.luna);
  assert.equal(findHouse("IA02", "Ashley", "Hinson Arenholz", "2024-05-01", { prefix: "" }), people.hinson);
  assert.equal(findHouse("MD06", "April McClain", "Delaney", "2025-05-01"), people.delaneyApril);
  assert.equal(findHouse("MD06", "John K.", "Delaney", "2015-05-01"), people.delaneyJohn);
  assert.equal(findHouse("MD06", "John K.", "Delaney", "2019-02-01"), people.delaneyJohn);
});

test("distinguishes a father and son in the same seat by their terms, then by a suffix such as Jr.", () => {
  assert.equal(findHouse("NJ10", "Donald M.", "Payne", "2011-05-01"), people.senior);
  assert.equal(findHouse("NJ10", "Donald M.", "Payne", "2014-05-01"), people.junior);
  assert.equal(findHouse("NJ10", "Donald", "Payne", null, { suffix: "Jr." }), people.junior);
  assert.equal(findHouse("NJ10", "Donald", "Payne", null, { year: 2020 }), people.junior);
});

test("does not match a member's namesake", () => {
  assert.equal(findHouse("WA09", "Rhonda", "Smith", "2014-05-01", { prefix: "" }), null);
  assert.equal(findHouse("WA03", "Alan", "Smith", "2014-05-01", { prefix: "" }), null);
  assert.equal(findHouse("OR03", "Adam", "Smith", "2014-05-01"), null);
  assert.equal(findSenate("Robert", "Scott", "2020-05-01"), null);
  assert.equal(findSenate("Robert", "Scott", "2020-05-01", { printed: "Mr. Robert Scott (Scott, Robert)" }), null);
  assert.equal(findSenate("Nancy", "Pelosi", "2020-05-01"), null);
  assert.equal(findHouse("PR00", "Ada Norah", "Henriquez", "2023-05-02"), null);
});

test("matches a filer by the old or the new district, in at-large seats, and for some time after leaving office", () => {
  assert.equal(findHouse("CA12", "Nancy", "Pelosi", "2023-01-12"), people.pelosi);
  assert.equal(findHouse("CA11", "Nancy", "Pelosi", "2022-12-12"), people.pelosi);
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2021-02-01"), people.gianforte);
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2026-02-01"), null);
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2016-02-01"), null);
  assert.equal(findSenate("Pat", "Roberts", "2021-06-01"), people.roberts);
});

test("distinguishes two senators with the same last name by their first names, including short forms", () => {
  assert.equal(findSenate("Timothy E", "Scott", "2020-05-01"), people.scottTim);
  assert.equal(findSenate("Richard L", "Scott", "2020-05-01"), people.scottRick);
  assert.equal(findSenate("", "Scott", "2020-05-01"), null);
});

test("matches a senator by given names that only the document prints, and by the initial of the name in use", () => {
  assert.equal(findSenate("Rafael E", "Cruz", "2020-05-01"), null);
  assert.equal(
    findSenate("Rafael E", "Cruz", "2020-05-01", { printed: "The Honorable Rafael E Cruz (Cruz, Ted)" }),
    people.cruzTed,
  );
  assert.equal(findSenate("JD", "Vance", "2023-09-29"), people.vance);
  assert.equal(findSenate("James D", "Vance", "2023-09-29"), people.vance);
  assert.equal(findSenate("John P", "Ricketts", "2024-05-01"), people.ricketts);
});

test("matches a printed name that is not on record by the filer's title and the seat held on the filing date", () => {
  assert.equal(findHouse("IA01", "Ashley", "Arenholz", "2022-05-01"), people.hinson);
  assert.equal(findHouse("IA01", "Ashley", "Arenholz", "2022-05-01", { prefix: "" }), null);
  assert.equal(findHouse("IA01", "Robert", "Arenholz", "2022-05-01"), null);
  assert.equal(findHouse("WA09", "D. Christopher", "Smith", "2014-05-01"), people.smithAdam);
});

test("an empty query matches nobody", () => {
  assert.equal(findHouse("", "", "", null), null);
  assert.equal(findHouse("XX", "Hon.", "Jr.", "2020-01-01"), null);
  assert.equal(
    createFilerIndex([]).findMember({ chamber: "house", first: "A", last: "B", stateDistrict: "NJ02", on: null }),
    null,
  );
});

test("matches a member's report from the first day of a term until three years after the last", () => {
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2017-01-03"), people.gianforte);
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2017-01-02"), null);
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2024-01-03"), people.gianforte);
  assert.equal(findHouse("MT00", "Greg", "Gianforte", "2024-01-04"), null);
});

test("in a district that the member never held, requires a title and a given name, or the full name", () => {
  assert.equal(findHouse("CA30", "Nan", "Pelosi", "2020-05-01"), people.pelosi, "a short form with the title");
  assert.equal(findHouse("CA30", "N.", "Pelosi", "2020-05-01"), null, "an initial is not enough");
  assert.equal(findHouse("CA30", "Nancy", "Pelosi", "2020-05-01", { prefix: "" }), people.pelosi, "the whole name");
  assert.equal(findHouse("CA30", "Nan", "Pelosi", "2020-05-01", { prefix: "" }), null, "a short form without a title");
  assert.equal(findHouse("IA04", "Ashley", "Hinson Arenholz", "2022-05-01", { prefix: "" }), null, "another last name");
});

test("matches a senator by middle initial only while in office, and never a House member by a first initial", () => {
  assert.equal(findSenate("John P", "Ricketts", "2031-06-01"), null, "out of office");
  assert.equal(findSenate("John", "Ricketts", "2024-05-01"), null, "no middle initial");
  assert.equal(findHouse("IA01", "A.", "Arenholz", "2022-05-01"), null);
});

/** Asserts that a printed name matches the first of two senators of a state. */
function assertCloser(first: Politician, second: Politician, printed: readonly [first: string, last: string]): void {
  const both = createFilerIndex([second, first]);
  const [given, last] = printed;
  const query = { chamber: "senate", first: given, last, stateDistrict: null, on: toDay("2020-05-01") } as const;
  assert.equal(both.findMember(query), first);
}

test("of two senators, prefers the same last name as printed, then the same given name", () => {
  const whole = toMember({ first: "Ann", last: "Delaney" }, "OH 2019-2025");
  const compound = toMember({ first: "Ann", last: "McClain Delaney" }, "OH 2017-2023");
  assertCloser(whole, compound, ["Ann", "Delaney"]);
  const same = toMember({ first: "Jonathan", last: "Example" }, "OH 2019-2025");
  const short = toMember({ first: "Jon", last: "Example" }, "OH 2017-2023");
  assertCloser(same, short, ["Jonathan", "Example"]);
});

test("ranks a member by whichever form of the name matches the printed name best", () => {
  const twoForms = toMember({ first: "Jonathan", last: "Example" }, "OH 2019-2025");
  const [form] = twoForms.names;
  assert.ok(form);
  const withInitial = { ...twoForms, names: [form, { ...form, first: "J." }] };
  assertCloser(withInitial, toMember({ first: "Jon", last: "Example" }, "OH 2017-2023"), ["Jonathan", "Example"]);
});

test("any form of the given name matches the holder of a seat", () => {
  const [form] = people.hinson.names;
  assert.ok(form);
  const holder = { ...people.hinson, names: [form, { ...form, first: "Marie" }] };
  const query = {
    chamber: "house",
    last: "Arenholz",
    stateDistrict: "IA01",
    on: toDay("2022-05-01"),
    prefix: "Hon.",
  } as const;
  for (const first of ["Ashley", "Marie"])
    assert.equal(createFilerIndex([holder]).findMember({ ...query, first }), holder);
});
