import assert from "node:assert/strict";
import { test } from "node:test";
import { voteOnName } from "./voted-name.ts";

const toPass = (text: string, confidence = 0.9) => text.split(" ").map((word) => ({ text: word, confidence }));
const voteOn = (...texts: string[]) => {
  const { text, sure } = voteOnName(texts.map((each) => toPass(each)));
  return sure ? text : `${text}?`;
};

test("accepts a name if each misread word is read correctly by nearly all other passes", () => {
  assert.equal(
    voteOn(
      "BAKER HUGHES CQ OF TULSA",
      "BAKFR HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TVLSA",
    ),
    "BAKER HUGHES CO OF TULSA",
  );
  assert.equal(voteOn("DXC CORP", "PXC CORP", "DXC CORP"), "DXC CORP?", "two of three are too few");
});

test("a single pass is enough only for a known name", () => {
  assert.equal(voteOn("HONEYWELL INTERNATIONAL INC"), "HONEYWELL INTERNATIONAL INC");
  assert.equal(voteOn("Honeywell international, inc."), "Honeywell International, Inc.");
  assert.equal(voteOn("HONEYWELL INTERNATIONAL iNC"), "HONEYWELL INTERNATIONAL INC");
  assert.equal(voteOn("HONEYWELL iNTERNATIONAL INC"), "HONEYWELL iNTERNATIONAL INC?");
  assert.equal(voteOn("HONEYWEL INTERNATIONAL INC"), "HONEYWEL INTERNATIONAL INC?");
  assert.equal(voteOn("ALPHABET INC CL A"), "ALPHABET INC CL A?");
  const unsure = toPass("HONEYWELL INTERNATIONAL INC", 0.75);
  assert.equal(voteOnName([unsure]).sure, false);
  const withUnsureWord = [{ text: "HONEYWELL", confidence: 0.55 }, ...toPass("INTERNATIONAL INC", 0.99)];
  assert.equal(voteOnName([withUnsureWord]).sure, false);
});

test("keeps a known word that one pass misreads, and never inserts a word that no pass read", () => {
  assert.equal(voteOn("DOVER CORP", "DOVER GORP", "DOVER CORP", "DOVER BORP"), "DOVER CORP");
  assert.equal(voteOn("DOVER 8CH", "DOVER SCH", "DOVER 8CH"), "DOVER 8CH?");
  assert.equal(voteOn("Triton Intemational", "Triton Intemational"), "Triton Intemational?");
  assert.equal(voteOn("ING ZQXWVUT", "ING ZQXWVUT", "ING ZQXWVUT", "ING ZQXWVUT", "INC ZQXWVUT"), "ING ZQXWVUT?");
});

test("digits, tickers and brackets need more agreement than words", () => {
  const five = ["DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/18/2024"];
  assert.equal(voteOn(...five), "DUE 08/15/2024?");
  const same = Array.from({ length: 5 }, () => "DUE 08/15/2024");
  assert.equal(voteOn(...same), "DUE 08/15/2024");
  assert.equal(voteOn(...same.slice(0, 4)), "DUE 08/15/2024?", "four passes may make the same error with 8 and 6");
  const faint = [...same.map((text) => toPass(text)), [...toPass("DUE"), ...toPass("08/16/2024", 0.4)]];
  assert.equal(voteOnName(faint).sure, true, "the differing pass is too uncertain to count");
  assert.equal(voteOnName(faint.slice(1)).sure, false, "four passes are too few if one differs");
  assert.equal(voteOn("BOND (IBDO)", "BOND (IBDO)"), "BOND (IBDO)");
  assert.equal(voteOn("BOND (1BDO)", "BOND (1BDO)"), "BOND (1BDO)?");
  assert.equal(voteOn("(via HG], LLC)", "(via HG], LLC)"), "(via HG], LLC)?");
  assert.equal(voteOn("NOTE §% DUE", "NOTE §% DUE"), "NOTE §% DUE?");
});

test("an illegible pass has no vote, and a single pass confirms nothing", () => {
  const clear = toPass("DOVER CORP");
  assert.equal(voteOnName([clear, clear, toPass("UUVIR FIRP", 0.3)]).sure, true);
  const poor = ["VMSBEROA", "WMBANQE", "WBSRANCQ"].map((text) => toPass(text, 0.3));
  const unlisted = [toPass("WASBANOA"), toPass("WASBANOA"), ...poor];
  assert.equal(voteOnName(unlisted).sure, false, "most passes are illegible, and the word is not listed");
  assert.equal(voteOnName([clear, clear, ...poor]).sure, true);
  const alone = voteOnName([clear, toPass("UUVIR FIRP", 0.3)]);
  assert.deepEqual([alone.text, alone.sure], ["DOVER CORP", false]);
  assert.deepEqual(voteOnName([[], []]).text, "");
});

test("assumes that a pass lost a space rather than inserted one", () => {
  assert.equal(voteOn("AON SHSCL A", "AON SHSCL A", "AON SHS CL A"), "AON SHS CL A");
  const same = Array.from({ length: 4 }, () => "NOTES 4.875%");
  assert.equal(voteOn("NOTES 4 875%", ...same), "NOTES 4.875%", "a space in place of a decimal point does not count");
});

test("a word is uncertain if passes differ in its periods and commas", () => {
  assert.equal(voteOn("ACME, INC CMN", "ACME, INC. CMN", "ACME, INC CMN", "ACME, INC. CMN"), "ACME, INC CMN?");
  assert.equal(voteOn("ACME, INC. CMN", "ACME, INC CMN", "ACME, INC. CMN", "ACME, INC. CMN"), "ACME, INC. CMN");
});

test("an unlisted word one letter away from a listed word is uncertain, unless the passes are nearly certain", () => {
  const read = (text: string, confidence: number) =>
    voteOnName([toPass(text, confidence), toPass(text, confidence), toPass(text, confidence)]).sure;
  for (const name of ["ADQBE INC", "METUFE INC", "TIX COMPANIES INC", "HALUBURTON COMPANY", "THE WRLIAMS COMPANIES"]) {
    assert.equal(read(name, 0.9), false, name);
  }
  for (const name of ["ADOBE INC", "METLIFE INC", "TJX COMPANIES INC", "HALLIBURTON COMPANY"]) {
    assert.equal(read(name, 0.9), true, name);
  }
  assert.equal(read("VARIAN SYSTEMS", 0.96), true, "an unlisted name in clear print");
  assert.equal(read("ZQXWVUT FUND", 0.9), true, "similar to no listed word");
});

test("keeps a listed word that most passes read, but is uncertain if another pass reads a different listed word", () => {
  assert.equal(voteOn("CUMMINS INC", "CUMMLNS INC", "CUMMINS INC"), "CUMMINS INC");
  assert.equal(voteOn("WELLS CORP", "WILLS CORP", "WELLS CORP", "HILLS CORP"), "WELLS CORP?");
});

test("a percentage with too many digits is uncertain, because it has lost its decimal point", () => {
  const voteOnFive = (text: string) => voteOn(...Array.from({ length: 5 }, () => text));
  assert.equal(voteOnFive("NOTES 1 875% DUE"), "NOTES 1 875% DUE?");
  assert.equal(voteOnFive("NOTES 1.875% DUE"), "NOTES 1.875% DUE");
  assert.equal(voteOnFive("FUND 100% SWEEP"), "FUND 100% SWEEP");
});

test("a digit within a word or an initial small i is uncertain, except where a capital I is restored; braces become parentheses", () => {
  const voteOnFive = (text: string, confidence = 0.9) =>
    voteOnName(Array.from({ length: 5 }, () => toPass(text, confidence)));
  assert.equal(voteOnFive("E1 DU PONT").sure, false);
  assert.equal(voteOnFive("snap inc").sure, false, "a small i for a capital");
  assert.deepEqual(
    [voteOnFive("Snap inc").text, voteOnFive("Snap inc").sure],
    ["Snap Inc", true],
    "every other word is capitalized",
  );
  assert.equal(voteOnFive("Visa inc. Class A stock").text, "Visa Inc. Class A stock");
  assert.equal(voteOnFive("Apple Inc common stock").sure, true);
  assert.equal(voteOnFive("3M COMPANY").sure, true);
  assert.equal(voteOnFive("BROADBAND CORP $C").sure, false);
  assert.equal(voteOnFive("WALT DISNEY COMPANY (THE} CORP").text, "WALT DISNEY COMPANY (THE) CORP");
});

test("numerals that look like other characters in print, or that most passes miss, are uncertain", () => {
  for (const text of ["SAMPLE FUND Il LP", "SAMPLE FUND ll", "Sample Fd 11", "LINKED TO S&P S00 INDEX"]) {
    assert.equal(voteOn(text, text, text, text, text), `${text}?`);
  }
  assert.equal(voteOn("SAMPLE FUND II LP", "SAMPLE FUND II LP", "SAMPLE FUND II LP"), "SAMPLE FUND II LP");
  assert.equal(voteOn("SAMPLE FUND", "SAMPLE FUND", "SAMPLE FUND", "SAMPLE FUND I"), "SAMPLE FUND?");
  assert.equal(voteOn("SAMPLE FD", "SAMPLE FD", "SAMPLE FD", "SAMPLE FD A"), "SAMPLE FD?");
  assert.equal(voteOn("SAMPLE FUND |", "SAMPLE FUND |", "SAMPLE FUND |"), "SAMPLE FUND |?");
  assert.equal(voteOn("SAMPLE FUND", "SAMPLE FUND |", "SAMPLE FUND"), "SAMPLE FUND?");
  const ofBothModels = ["SAMPLE FUND |", "SAMPLE FUND |", ...Array.from({ length: 5 }, () => "SAMPLE FUND I")];
  assert.equal(voteOn(...ofBothModels), "SAMPLE FUND I");
  assert.equal(voteOn("SAMPLE CLASS", "SAMPLE CLASS", "SAMPLE CLASS"), "SAMPLE CLASS?", "its letter is missing");
  const fund = "SAMPLE FUND INSTITUTIONAL CLASS";
  assert.equal(voteOn(fund, fund, fund), fund);
});

test("a legal form joined to a share class is uncertain, because the space between them is lost", () => {
  for (const text of ["SAMPLE INCSHS CLA", "SAMPLE INCCLC", "SAMPLE CORPCOM", "SAMPLE INTLINCCLA"]) {
    assert.equal(voteOn(text, text, text, text, text), `${text}?`);
  }
  assert.equal(voteOn("SAMPLE INCOME FUND", "SAMPLE INCOME FUND", "SAMPLE INCOME FUND"), "SAMPLE INCOME FUND");
});

test("a listed word that two passes read replaces an unlisted word that most passes read", () => {
  const most = ["NVIDIA CMIN", "NVIDIA CMIN", "NVIDIA CMIN", "NVIDIA CMIN"];
  assert.equal(voteOn(...most, "NVIDIA CMN", "NVIDIA CMN"), "NVIDIA CMN");
  assert.equal(voteOn(...most, "NVIDIA CMN"), "NVIDIA CMIN?", "one pass is too few");
  assert.equal(voteOn("HALUBURTON", "HALUBURTON", "HALUBURTON", "HALLIBURTON", "HALLIBURTON"), "HALLIBURTON");
  const both = ["VELLS SYSTEMS", "VELLS SYSTEMS", "VELLS SYSTEMS", "WELLS SYSTEMS", "WELLS SYSTEMS", "HILLS SYSTEMS"];
  assert.equal(voteOn(...both), "VELLS SYSTEMS?", "passes read two listed words");
  const unsure = [toPass("NVIDIA CMIN"), toPass("NVIDIA CMIN"), toPass("NVIDIA CMN", 0.55), toPass("NVIDIA CMN", 0.5)];
  assert.equal(voteOnName(unsure).text, "NVIDIA CMIN", "neither pass is sure of it");
});

test("a first word that lost its first stroke is uncertain, and so is a word split by a space", () => {
  for (const text of ["HS Markit Ltd", "HILTON WORLDWIDE HOLD INGS", "TRUIST FINANCIAL COR PORATION"]) {
    assert.equal(voteOn(text, text, text, text, text), `${text}?`);
  }
  for (const text of ["IHS Markit Ltd", "HILTON WORLDWIDE HOLDINGS", "HEALTH CARE FUND"]) {
    assert.equal(voteOn(text, text, text, text, text), text);
  }
});

test("a name one misread letter away from a known name is uncertain, even if all passes are sure of it", () => {
  const read = (text: string) => voteOnName(Array.from({ length: 5 }, () => toPass(text, 0.97))).sure;
  for (const name of [
    "MAT BANK CORPORATION",
    "M8T BANK CORP",
    "EU LILLY & CO",
    "RANK OF AMERICA CORP",
    "GENERAL HOLDINGS INC",
  ])
    assert.equal(read(name), false, name);
  for (const name of ["M&T BANK CORPORATION", "ELI LILLY & CO", "BANK OF AMERICA CORP", "GENERAC HOLDINGS INC"])
    assert.equal(read(name), true, name);
});

test("a short, unlisted first word is uncertain if it may be a misread listed word and no symbol follows the name", () => {
  const read = (text: string) => voteOnName(Array.from({ length: 5 }, () => toPass(text, 0.97))).sure;
  for (const name of ["MCP, INC.", "TIX COS INC NEW"]) assert.equal(read(name), false, name);
  for (const name of ["HCP, INC.", "TJX COS INC NEW", "TIX COS INC (TJX)"]) assert.equal(read(name), true, name);
});

test("a word that has taken a letter from the next word is uncertain", () => {
  for (const text of ["NESTLES A", "NEW YORKN Y GO"]) assert.equal(voteOn(text, text, text, text, text), `${text}?`);
  for (const text of ["DANONE S A", "WELLS A"]) assert.equal(voteOn(text, text, text, text, text), text);
});

test("an unlisted word is uncertain if an OCR pass finds spaces inside the word", () => {
  const [most, wide] = ["SAMPLE NEWZQXCLA", "SAMPLE NEW ZQX CLA"];
  assert.equal(voteOn(most, wide, most, most), `${most}?`);
  assert.equal(voteOn("SAMPLE HOLD INGS", "SAMPLE HOLDINGS", "SAMPLE HOLDINGS"), "SAMPLE HOLDINGS");
});

test("digits, unlisted words and short words are uncertain if all passes agree but with low confidence", () => {
  const read = (text: string, confidence: number) =>
    voteOnName(Array.from({ length: 5 }, () => toPass(text, confidence))).sure;
  for (const text of ["BOND DUE 11/16/2038", "WESTINGHOUSE ASR BRAKE", "QWERTMAREX ENERGY"]) {
    assert.equal(read(text, 0.75), false, text);
    assert.equal(read(text, 0.9), true, text);
  }
});

test("a name is uncertain if some passes read an additional word at the end, or if there is a space next to a dash", () => {
  assert.equal(voteOn("APPLE INC", "APPLE INC CMN", "APPLE INC OMN", "APPLE INC"), "APPLE INC?");
  assert.equal(voteOn("COCA -COLA CO", "COCA -COLA CO", "COCA -COLA CO"), "COCA -COLA CO?");
});

test('reads "(NC" as INC, and drops a lone quotation mark before the name as a remnant of a ruled line', () => {
  assert.equal(voteOn("CUMMINS (NC", "CUMMINS (NC", "CUMMINS INC"), "CUMMINS INC");
  assert.equal(voteOn("‘CORNING INC", "CORNING INC", "CORNING INC"), "CORNING INC");
  assert.equal(voteOn("'CORNING INC", "'CORNING INC", "CORNING INC"), "CORNING INC");
});

test("a small i or l in a capitalized name is uncertain, unless the name is spelled that way", () => {
  assert.equal(voteOn("MURPHY OiL", "MURPHY OiL", "MURPHY OiL"), "MURPHY OiL?");
  assert.equal(voteOn("CABOT Oil CORP", "CABOT Oil CORP", "CABOT Oil CORP"), "CABOT Oil CORP?");
  assert.equal(voteOn("SOPHiA Genetics", "SOPHiA Genetics", "SOPHiA Genetics"), "SOPHiA Genetics");
});

test("characters and endings that are often misread in blotted print are uncertain", () => {
  const voteOnSix = (text: string) => voteOn(...Array.from({ length: 6 }, () => text));
  assert.equal(voteOnSix("PEPSICO, INC. CMN"), "PEPSICO, INC. CMN");
  assert.equal(voteOnSix("PEPSICO. INC. CMN"), "PEPSICO. INC. CMN?");
  assert.equal(voteOnSix("SMITH & CO. INC. CMN"), "SMITH & CO. INC. CMN");
  assert.equal(voteOnSix("MARTIN MARIETTA MATERIALS,INC"), "MARTIN MARIETTA MATERIALS,INC?");
  assert.equal(voteOnSix("COCA-COLA COMPANY (THE] CMN"), "COCA-COLA COMPANY (THE] CMN?");
  assert.equal(voteOnSix("ALPHABET ING"), "ALPHABET ING?");
  assert.equal(voteOnSix("DOVER CORP CMN PFIZER INC CMN"), "DOVER CORP CMN PFIZER INC CMN?");
});
