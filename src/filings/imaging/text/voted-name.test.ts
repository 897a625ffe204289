import assert from "node:assert/strict";
import { test } from "node:test";
import { voteOnName } from "./voted-name.ts";

const ocrPass = (text: string, confidence = 0.9) => text.split(" ").map((word) => ({ text: word, confidence }));
const nameOf = (...texts: string[]) => {
  const { text, sure } = voteOnName(texts.map((each) => ocrPass(each)));
  return sure ? text : `${text}?`;
};

test("one odd word in each pass does not spoil the name", () => {
  assert.equal(
    nameOf(
      "BAKER HUGHES CQ OF TULSA",
      "BAKFR HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TULSA",
      "BAKER HUGHES CO OF TVLSA",
    ),
    "BAKER HUGHES CO OF TULSA",
  );
  assert.equal(nameOf("DXC CORP", "PXC CORP", "DXC CORP"), "DXC CORP?", "two of three are too few");
});

test("a single pass is enough only for a known name", () => {
  assert.equal(nameOf("HONEYWELL INTERNATIONAL INC"), "HONEYWELL INTERNATIONAL INC");
  assert.equal(nameOf("Honeywell international, inc."), "Honeywell International, Inc.");
  assert.equal(nameOf("HONEYWELL INTERNATIONAL iNC"), "HONEYWELL INTERNATIONAL INC");
  assert.equal(nameOf("HONEYWELL iNTERNATIONAL INC"), "HONEYWELL iNTERNATIONAL INC?");
  assert.equal(nameOf("HONEYWEL INTERNATIONAL INC"), "HONEYWEL INTERNATIONAL INC?");
  assert.equal(nameOf("ALPHABET INC CL A"), "ALPHABET INC CL A?");
  const unsure = ocrPass("HONEYWELL INTERNATIONAL INC", 0.75);
  assert.equal(voteOnName([unsure]).sure, false);
  const withUnsureWord = [{ text: "HONEYWELL", confidence: 0.55 }, ...ocrPass("INTERNATIONAL INC", 0.99)];
  assert.equal(voteOnName([withUnsureWord]).sure, false);
});

test("keeps a known word that one pass misreads, and never inserts one that no pass read", () => {
  assert.equal(nameOf("DOVER CORP", "DOVER GORP", "DOVER CORP", "DOVER BORP"), "DOVER CORP");
  assert.equal(nameOf("DOVER 8CH", "DOVER SCH", "DOVER 8CH"), "DOVER 8CH?");
  assert.equal(nameOf("Triton Intemational", "Triton Intemational"), "Triton Intemational?");
  assert.equal(nameOf("ING ZQXWVUT", "ING ZQXWVUT", "ING ZQXWVUT", "ING ZQXWVUT", "INC ZQXWVUT"), "ING ZQXWVUT?");
});

test("digits, tickers and brackets need more agreement than words", () => {
  const five = ["DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/18/2024"];
  assert.equal(nameOf(...five), "DUE 08/15/2024?");
  const same = Array.from({ length: 5 }, () => "DUE 08/15/2024");
  assert.equal(nameOf(...same), "DUE 08/15/2024");
  assert.equal(nameOf(...same.slice(0, 4)), "DUE 08/15/2024?", "few looks mistake 8 and 6 alike");
  const faint = [...same.map((text) => ocrPass(text)), [...ocrPass("DUE"), ...ocrPass("08/16/2024", 0.4)]];
  assert.equal(voteOnName(faint).sure, true, "a look that hardly saw them");
  assert.equal(voteOnName(faint.slice(1)).sure, false, "four are too few against one");
  assert.equal(nameOf("BOND (IBDO)", "BOND (IBDO)"), "BOND (IBDO)");
  assert.equal(nameOf("BOND (1BDO)", "BOND (1BDO)"), "BOND (1BDO)?");
  assert.equal(nameOf("(via HG], LLC)", "(via HG], LLC)"), "(via HG], LLC)?");
  assert.equal(nameOf("NOTE §% DUE", "NOTE §% DUE"), "NOTE §% DUE?");
});

test("an illegible pass has no vote, and a single pass confirms nothing", () => {
  const clear = ocrPass("DOVER CORP");
  assert.equal(voteOnName([clear, clear, ocrPass("UUVIR FIRP", 0.3)]).sure, true);
  const poor = ["VMSBEROA", "WMBANQE", "WBSRANCQ"].map((text) => ocrPass(text, 0.3));
  const unlisted = [ocrPass("WASBANOA"), ocrPass("WASBANOA"), ...poor];
  assert.equal(voteOnName(unlisted).sure, false, "most looks are not legible, and nobody lists the word");
  assert.equal(voteOnName([clear, clear, ...poor]).sure, true);
  const alone = voteOnName([clear, ocrPass("UUVIR FIRP", 0.3)]);
  assert.deepEqual([alone.text, alone.sure], ["DOVER CORP", false]);
  assert.deepEqual(voteOnName([[], []]).text, "");
});

test("assumes that a blank was lost rather than invented", () => {
  assert.equal(nameOf("AON SHSCL A", "AON SHSCL A", "AON SHS CL A"), "AON SHS CL A");
  const same = Array.from({ length: 4 }, () => "NOTES 4.875%");
  assert.equal(nameOf("NOTES 4 875%", ...same), "NOTES 4.875%", "a blank for a point is none");
});

test("doubts a word if passes differ in its periods and commas", () => {
  assert.equal(nameOf("ACME, INC CMN", "ACME, INC. CMN", "ACME, INC CMN", "ACME, INC. CMN"), "ACME, INC CMN?");
  assert.equal(nameOf("ACME, INC. CMN", "ACME, INC CMN", "ACME, INC. CMN", "ACME, INC. CMN"), "ACME, INC. CMN");
});

test("doubts an unlisted word one letter away from a listed one, unless the passes are nearly certain", () => {
  const read = (text: string, confidence: number) =>
    voteOnName([ocrPass(text, confidence), ocrPass(text, confidence), ocrPass(text, confidence)]).sure;
  for (const name of ["ADQBE INC", "METUFE INC", "TIX COMPANIES INC", "HALUBURTON COMPANY", "THE WRLIAMS COMPANIES"]) {
    assert.equal(read(name, 0.9), false, name);
  }
  for (const name of ["ADOBE INC", "METLIFE INC", "TJX COMPANIES INC", "HALLIBURTON COMPANY"]) {
    assert.equal(read(name, 0.9), true, name);
  }
  assert.equal(read("VARIAN SYSTEMS", 0.96), true, "a name that is on no list, in clear print");
  assert.equal(read("ZQXWVUT FUND", 0.9), true, "near to no listed word");
});

test("keeps a listed word that most passes read, if no pass reads another listed word", () => {
  assert.equal(nameOf("CUMMINS INC", "CUMMLNS INC", "CUMMINS INC"), "CUMMINS INC");
  assert.equal(nameOf("WELLS CORP", "WILLS CORP", "WELLS CORP", "HILLS CORP"), "WELLS CORP?");
});

test("doubts a percentage with too many digits, which has lost its decimal point", () => {
  const five = (text: string) => nameOf(...Array.from({ length: 5 }, () => text));
  assert.equal(five("NOTES 1 875% DUE"), "NOTES 1 875% DUE?");
  assert.equal(five("NOTES 1.875% DUE"), "NOTES 1.875% DUE");
  assert.equal(five("FUND 100% SWEEP"), "FUND 100% SWEEP");
});

test("doubts a digit within a word and a small i for a capital, and turns braces into parentheses", () => {
  const five = (text: string, confidence = 0.9) =>
    voteOnName(Array.from({ length: 5 }, () => ocrPass(text, confidence)));
  assert.equal(five("E1 DU PONT").sure, false);
  assert.equal(five("snap inc").sure, false, "a small i for a capital");
  assert.deepEqual([five("Snap inc").text, five("Snap inc").sure], ["Snap Inc", true], "all else has its capital");
  assert.equal(five("Visa inc. Class A stock").text, "Visa Inc. Class A stock");
  assert.equal(five("Apple Inc common stock").sure, true);
  assert.equal(five("3M COMPANY").sure, true);
  assert.equal(five("BROADBAND CORP $C").sure, false);
  assert.equal(five("WALT DISNEY COMPANY (THE} CORP").text, "WALT DISNEY COMPANY (THE) CORP");
});

test("doubts numerals that print does not distinguish, or that most passes miss", () => {
  for (const text of ["SAMPLE FUND Il LP", "SAMPLE FUND ll", "Sample Fd 11", "LINKED TO S&P S00 INDEX"]) {
    assert.equal(nameOf(text, text, text, text, text), `${text}?`);
  }
  assert.equal(nameOf("SAMPLE FUND II LP", "SAMPLE FUND II LP", "SAMPLE FUND II LP"), "SAMPLE FUND II LP");
  assert.equal(nameOf("SAMPLE FUND", "SAMPLE FUND", "SAMPLE FUND", "SAMPLE FUND I"), "SAMPLE FUND?");
  assert.equal(nameOf("SAMPLE FD", "SAMPLE FD", "SAMPLE FD", "SAMPLE FD A"), "SAMPLE FD?");
  assert.equal(nameOf("SAMPLE FUND |", "SAMPLE FUND |", "SAMPLE FUND |"), "SAMPLE FUND |?");
  assert.equal(nameOf("SAMPLE FUND", "SAMPLE FUND |", "SAMPLE FUND"), "SAMPLE FUND?");
  const ofBothModels = ["SAMPLE FUND |", "SAMPLE FUND |", ...Array.from({ length: 5 }, () => "SAMPLE FUND I")];
  assert.equal(nameOf(...ofBothModels), "SAMPLE FUND I");
  assert.equal(nameOf("SAMPLE CLASS", "SAMPLE CLASS", "SAMPLE CLASS"), "SAMPLE CLASS?", "its letter is missing");
  const fund = "SAMPLE FUND INSTITUTIONAL CLASS";
  assert.equal(nameOf(fund, fund, fund), fund);
});

test("doubts a legal form joined to a share class, which has lost its blank", () => {
  for (const text of ["SAMPLE INCSHS CLA", "SAMPLE INCCLC", "SAMPLE CORPCOM", "SAMPLE INTLINCCLA"]) {
    assert.equal(nameOf(text, text, text, text, text), `${text}?`);
  }
  assert.equal(nameOf("SAMPLE INCOME FUND", "SAMPLE INCOME FUND", "SAMPLE INCOME FUND"), "SAMPLE INCOME FUND");
});

test("a listed word from two passes replaces an unlisted one from most", () => {
  const most = ["NVIDIA CMIN", "NVIDIA CMIN", "NVIDIA CMIN", "NVIDIA CMIN"];
  assert.equal(nameOf(...most, "NVIDIA CMN", "NVIDIA CMN"), "NVIDIA CMN");
  assert.equal(nameOf(...most, "NVIDIA CMN"), "NVIDIA CMIN?", "one look is too few");
  assert.equal(nameOf("HALUBURTON", "HALUBURTON", "HALUBURTON", "HALLIBURTON", "HALLIBURTON"), "HALLIBURTON");
  const both = ["VELLS SYSTEMS", "VELLS SYSTEMS", "VELLS SYSTEMS", "WELLS SYSTEMS", "WELLS SYSTEMS", "HILLS SYSTEMS"];
  assert.equal(nameOf(...both), "VELLS SYSTEMS?", "two listed ones");
  const unsure = [
    ocrPass("NVIDIA CMIN"),
    ocrPass("NVIDIA CMIN"),
    ocrPass("NVIDIA CMN", 0.55),
    ocrPass("NVIDIA CMN", 0.5),
  ];
  assert.equal(voteOnName(unsure).text, "NVIDIA CMIN", "neither look is sure of it");
});

test("doubts a first word without its first stroke, and a word split by a space", () => {
  for (const text of ["HS Markit Ltd", "HILTON WORLDWIDE HOLD INGS", "TRUIST FINANCIAL COR PORATION"]) {
    assert.equal(nameOf(text, text, text, text, text), `${text}?`);
  }
  for (const text of ["IHS Markit Ltd", "HILTON WORLDWIDE HOLDINGS", "HEALTH CARE FUND"]) {
    assert.equal(nameOf(text, text, text, text, text), text);
  }
});

test("doubts a name that one misread letter makes of a known one, however sure all passes are", () => {
  const read = (text: string) => voteOnName(Array.from({ length: 5 }, () => ocrPass(text, 0.97))).sure;
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

test("doubts a short first word that nobody lists where print makes it of a listed one", () => {
  const read = (text: string) => voteOnName(Array.from({ length: 5 }, () => ocrPass(text, 0.97))).sure;
  for (const name of ["MCP, INC.", "TIX COS INC NEW"]) assert.equal(read(name), false, name);
  for (const name of ["HCP, INC.", "TJX COS INC NEW", "TIX COS INC (TJX)"]) assert.equal(read(name), true, name);
});

test("doubts a word that has taken a letter from the next one", () => {
  for (const text of ["NESTLES A", "NEW YORKN Y GO"]) assert.equal(nameOf(text, text, text, text, text), `${text}?`);
  for (const text of ["DANONE S A", "WELLS A"]) assert.equal(nameOf(text, text, text, text, text), text);
});

test("doubts an unlisted word in which a pass reads a blank", () => {
  const [most, wide] = ["SAMPLE NEWZQXCLA", "SAMPLE NEW ZQX CLA"];
  assert.equal(nameOf(most, wide, most, most), `${most}?`);
  assert.equal(nameOf("SAMPLE HOLD INGS", "SAMPLE HOLDINGS", "SAMPLE HOLDINGS"), "SAMPLE HOLDINGS");
});

test("doubts digits and short words that passes read alike but faintly", () => {
  const read = (text: string, confidence: number) =>
    voteOnName(Array.from({ length: 5 }, () => ocrPass(text, confidence))).sure;
  for (const text of ["BOND DUE 11/16/2038", "WESTINGHOUSE ASR BRAKE", "QWERTMAREX ENERGY"]) {
    assert.equal(read(text, 0.75), false, text);
    assert.equal(read(text, 0.9), true, text);
  }
});

test("a name that lost its end, or a space next to a dash, waits", () => {
  assert.equal(nameOf("APPLE INC", "APPLE INC CMN", "APPLE INC OMN", "APPLE INC"), "APPLE INC?");
  assert.equal(nameOf("COCA -COLA CO", "COCA -COLA CO", "COCA -COLA CO"), "COCA -COLA CO?");
});

test('reads "(NC" as INC, and drops a lone quotation mark before the name as a remnant of a rule', () => {
  assert.equal(nameOf("CUMMINS (NC", "CUMMINS (NC", "CUMMINS INC"), "CUMMINS INC");
  assert.equal(nameOf("‘CORNING INC", "CORNING INC", "CORNING INC"), "CORNING INC");
  assert.equal(nameOf("'CORNING INC", "'CORNING INC", "CORNING INC"), "CORNING INC");
});

test("doubts a small stroke in a capitalized name, unless the name is spelled that way", () => {
  assert.equal(nameOf("MURPHY OiL", "MURPHY OiL", "MURPHY OiL"), "MURPHY OiL?");
  assert.equal(nameOf("CABOT Oil CORP", "CABOT Oil CORP", "CABOT Oil CORP"), "CABOT Oil CORP?");
  assert.equal(nameOf("SOPHiA Genetics", "SOPHiA Genetics", "SOPHiA Genetics"), "SOPHiA Genetics");
});

test("doubts characters and endings that clotted print turns into others", () => {
  const each = (text: string) => nameOf(...Array.from({ length: 6 }, () => text));
  assert.equal(each("PEPSICO, INC. CMN"), "PEPSICO, INC. CMN");
  assert.equal(each("PEPSICO. INC. CMN"), "PEPSICO. INC. CMN?");
  assert.equal(each("SMITH & CO. INC. CMN"), "SMITH & CO. INC. CMN");
  assert.equal(each("MARTIN MARIETTA MATERIALS,INC"), "MARTIN MARIETTA MATERIALS,INC?");
  assert.equal(each("COCA-COLA COMPANY (THE] CMN"), "COCA-COLA COMPANY (THE] CMN?");
  assert.equal(each("ALPHABET ING"), "ALPHABET ING?");
  assert.equal(each("DOVER CORP CMN PFIZER INC CMN"), "DOVER CORP CMN PFIZER INC CMN?");
});
