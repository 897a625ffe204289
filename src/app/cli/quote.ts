/** `quote`: the price of a security. */
import { contentOf } from "../../api/mcp/ask.ts";
import { oneLine } from "../../api/mcp/filing-text.ts";
import type { Config } from "../../base/config.ts";
import { UsageError } from "../../base/errors.ts";
import { count } from "../../domain/counted.ts";
import type { WireQuote } from "../../domain/quote.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { type SourceOption, withQuestions } from "./questions.ts";
import { type PrintOptions, print, table } from "./shared-store.ts";
import { type Look, lookOf, writeColored } from "./terminal.ts";

export async function quoteCommand(config: Config, given: string, options: SourceOption & PrintOptions): Promise<void> {
  const symbol = canonicalSymbol(given);
  if (symbol === null) throw new UsageError(`The symbol must be letters such as AAPL or BRK.B, not "${given}".`);
  await withQuestions(config, options, async ({ ask, notice }) => {
    const path = `/market-data/public/quote/${encodeURIComponent(symbol)}`;
    const { body, header } = await contentOf<WireQuote>(ask, path);
    const isStale = header("x-data-stale") === "true";
    if (options.json) print(options, { ...body, is_stale: isStale, data_notice: notice() }, "");
    else {
      writeColored(process.stdout, quoteText(body, symbol, isStale, lookOf(process.stdout)));
      if (notice() !== null) process.stdout.write(`${notice()}\n`);
    }
  });
}

/** @param asked the symbol in the command; a security may have another one today. */
export function quoteText(quote: WireQuote, asked: string, isStale: boolean, { paint }: Look): string {
  const { symbol, company_name: company, price, change, change_percent: percent } = quote;
  const renamed = symbol === asked ? "" : `, asked for as ${asked}`;
  const moved = change === null ? "" : `  ${signed(change)}${percent === null ? "" : ` (${signed(percent)}%)`}`;
  const color = change !== null && change < 0 ? "red" : "green";
  const rows = [
    ["52 weeks", `${money(quote.week_52_low)} to ${money(quote.week_52_high)}`],
    ["volume", whole(quote.volume)],
    ["market cap", quote.market_cap === null ? "-" : `$${whole(quote.market_cap)}`],
    ["P/E", quote.pe_ratio === null ? "-" : String(quote.pe_ratio)],
  ];
  return [
    `${paint("bold", oneLine(symbol))}  ${company === null ? "-" : oneLine(company)}${renamed}\n`,
    `${money(price)}${moved === "" ? "" : paint(color, moved)}  at ${oneLine(quote.timestamp)}\n`,
    table(rows),
    isStale ? "No price source responds right now; this is the last known price.\n" : "",
  ].join("");
}

function money(value: number | null): string {
  if (value === null) return "-";
  return `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

function signed(value: number): string {
  const text = value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return value > 0 ? `+${text}` : text;
}

function whole(value: number | null): string {
  return value === null ? "-" : count(value);
}
