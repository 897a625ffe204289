import assert from "node:assert/strict";
import { test } from "node:test";
import { type IsoDate, parseIsoDate } from "../../domain/dates.ts";
import type { PersonName, Politician, Term } from "../../domain/politician.ts";
import { createBlankFiling, type RawFiling } from "../../domain/printed-report.ts";
import { findListingMismatch } from "./printed-filer.ts";

const toDay = (text: string): IsoDate => parseIsoDate(text) ?? assert.fail(text);

function toName(first: string, last: string, more: Partial<PersonName> = {}): PersonName {
  return { first, last, middle: null, suffix: null, nickname: null, officialFull: null, ...more };
}

function toMember(names: readonly PersonName[], chamber: Term["chamber"], ...seats: readonly string[]): Politician {
  const terms = seats.map((seat): Term => {
    const district = chamber === "house" ? Number(seat.slice(2)) : null;
    return {
      chamber,
      start: toDay("2021-01-03"),
      end: toDay("2027-01-03"),
      state: seat.slice(0, 2),
      district,
      parties: [],
    };
  });
  return { id: "Z000001", name: "Somebody", names, terms, committees: [], current: true };
}

const blank: RawFiling = {
  ...createBlankFiling({ source: "house-clerk", kind: "text", docId: "20900761" }),
  pages: 1,
};

const pine = toMember([toName("Beatrix", "Van Pine", { middle: "Q.", nickname: "Trixie" })], "house", "CA12", "CA11");
const inHouse = {
  filer: { prefix: "Hon.", first: "Beatrix Q.", last: "Van Pine", suffix: null },
  stateDistrict: "CA11",
  filedDate: null,
  title: "P",
};
const checkHouse = (filer: string | null, stateDistrict: string | null = "CA11", kind: RawFiling["kind"] = "text") =>
  findListingMismatch({ ...blank, filer, stateDistrict, kind }, inHouse, pine, {
    by: "seat",
    code: "pdf_wrong_member",
  });

test("accepts a House report whose filer is printed in a different form of the listed member's name", () => {
  for (const printed of [
    "Hon. Beatrix Van Pine",
    "Hon. Beatrix Q. VanPine, MD, FACS",
    "Hon. Trixie Van-Pine Jr.",
    "Mrs. Béatrix Van Pine Oakley",
    "Hon. B. Q. Van Pine",
    "VanPine",
  ]) {
    assert.equal(checkHouse(printed), null, printed);
  }
});

test("rejects a report that prints another member's name, and gives both names in the error", () => {
  for (const printed of ["Hon. Totally Otherperson", "Hon. Harold Van Pine", "Hon. Beatrix Oakley"]) {
    const stray = checkHouse(printed);
    assert.equal(stray?.code, "pdf_wrong_member", printed);
    assert.equal(stray.message, `The document names "${printed}", but the listing names "Hon. Beatrix Q. Van Pine".`);
  }
});

test("the printed seat must be the listed seat or a seat that the member held", () => {
  for (const seat of ["CA11", "CA12", "CA 11", null, "At large"])
    assert.equal(checkHouse("Hon. Beatrix Van Pine", seat), null);
  for (const seat of ["CA13", "TX11"]) {
    const stray = checkHouse("Hon. Beatrix Van Pine", seat);
    assert.equal(stray?.code, "pdf_wrong_member");
    assert.match(stray.message, new RegExp(`of CA11, not of ${seat}\\.$`));
  }
});

test("does not reject a scan or a report that names nobody", () => {
  assert.equal(checkHouse(null, null, "scan"), null);
  assert.equal(checkHouse("Hon. Totally Otherperson", "CA11", "scan"), null);
  assert.equal(checkHouse(null), null, "a text report that names nobody");
});

const senator = toMember([toName("Rafael", "Cruise", { nickname: "Ted" })], "senate", "TX");
const inSenate = {
  filer: { prefix: null, first: "RAFAEL E", last: "CRUISE, JR.", suffix: null },
  stateDistrict: null,
  filedDate: toDay("2025-02-10"),
  title: "Periodic Transaction Report for 01/13/2025 (Amendment 1)",
};
const checkSenate = (changes: Partial<RawFiling>) =>
  findListingMismatch(
    {
      ...blank,
      source: "senate-efd",
      kind: "html",
      filer: "The Honorable Rafael E Cruise Jr. (Cruise, Ted)",
      filedDate: "02/10/2025",
      title: inSenate.title,
      ...changes,
    },
    inSenate,
    senator,
    { by: "day", code: "html_wrong_document" },
  );

test("a Senate page must match the listing in name, filing date and the date in the title", () => {
  assert.equal(checkSenate({}), null);
  assert.equal(checkSenate({ filer: "Mr. Ted Cruise (Former Senator)" }), null);
  assert.equal(checkSenate({ filedDate: "2/9/2025" }), null, "one day apart, as around midnight");
  assert.equal(checkSenate({ filedDate: null }), null);
  assert.match(checkSenate({ filedDate: "2/8/2025" })?.message ?? "", /not on 2025-02-08\.$/, "two days apart");
  assert.equal(checkSenate({ title: "Periodic Transaction Report" }), null);
  for (const [changes, message] of [
    [
      { filer: "The Honorable Imaginary Cruise (Cruise, Imaginary)" },
      /names "The Honorable Imaginary .* names "RAFAEL E CRUISE, JR\."\.$/,
    ],
    [{ filedDate: "09/04/2025" }, /, filed on 2025-02-10, not on 2025-09-04\.$/],
    [
      { title: "Periodic Transaction Report for 01/14/2025" },
      /, with the title ".*01\/13\/2025 \(.*", not ".*01\/14\/2025"\.$/,
    ],
  ] as const) {
    const stray = checkSenate(changes);
    assert.equal(stray?.code, "html_wrong_document");
    assert.match(stray.message, message);
  }
});
