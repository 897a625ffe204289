/** Lists of trades for a terminal, fitted to its width. Each line says whether the trade was disclosed late. */
import { type Ask, fetchContent, type Query } from "../../api/mcp/ask.ts";
import { sanitizeToOneLine } from "../../api/mcp/filing-text.ts";
import { UsageError } from "../../base/errors.ts";
import { formatCount, pluralize } from "../../domain/count-words.ts";
import type { PublicTrade } from "../../domain/public-trade.ts";
import type { TransactionType } from "../../domain/trade.ts";
import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { Look } from "./terminal.ts";

/** A trade of the API's lists, and whether it was disclosed late; null if unknown. */
export interface ListedTrade extends PublicTrade {
  readonly late: boolean | null;
}

export interface TradeListing {
  readonly trades: readonly ListedTrade[];
  readonly total: number;
  readonly dataset_version: string;
}

/** Page size limit of `GET /trades`. */
const PAGE = 100;

/**
 * Fetches the most recently disclosed matching trades, all from one data version. `GET /trades` does not say which trades are
 * late. So the function also fetches a list of late trades that is at most as long. Both lists have the same order, so every late
 * trade of the first list is also in the second list. Trades whose lateness is not judged are found in the same way.
 * @param most maximum number of trades. @throws {ToolError}
 */
export async function fetchTradeListing(ask: Ask, filter: Query, most: number): Promise<TradeListing> {
  const { trades, total, version } = await fetchFirstTrades(ask, filter, most);
  const fetchMatchingIds = async (verdict: Query) => {
    if (trades.length === 0 || filter["late"] === true) return new Set<string>();
    const found = await fetchFirstTrades(ask, { ...filter, ...verdict, version }, trades.length);
    return new Set(found.trades.map(({ id }) => id));
  };
  const late = await fetchMatchingIds({ late: true });
  const notJudged = await fetchMatchingIds({ late_not_judged: true });
  const isTradeLate = (id: string) => (notJudged.has(id) ? null : filter["late"] === true || late.has(id));
  return {
    trades: trades.map((trade) => ({ ...trade, late: isTradeLate(trade.id) })),
    total,
    dataset_version: version,
  };
}

interface Trades {
  readonly trades: readonly PublicTrade[];
  readonly total: number;
  readonly version: string;
}

async function fetchFirstTrades(ask: Ask, query: Query, most: number): Promise<Trades> {
  const trades: PublicTrade[] = [];
  let pinned = query["version"];
  for (;;) {
    const limit = Math.min(PAGE, most - trades.length);
    const page = { ...query, version: pinned, limit, skip: trades.length };
    const { body, version } = await fetchContent<Omit<Trades, "version">>(ask, "/trades", page);
    trades.push(...body.trades);
    if (body.trades.length === 0 || trades.length >= Math.min(most, body.total)) {
      return { trades, total: body.total, version };
    }
    pinned = version;
  }
}

/** Parses `--limit`. @throws {UsageError} */
export function parseLimit(text: string): number {
  if (text === "all") return Number.MAX_SAFE_INTEGER;
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= 1) return number;
  throw new UsageError(`--limit must be "all" or a whole number, at least 1, not "${text}".`);
}

/** `20 of 1,234 trades shown, newest disclosure first; --limit all shows all.` `how` is the option that shows all. */
export function formatShownCount({ trades, total }: TradeListing, how: string): string {
  if (total === 0) return "No known trade matches.";
  if (trades.length === total) return `${pluralize(total, "trade")}.`;
  return `${formatCount(trades.length)} of ${pluralize(total, "trade")} shown, newest disclosure first; ${how} shows all.`;
}

type Column = "disclosed" | "traded" | "member" | "type" | "ticker" | "asset" | "amount" | "late";
const HEAD: readonly Column[] = ["disclosed", "traded", "member", "type", "ticker", "asset", "amount", "late"];
type Row = Readonly<Record<Column, string>>;

/** Below these widths, names of members and assets are not useful. */
const MIN_MEMBER = 12;
const MIN_ASSET = 16;
const GAP = "  ";

/** Formats a table of trades. On a narrow terminal, each trade's type and asset move to a second line. No column is missing. */
export function formatTradeRows(trades: readonly ListedTrade[], { columns, paint }: Look): string {
  if (trades.length === 0) return "";
  const rows = trades.map(toListedRow);
  const head = Object.fromEntries(HEAD.map((name) => [name, name])) as Row;
  const { shown, getWidth } = fitColumns([head, ...rows], columns);
  const padCells = (row: Row) => shown.map((name) => truncate(row[name], getWidth(name)).padEnd(getWidth(name)));
  const lines = rows.map((row) => {
    const cells = padCells(row).map((cell, place) => paintCell(shown[place], cell, paint));
    const line = cells.join(GAP).trimEnd();
    return shown === HEAD
      ? line
      : `${line}\n${GAP}${truncate(row.type + GAP + row.asset, (columns ?? 0) - GAP.length)}`;
  });
  return `${[paint("bold", padCells(head).join(GAP).trimEnd()), ...lines].join("\n")}\n`;
}

interface ShownColumns {
  readonly shown: readonly Column[];
  readonly getWidth: (column: Column) => number;
}

// Selects the columns that fit. A column is as wide as its widest cell. If the columns are too wide together, first `asset` and
// then `member` are made narrower; if that is not enough, `asset` and `type` are not selected.
function fitColumns(rows: readonly Row[], most: number | null): ShownColumns {
  const measureWidestCell = (name: Column) => Math.max(...rows.map((row) => [...row[name]].length));
  const widths = new Map(HEAD.map((name) => [name, measureWidestCell(name)]));
  const getWidth = (name: Column) => widths.get(name) ?? 0;
  const computeExcessWidth = (shown: readonly Column[]) =>
    most === null ? 0 : shown.reduce((sum, name) => sum + getWidth(name) + GAP.length, -GAP.length) - most;
  const shrinkColumnToFit = (name: Column, least: number, shown: readonly Column[]) =>
    widths.set(
      name,
      Math.max(Math.min(least, getWidth(name)), getWidth(name) - Math.max(0, computeExcessWidth(shown))),
    );
  shrinkColumnToFit("asset", MIN_ASSET, HEAD);
  shrinkColumnToFit("member", MIN_MEMBER, HEAD);
  if (computeExcessWidth(HEAD) <= 0) return { shown: HEAD, getWidth };
  const shown = HEAD.filter((name) => name !== "asset" && name !== "type");
  widths.set("member", measureWidestCell("member"));
  shrinkColumnToFit("member", MIN_MEMBER, shown);
  return { shown, getWidth };
}

/** Explains the dashes in the column `late`; null if there are none. */
export function formatUnknownLateness(trades: readonly ListedTrade[]): string | null {
  const notJudged = trades.filter(({ late }) => late === null).length;
  return notJudged === 0 ? null : `Lateness not judged: ${pluralize(notJudged, "trade")} (-).`;
}

function toListedRow(trade: ListedTrade): Row {
  const { company, asset_type: kind, party, chamber, late } = trade;
  const cells: Row = {
    disclosed: trade.disclosure_date,
    traded: trade.transaction_date,
    member: `${trade.politician} (${party.slice(0, 1)}, ${chamber === "house" ? "House" : "Senate"})`,
    type: TYPE_NAMES[trade.transaction_type as TransactionType],
    ticker: trade.ticker || "-",
    asset: kind === "Stock" ? company : `${company} [${kind}]`,
    amount: trade.amount_range,
    late: late === null ? "-" : late ? "late" : "no",
  };
  return Object.fromEntries(HEAD.map((name) => [name, sanitizeToOneLine(cells[name])])) as Row;
}

/** Purchases and sales are not colored: buying a put is not a bet on a rise. */
function paintCell(column: Column | undefined, cell: string, paint: Look["paint"]): string {
  if (column === "late" && cell.trim() === "late") return paint("yellow", cell);
  return column === "ticker" ? paint("bold", cell) : cell;
}

function truncate(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join("")}…`;
}
