/** Turns the lines of a text table into the rows of a report. */
import type { PageBox } from "../../../../domain/trade.ts";
import { insidesOf } from "../../../../imaging/tables/cell-insides.ts";
import { choiceOf, markIn } from "../../../../imaging/tables/mark.ts";
import type { Strip } from "../../../../imaging/tables/table.ts";
import { cellText } from "../../../../imaging/text/cell.ts";
import { BRACKETS } from "../../../../imaging/text/form-values.ts";
import { readAmountText, readTypeText } from "../../../../imaging/text/read-choice.ts";
import { readName } from "../../../../imaging/text/read-name.ts";
import type { Reading } from "../../../../imaging/text/reading.ts";
import { isExampleText } from "../example.ts";
import type { MarkedRow } from "../rows.ts";
import { isWritten } from "../upright-page.ts";
import { MARKED_TYPES, type TextColumns } from "./columns.ts";
import type { TextTable } from "./table.ts";
import { linesOfText } from "./text-lines.ts";

interface TextRows {
  readonly rows: readonly MarkedRow[];
  /** No row can have been missed. */
  readonly isWhole: boolean;
}

/** The parts of a line that are written on. */
interface Line {
  readonly strip: Strip;
  /** Ink of the marks, one value for each column; empty where there are words. */
  readonly types: readonly number[];
  readonly amounts: readonly number[];
  readonly hasAsset: boolean;
  /** The line says when or what type, beside what it is about. */
  readonly isRow: boolean;
  /** The line has nothing but an amount: a sum below the rows, or a row of which the rest was not seen. */
  readonly isUnclear: boolean;
  /** The line has two dates one below the other, so the rule between two rows is lost. */
  readonly isTwo: boolean;
  readonly hasUnknown: boolean;
}

/** Least share of a column's cells that hold a known value. */
const MOST = 0.6;
const LOWEST_OF_2012 = "$1,000 - $15,000";
/** Height of the rule below the last line, in pixels at 200 dpi. */
const RULE = 4;
/** Least height of writing, in pixels at 200 dpi. */
const LOWEST_WRITING = 12;

/**
 * Reads one cell.
 * @throws {ParseError} `ocr_failed`.
 */
export async function textTableRows(table: TextTable): Promise<TextRows> {
  const types = marksIn(table, typeStrips(table));
  const amounts = marksIn(table, table.amounts);
  const lines = table.lines.map((strip, at) => lineOf(table, strip, types[at] ?? [], amounts[at] ?? []));
  const rows: MarkedRow[] = [];
  let isFirst = true;
  for (const [at, line] of lines.entries()) {
    if (!line.isRow) continue;
    const isExample = isFirst && (await holdsExample(table, line.strip));
    isFirst = false;
    if (!isExample) rows.push(await rowOf(table, line, isTextAlone(lines[at - 1]), isTextAlone(lines[at + 1])));
  }
  return {
    rows: spokenFor(rows),
    isWhole: !lines.some(({ isTwo, isUnclear }) => isTwo || isUnclear) && !isWrittenBelow(table),
  };
}

/** Makes a column unsure where most of its cells hold no known value: the column may be for something else. */
function spokenFor(rows: readonly MarkedRow[]): readonly MarkedRow[] {
  const share = (known: readonly string[], readings: readonly (string | null)[]): number =>
    readings.filter((reading) => reading !== null && known.includes(reading)).length / Math.max(1, readings.length);
  const types = share(
    MARKED_TYPES,
    rows.map(({ type }) => type.reading),
  );
  const amounts = share(
    [...BRACKETS, LOWEST_OF_2012],
    rows.map(({ amount }) => amount.reading),
  );
  return rows.map((row) => ({
    ...row,
    type: { ...row.type, sure: row.type.sure && types >= MOST },
    amount: { ...row.amount, sure: row.amount.sure && amounts >= MOST },
  }));
}

function typeStrips({ upright, columns }: TextTable): Strip[] {
  return typeof columns.type === "number" ? [] : columns.type.map(({ at }) => upright.table.columns[at] as Strip);
}

/** Counts the marks of each line. */
function marksIn({ upright, lines }: TextTable, columns: readonly Strip[]): number[][] {
  const { page, ink, scale } = upright;
  const [insides = []] = insidesOf(ink, [columns], lines, scale);
  return insides.map((line) => line.map((inside) => markIn(page, inside, scale)));
}

function isTextAlone(line: Line | undefined): boolean {
  return line?.hasAsset === true && !line.isRow;
}

function lineOf(
  { upright, columns }: TextTable,
  strip: Strip,
  types: readonly number[],
  amounts: readonly number[],
): Line {
  const { page, scale, table } = upright;
  const written = (at: number): boolean => isWritten(page, table.columns[at] as Strip, strip, scale);
  const isSaid = (at: TextColumns["type"] | null, marks: readonly number[]): boolean =>
    typeof at === "number" ? written(at) : choiceOf(marks).index !== null;
  const hasAsset = written(columns.asset);
  const isAmount = isSaid(columns.amount, amounts);
  const said = [written(columns.transactionDate), isSaid(columns.type, types)].filter(Boolean).length;
  const isRow = hasAsset ? said > 0 : said + (isAmount ? 1 : 0) > 1;
  const dates = [columns.transactionDate, columns.notificationDate].filter((at) => at !== null);
  return {
    strip,
    types,
    amounts,
    hasAsset,
    isRow,
    isUnclear: isAmount && !isRow,
    isTwo: dates.some((at) => linesOfText(cellText(page, boxOf(upright, at, strip))) > 1),
    hasUnknown: columns.unknown.some(written),
  };
}

function boxOf({ table }: TextTable["upright"], at: number, { from, to }: Strip): PageBox {
  const column = table.columns[at] as Strip;
  return { left: column.from, top: from, width: column.to - column.from, height: to - from };
}

async function holdsExample({ upright, columns }: TextTable, strip: Strip): Promise<boolean> {
  const { reading } = await readName(upright.page, boxOf(upright, columns.asset, strip));
  return isExampleText(reading ?? "", false);
}

async function rowOf(table: TextTable, line: Line, isBelowText: boolean, isAboveText: boolean): Promise<MarkedRow> {
  const { upright, columns } = table;
  const box = (at: number): PageBox => boxOf(upright, at, line.strip);
  const inTable = [upright.table.columns[0] as Strip, upright.table.columns.at(-1) as Strip] as const;
  const judged = ({ box: of, ...reading }: Said) => ({
    ...reading,
    // A row says its type and amount, so a blank cell is one that was not read.
    sure: reading.sure && reading.reading !== null && !line.hasUnknown && !line.isTwo,
    box: of,
  });
  return {
    box: across(inTable, line.strip),
    cells: {
      owner: columns.owner === null ? null : box(columns.owner),
      asset: box(columns.asset),
      transactionDate: box(columns.transactionDate),
      notificationDate: columns.notificationDate === null ? null : box(columns.notificationDate),
    },
    type: judged(await typeIn(table, line)),
    amount: judged(await amountIn(table, line)),
    continued: isBelowText || isAboveText || line.isTwo,
    isBelowText,
    areWords: true,
  };
}

type Said = Reading & { readonly box: PageBox };

async function typeIn({ upright, columns }: TextTable, { strip, types }: Line): Promise<Said> {
  const { type } = columns;
  if (typeof type === "number") {
    const box = boxOf(upright, type, strip);
    return { ...(await readTypeText(upright.page, box)), box };
  }
  const choice = choiceOf(types);
  const strips = type.map(({ at }) => upright.table.columns[at] as Strip);
  return {
    ...choice,
    reading: type[choice.index ?? -1]?.kind ?? null,
    box: across([strips[0] as Strip, strips.at(-1) as Strip], strip),
  };
}

async function amountIn({ upright, columns, amounts }: TextTable, line: Line): Promise<Said> {
  if (columns.amount !== null) {
    const box = boxOf(upright, columns.amount, line.strip);
    return { ...(await readAmountText(upright.page, box)), box };
  }
  const choice = choiceOf(line.amounts);
  return {
    ...choice,
    reading: BRACKETS[choice.index ?? -1] ?? null,
    box: across([amounts[0] as Strip, amounts.at(-1) as Strip], line.strip),
  };
}

function across([first, last]: readonly [Strip, Strip], { from, to }: Strip): PageBox {
  return { left: first.from, top: from, width: last.to - first.from, height: to - from };
}

function isWrittenBelow({ upright, columns, lines, body }: TextTable): boolean {
  const { page, scale, table } = upright;
  const rest = { from: Math.round((lines.at(-1)?.to ?? body.from) + RULE * scale), to: body.to };
  return (
    rest.to - rest.from > LOWEST_WRITING * scale && isWritten(page, table.columns[columns.asset] as Strip, rest, scale)
  );
}
