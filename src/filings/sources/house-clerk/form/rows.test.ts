import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextRun } from "../pdf/text-run.ts";
import type { Columns } from "./columns.ts";
import { joinRuns, type Line } from "./line.ts";
import { readRows, type TablePart } from "./rows.ts";

const columns: Columns = [
  { name: "id", x: 25 },
  { name: "owner", x: 65 },
  { name: "asset", x: 104 },
  { name: "type", x: 260 },
  { name: "date", x: 325 },
  { name: "notification", x: 381 },
  { name: "amount", x: 445 },
  { name: "gains", x: 525 },
];
const PLACES = { owner: 65, asset: 104, type: 260, date: 325, notification: 381, amount: 445, gains: 525 };

function toRun(text: string, x: number, y: number, size: number): TextRun {
  return {
    text,
    x,
    y,
    size,
    right: x + text.length * 4.5,
    font: "Georgia",
    bold: false,
    smallCapitals: false,
    starts: [],
  };
}
function toLine(page: number, y: number, cells: Partial<Record<keyof typeof PLACES, string>>, size = 9): Line {
  const runs = Object.entries(cells).map(([name, text]) => toRun(text, PLACES[name as keyof typeof PLACES], y, size));
  return { page, y, runs };
}
const toDetail = (page: number, y: number, text: string): Line => ({ page, y, runs: [toRun(text, 104, y, 8.55)] });
const toBox = (page: number, row: number, ticked = false) => ({ page, y: row - 1, ticked });
const toPart = (page: number, lines: Line[], boxes: TablePart["boxes"]): TablePart => ({ page, columns, lines, boxes });
const start = { type: "P", date: "02/07/2025", notification: "05/29/2026" };

test("joins wrapped assets and amounts, collects a row's details, and starts a new row at the next main line", () => {
  const rows = readRows([
    toPart(
      1,
      [
        toLine(1, 100, { owner: "SP", asset: "Exxon Mobil Corporation", ...start, amount: "$15,001 -" }),
        toLine(1, 110.5, { asset: "Common Stock (XOM) [ST]", amount: "$50,000" }),
        toDetail(1, 128, "Filing Status: New"),
        toLine(1, 154, { asset: "Chevron (CVX) [ST]", ...start, type: "S (partial)", amount: "$318.74" }),
        toDetail(1, 172, "Filing Status: New"),
      ],
      [toBox(1, 100, true), toBox(1, 154)],
    ),
  ]);
  assert.deepEqual(
    rows.map(({ cells, hasGainsTick: ticked, details }) => [
      cells.owner,
      cells.asset,
      cells.type,
      cells.amount,
      ticked,
      details.length,
    ]),
    [
      ["SP", "Exxon Mobil Corporation Common Stock (XOM) [ST]", "P", "$15,001 - $50,000", true, 1],
      ["", "Chevron (CVX) [ST]", "S (partial)", "$318.74", false, 1],
    ],
  );
});

test("continues a row over a page break, with wrapped cells, details and the box drawn again", () => {
  const rows = readRows([
    toPart(1, [toLine(1, 715, { asset: "Exxon Mobil", ...start, amount: "$15,001 -" })], [toBox(1, 715, true)]),
    toPart(
      2,
      [
        toLine(2, 113, { asset: "Stock (XOM) [ST]", amount: "$50,000" }),
        toDetail(2, 131, "Filing Status: New"),
        toLine(2, 157, { asset: "Chevron", ...start, amount: "$1.00" }),
        toDetail(2, 175, "Filing Status: New"),
      ],
      [toBox(2, 112, true), toBox(2, 157)],
    ),
  ]);
  assert.deepEqual(
    rows.map(({ page, cells, hasGainsTick: ticked, details }) => [
      page,
      cells.asset,
      cells.amount,
      ticked,
      details.map(({ runs }) => joinRuns(runs)),
    ]),
    [
      [1, "Exxon Mobil Stock (XOM) [ST]", "$15,001 - $50,000", true, ["Filing Status: New"]],
      [2, "Chevron", "$1.00", false, ["Filing Status: New"]],
    ],
  );
});

test("a description that looks like a row is not a row, because the font is smaller", () => {
  const rows = readRows([
    toPart(
      1,
      [
        toLine(1, 100, { asset: "A", ...start, amount: "$1.00" }),
        toLine(1, 120, { asset: "Sale of 14 shares", type: "S", date: "01/02/2025", amount: "$823.80" }, 8.55),
      ],
      [toBox(1, 100)],
    ),
  ]);
  assert.equal(rows.length, 1);
});

const row = toLine(1, 100, { asset: "A", ...start, amount: "$1.00" });
const unknown: [why: string, parts: TablePart[]][] = [
  ["text before the first row", [toPart(1, [toDetail(1, 90, "Filing Status: New"), row], [toBox(1, 100)])]],
  ["text of another size", [toPart(1, [row, toLine(1, 120, { asset: "big" }, 10)], [toBox(1, 100)])]],
  ["a detail left of the assets", [toPart(1, [row, toLine(1, 120, { owner: "note" }, 8.55)], [toBox(1, 100)])]],
  ["text in the column of boxes", [toPart(1, [toLine(1, 100, { asset: "A", gains: "Yes" })], [toBox(1, 100)])]],
  ["a row without its box", [toPart(1, [row], [])]],
  ["a box without its row", [toPart(1, [row], [toBox(1, 100), toBox(1, 300)])]],
  ["a box before any row", [toPart(1, [], [toBox(1, 100)])]],
  ["boxes that contradict each other", [toPart(1, [row], [toBox(1, 100, true)]), toPart(2, [], [toBox(2, 112)])]],
];
for (const [why, parts] of unknown) {
  test(`${why} is an unknown layout`, () => {
    assert.throws(() => readRows(parts), { name: "ParseError", code: "pdf_unknown_layout" });
  });
}

test("a cell that overflows into the next column keeps its trailing text, and a touching neighbor stays separate", () => {
  const text = toRun("HTTPS://EXAMPLE.ORG/A-VERY-LONG-ADDRESS-OF-SOME-FUND", 104, 100, 9);
  const cells = toLine(1, 100, { ...start, amount: "$1,001 - $15,000" });
  const touching = { ...text, right: 260 };
  const toCode = (at: number) => toRun(" [OT]", at, 100, 9);
  const [spilled] = readRows([
    toPart(
      1,
      [{ ...cells, runs: [text, ...cells.runs, toCode(text.right)].sort((a, b) => a.x - b.x) }],
      [toBox(1, 100)],
    ),
  ]);
  assert.deepEqual([spilled?.cells.asset, spilled?.cells.type], [`${text.text} [OT]`, "P"]);
  const [touched] = readRows([toPart(1, [{ ...cells, runs: [touching, ...cells.runs] }], [toBox(1, 100)])]);
  assert.deepEqual([touched?.cells.asset, touched?.cells.type], [text.text, "P"]);
});

test("parts of a cell may be slightly apart, by less than a space", () => {
  for (const [gap, fits] of [
    [0, true],
    [1, true],
    [3, false],
  ] as const) {
    const first = toLine(1, 100, { asset: "Apple Inc.", ...start, amount: "$318.74" });
    const end = first.runs.find(({ text }) => text === "Apple Inc.")?.right ?? 0;
    const runs = [...first.runs, toRun(" [ST]", end + gap, 100, 9)].toSorted((one, other) => one.x - other.x);
    const read = () =>
      readRows([toPart(1, [{ ...first, runs }, toDetail(1, 118, "Filing Status: New")], [toBox(1, 100)])]);
    if (fits) assert.equal(read()[0]?.cells.asset, "Apple Inc. [ST]", String(gap));
    else assert.throws(read, { code: "pdf_unknown_layout" }, String(gap));
  }
});
