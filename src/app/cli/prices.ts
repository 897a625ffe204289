/** `prices fill|refresh|import|forget`: prefetches daily bars, imports them from files, or deletes them. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Config } from "../../base/config.ts";
import { ConfigError, SourceError, UsageError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { createMarket, type MarketService } from "../../prices/create-market.ts";
import type { MarketProvider } from "../../prices/market.ts";
import {
  listTradedSymbols,
  prefetchPrices,
  type TradedSymbol,
  type WarmingProgress,
  type WarmingScope,
} from "../../prices/prefetch/warming.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { parseBarsFile } from "../../prices/providers/file.ts";
import { createListedSymbols } from "../../prices/symbols.ts";
import { getNewYorkDay } from "../../prices/trading-day.ts";
import type { Store } from "../../store/store.ts";
import { withLockedStore } from "./data-folder.ts";
import { type PrintOptions, print } from "./shared-store.ts";

const LINE_EVERY_MS = 10_000;

/** Fetches missing prices (`fill`), or refreshes stale ones (`refresh`), until done or aborted. */
export function prefetchTradedPrices(
  config: Config,
  scope: Exclude<WarmingScope, "both">,
  signal: AbortSignal,
  printed: PrintOptions,
): Promise<void> {
  const log = createLogger("error");
  const purpose = scope === "missing" ? "prices fill" : "prices refresh";
  return withLockedStore(config, purpose, log, async (store) => {
    const market = await openMarketService(config, store, createProviders(config, log));
    const symbols = await listTradedSymbols(streamTrades(store));
    if (symbols.length === 0) {
      const none = { symbols: 0, due: 0, fetched: 0, unknown: 0, failed: 0, ended_early: false };
      print(printed, none, "No published trade has a symbol yet; prices are downloaded for symbols in trades.\n");
      return;
    }
    const show = createProgressPrinter();
    const done = await prefetchPrices(
      symbols,
      scope,
      { fill: market.prefetchBars, inventory: store.priceInventory, log, onProgress: show },
      signal,
    );
    const ended = signal.aborted ? "Stopped early; run the same command to resume. " : "";
    const { known, filled, unknown, failed } = done;
    print(
      printed,
      { symbols: symbols.length, due: known, fetched: filled, unknown, failed, ended_early: signal.aborted },
      `${ended}${symbols.length} symbols in trades, ${done.known} of them needed an update: ${formatProgress(done)}.\n`,
    );
  });
}

/** Merges bars from `SYMBOL.csv` files into the stored bars. Exit code 1 if a file is bad; good files are still imported. */
export function importPrices(
  config: Config,
  path: string,
  options: PrintOptions & { readonly splitAdjusted?: true; readonly skipBadRows?: true },
): Promise<number> {
  return withLockedStore(config, "prices import", createLogger("error"), async (store) => {
    const market = await openMarketService(config, store, []);
    const splitPolicy = options.splitAdjusted ? "adjusted" : "unverified";
    const files = await listCsvFiles(path);
    let refused = 0;
    const imported: object[] = [];
    const recordImportedFile = (wire: object, line: string) => {
      imported.push(wire);
      if (!options.json) process.stdout.write(`${line}\n`);
    };
    for (const file of files) {
      try {
        const { wire, line } = await importPriceFile(market, file, splitPolicy, options.skipBadRows);
        recordImportedFile(wire, line);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        refused += 1;
        imported.push({ file: basename(file), error: { code: error.code, message: error.message } });
        process.stderr.write(`${error.message}\n`);
      }
    }
    print(options, { files: imported }, `${files.length - refused} of ${files.length} files imported.\n`);
    return refused === 0 ? 0 : 1;
  });
}

async function importPriceFile(
  market: MarketService,
  file: string,
  splitPolicy: MarketProvider["splitPolicy"],
  skipBadRows = false,
): Promise<{ readonly wire: object; readonly line: string }> {
  const name = basename(file);
  const symbol = toCanonicalSymbol(basename(file, extname(file)));
  if (symbol === null) throw new SourceError("bad_file", `${name}: the file name must be a symbol, such as AAPL.csv.`);
  const { bars, leftOut } = parseBarsFile(await readFile(file, "utf8"), name, getNewYorkDay(new Date()), skipBadRows);
  for (const row of leftOut) process.stderr.write(`${row} Left out.\n`);
  const { added, running } = await market.importBars(symbol, bars, splitPolicy).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    throw new SourceError(error.code, `${name}: ${error.message}`, { cause: error });
  });
  const parts = [
    `${symbol}: ${bars.length} days read`,
    added === 0 ? "nothing to add" : `${added} added`,
    ...(leftOut.length === 0 ? [] : [`${leftOut.length} bad ${leftOut.length === 1 ? "row" : "rows"} left out`]),
    ...(running === 0 ? [] : [`the unfinished day left out`]),
  ];
  return { wire: { file: name, symbol, days: bars.length, added, left_out: leftOut }, line: parts.join(", ") };
}

/** Deletes the stored prices of these symbols, so that the next request fetches them again. */
export function forgetPrices(config: Config, input: readonly string[], printed: PrintOptions): Promise<void> {
  const symbols = input.map((text) => {
    const symbol = toCanonicalSymbol(text);
    if (symbol === null) throw new UsageError(`"${text}" is not a symbol.`);
    return symbol;
  });
  return withLockedStore(config, "prices forget", createLogger("error"), async ({ priceInventory }) => {
    const done: { readonly symbol: string; readonly forgotten: boolean }[] = [];
    for (const symbol of new Set(symbols)) done.push({ symbol, forgotten: await priceInventory.deleteSymbol(symbol) });
    const formatDeletion = ({ symbol, forgotten }: (typeof done)[number]) =>
      forgotten ? `${symbol}: forgotten\n` : `${symbol}: nothing stored\n`;
    print(printed, done, done.map(formatDeletion).join(""));
  });
}

/** @throws {ConfigError} */
async function listCsvFiles(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ConfigError(`No file or folder "${path}".`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.csv$/i.test(name)).sort();
  if (names.length === 0) throw new ConfigError(`The folder "${path}" has no CSV file such as AAPL.csv.`);
  return names.map((name) => join(path, name));
}

/** Creates a market service that uses the store's prices and these providers. */
export async function openMarketService(
  config: Config,
  store: Store,
  providers: readonly MarketProvider[],
): Promise<MarketService> {
  const { reload, isListed, getName } = createListedSymbols(store.reference);
  await reload();
  return createMarket({
    providers,
    store: store.market,
    isListed,
    getName,
    log: createLogger(config.LOG_LEVEL === "debug" ? "debug" : "error"),
  });
}

async function* streamTrades({ publications }: Store): AsyncGenerator<TradedSymbol> {
  for await (const chunk of publications.streamTrades()) yield* chunk;
}

/** Returns a function that prints progress to standard error: at every call while waiting, else at most once per interval. */
function createProgressPrinter(): (progress: WarmingProgress) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const { known, done, waiting } = progress;
    if (performance.now() - shownAt < LINE_EVERY_MS && waiting === null) return;
    shownAt = performance.now();
    const wait = waiting ? `; waiting until ${waiting.until.toISOString()}: ${waiting.reason}` : "";
    process.stderr.write(`${done} of ${known} symbols, ${formatProgress(progress)}${wait}\n`);
  };
}

function formatProgress({ filled, unknown, failed }: WarmingProgress): string {
  return `${filled} fetched, ${unknown} unknown, ${failed} failed`;
}
