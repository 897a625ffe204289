/** Finds a line of a text PDF on its pages: by the very positions from which the reader took its words. */
import { type EvidenceWords, type PageFractions, printedWords } from "../../../domain/evidence.ts";
import { blankLine } from "../../../domain/printed-report.ts";
import type { QuarterTurn } from "../../../domain/scanned-page.ts";
import { ParseError } from "../../../errors.ts";
import { startOf } from "../form/columns.ts";
import { readDetails } from "../form/detail.ts";
import type { Line } from "../form/line.ts";
import type { Row } from "../form/rows.ts";
import { toFullSize } from "../form/scale.ts";
import { readTransaction } from "../form/transaction.ts";
import { type PdfPage, readPdf } from "../pdf/document.ts";
import { type ReportTable, readTable } from "../report.ts";

/** A part of a row on one page: what is to be shown of the page, and the row within. All in fractions of the page as a viewer shows it. */
export interface PrintedPart {
  readonly page: number;
  readonly row: PageFractions;
  /** The head of the table; null where the page has none, or the row is the rest of one that began on the page before. */
  readonly head: PageFractions | null;
  /** The row and a little of what is around it. */
  readonly around: PageFractions;
}

interface FoundLine {
  readonly parts: readonly PrintedPart[];
  readonly words: readonly EvidenceWords[];
}

interface ReadDocument {
  readonly table: ReportTable;
  readonly pages: readonly PdfPage[];
  readonly scale: number;
}

/** Points between the print of a row and its outline, and from there to the edge of the picture. */
const PADDING = { above: 3.5, below: 4, beside: 5 };
const AROUND = 7;
/** Points from the head's first baseline to its top, and to below its last line: it has three with the column of capital gains, and two without. */
const HEAD = { above: 11, below: { three: 29, two: 17 } };
/** Highest part of a letter above the baseline and lowest below it, as shares of the font size. */
const ASCENT = 0.78;
const DESCENT = 0.24;

/** Reads the document once for all its lines. @throws {ParseError} as the reader of the document does. */
export async function readPrinted(bytes: Uint8Array, docId: string): Promise<ReadDocument> {
  const pages = await readPdf(bytes);
  return { pages, table: readTable(pages, docId), scale: toFullSize(pages) };
}

/** @throws {ParseError} `pdf_no_rows` when the report has no line of that number. */
export function findLine({ pages, table, scale }: ReadDocument, number: number): FoundLine {
  const row = table.rows[number - 1];
  if (row === undefined) {
    throw new ParseError("pdf_no_rows", `The report has ${table.rows.length} rows; there is no row ${number}.`);
  }
  const byPage = Map.groupBy([...row.lines, ...row.details], ({ page }) => page);
  const parts = [...byPage].map(([page, lines], at) => {
    const { size } = pages[page - 1] as PdfPage;
    const spots = spotsOf(lines, { table, page, width: size.width * scale, headed: at === 0 });
    const shown = (spot: Spot) => asShown(spot, { ...size, scale });
    return {
      page,
      row: shown(spots.row),
      head: spots.head && shown(spots.head),
      around: shown(spots.around),
    };
  });
  return { parts, words: wordsOf(number, row, table) };
}

interface Spot {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function spotsOf(
  lines: readonly Line[],
  { table, page, width, headed }: { table: ReportTable; page: number; width: number; headed: boolean },
): { readonly row: Spot; readonly head: Spot | null; readonly around: Spot } {
  const runs = lines.flatMap((line) => line.runs);
  const printed = {
    left: Math.min(...runs.map(({ x }) => x)),
    top: Math.min(...runs.map(({ y, size }) => y - ASCENT * size)),
    right: Math.max(...runs.map(({ right }) => right)),
    bottom: Math.max(...runs.map(({ y, size }) => y + DESCENT * size)),
  };
  const from = Math.min(table.columns[page - 1]?.[0]?.x ?? printed.left, printed.left);
  // The table's right margin is as wide as its left one.
  const left = Math.max(0, from - PADDING.beside);
  const right = Math.min(width, Math.max(width - left, printed.right + PADDING.beside));
  const row = { left, right, top: printed.top - PADDING.above, bottom: printed.bottom + PADDING.below };
  const sides = { left: Math.max(0, left - AROUND), right: Math.min(width, right + AROUND) };
  const columns = table.columns[page - 1] ?? [];
  const below = startOf(columns, "gains") === Infinity ? HEAD.below.two : HEAD.below.three;
  const first = table.heads[page - 1] ?? null;
  const head = first === null || !headed ? null : { ...sides, top: first - HEAD.above, bottom: first + below };
  return { row, head, around: { ...sides, top: row.top - AROUND, bottom: row.bottom + AROUND } };
}

/** Points of the page at full size -> fractions of the page as a viewer turns it. */
function asShown(
  spot: Spot,
  { width, height, turnDegrees, scale }: PdfPage["size"] & { readonly scale: number },
): PageFractions {
  const x = [spot.left, spot.right].map((at) => at / scale / width) as [number, number];
  const y = [spot.top, spot.bottom].map((at) => at / scale / height) as [number, number];
  const [across, down] = TURNED[turnDegrees](x, y);
  const [left, right] = bounded(across);
  const [top, bottom] = bounded(down);
  return { left, top, width: right - left, height: bottom - top };
}

type Span = readonly [from: number, to: number];

const backwards = ([from, to]: Span): Span => [1 - to, 1 - from];

const TURNED: Readonly<Record<QuarterTurn, (x: Span, y: Span) => readonly [across: Span, down: Span]>> = {
  0: (x, y) => [x, y],
  90: (x, y) => [backwards(y), x],
  180: (x, y) => [backwards(x), backwards(y)],
  270: (x, y) => [y, backwards(x)],
};

function bounded([from, to]: Span): Span {
  return [Math.max(0, from), Math.min(1, to)];
}

/** The words of the row; of one that is no transaction as it is printed, what its cells hold. */
function wordsOf(number: number, row: Row, { form }: ReportTable): readonly EvidenceWords[] {
  const read = readTransaction(number, row, form);
  if (!("reason" in read)) return printedWords(read);
  const { cells } = row;
  const details = readDetails(row.details);
  return printedWords({
    ...blankLine(number),
    id: cells.id,
    owner: cells.owner,
    assetCell: cells.asset,
    transactionType: cells.type,
    transactionDate: cells.date,
    notificationDate: cells.notification,
    amount: cells.amount,
    capGainsOver200: row.ticked,
    filingStatus: details.filingStatus ?? null,
    subholding: details.subholding ?? null,
    location: details.location ?? null,
    description: details.description ?? null,
    comment: details.comment ?? null,
  });
}
