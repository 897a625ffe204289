import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SKEW } from "../../src/filings/imaging/raster/bitmap.ts";
import { binarize, toInk } from "../../src/filings/imaging/raster/ink.ts";
import { renderPdfPage } from "../../src/filings/imaging/raster/pdf-page.ts";
import { isAmendment } from "../../src/filings/sources/house-clerk/paper/amendment-box.ts";
import { createPdf } from "../imaging/drawn-pdf.ts";

/** Side of a box in points. The page is rendered at 200 dpi. */
const SIDE = 14;
const INITIAL = { x: 370, y: 392 };
const AMENDMENT = { x: 445, y: 392 };

/** PDF operators that draw a mark in the box with this lower left corner. */
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
  /** Distance in points that the words stand lower than the middle of their boxes. */
  readonly below?: number;
  /** Distance in points between the boxes and the sentence above them. */
  readonly above?: number;
  readonly words?: readonly [string, string];
  readonly twice?: boolean;
}

function createHeadPdf({ marks = [], below = 0, above = 12, words, twice = false }: Head): Uint8Array {
  const [initial, amendment] = words ?? ["Initial Report", "Amendment"];
  const drawText = (x: number, y: number, said: string): string => `BT /F 8 Tf ${x} ${y} Td (${said}) Tj ET`;
  const drawBox = ({ x, y }: typeof INITIAL): string =>
    `1.6 w ${x} ${y} ${SIDE} ${SIDE} re S${twice ? ` 0.5 w ${x + 1.8} ${y + 1.8} ${SIDE - 3.6} ${SIDE - 3.6} re S` : ""}`;
  const content = [
    "1 w 60 300 672 0 re S 60 300 672 220 re S",
    drawText(
      330,
      INITIAL.y + SIDE + above + 9,
      "Please indicate whether this is an initial report or an amended report.",
    ),
    drawText(330, INITIAL.y + SIDE + above, "For amendments, please provide the date of the report you are amending."),
    drawBox(INITIAL),
    drawBox(AMENDMENT),
    drawText(INITIAL.x + SIDE + 4, INITIAL.y + 4 - below, initial),
    drawText(AMENDMENT.x + SIDE + 4, AMENDMENT.y + 4 - below, amendment),
    drawText(330, INITIAL.y - 26, "Date of Report Being Amended:"),
    ...marks,
  ].join("\n");
  return createPdf(content);
}

async function readAmendment(head: Head): Promise<boolean | null> {
  const page = binarize(await renderPdfPage(createHeadPdf(head), 1));
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
  ["words at the bottom of the boxes", { below: 9 }],
  ["a sentence that touches the boxes", { above: 0.5, below: 9 }],
  ["boxes with a double frame", { twice: true }],
];

for (const [name, head] of PRINTINGS) {
  test(`a single ticked box decides whether a report amends another one: ${name}`, async () => {
    for (const mark of [CROSS, CORNER_TO_CORNER, BEYOND, SMALL]) {
      assert.equal(await readAmendment({ ...head, marks: [mark(AMENDMENT)] }), true, mark.name);
      assert.equal(await readAmendment({ ...head, marks: [mark(INITIAL)] }), false, mark.name);
    }
  });

  test(`the answer is unknown if neither or both boxes are ticked: ${name}`, async () => {
    assert.equal(await readAmendment(head), null);
    assert.equal(await readAmendment({ ...head, marks: [CROSS(INITIAL), SMALL(AMENDMENT)] }), null);
  });
}

test("a speck is not a mark", async () => {
  assert.equal(await readAmendment({ marks: [SPECK(AMENDMENT)] }), null);
  assert.equal(await readAmendment({ marks: [SPECK(INITIAL), CROSS(AMENDMENT)] }), true);
});

test("ignores the boxes of another question", async () => {
  assert.equal(await readAmendment({ words: ["YES", "NO"], marks: [CROSS(AMENDMENT)] }), null);
});
