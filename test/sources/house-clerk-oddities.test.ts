/** The House reader with unusual reports that nobody has filed: odd text in every field, and page breaks at every line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandomSource, type RandomSource } from "../../src/app/demo/fictional/chance.ts";
import { createHousePtr } from "../../src/app/demo/fictional/house-ptr.ts";
import type { PtrForm, PtrRow } from "../../src/app/demo/fictional/ptr-form.ts";
import { classifyHouseCode, mayHaveTicker } from "../../src/domain/asset-class.ts";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import { type PdfPage, readPdf } from "../../src/filings/sources/house-clerk/pdf/document.ts";
import type { TextRun } from "../../src/filings/sources/house-clerk/pdf/text-run.ts";
import { readHouseDocument } from "../../src/filings/sources/house-clerk/read.ts";
import { readReport } from "../../src/filings/sources/house-clerk/report.ts";
import { getDocId, listPresentFilings, readDocuments, skipUnlessHere } from "../corpus/manifest.ts";
import { type Flow, readFlow, repaginate } from "./recut.ts";

/** Words that a filer may type and that a reader may mistake for something else. */
const WORDS = [
  ..."P S E SP JT DC ID New Deleted Owner Asset Amount Date Transactions Yes No III & @ => > • – of the 1/40th".split(
    " ",
  ),
  ..."Description: Location: FILING STATUS: Comments: (Owner: (partial) [2024] (AAPL) [XX] it’s Peña ÉMILE 50%".split(
    " ",
  ),
  ..."02/07/2025 $823.80 $1,001 - $15,000 * https://example.org/fund?id=1:2 Sale share Series Trust First".split(" "),
  "* For the complete list",
  "W".repeat(30),
];
const AMOUNTS = [
  "$1,001 - $15,000",
  "$15,001 - $50,000",
  "$1,000,001 - $5,000,000",
  "$25,000,001 - $50,000,000",
  "Over $50,000,000",
  "Spouse/DC Over $1,000,000",
  "$318.74",
  "$15.00",
];
const DATES = ["02/07/2025", "06/8/2016", "6/8/2016", "12/31/2026"];

function createOddForm(key: string): PtrForm {
  const draw = createRandomSource(key);
  const ids = draw.drawBoolean(0.3);
  return {
    docId: `2999${draw.drawInteger(1000, 9999)}`,
    filer: draw.pick(["Cleo Fields", "Hon. Neal Patrick MD, Facs Dunn", "Hon. Ana Peña Jr.", "Hon. A, 01/01/2020 B"]),
    status: draw.pick(["Member", "Former Member"] as const),
    stateDistrict: draw.pick(["CA11", "MT00", "PR00"]),
    signedDate: draw.pick(["03/04/2025", "3/4/2025"]),
    rows: Array.from({ length: draw.drawInteger(1, 12) }, () => createOddRow(draw, ids)),
  };
}

function createOddRow(draw: RandomSource, ids: boolean): PtrRow {
  const pickWords = (most: number) =>
    Array.from({ length: draw.drawInteger(1, most) }, () => draw.pick(WORDS)).join(" ");
  const pickWordsOrNull = (often: number, most: readonly number[]) =>
    draw.drawBoolean(often) ? pickWords(draw.pick(most)) : null;
  const ticker = draw.pick([null, "BRK.B", "T$A", "CRYPTO:BTC", "X"]);
  const row: PtrRow = {
    id: ids && draw.drawBoolean(0.5) ? `2000${draw.drawInteger(100_000, 999_999)}` : null,
    owner: draw.pick([null, null, "SP", "JT", "DC"]),
    assetName: `${pickWords(draw.pick([3, 8, 25]))} z`,
    ticker,
    assetTypeCode: draw.pick(["ST", "GS", "5F", "4K"]),
    transactionType: draw.pick(["P", "S", "S (partial)", "E"] as const),
    transactionDate: draw.pick(DATES),
    notificationDate: draw.pick(DATES),
    amount: draw.pick(AMOUNTS),
    capGainsOver200: draw.drawBoolean(0.3),
    filingStatus: draw.pick(["New", "New", "Amended", "Deleted"] as const),
    subholding: pickWordsOrNull(0.5, [3, 40]),
    location: pickWordsOrNull(0.2, [3, 40]),
    description: pickWordsOrNull(0.4, [3, 40, 400]),
    comment: pickWordsOrNull(0.2, [3, 40, 100]),
  };
  return mayHaveTicker(classifyHouseCode(row.assetTypeCode), ticker ?? "") ? row : { ...row, ticker: null };
}

const forms = Array.from({ length: 40 }, (_, at) => createOddForm(`odd report ${at}`));

test("returns every row with every field exactly as typed, even for odd text", async () => {
  for (const form of forms) {
    const { filer, stateDistrict, signedDate, rejected, transactions } = await readHouseDocument(
      createHousePtr(form),
      form.docId,
    );
    assert.deepEqual(
      [filer, stateDistrict, signedDate, rejected],
      [form.filer, form.stateDistrict, form.signedDate, []],
      form.docId,
    );
    assert.equal(transactions.length, form.rows.length, form.docId);
    for (const [at, row] of form.rows.entries()) {
      for (const [field, typed] of Object.entries(row)) {
        assert.equal(transactions[at]?.[field as keyof PtrRow], typed, `${form.docId} row ${at + 1} ${field}`);
      }
    }
  }
});

const removePages = (filing: RawFiling) => ({
  ...filing,
  pages: null,
  transactions: filing.transactions.map((row) => ({ ...row, page: null })),
});

function checkBreaks(pages: readonly PdfPage[], docId: string): void {
  const draw = createRandomSource(docId);
  const flow = readFlow(pages);
  const asFiled = removePages(readReport(pages, docId));
  const cuts: [string, Parameters<typeof repaginate>[1]][] = [
    ["nowhere", () => false],
    ["before every line", () => true],
    ["within the lines of a row", ({ main, begins }) => main && !begins],
    ["before the lines below a row", ({ part, main }) => part === "table" && !main],
    ["before every row", ({ begins }) => begins],
    ["below the table", ({ part }) => part === "tail"],
    ["by chance", () => draw.drawBoolean(0.2)],
  ];
  for (const [where, cut] of cuts) {
    assert.deepEqual(removePages(readReport(repaginate(flow, cut), docId)), asFiled, `${docId} cut ${where}`);
  }
  const shifted = repaginate(shiftColumns(flow), () => draw.drawBoolean(0.2));
  assert.deepEqual(removePages(readReport(shifted, docId)), asFiled, `${docId} with shifted columns`);
  const older = removePages(
    readReport(
      repaginate(removeGains(flow), () => draw.drawBoolean(0.2)),
      docId,
    ),
  );
  const withoutGains = asFiled.transactions.map((row) => ({ ...row, capGainsOver200: null }));
  assert.deepEqual(older.transactions, withoutGains, `${docId} without the capital-gains column`);
}

/** Shifts all columns from Owner on to the right, as the ID column does. */
function shiftColumns({ header, lines }: Flow): Flow {
  const owner = header.find(({ text }) => text.trim() === "Owner")?.x ?? Infinity;
  const by = 17.25;
  const moveItems = <T extends { readonly x: number }>(items: readonly T[]): T[] =>
    items.map((item) => (item.x < owner - 1 ? item : { ...item, x: item.x + by }));
  const moveRuns = (runs: readonly TextRun[]): TextRun[] =>
    runs.map((run) =>
      run.x < owner - 1
        ? run
        : { ...run, x: run.x + by, right: run.right + by, starts: run.starts.map((each) => each + by) },
    );
  return {
    header: moveRuns(header),
    lines: lines.map((line) =>
      line.part === "table"
        ? { ...line, runs: moveRuns(line.runs), boxRuns: moveRuns(line.boxRuns), boxMarks: moveItems(line.boxMarks) }
        : line,
    ),
  };
}

/** Converts a report to the form used until mid-2018, which has no capital-gains column. */
function removeGains({ header, lines }: Flow): Flow {
  return {
    header: header.filter(({ text }) => !/^(?:Cap\.|Gains >|\$200\?)$/.test(text.trim())),
    lines: lines.map((line) => ({ ...line, boxRuns: [], boxMarks: [] })),
  };
}

test("a generated report reads the same with any page breaks and column positions", async () => {
  for (const form of forms.slice(0, 10)) checkBreaks(await readPdf(createHousePtr(form)), form.docId);
});

test("a real report reads the same with any page breaks and column positions", {
  skip: skipUnlessHere("text"),
}, async () => {
  for (const filing of listPresentFilings("text")) {
    checkBreaks(await readPdf(readDocuments(filing)[0] ?? assert.fail()), getDocId(filing));
  }
});

test("a report that was scaled down to fit the page reads the same", async () => {
  for (const form of forms.slice(0, 5)) {
    const pages = await readPdf(createHousePtr(form));
    for (const by of [0.8, 0.93, 0.99]) {
      const shrunk = pages.map((page) => ({
        ...page,
        runs: page.runs.map((run) => ({
          ...run,
          x: run.x * by,
          right: run.right * by,
          y: run.y * by,
          size: run.size * by,
          starts: run.starts.map((start) => start * by),
        })),
        marks: page.marks.map(({ painted, x, y, width, height }) => ({
          painted,
          x: x * by,
          y: y * by,
          width: width * by,
          height: height * by,
        })),
      }));
      assert.deepEqual(readReport(shrunk, form.docId), readReport(pages, form.docId), `${form.docId} at ${by}`);
    }
  }
});

test("never reads a report that lost the first line of a row as a shorter report", async () => {
  for (const form of forms.filter(({ rows }) => rows.length > 1).slice(0, 10)) {
    const flow = readFlow(await readPdf(createHousePtr(form)));
    for (const [at, line] of flow.lines.entries()) {
      if (!line.begins) continue;
      const lost = repaginate({ ...flow, lines: flow.lines.filter((_, each) => each !== at) }, () => false);
      try {
        const { transactions, rejected } = readReport(lost, form.docId);
        assert.equal(transactions.length + rejected.length, form.rows.length);
      } catch (error) {
        assert.equal((error as { code?: unknown }).code, "pdf_unknown_layout", String(error));
      }
    }
  }
});

test("accepts an empty page after the signature, but not before it", async () => {
  const form = forms.find(({ rows }) => rows.length > 8);
  assert.ok(form);
  const pages = await readPdf(createHousePtr(form));
  assert.ok(pages.length > 1);
  const empty = { runs: [], marks: [], imageShare: 0, canvasTop: null };
  assert.equal(readReport([...pages, empty], form.docId).transactions.length, form.rows.length);
  assert.throws(() => readReport([pages[0] ?? empty, empty, ...pages.slice(1)], form.docId), { code: "pdf_damaged" });
});

test("accepts a separate zero-width accent at the position of a text, but not two texts at the same position", async () => {
  const form = forms[0];
  assert.ok(form);
  const [first, ...rest] = await readPdf(createHousePtr(form));
  const filer = first?.runs.find(({ text }) => text === form.filer);
  assert.ok(first && filer);
  const addAccent = (width: number): PdfPage[] => [
    { ...first, runs: [...first.runs, { ...filer, text: "\u0301", right: filer.x + width, starts: [filer.x] }] },
    ...rest,
  ];
  assert.equal(readReport(addAccent(0), form.docId).transactions.length, form.rows.length);
  assert.throws(() => readReport(addAccent(5), form.docId), { code: "pdf_unknown_layout" });
});

test("rows may lack an asset class only on a form that does not explain asset classes", async () => {
  const form = forms.find(({ rows }) => rows.length === 1) ?? forms[0];
  assert.ok(form);
  const pages = await readPdf(createHousePtr(form));
  const classless = pages.map((page) => ({
    ...page,
    runs: page.runs.filter(({ text }) => !/^ ?\[(?:ST|GS|5F|4K)\]$/.test(text)),
  }));
  const unexplained = classless.map((page) => ({
    ...page,
    runs: page.runs.filter(
      ({ y }) => !page.runs.some((run) => run.y === y && run.text.startsWith("* For the complete list of")),
    ),
  }));
  const reasons = readReport(classless, form.docId).rejected.map(({ reason }) => reason);
  assert.ok(reasons.length > 0 && reasons.every((reason) => reason === "no_asset_class"), String(reasons));
  assert.deepEqual(readReport(unexplained, form.docId).rejected, []);
});
