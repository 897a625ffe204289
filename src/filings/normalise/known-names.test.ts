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
    "Zyqu Inc": "ZYQ",
    "A&B Fictional Corp": "ABF",
    "Fictional Lifesciences Corp": "FLS",
    "National Elder Services Inc": "NES",
    "Cascoe Wharves Partners LP": "CWP",
    "Nutmeg Foods S A": "NMF",
    "Nutmeg National Intertechnology Co": "NNI",
    "Quill Pharma A S": "QPA",
    "Crane Fictional PLC": "CFP",
    "Egreneron Pharmaceuticals Inc": "EPI",
    "Fernwood Pharmaceuticals Inc": "FPI",
    "Egreneron Widgetry Inc": "EWI",
    "Fictional State Tpk Commission Tpk": "",
    "Northern Bancshares Inc": "NBI",
    "Northern Widgets Corp": "NWC",
    "Solitary Bankshares Inc": "SBI",
    "Cedar Bankshares Inc": "CBI",
    "Walnut Bankshares Inc": "WBI",
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
  assert.equal(textOf("MC § FICTIONAL CRP CMN"), "~ MC § FICTIONAL CRP CMN");
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
  assert.equal(textOf("EGRENERAX WIDGETRY INC"), "~ EGRENERAX WIDGETRY INC", "no other has the second word");
  assert.equal(textOf("EGRENERAX PHARMACEUTICALS INC"), null, "others have the second word");
  assert.equal(textOf("EGRENERQN PHARMACEUTICALS INC"), "~ EGRENERQN PHARMACEUTICALS INC", "near all the same");
  assert.equal(textOf("NELK"), null, "short names may be any other's");
});

test("a word that no pass read may be another word in a name that is in no list, if it alone tells the name", () => {
  assert.equal(textOf("NORTHERN BANXSHARES INC"), null, "Bankshares, of which the lists have another's");
  assert.equal(textOf("NORTHERN BANCSHARFS INC"), "~ NORTHERN BANCSHARFS INC", "no other word is near");
  assert.equal(textOf(["NORTHERN BANXSHARES INC", 7], ["NORTHERN BANCSHARES INC", 5]), "= NORTHERN BANCSHARES INC");
  assert.equal(textOf("SOLITARY BANXSHARES INC"), "~ SOLITARY BANXSHARES INC", "no other is called Solitary");
});

test("weighs two letters that print draws as one, and an ampersand, and never more than a few letters", () => {
  assert.equal(textOf("FERNWOOD SClENCE AND TECHNOLOGY TRUST"), "~ FERNWOOD SClENCE AND TECHNOLOGY TRUST");
  assert.equal(textOf("ACTXONAL UFESOENCES GRP CMN"), null, "too far");
  assert.equal(textOf("FICTIONAL UFESCIENCES CORP CMN"), "~ FICTIONAL UFESCIENCES CORP CMN");
  assert.equal(textOf("ARB FICTIONAL CORP"), null, "a short word must match");
  assert.equal(textOf("SCIENCE AND TECHNOLOGY TRUST"), null, "a word is missing");
});

test("reads on behind a misread share type, a legal form cut short, abbreviations, and a broker's remark", () => {
  assert.equal(
    textOf(["FICTIONAL LIFESCIENCES CORP OMN", 7], ["FICTIONAL LIFESCIENCES CORP CMN", 1]),
    "= FICTIONAL LIFESCIENCES CORP CMN",
  );
  assert.equal(
    textOf(["FICTIONAL LIFESCIENCES CORPORATI CVIN", 7], ["FICTIONAL LIFESCIENCES CORPORATI CMN", 1]),
    "= FICTIONAL LIFESCIENCES CORPORATI CMN",
  );
  assert.equal(textOf("FICTIONAL LIFESCIENCES CORP OMN"), "~ FICTIONAL LIFESCIENCES CORP OMN");
  assert.equal(textOf("NATL ELDER SRVCS INC"), "= NATL ELDER SRVCS INC");
  assert.equal(
    textOf(["MCFICTIONAL CORP DE Trade#:01831 Blot:85", 5], ["MCFICTIONAL CORP DE Trade#:01881 Blot:85", 2]),
    "~ MCFICTIONAL CORP DE Trade#:01831 Blot:85",
  );
  assert.equal(textOf("MCFICTIONAL CORP MTN"), null, "a note");
  assert.equal(
    textOf("Cascoe Wharves Partners LTD (CWP) (via HGI, LLC)"),
    "= Cascoe Wharves Partners LTD (CWP) (via HGI, LLC)",
  );
  assert.equal(textOf("Cascoe Wharves Partners LTD (CWQ) (via HGI, LLC)"), null, "the print names another symbol");
  assert.equal(textOf("ZYQU INC"), "= ZYQU INC");
  assert.equal(textOf("ZYQU"), null, "short, without a legal form");
  assert.equal(textOf("ZYOU INC"), null);
});

test("reads on behind a place of incorporation before a remark, a nominal value, an identifier, and a legal form cut short", () => {
  for (const behind of [
    "MINN Trade#:01831",
    "NEW YORK UNSOLICITED",
    "BERMUDA EXECUTED",
    "WISC PV ALT",
    "DEL PVS0.01",
    "COM USDO0.01",
    "ISIN: LROOO8862868",
    "ISIN #US3635761097 SEDOL #8D1QWI0",
    "SPON ADS 1ADS EQUALS SORDS",
  ]) {
    assert.equal(textOf(`MCFICTIONAL CORP ${behind}`), `~ MCFICTIONAL CORP ${behind}`);
  }
  assert.equal(textOf("NUTMEG NAT INTERTECHNLGY CO NJ $1"), "~ NUTMEG NAT INTERTECHNLGY CO NJ $1");
  assert.equal(textOf("NUTMEG NAT INTERTECHNLGY CO/THE"), "= NUTMEG NAT INTERTECHNLGY CO/THE");
  assert.equal(textOf("NUTMEG NAT INTERTECHNLGY COfTHE"), "~ NUTMEG NAT INTERTECHNLGY COfTHE");
  assert.equal(textOf("ALPHABETA INC8HS CLC"), "~ ALPHABETA INC8HS CLC");
  assert.equal(textOf("MCFICTIONAL CORP GLB 03.625% UNSOLICITED"), null, "a bond");
  assert.equal(textOf("MCFICTIONAL CORP PFD WISC PV 1CT"), null, "a preferred share");
  assert.equal(textOf("ALPHABETA INC COM USDO0.01 CLASS A")?.slice(0, 1), "~");
  for (const cut of ["LIMITED COMPANY", "LIMITED COMPA CMN", "LIMI CMN"]) {
    assert.equal(textOf(`CRANE FICTIONAL PUBLIC ${cut}`), `= CRANE FICTIONAL PUBLIC ${cut}`);
  }
  for (const cut of ["PUBLIC UMITED COMPANY", "PUBLIC UMI CMN", "PUBUC LIMITED COMPA CMN"]) {
    assert.equal(textOf(`CRANE FICTIONAL ${cut}`), `~ CRANE FICTIONAL ${cut}`);
  }
});

test("joins initials, at the end of a name too", () => {
  for (const form of ["SA", "S A", "S.A.", "S A ADR"]) {
    assert.equal(textOf(`NUTMEG FOODS ${form}`), `= NUTMEG FOODS ${form}`);
  }
  assert.equal(textOf(["QUILL PHARMA AS ADR", 2], ["QUILL PHARMA A S ADR", 1]), "= QUILL PHARMA A S ADR");
});

test("takes the text that most passes read", () => {
  const account = (name: string) => `Goldman Fictional Group (via ${name})`;
  assert.equal(textOf([account("HGI, LLC"), 6], [account("HGIL, LLC"), 2]), `= ${account("HGI, LLC")}`);
  assert.equal(textOf([account("HGI, LLC"), 4], [account("HGIL, LLC"), 4]), `~ ${account("HGI, LLC")}`);
  assert.equal(textOf(["'MCFICTIONAL CORP", 6], ["MCFICTIONAL CORP", 2]), "= MCFICTIONAL CORP");
});

test("words that distinguish names must match exactly: short ones, numerals, digits, and those in which funds differ", () => {
  assert.equal(textOf("FERNWOOD MID CAP GROWTH FUND II"), "= FERNWOOD MID CAP GROWTH FUND II");
  for (const other of ["FUND I", "FUND III", "FUND Il", "FUND", "FUND II 2030"]) {
    assert.equal(textOf(`FERNWOOD MID CAP GROWTH ${other}`), null, other);
  }
  assert.equal(textOf("FERNWOOD MIO CAP GROWTH FUND II"), null);
  assert.equal(textOf("FICTIONAL STATE TPK COMMISSION TRK"), null, "twice");
  assert.equal(textOf("FERNWOOD SCIENCE AND TECHNOLOGY TRUST"), "= FERNWOOD SCIENCE AND TECHNOLOGY TRUST");
  for (const misread of ["TI", "IJ", "IS", "lI", "UI", "HI"]) {
    assert.equal(textOf(`FERNWOOD SCIENCE AND TECHNOLOGY TRUST ${misread}`), null, `${misread} may be II`);
  }
  assert.equal(textOf(["FERNWOOD MID CAP GROWTH FUND II", 6], ["FERNWOOD MID CAP VALUE FUND II", 4]), null);
});

test("requires a clear share class, and matches no name of a bond, an option or an asset with its own symbol", () => {
  assert.equal(textOf(["ALPHABETA INC CLASS A", 5], ["ALPHABETA INC CLASS C", 4]), null);
  assert.equal(textOf("ALPHABETA INC CLASS 8"), null);
  assert.equal(textOf(["ALPHABETA INC CLASS A", 2], ["ALPHABETA INC", 4]), null);
  assert.equal(textOf(["ALPHABETA INC CLASS 8", 5], ["ALPHABETA INC CLASS B", 3]), "= ALPHABETA INC CLASS B");
  assert.equal(
    textOf(["ALPHABETA CLASS-8 CMN CLASS B", 5], ["ALPHABETA CLASS-B CMN CLASS 8", 3]),
    "~ ALPHABETA CLASS-8 CMN CLASS B",
  );
  assert.equal(
    textOf(["ALPHABETA INC CLASS B", 9], ["ALPHABETA INCORP CLASS A", 1])?.slice(-1),
    "B",
    "never another's text",
  );
  for (const text of [
    "ELDERBERRY HEALTH 4.25% 2031",
    "ELDERBERRY HEALTH INC CALL $40",
    "ELDERBERRY HEALTH DUE 06/01/31",
  ]) {
    assert.equal(textOf(text), null, text);
  }
  assert.equal(textOf("ELDERBERRY HEALTH INC (XYZ)"), null);
});
