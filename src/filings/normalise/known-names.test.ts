import assert from "node:assert/strict";
import { test } from "node:test";
import type { PassText } from "../../domain/scanned-page.ts";
import { KnownNames } from "./known-names.ts";

const NAMES = new KnownNames(
  Object.entries({
    "Elderberry Health, Inc.": "ELBH",
    "Elderberry Health, Inc. - Common Stock": "ELBH",
    "Goldman Fictional Group, Inc.": "GFG",
    "Fernwood Mid Cap Growth Fund II": "FWGRX",
    "Fernwood Science and Technology Trust": "FWST",
    "Mercury Widgets Corp": "MWC",
    "Mercuri Widgets Corp": "MRW",
    "Super Dividend Example ETF": "SDE",
    "SuperDividend Example ETF": "DEE",
    "Alphabeta Inc. - Class A Common Stock": "ALA",
    "Alphabeta Inc. - Class C Capital Stock": "ALC",
    "McFictional Corporation": "MCF",
    "Robex Minerals Inc": "RBX",
    Merks: "MRK",
  }).map(([name, symbol]) => ({ name, symbol })),
);

/** The result for a text that all passes read, or for several with their counts. */
function textOf(...passes: (string | [string, number])[]): string | null {
  const read = passes.map((each): PassText => {
    const [text, count] = typeof each === "string" ? [each, 8] : each;
    return { text, count };
  });
  const found = NAMES.identify(read);
  return found && `${found.isExact ? "=" : "~"} ${found.text}`;
}

test("a single pass, used only for names the reader knows, must match letter for letter", () => {
  assert.equal(textOf(["MERCURY WIDGETS CORP", 1]), null, "another is near");
  assert.equal(textOf(["ELDERBERRY HEALTH, INC CMN", 1]), "= ELDERBERRY HEALTH, INC CMN");
  assert.equal(textOf(["FERNWOOD MID CAP GROWTH FUND II", 1]), "= FERNWOOD MID CAP GROWTH FUND II");
  assert.equal(textOf(["ELDERBERRY HEAKTH INC", 1]), null);
});

test("recognizes a name by its letters, whatever its punctuation, blanks, legal form and share class", () => {
  assert.equal(textOf("ELDERBERRY HEALTH INC, CMN", "ELDERBERRY HEALTH INC. CMN"), "= ELDERBERRY HEALTH INC. CMN");
  assert.equal(textOf(["FERNWOOD SCiENCE AND TECHNOLOGY TRUST", 8]), "~ FERNWOOD SCiENCE AND TECHNOLOGY TRUST");
  assert.equal(textOf("MC FICTIONAL CRP CMN"), "= MC FICTIONAL CRP CMN");
  assert.equal(textOf("GOLDMAN FICTIONAL GROUP INC 8HS"), "~ GOLDMAN FICTIONAL GROUP INC 8HS");
  assert.equal(textOf(["ALPHABETA INCSHS CLC", 5], ["ALPHABETA INC SHS CL C", 4]), "= ALPHABETA INC SHS CL C");
  assert.equal(textOf("Goldman Fictional Group (via HGI, LLC)"), "= Goldman Fictional Group (via HGI, LLC)");
});

test("recognizes a name with misread or mistyped letters if no other name is similar", () => {
  assert.equal(textOf("ELDERBERRY HEAKTH INC"), "~ ELDERBERRY HEAKTH INC");
  assert.equal(textOf(["GOLDMAN FICTIONAI GROUP INC", 5], ["", 4]), "~ GOLDMAN FICTIONAI GROUP INC");
  assert.equal(textOf("GOLDRAN FLCTXNAL GRUP"), null, "too far");
  assert.equal(textOf("MERCURY WIDGETS CORP"), null, "another security is a letter away");
  assert.equal(textOf("SUPERDIVIDEND EXAMPLE ETF"), null, "another security differs by a blank");
  assert.equal(textOf("PAREX MINERALS INC"), null, "the first word is another's");
  assert.equal(textOf("NELK"), null, "short names may be any other's");
});

test("words that distinguish names must match exactly: short ones, numerals, digits, and those in which funds differ", () => {
  assert.equal(textOf("FERNWOOD MID CAP GROWTH FUND II"), "= FERNWOOD MID CAP GROWTH FUND II");
  for (const other of ["FUND I", "FUND III", "FUND Il", "FUND", "FUND II 2030"]) {
    assert.equal(textOf(`FERNWOOD MID CAP GROWTH ${other}`), null, other);
  }
  assert.equal(textOf("FERNWOOD MIO CAP GROWTH FUND II"), null);
  assert.equal(textOf("FERNWOOD SCIENCE AND TECHNOLOGY TRUST"), "= FERNWOOD SCIENCE AND TECHNOLOGY TRUST");
  for (const misread of ["TI", "IJ", "IS", "lI"]) {
    assert.equal(textOf(`FERNWOOD SCIENCE AND TECHNOLOGY TRUST ${misread}`), null, `${misread} may be II`);
  }
  assert.equal(textOf(["FERNWOOD MID CAP GROWTH FUND II", 6], ["FERNWOOD MID CAP VALUE FUND II", 4]), null);
});

test("requires a clear share class, and matches no name of a bond, an option or an asset with its own symbol", () => {
  assert.equal(textOf(["ALPHABETA INC CLASS A", 5], ["ALPHABETA INC CLASS C", 4]), null);
  assert.equal(textOf("ALPHABETA INC CLASS 8"), null);
  assert.equal(textOf(["ALPHABETA INC CLASS A", 2], ["ALPHABETA INC", 4]), null);
  for (const text of [
    "ELDERBERRY HEALTH 4.25% 2031",
    "ELDERBERRY HEALTH INC CALL $40",
    "ELDERBERRY HEALTH DUE 06/01/31",
  ]) {
    assert.equal(textOf(text), null, text);
  }
  assert.equal(textOf("ELDERBERRY HEALTH INC (XYZ)"), null);
});
