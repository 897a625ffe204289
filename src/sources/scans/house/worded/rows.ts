/** The lines of a table in words -> the rows of a report. */
import type { PageBox } from "../../../../domain/trade.ts";
import type { Strip } from "../../grid/table.ts";
import { cellText } from "../../text/cell.ts";
import { readAmountText, readTypeText } from "../../text/read-choice.ts";
import { readName } from "../../text/read-name.ts";
import type { Reading } from "../../text/reading.ts";
import { isExampleText } from "../example.ts";
import type { MarkedRow } from "../rows.ts";
import { isWritten } from "../upright-page.ts";
import type { WordedTable } from "./table.ts";
import { linesOfText } from "./text-lines.ts";

export interface WordedRows {
  readonly rows: readonly MarkedRow[];
  /** Whether no row may have been missed. */
  readonly isWhole: boolean;
}

/** What of a line is written. */
interface Line {
  readonly strip: Strip;
  readonly hasAsset: boolean;
  /** A row says when, what kind or how much beside what it is about. */
  readonly isRow: boolean;
  /** Two dates one below the other: the rule between two rows is lost. */
  readonly isTwo: boolean;
  readonly hasUnknown: boolean;
}

/** Below the last line its rule comes first. */
const RULE = 4;
/** Writing is no lower than this, at 200 dpi. */
const LOWEST_WRITING = 12;

/** @throws {ParseError} `ocr_failed`. */
export async function wordedRows(table: WordedTable): Promise<WordedRows> {
  const lines = table.lines.map((strip) => lineOf(table, strip));
  const rows: MarkedRow[] = [];
  let isFirst = true;
  for (const [at, line] of lines.entries()) {
    if (!line.isRow) continue;
    const isExample = isFirst && (await holdsExample(table, line.strip));
    isFirst = false;
    if (!isExample) rows.push(await rowOf(table, line, isTextAlone(lines[at - 1]), isTextAlone(lines[at + 1])));
  }
  return { rows, isWhole: !lines.some(({ isTwo }) => isTwo) && !isWrittenBelow(table) };
}

function isTextAlone(line: Line | undefined): boolean {
  return line?.hasAsset === true && !line.isRow;
}

function lineOf({ upright, columns }: WordedTable, strip: Strip): Line {
  const { page, scale, table } = upright;
  const written = (at: number | null): boolean =>
    at !== null && isWritten(page, table.columns[at] as Strip, strip, scale);
  const hasAsset = written(columns.asset);
  const said = [columns.transactionDate, columns.type, columns.amount].filter(written).length;
  const dates = [columns.transactionDate, columns.notificationDate].filter((at) => at !== null);
  return {
    strip,
    hasAsset,
    isRow: said > 1 || (hasAsset && said > 0),
    isTwo: dates.some((at) => linesOfText(cellText(page, boxOf(upright, at, strip))) > 1),
    hasUnknown: columns.unknown.some(written),
  };
}

function boxOf({ table }: WordedTable["upright"], at: number, { from, to }: Strip): PageBox {
  const column = table.columns[at] as Strip;
  return { left: column.from, top: from, width: column.to - column.from, height: to - from };
}

async function holdsExample({ upright, columns }: WordedTable, strip: Strip): Promise<boolean> {
  const { reading } = await readName(upright.page, boxOf(upright, columns.asset, strip));
  return isExampleText(reading ?? "", false);
}

async function rowOf(table: WordedTable, line: Line, isBelowText: boolean, isAboveText: boolean): Promise<MarkedRow> {
  const { upright, columns } = table;
  const box = (at: number): PageBox => boxOf(upright, at, line.strip);
  const places = [...Object.values(columns).filter((at) => typeof at === "number")];
  const first = box(Math.min(...places));
  const last = box(Math.max(...places));
  const [type, amount] = [box(columns.type), box(columns.amount)];
  const judged = (reading: Reading, of: PageBox) => ({
    ...reading,
    // A row says what kind it is and how much: a blank cell is one that was not seen.
    sure: reading.sure && reading.reading !== null && !line.hasUnknown && !line.isTwo,
    box: of,
  });
  return {
    box: { ...first, width: last.left + last.width - first.left },
    cells: {
      owner: columns.owner === null ? null : box(columns.owner),
      asset: box(columns.asset),
      transactionDate: box(columns.transactionDate),
      notificationDate: columns.notificationDate === null ? null : box(columns.notificationDate),
    },
    type: judged(await readTypeText(upright.page, type), type),
    amount: judged(await readAmountText(upright.page, amount), amount),
    continued: isBelowText || isAboveText || line.isTwo,
    isBelowText,
    areWords: true,
  };
}

function isWrittenBelow({ upright, columns, lines, body }: WordedTable): boolean {
  const { page, scale, table } = upright;
  const rest = { from: Math.round((lines.at(-1)?.to ?? body.from) + RULE * scale), to: body.to };
  return (
    rest.to - rest.from > LOWEST_WRITING * scale && isWritten(page, table.columns[columns.asset] as Strip, rest, scale)
  );
}
