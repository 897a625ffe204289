import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextRun } from "../pdf/text-run.ts";
import { readDetails } from "./detail.ts";
import type { Line } from "./line.ts";

/** `"F|iling |S|tatus|: New"`: every second part in small capitals (newer forms) or in 6 points (older ones). */
function toLine(parts: string, generation: "older" | "newer" = "newer"): Line {
  let x = 104;
  const runs = parts.split("|").map((text, at): TextRun => {
    const small = at % 2 === 1;
    const older = generation === "older";
    const run = {
      text,
      x,
      y: 100,
      right: x + text.length * 4,
      size: older ? (small ? 6 : 8.25) : 8.55,
      font: "Georgia",
      bold: false,
      smallCapitals: small && !older,
      starts: [],
    };
    x = run.right;
    return run;
  });
  return { page: 1, y: 100, runs };
}

test("reads the labels of both generations of the form, and joins a text that continues on the next line", () => {
  assert.deepEqual(
    readDetails([
      toLine("F|iling |S|tatus|: New"),
      toLine("S|ubholding |O|f|: W.S.B Trust > UBS 26"),
      toLine("L|ocation|: US"),
      toLine("D|escription|: Sold 5 calls;"),
      toLine("strike price: $5"),
      toLine("C|omments|: late"),
    ]),
    {
      filingStatus: "New",
      subholding: "W.S.B Trust > UBS 26",
      location: "US",
      description: "Sold 5 calls; strike price: $5",
      comment: "late",
    },
  );
  assert.deepEqual(
    readDetails([toLine("F|ILING| S|TATUS|: New", "older"), toLine("S|UBHOLDING| O|F|: IRA", "older")]),
    {
      filingStatus: "New",
      subholding: "IRA",
    },
  );
});

test("treats a label that the filer typed as part of the text", () => {
  assert.deepEqual(
    readDetails([toLine("D|escription|: first"), toLine("Location: my own words"), toLine("Filing Status: Deleted")]),
    {
      description: "first Location: my own words Filing Status: Deleted",
    },
  );
});

test("unknown labels, repeated labels and text without a label are an unknown layout", () => {
  const code = { code: "pdf_unknown_layout" };
  assert.throws(() => readDetails([toLine("F|iling |S|tatus|: New"), toLine("R|eason|: x")]), code);
  assert.throws(() => readDetails([toLine("L|ocation|: US"), toLine("L|ocation|: UK")]), code);
  assert.throws(() => readDetails([toLine("plain text")]), code);
});
