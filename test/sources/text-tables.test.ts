import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedPage } from "../../src/domain/scanned-page.ts";
import { readHouseScanPage } from "../../src/sources/house-clerk/paper/page.ts";
import { type DrawnTable, drawnTable } from "./drawn-table.ts";

const HEADINGS = ["Owner", "Asset", "Transaction\nType", "Transaction\nDate", "Notification\nDate", "Amount"];
const WIDTHS = [120, 420, 210, 220, 220, 280];

const row = (owner: string, asset: string, type: string, amount: string, date = "07/14/2025") =>
  [owner, asset, type, date, "08/11/2025", amount].map((cell) => cell.split("\n"));
const ROWS = [
  row("SP", "Fictional Widgets Inc.\nCommon Stock", "P", "$15,001 -\n$50,000"),
  row("", "Sample Rockets Corp.", "S (partial)", "$1,001 - $15,000"),
  row("JT", "Fictional Steel Works", "Sale", "$100,001 -\n$250,000"),
  row("DC", "Made Up Mining Ltd.", "Exchange", "$50,001 -\n$100,000"),
];
const TABLE: DrawnTable = { headings: HEADINGS, widths: WIDTHS, rows: ROWS };

/** Readings as they stand, those that are not sure in brackets. */
function told({ rows }: ScannedPage): string[][] {
  return rows.map(({ fields }) =>
    Object.values(fields).map(({ reading, sure }) => (sure ? (reading ?? "") : `[${reading ?? ""}]`)),
  );
}

async function read(changes: Partial<DrawnTable> = {}): Promise<ScannedPage> {
  return await readHouseScanPage(drawnTable({ ...TABLE, ...changes }), 1);
}

test("types and amounts in words are read where headings name their columns", async () => {
  const page = await read();
  assert.equal(page.kind, "transactions");
  assert.equal(page.form, "own");
  assert.deepEqual(told(page), [
    ["SP", "Fictional Widgets Inc. Common Stock", "P", "07/14/2025", "08/11/2025", "$15,001 - $50,000"],
    ["", "Sample Rockets Corp.", "S (partial)", "07/14/2025", "08/11/2025", "$1,001 - $15,000"],
    ["JT", "Fictional Steel Works", "S", "07/14/2025", "08/11/2025", "$100,001 - $250,000"],
    ["DC", "Made Up Mining Ltd.", "E", "07/14/2025", "08/11/2025", "$50,001 - $100,000"],
  ]);
});

test("columns are told by their headings, in whatever order they stand", async () => {
  const order = [4, 5, 1, 0, 3, 2];
  const page = await read({
    headings: order.map((at) => HEADINGS[at] as string),
    widths: order.map((at) => WIDTHS[at] as number),
    rows: ROWS.map((cells) => order.map((at) => cells[at] as string[])),
  });
  assert.deepEqual(told(page).at(-1), [
    "DC",
    "Made Up Mining Ltd.",
    "E",
    "07/14/2025",
    "08/11/2025",
    "$50,001 - $100,000",
  ]);
});

test("the form's letters are brackets; sums and kinds that it does not know are put in none", async () => {
  const rows = [
    row("SP", "Fictional Widgets Inc.", "Purchase", "B"),
    row("SP", "Sample Rockets Corp.", "Redemption", "$12,345.67"),
    row("SP", "Fictional Steel Works", "Sale", "$1,001 - $50,000"),
    ...["A", "C", "D"].map((letter) => row("JT", "Made Up Mining Ltd.", "Sale", letter)),
  ];
  const page = await read({ rows });
  const [first, second, third] = page.rows.map(({ fields }) => fields);
  assert.deepEqual([first?.amount.reading, first?.amount.sure], ["$15,001 - $50,000", true]);
  assert.deepEqual([second?.transactionType.sure, second?.amount.sure], [false, false]);
  assert.match(second?.amount.reading ?? "", /12,345/);
  assert.equal(third?.amount.sure, false);
  assert.equal(third?.transactionType.reading, "S");
});

test("a printed example and headings of accounts are no rows, and text beside a row may be a part of it", async () => {
  const blank = ["", "Account of a fictional spouse", "", "", "", ""].map((cell) => [cell]);
  const example = row("JT", "Example: Mega Corp.\nCommon Stock", "S", "$1,001 - $15,000");
  const page = await read({ rows: [example, ...ROWS.slice(0, 1), blank, ...ROWS.slice(1)] });
  assert.equal(page.rows.length, 4);
  assert.deepEqual(
    page.rows.map(({ fields }) => fields.asset.sure),
    [false, false, true, true],
  );
});

test("a table in a letter repeats what the report says, or not: a person must look", async () => {
  const letter = await read({ above: ["Dear Madam Clerk:", "The following should be added to my report."] });
  assert.deepEqual([letter.kind, letter.rows.length], ["unknown", 0]);
  const signed = await read({ below: ["Sincerely,"] });
  assert.deepEqual([signed.kind, signed.rows.length], ["unknown", 0]);
});

test("a broker's list is no report", async () => {
  const headings = ["Account", "Description", "Type", "Trade Date", "Quantity", "Amount"];
  const listed = await read({ headings });
  assert.deepEqual([listed.kind, listed.rows.length], ["unknown", 0]);
});

test("a column whose heading says nothing leaves types and amounts unsure where it is filled in", async () => {
  const page = await read({
    headings: [...HEADINGS.slice(0, 5), "Amount", "Xqzw"],
    widths: [100, 380, 200, 210, 210, 270, 110],
    rows: ROWS.map((cells, at) => [...cells, [at === 1 ? "yes" : ""]]),
  });
  assert.deepEqual(
    page.rows.map(({ fields }) => fields.transactionType.sure),
    [true, false, true, true],
  );
});

test("two rows that have lost the rule between them leave the page unknown", async () => {
  const page = await read({ unruled: [1] });
  assert.equal(page.kind, "unknown");
});

const MARKED = "ABCDEFGHIJK".split("");
const marks = (count: number, at: number) => Array.from({ length: count }, (_, i) => [i === at ? "X" : ""]);

test("a sum below the rows is no row, and leaves the page unknown", async () => {
  const sum = ["", "Total", "", "", "", "$45,678.00"].map((cell) => [cell]);
  const page = await read({ rows: [...ROWS, sum] });
  assert.deepEqual([page.kind, page.rows.length], ["unknown", 4]);
});

test("a column in which hardly a cell says what the form knows is sure in none", async () => {
  const sums = ["$1,001 - $15,000", "$318.74", "$12,000", "$4,512.00"];
  const page = await read({ rows: sums.map((sum) => row("SP", "Fictional Widgets Inc.", "P", sum)) });
  assert.deepEqual(
    page.rows.map(({ fields }) => [fields.transactionType.sure, fields.amount.sure]),
    sums.map(() => [true, false]),
  );
});

test("a word for the type beside amounts to be marked", async () => {
  const rows = ROWS.map((cells, at) => [...cells.slice(0, 5), ...marks(11, at * 3)]);
  const page = await read({
    headings: [...HEADINGS.slice(0, 5), ...MARKED],
    widths: [90, 350, 190, 170, 190, ...MARKED.map(() => 46)],
    rows,
  });
  assert.equal(page.kind, "transactions");
  assert.deepEqual(
    told(page).map((cells) => [cells[2], cells[5]]),
    [
      ["P", "$1,001 - $15,000"],
      ["S (partial)", "$100,001 - $250,000"],
      ["S", "$1,000,001 - $5,000,000"],
      ["E", "Over $50,000,000"],
    ],
  );
});

test("types to be marked beside a word for the amount", async () => {
  const rows = ROWS.map((cells, at) => [...cells.slice(0, 2), ...marks(3, at % 3), ...cells.slice(3)]);
  const page = await read({
    headings: ["Owner", "Asset", "Purchase", "Sale", "Exchange", ...HEADINGS.slice(3)],
    widths: [100, 350, 140, 100, 150, 180, 190, 270],
    rows,
  });
  assert.deepEqual(
    told(page).map((cells) => [cells[2], cells[5]]),
    [
      ["P", "$15,001 - $50,000"],
      ["S", "$1,001 - $15,000"],
      ["E", "$100,001 - $250,000"],
      ["P", "$50,001 - $100,000"],
    ],
  );
});
