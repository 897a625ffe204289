import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SKEW } from "../../src/filings/imaging/raster/bitmap.ts";
import { binarize, toInk } from "../../src/filings/imaging/raster/ink.ts";
import { renderPdfPage } from "../../src/filings/imaging/raster/pdf-page.ts";
import { isAmendment } from "../../src/filings/sources/house-clerk/paper/amendment-box.ts";
import { createPdf } from "../imaging/drawn-pdf.ts";

/** Size in points; the page is drawn at 200 dpi. */
const SIDE = 14;
const INITIAL = { x: 370, y: 392 };
const AMENDMENT = { x: 445, y: 392 };

/** Marks as a PDF draws them, in a box whose lower left corner is there. */
const CROSS = ({ x, y }: typeof INITIAL): string =>
  `2 w ${x + 3} ${y + 3} m ${x + SIDE - 3} ${y + SIDE - 3} l ${x + 3} ${y + SIDE - 3} m ${x + SIDE - 3} ${y + 3} l S`;
const CORNER_TO_CORNER = ({ x, y }: typeof INITIAL): string =>
  `1 w ${x} ${y} m ${x + SIDE} ${y + SIDE} l ${x} ${y + SIDE} m ${x + SIDE} ${y} l S`;
const BEYOND = ({ x, y }: typeof INITIAL): string =>
  `1.5 w ${x - 4} ${y - 5} m ${x + 22} ${y + 21} l ${x - 2} ${y + 16} m ${x + 18} ${y - 3} l S`;
const SMALL = ({ x, y }: typeof INITIAL): string => `BT /F 8 Tf ${x + 2} ${y + 3} Td (x) Tj ET`;
const SPECK = ({ x, y }: typeof INITIAL): string => `${x + 6} ${y + 6} 1 1 re f`;

interface Head {
  readonly marks?: readonly string[];
  /** Distance of the words below the middle of their boxes. */
  readonly below?: number;
  /** Distance of the sentence above from the boxes. */
  readonly above?: number;
  readonly words?: readonly [string, string];
  readonly twice?: boolean;
}

function headPdf({ marks = [], below = 0, above = 12, words, twice = false }: Head): Uint8Array {
  const [initial, amendment] = words ?? ["Initial Report", "Amendment"];
  const text = (x: number, y: number, said: string): string => `BT /F 8 Tf ${x} ${y} Td (${said}) Tj ET`;
  const box = ({ x, y }: typeof INITIAL): string =>
    `1.6 w ${x} ${y} ${SIDE} ${SIDE} re S${twice ? ` 0.5 w ${x + 1.8} ${y + 1.8} ${SIDE - 3.6} ${SIDE - 3.6} re S` : ""}`;
  const content = [
    "1 w 60 300 672 0 re S 60 300 672 220 re S",
    text(330, INITIAL.y + SIDE + above + 9, "Please indicate whether this is an initial report or an amended report."),
    text(330, INITIAL.y + SIDE + above, "For amendments, please provide the date of the report you are amending."),
    box(INITIAL),
    box(AMENDMENT),
    text(INITIAL.x + SIDE + 4, INITIAL.y + 4 - below, initial),
    text(AMENDMENT.x + SIDE + 4, AMENDMENT.y + 4 - below, amendment),
    text(330, INITIAL.y - 26, "Date of Report Being Amended:"),
    ...marks,
  ].join("\n");
  return createPdf(content);
}

async function read(head: Head): Promise<boolean | null> {
  const page = binarize(await renderPdfPage(headPdf(head), 1));
  const from = Math.round(0.5 * page.height);
  const upright = {
    page,
    ink: toInk(page),
    scale: 1,
    turn: 0,
    skew: NO_SKEW,
    table: null,
    layout: null,
  };
  return await isAmendment({ ...upright, turn: 0 }, { from, to: from + 200 });
}

const PRINTINGS: readonly (readonly [string, Head])[] = [
  ["words beside the boxes", {}],
  ["words at the boxes' feet", { below: 9 }],
  ["a sentence that touches the boxes", { above: 0.5, below: 9 }],
  ["boxes drawn twice", { twice: true }],
];

for (const [name, head] of PRINTINGS) {
  test(`the only ticked box says whether a report amends another: ${name}`, async () => {
    for (const mark of [CROSS, CORNER_TO_CORNER, BEYOND, SMALL]) {
      assert.equal(await read({ ...head, marks: [mark(AMENDMENT)] }), true, mark.name);
      assert.equal(await read({ ...head, marks: [mark(INITIAL)] }), false, mark.name);
    }
  });

  test(`neither box ticked, or both, says nothing: ${name}`, async () => {
    assert.equal(await read(head), null);
    assert.equal(await read({ ...head, marks: [CROSS(INITIAL), SMALL(AMENDMENT)] }), null);
  });
}

test("a speck is not a mark", async () => {
  assert.equal(await read({ marks: [SPECK(AMENDMENT)] }), null);
  assert.equal(await read({ marks: [SPECK(INITIAL), CROSS(AMENDMENT)] }), true);
});

test("boxes of another question say nothing, whatever is ticked", async () => {
  assert.equal(await read({ words: ["YES", "NO"], marks: [CROSS(AMENDMENT)] }), null);
});
