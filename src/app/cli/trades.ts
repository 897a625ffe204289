/** `trades`: the most recently disclosed trades, as a table, CSV or JSON. */
import type { Ask, Query } from "../../api/mcp/ask.ts";
import { findPoliticianId } from "../../api/mcp/politician.ts";
import { describeMissingReports, type Scope } from "../../api/mcp/what-is-missing.ts";
import type { Config } from "../../base/config.ts";
import { UsageError } from "../../base/errors.ts";
import { addDays, type IsoDate, parseIsoDate, toIsoDate } from "../../domain/dates.ts";
import { PUBLIC_FIELD_NAMES } from "../../domain/public-trade.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { formatCsvHeader, formatCsvLine } from "../../publication/export/csv.ts";
import {
  fetchTradeListing,
  formatShownCount,
  formatTradeRows,
  formatUnknownLateness,
  parseLimit,
  type TradeListing,
} from "./listed-trades.ts";
import { type SourceOption, withApiClient } from "./questions.ts";
import { createTerminalStyle, writeWithColors } from "./terminal.ts";

const TRADE_FORMATS = ["table", "csv", "json"] as const;
type Format = (typeof TRADE_FORMATS)[number];

interface TradesOptions extends SourceOption {
  readonly since?: string;
  readonly member?: string;
  readonly ticker?: string;
  readonly late?: true;
  readonly min?: string;
  readonly limit: string;
  readonly format: string;
}

export async function runTradesCommand(config: Config, options: TradesOptions): Promise<void> {
  const filter = parseTradeOptions(options, toIsoDate(new Date(), WASHINGTON));
  const format = parseFormat(options.format);
  const most = parseLimit(options.limit);
  await withApiClient(config, options, async ({ ask, getNotice }) => {
    const member = options.member === undefined ? undefined : await findMemberId(ask, options.member);
    const listing = await fetchTradeListing(ask, { ...filter, politician_id: member }, most);
    const missing = await describeMissingReports(ask, toScope(member, filter));
    printListing(format, listing, missing, getNotice());
  });
}

/** Time zone in which the House and the Senate date the reports. */
const WASHINGTON = "America/New_York";

/** Converts all options but the member to parameters of `GET /trades`. @param today date in Washington. @throws {UsageError} */
export function parseTradeOptions(
  { since, ticker, late, min }: Pick<TradesOptions, "since" | "ticker" | "late" | "min">,
  today: IsoDate,
): Query {
  return {
    disclosed_from: since === undefined ? undefined : parseSince(since, today),
    ticker: ticker === undefined ? undefined : parseSymbols(ticker),
    late,
    min_amount: min === undefined ? undefined : parseDollars(min),
  };
}

const DAYS_AGO = /^(\d{1,4})d$/;

function parseSince(text: string, today: IsoDate): IsoDate {
  if (text === "today") return today;
  if (text === "yesterday") return addDays(today, -1);
  const [, days] = DAYS_AGO.exec(text) ?? [];
  const day = days === undefined ? parseIsoDate(text) : addDays(today, -Number(days));
  if (day !== null) return day;
  throw new UsageError(
    `--since must be today, yesterday, a number of days such as 7d, or a date such as 2026-11-01, not "${text}".`,
  );
}

function parseSymbols(text: string): string {
  return text
    .split(",")
    .map((each) => {
      const symbol = toCanonicalSymbol(each.trim());
      if (symbol !== null) return symbol;
      throw new UsageError(`--ticker must be symbols such as AAPL or BRK.B, separated by commas, not "${text}".`);
    })
    .join(",");
}

function parseDollars(text: string): number {
  if (/^\$?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})$/.test(text)) return Number(text.replace(/[$,]/g, ""));
  throw new UsageError(`--min must be whole US dollars, such as 15001 or 15,001, not "${text}".`);
}

function parseFormat(text: string): Format {
  const format = TRADE_FORMATS.find((each) => each === text);
  if (format !== undefined) return format;
  throw new UsageError(`--format must be ${TRADE_FORMATS.join(", ")}, not "${text}".`);
}

const BIOGUIDE = /^[A-Za-z]\d{6}$/;

/** Returns an id in upper case, or finds the id for a name. @throws {ToolError} if no or several members match the name. */
export async function findMemberId(ask: Ask, member: string): Promise<string> {
  return BIOGUIDE.test(member) ? member.toUpperCase() : findPoliticianId(ask, member);
}

function toScope(politicianId: string | undefined, { disclosed_from: from }: Query): Scope {
  return { politicianId, from: from === undefined ? undefined : String(from) };
}

/** Prints the listing. Sentences that have no place in the CSV or JSON go to standard error. */
function printListing(format: Format, listing: TradeListing, missing: string, notice: string | null): void {
  const { trades, total } = listing;
  const sentences = [formatShownCount(listing, "--limit all"), missing, ...(notice === null ? [] : [notice])];
  if (format === "json") {
    process.stdout.write(`${JSON.stringify({ ...listing, missing, data_notice: notice }, null, 2)}\n`);
    if (trades.length < total) process.stderr.write(`${sentences[0]}\n`);
  } else if (format === "csv") {
    const columns = [...PUBLIC_FIELD_NAMES, "late"];
    const lines = trades.map((trade) => formatCsvLine({ ...trade }, columns, false));
    process.stdout.write(formatCsvHeader(columns) + lines.join(""));
    process.stderr.write(`${sentences.join("\n")}\n`);
  } else {
    writeWithColors(process.stdout, formatTradeRows(trades, createTerminalStyle(process.stdout)));
    const late = formatUnknownLateness(trades);
    process.stdout.write(`${[...(late === null ? [] : [late]), ...sentences].join("\n")}\n`);
  }
}
