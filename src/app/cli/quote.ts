/** `quote`: the price of a security. */
import { fetchContent } from "../../api/mcp/ask.ts";
import { sanitizeToOneLine } from "../../api/mcp/filing-text.ts";
import type { Config } from "../../base/config.ts";
import { UsageError } from "../../base/errors.ts";
import { formatCount } from "../../domain/count-words.ts";
import type { WireQuote } from "../../domain/quote.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { type SourceOption, withApiClient } from "./questions.ts";
import { formatTable, type PrintOptions, print } from "./shared-store.ts";
import { createTerminalStyle, type Look, writeWithColors } from "./terminal.ts";

export async function runQuoteCommand(
  config: Config,
  typedSymbol: string,
  options: SourceOption & PrintOptions,
): Promise<void> {
  const symbol = toCanonicalSymbol(typedSymbol);
  if (symbol === null) throw new UsageError(`The symbol must be letters such as AAPL or BRK.B, not "${typedSymbol}".`);
  await withApiClient(config, options, async ({ ask, getNotice }) => {
    const path = `/market-data/public/quote/${encodeURIComponent(symbol)}`;
    const { body, header } = await fetchContent<WireQuote>(ask, path);
    const isStale = header("x-data-stale") === "true";
    if (options.json) print(options, { ...body, is_stale: isStale, data_notice: getNotice() }, "");
    else {
      writeWithColors(process.stdout, formatQuote(body, symbol, isStale, createTerminalStyle(process.stdout)));
      if (getNotice() !== null) process.stdout.write(`${getNotice()}\n`);
    }
  });
}

/** @param requested the symbol typed by the user, which may be a former symbol of the security. */
export function formatQuote(quote: WireQuote, requested: string, isStale: boolean, { paint }: Look): string {
  const { symbol, company_name: company, price, change, change_percent: percent } = quote;
  const renamed = symbol === requested ? "" : `, asked for as ${requested}`;
  const moved =
    change === null
      ? ""
      : `  ${formatSignedNumber(change)}${percent === null ? "" : ` (${formatSignedNumber(percent)}%)`}`;
  const color = change !== null && change < 0 ? "red" : "green";
  const rows = [
    ["52 weeks", `${formatMoney(quote.week_52_low)} to ${formatMoney(quote.week_52_high)}`],
    ["volume", formatWholeNumber(quote.volume)],
    ["market cap", quote.market_cap === null ? "-" : `$${formatWholeNumber(quote.market_cap)}`],
    ["P/E", quote.pe_ratio === null ? "-" : String(quote.pe_ratio)],
  ];
  return [
    `${paint("bold", sanitizeToOneLine(symbol))}  ${company === null ? "-" : sanitizeToOneLine(company)}${renamed}\n`,
    `${formatMoney(price)}${moved === "" ? "" : paint(color, moved)}  at ${sanitizeToOneLine(quote.timestamp)}\n`,
    formatTable(rows),
    isStale ? "No price source responds right now; this is the last known price.\n" : "",
  ].join("");
}

function formatMoney(value: number | null): string {
  if (value === null) return "-";
  return `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

function formatSignedNumber(value: number): string {
  const text = value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return value > 0 ? `+${text}` : text;
}

function formatWholeNumber(value: number | null): string {
  return value === null ? "-" : formatCount(value);
}
