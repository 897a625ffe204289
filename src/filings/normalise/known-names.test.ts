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

/** Identifies a text that eight passes read, or several texts with the number of passes that read each. */
function find(...passes: (string | [string, number])[]): string | null {
  const read = passes.map((each): PassText => {
    const [text, count] = typeof each === "string" ? [each, 8] : each;
    return { text, count };
  });
  const found = NAMES.identify(read);
  return found && `${found.isExact ? "=" : "~"} ${found.text}`;
}

test("accepts a name from a single OCR pass only if every letter matches a known name and no other name is similar", () => {
  assert.equal(find(["MERCURY WIDGETS CORP", 1]), null, "another name is similar");
  assert.equal(find(["ELDERBERRY HEALTH, INC CMN", 1]), "= ELDERBERRY HEALTH, INC CMN");
  assert.equal(find(["FERNWOOD MID CAP GROWTH FUND II", 1]), "= FERNWOOD MID CAP GROWTH FUND II");
  assert.equal(find(["ELDERBERRY HEAKTH INC", 1]), null);
});

test("recognizes a name by the letters, whatever the punctuation, spaces, legal form and share class", () => {
  assert.equal(find("ELDERBERRY HEALTH INC, CMN", "ELDERBERRY HEALTH INC. CMN"), "= ELDERBERRY HEALTH INC. CMN");
  assert.equal(find(["FERNWOOD SCiENCE AND TECHNOLOGY TRUST", 8]), "~ FERNWOOD SCiENCE AND TECHNOLOGY TRUST");
  assert.equal(find("MC FICTIONAL CRP CMN"), "= MC FICTIONAL CRP CMN");
  assert.equal(find("MC § FICTIONAL CRP CMN"), "~ MC § FICTIONAL CRP CMN");
  assert.equal(find("GOLDMAN FICTIONAL GROUP INC 8HS"), "~ GOLDMAN FICTIONAL GROUP INC 8HS");
  assert.equal(find(["ALPHABETA INCSHS CLC", 5], ["ALPHABETA INC SHS CL C", 4]), "= ALPHABETA INC SHS CL C");
  assert.equal(find("Goldman Fictional Group (via HGI, LLC)"), "= Goldman Fictional Group (via HGI, LLC)");
});

test("recognizes a name with misread or mistyped letters if no other name is similar", () => {
  assert.equal(find("ELDERBERRY HEAKTH INC"), "~ ELDERBERRY HEAKTH INC");
  assert.equal(find(["GOLDMAN FICTIONAI GROUP INC", 5], ["", 4]), "~ GOLDMAN FICTIONAI GROUP INC");
  assert.equal(find("GOLDRAN FLCTXNAL GRUP"), null, "too far");
  assert.equal(find("MERCURY WIDGETS CORP"), null, "another security's name differs by one letter");
  assert.equal(find("SUPERDIVIDEND EXAMPLE ETF"), null, "another security's name differs by a space");
  assert.equal(find("PAREX MINERALS INC"), null, "the first word may be another name's");
  assert.equal(find("EGRENERAX WIDGETRY INC"), "~ EGRENERAX WIDGETRY INC", "no other name has the second word");
  assert.equal(find("EGRENERAX PHARMACEUTICALS INC"), null, "other names have the second word");
  assert.equal(find("EGRENERQN PHARMACEUTICALS INC"), "~ EGRENERQN PHARMACEUTICALS INC", "similar enough all the same");
  assert.equal(find("NELK"), null, "a short name may be any other name");
});

test("rejects a name if a misread word fits two known words, unless another OCR pass or another word decides", () => {
  assert.equal(find("NORTHERN BANXSHARES INC"), null, "may be Bankshares, which other listed names contain");
  assert.equal(find("NORTHERN BANCSHARFS INC"), "~ NORTHERN BANCSHARFS INC", "no other word is similar");
  assert.equal(find(["NORTHERN BANXSHARES INC", 7], ["NORTHERN BANCSHARES INC", 5]), "= NORTHERN BANCSHARES INC");
  assert.equal(find("SOLITARY BANXSHARES INC"), "~ SOLITARY BANXSHARES INC", "no other name contains Solitary");
});

test("accepts letters merged or split in print, but not many misread letters, a misread short word or a missing word", () => {
  assert.equal(find("FERNWOOD SClENCE AND TECHNOLOGY TRUST"), "~ FERNWOOD SClENCE AND TECHNOLOGY TRUST");
  assert.equal(find("ACTXONAL UFESOENCES GRP CMN"), null, "too far");
  assert.equal(find("FICTIONAL UFESCIENCES CORP CMN"), "~ FICTIONAL UFESCIENCES CORP CMN");
  assert.equal(find("ARB FICTIONAL CORP"), null, "a short word must match");
  assert.equal(find("SCIENCE AND TECHNOLOGY TRUST"), null, "a word is missing");
});

test("recognizes a name with a misread share type, a truncated legal form, abbreviations or a broker's remark", () => {
  assert.equal(
    find(["FICTIONAL LIFESCIENCES CORP OMN", 7], ["FICTIONAL LIFESCIENCES CORP CMN", 1]),
    "= FICTIONAL LIFESCIENCES CORP CMN",
  );
  assert.equal(
    find(["FICTIONAL LIFESCIENCES CORPORATI CVIN", 7], ["FICTIONAL LIFESCIENCES CORPORATI CMN", 1]),
    "= FICTIONAL LIFESCIENCES CORPORATI CMN",
  );
  assert.equal(find("FICTIONAL LIFESCIENCES CORP OMN"), "~ FICTIONAL LIFESCIENCES CORP OMN");
  assert.equal(find("NATL ELDER SRVCS INC"), "= NATL ELDER SRVCS INC");
  assert.equal(
    find(["MCFICTIONAL CORP DE Trade#:01831 Blot:85", 5], ["MCFICTIONAL CORP DE Trade#:01881 Blot:85", 2]),
    "~ MCFICTIONAL CORP DE Trade#:01831 Blot:85",
  );
  assert.equal(find("MCFICTIONAL CORP MTN"), null, "a note");
  assert.equal(
    find("Cascoe Wharves Partners LTD (CWP) (via HGI, LLC)"),
    "= Cascoe Wharves Partners LTD (CWP) (via HGI, LLC)",
  );
  assert.equal(find("Cascoe Wharves Partners LTD (CWQ) (via HGI, LLC)"), null, "the printed symbol is another");
  assert.equal(find("ZYQU INC"), "= ZYQU INC");
  assert.equal(find("ZYQU"), null, "short, without a legal form");
  assert.equal(find("ZYOU INC"), null);
});

test("recognizes a name followed by a place of incorporation, a nominal value, an identifier or a truncated legal form", () => {
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
    assert.equal(find(`MCFICTIONAL CORP ${behind}`), `~ MCFICTIONAL CORP ${behind}`);
  }
  assert.equal(find("NUTMEG NAT INTERTECHNLGY CO NJ $1"), "~ NUTMEG NAT INTERTECHNLGY CO NJ $1");
  assert.equal(find("NUTMEG NAT INTERTECHNLGY CO/THE"), "= NUTMEG NAT INTERTECHNLGY CO/THE");
  assert.equal(find("NUTMEG NAT INTERTECHNLGY COfTHE"), "~ NUTMEG NAT INTERTECHNLGY COfTHE");
  assert.equal(find("ALPHABETA INC8HS CLC"), "~ ALPHABETA INC8HS CLC");
  assert.equal(find("MCFICTIONAL CORP GLB 03.625% UNSOLICITED"), null, "a bond");
  assert.equal(find("MCFICTIONAL CORP PFD WISC PV 1CT"), null, "a preferred share");
  assert.equal(find("ALPHABETA INC COM USDO0.01 CLASS A")?.slice(0, 1), "~");
  for (const cut of ["LIMITED COMPANY", "LIMITED COMPA CMN", "LIMI CMN"]) {
    assert.equal(find(`CRANE FICTIONAL PUBLIC ${cut}`), `= CRANE FICTIONAL PUBLIC ${cut}`);
  }
  for (const cut of ["PUBLIC UMITED COMPANY", "PUBLIC UMI CMN", "PUBUC LIMITED COMPA CMN"]) {
    assert.equal(find(`CRANE FICTIONAL ${cut}`), `~ CRANE FICTIONAL ${cut}`);
  }
});

test("joins initials at the end of a name", () => {
  for (const form of ["SA", "S A", "S.A.", "S A ADR"]) {
    assert.equal(find(`NUTMEG FOODS ${form}`), `= NUTMEG FOODS ${form}`);
  }
  assert.equal(find(["QUILL PHARMA AS ADR", 2], ["QUILL PHARMA A S ADR", 1]), "= QUILL PHARMA A S ADR");
});

test("chooses the text closest to a known name, then the text that the majority of OCR passes agree on", () => {
  const toAccount = (name: string) => `Goldman Fictional Group (via ${name})`;
  assert.equal(find([toAccount("HGI, LLC"), 6], [toAccount("HGIL, LLC"), 2]), `= ${toAccount("HGI, LLC")}`);
  assert.equal(find([toAccount("HGI, LLC"), 4], [toAccount("HGIL, LLC"), 4]), `~ ${toAccount("HGI, LLC")}`);
  assert.equal(find(["'MCFICTIONAL CORP", 6], ["MCFICTIONAL CORP", 2]), "= MCFICTIONAL CORP");
});

test("words that distinguish names must match exactly: numerals, digits, short words and repeated words", () => {
  assert.equal(find("FERNWOOD MID CAP GROWTH FUND II"), "= FERNWOOD MID CAP GROWTH FUND II");
  for (const other of ["FUND I", "FUND III", "FUND Il", "FUND", "FUND II 2030"]) {
    assert.equal(find(`FERNWOOD MID CAP GROWTH ${other}`), null, other);
  }
  assert.equal(find("FERNWOOD MIO CAP GROWTH FUND II"), null);
  assert.equal(find("FICTIONAL STATE TPK COMMISSION TRK"), null, "twice");
  assert.equal(find("FERNWOOD SCIENCE AND TECHNOLOGY TRUST"), "= FERNWOOD SCIENCE AND TECHNOLOGY TRUST");
  for (const misread of ["TI", "IJ", "IS", "lI", "UI", "HI"]) {
    assert.equal(find(`FERNWOOD SCIENCE AND TECHNOLOGY TRUST ${misread}`), null, `${misread} may be II`);
  }
  assert.equal(find(["FERNWOOD MID CAP GROWTH FUND II", 6], ["FERNWOOD MID CAP VALUE FUND II", 4]), null);
});

test("requires a clear share class, and matches no name of a bond, an option or an asset with its own symbol", () => {
  assert.equal(find(["ALPHABETA INC CLASS A", 5], ["ALPHABETA INC CLASS C", 4]), null);
  assert.equal(find("ALPHABETA INC CLASS 8"), null);
  assert.equal(find(["ALPHABETA INC CLASS A", 2], ["ALPHABETA INC", 4]), null);
  assert.equal(find(["ALPHABETA INC CLASS 8", 5], ["ALPHABETA INC CLASS B", 3]), "= ALPHABETA INC CLASS B");
  assert.equal(
    find(["ALPHABETA CLASS-8 CMN CLASS B", 5], ["ALPHABETA CLASS-B CMN CLASS 8", 3]),
    "~ ALPHABETA CLASS-8 CMN CLASS B",
  );
  assert.equal(
    find(["ALPHABETA INC CLASS B", 9], ["ALPHABETA INCORP CLASS A", 1])?.slice(-1),
    "B",
    "never the text of another share class",
  );
  for (const text of [
    "ELDERBERRY HEALTH 4.25% 2031",
    "ELDERBERRY HEALTH INC CALL $40",
    "ELDERBERRY HEALTH DUE 06/01/31",
  ]) {
    assert.equal(find(text), null, text);
  }
  assert.equal(find("ELDERBERRY HEALTH INC (XYZ)"), null);
});
