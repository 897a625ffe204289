/** Yahoo over a folder of real prices: daily bars, names from the ticker lists, shares and earnings where a quote was recorded. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DailyPrice, ListedSecurity, Material, PriceDividend } from "../../src/app/demo/sites/material.ts";
import { readCsv } from "./csv.ts";
import { readIfThere } from "./files.ts";

interface DirectoryEntry {
  readonly name: string;
  readonly etf: boolean;
  readonly nasdaq: boolean;
}

export function corpusPrices(folder: string): Material["prices"] {
  const known = new Map<string, Promise<ListedSecurity | null>>();
  let directory: Promise<ReadonlyMap<string, DirectoryEntry>> | null = null;
  return {
    findSecurity(symbol) {
      directory ??= readDirectory(folder);
      const found = known.get(symbol) ?? readSecurity(folder, symbol, directory);
      known.set(symbol, found);
      return found;
    },
  };
}

async function readSecurity(
  folder: string,
  symbol: string,
  directory: Promise<ReadonlyMap<string, DirectoryEntry>>,
): Promise<ListedSecurity | null> {
  if (!/^[A-Z][A-Z0-9-]*$/.test(symbol)) return null;
  const csv = await readIfThere(join(folder, "market", "history", "daily", `${symbol}.csv`));
  if (!csv) return null;
  const entry = (await directory).get(symbol);
  const name = entry?.name ?? symbol;
  const prices = readCsv(csv.toString("utf8"))
    .map(dailyPrice)
    .filter((price) => Number.isFinite(price.close));
  return {
    symbol,
    longName: name,
    shortName: name,
    exchange: entry?.nasdaq ? "NMS" : "NYQ",
    exchangeName: entry?.nasdaq ? "NasdaqGS" : "NYSE",
    quoteType: entry?.etf ? "ETF" : "EQUITY",
    ...(await recordedFigures(folder, symbol)),
    prices,
    dividends: dividendsOf(prices),
  };
}

/** Less is an error of rounding. */
const MIN_DIVIDEND = 0.002;

/** The adjusted closes fold dividends in: on an ex-dividend day they rise beside the closes by what is paid. */
function dividendsOf(prices: readonly DailyPrice[]): readonly PriceDividend[] {
  return prices.flatMap(({ date, close, adjClose }, at) => {
    const before = prices[at - 1];
    if (before === undefined) return [];
    const dollars = Number((before.close * (1 - before.adjClose / before.close / (adjClose / close))).toFixed(4));
    return dollars >= MIN_DIVIDEND ? [{ date, dollars }] : [];
  });
}

function dailyPrice(row: Readonly<Record<string, string>>): DailyPrice {
  const number = (name: string): number => Number.parseFloat(row[name] ?? "");
  return {
    date: (row["Date"] ?? "").slice(0, 10),
    open: number("Open"),
    high: number("High"),
    low: number("Low"),
    close: number("Close"),
    adjClose: number("Adj Close"),
    volume: number("Volume"),
  };
}

async function readDirectory(folder: string): Promise<ReadonlyMap<string, DirectoryEntry>> {
  const entries = new Map<string, DirectoryEntry>();
  for (const [file, etfColumn, nasdaq] of [
    ["nasdaqlisted.txt", 6, true],
    ["otherlisted.txt", 4, false],
  ] as const) {
    const text = await readFile(join(folder, "tickers", file), "utf8");
    for (const line of text.split(/\r?\n/).slice(1)) {
      const cells = line.split("|");
      if (cells.length > 6)
        entries.set(cells[0] ?? "", { name: (cells[1] ?? "").trim(), etf: cells[etfColumn] === "Y", nasdaq });
    }
  }
  return entries;
}

async function recordedFigures(
  folder: string,
  symbol: string,
): Promise<Pick<ListedSecurity, "sharesOutstanding" | "epsTrailingTwelveMonths">> {
  const none = { sharesOutstanding: null, epsTrailingTwelveMonths: null };
  const recorded = await readIfThere(
    join(folder, "market", "recorded", "yahoo-finance2-2025-03", `quote-${symbol}.json`),
  );
  if (!recorded) return none;
  const answer = JSON.parse(recorded.toString("utf8")) as {
    response: {
      bodyJson?: {
        quoteResponse?: { result?: { symbol: string; sharesOutstanding?: number; epsTrailingTwelveMonths?: number }[] };
      };
    };
  };
  const quote = answer.response.bodyJson?.quoteResponse?.result?.find((each) => each.symbol === symbol);
  return {
    sharesOutstanding: quote?.sharesOutstanding ?? null,
    epsTrailingTwelveMonths: quote?.epsTrailingTwelveMonths ?? null,
  };
}
