/**
 * Yahoo's content from a folder of real prices: daily bars, names from the ticker lists, and shares and earnings from recorded
 * quotes.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DailyPrice, ListedSecurity, Material, PriceDividend } from "../../src/app/demo/sites/material.ts";
import { readCsv } from "./csv.ts";
import { readFileIfExists } from "./files.ts";

interface DirectoryEntry {
  readonly name: string;
  readonly etf: boolean;
  readonly nasdaq: boolean;
}

export function createCorpusPrices(folder: string): Material["prices"] {
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
  const csv = await readFileIfExists(join(folder, "market", "history", "daily", `${symbol}.csv`));
  if (!csv) return null;
  const entry = (await directory).get(symbol);
  const name = entry?.name ?? symbol;
  const prices = readCsv(csv.toString("utf8"))
    .map(parseDailyPrice)
    .filter((price) => Number.isFinite(price.close));
  return {
    symbol,
    longName: name,
    shortName: name,
    exchange: entry?.nasdaq ? "NMS" : "NYQ",
    exchangeName: entry?.nasdaq ? "NasdaqGS" : "NYSE",
    quoteType: entry?.etf ? "ETF" : "EQUITY",
    ...(await readRecordedFigures(folder, symbol)),
    prices,
    dividends: deriveDividends(prices),
  };
}

/** Minimum dividend in dollars. Anything smaller is a rounding error. */
const MIN_DIVIDEND = 0.002;

/** Derives dividends from the adjusted closes, which rise relative to the closes by the dividend on an ex-dividend day. */
function deriveDividends(prices: readonly DailyPrice[]): readonly PriceDividend[] {
  return prices.flatMap(({ date, close, adjClose }, at) => {
    const before = prices[at - 1];
    if (before === undefined) return [];
    const dollars = Number((before.close * (1 - before.adjClose / before.close / (adjClose / close))).toFixed(4));
    return dollars >= MIN_DIVIDEND ? [{ date, dollars }] : [];
  });
}

function parseDailyPrice(row: Readonly<Record<string, string>>): DailyPrice {
  const parseNumber = (name: string): number => Number.parseFloat(row[name] ?? "");
  return {
    date: (row["Date"] ?? "").slice(0, 10),
    open: parseNumber("Open"),
    high: parseNumber("High"),
    low: parseNumber("Low"),
    close: parseNumber("Close"),
    adjClose: parseNumber("Adj Close"),
    volume: parseNumber("Volume"),
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

async function readRecordedFigures(
  folder: string,
  symbol: string,
): Promise<Pick<ListedSecurity, "sharesOutstanding" | "epsTrailingTwelveMonths">> {
  const none = { sharesOutstanding: null, epsTrailingTwelveMonths: null };
  const recorded = await readFileIfExists(
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
