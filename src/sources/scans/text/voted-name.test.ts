import assert from "node:assert/strict";
import { test } from "node:test";
import { isKnown } from "./known-words.ts";
import { votedName } from "./voted-name.ts";

const look = (text: string, confidence = 0.9) => text.split(" ").map((word) => ({ text: word, confidence }));
const nameOf = (...texts: string[]) => {
  const { text, sure } = votedName(
    texts.map((each) => look(each)),
    isKnown,
    false,
  );
  return sure ? text : `${text}?`;
};

test("one odd word in each look spoils no name", () => {
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

test("a known word is believed against one that nobody knows, not against a majority", () => {
  assert.equal(nameOf("PLAIN 8CH", "PLAIN SCH", "PLAIN 8CH"), "PLAIN SCH");
  assert.equal(nameOf("PLAIN CORP", "PLAIN GORP", "PLAIN CORP", "PLAIN BORP"), "PLAIN CORP");
  assert.equal(nameOf("Triton Intemational", "Triton Intemational", "Triton International"), "Triton International");
  assert.equal(nameOf("Triton Intemational", "Triton Intemational"), "Triton Intemational?", "no look has read it");
  assert.equal(nameOf("ING GROEP", "ING GROEP", "ING GROEP", "ING GROEP", "INC GROEP"), "ING GROEP?");
});

test("digits, tickers and brackets are surer than words", () => {
  const five = ["DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/15/2024", "DUE 08/18/2024"];
  assert.equal(nameOf(...five), "DUE 08/15/2024?");
  const same = Array.from({ length: 5 }, () => "DUE 08/15/2024");
  assert.equal(nameOf(...same), "DUE 08/15/2024");
  assert.equal(nameOf(...same.slice(0, 4)), "DUE 08/15/2024?", "few looks mistake 8 and 6 alike");
  const faint = [...same.map((text) => look(text)), [...look("DUE"), ...look("08/16/2024", 0.4)]];
  assert.equal(votedName(faint, isKnown, false).sure, true, "a look that hardly saw them");
  assert.equal(votedName(faint.slice(1), isKnown, false).sure, false, "four are too few against one");
  assert.equal(nameOf("BOND (IBDO)", "BOND (IBDO)"), "BOND (IBDO)");
  assert.equal(nameOf("BOND (1BDO)", "BOND (1BDO)"), "BOND (1BDO)?");
  assert.equal(nameOf("(via HG], LLC)", "(via HG], LLC)"), "(via HG], LLC)?");
  assert.equal(nameOf("NOTE §% DUE", "NOTE §% DUE"), "NOTE §% DUE?");
});

test("a look that is not legible has no vote, and one look alone bears nothing out", () => {
  const clear = look("DOVER PLANT");
  assert.equal(votedName([clear, clear, look("UUVIR FIANI", 0.3)], isKnown, false).sure, true);
  const alone = votedName([clear, look("UUVIR FIANI", 0.3)], isKnown, false);
  assert.deepEqual([alone.text, alone.sure], ["DOVER PLANT", false]);
  assert.deepEqual(votedName([[], []], isKnown, false).text, "");
});

test("blanks are lost more often than invented", () => {
  assert.equal(nameOf("AON SHSCL", "AON SHSCL", "AON SHS CL"), "AON SHS CL");
  const same = Array.from({ length: 4 }, () => "NOTES 4.875%");
  assert.equal(nameOf("NOTES 4 875%", ...same), "NOTES 4.875%", "a blank for a point is none");
});
