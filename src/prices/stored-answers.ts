/** Answers from stored prices alone, without querying a provider. */
import type { Interval, Period } from "../domain/bar.ts";
import { type createEmptyCloses, toDayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../domain/symbol.ts";
import type { PackedBars } from "../store/market.ts";
import { readNewestDay, readOldestDay } from "../store/packed-bars.ts";
import { readFinalCloses } from "./keeper/series/closes.ts";
import { buildHistory } from "./keeper/series/history.ts";
import { createStoreDownError } from "./keeper/series/stored-prices.ts";
import type { SymbolPrices } from "./keeper/symbol-prices.ts";
import type { DaySpan, HistoryAnswer, StoredCloses } from "./market.ts";
import { type ListedSymbols, listCandidateSymbols } from "./symbols.ts";
import { areBarsFresh, countTradingDays, findLatestFinalDay } from "./trading-day.ts";

/** Maximum age of a listed symbol's current price, in trading days: about a month. */
const LONG_AGO_DAYS = 21;

interface ListedNow {
  readonly listed: Pick<ListedSymbols, "isListed">;
  readonly getTime: () => Date;
}

interface StoredParts extends ListedNow {
  readonly symbolPrices: SymbolPrices;
}

export class StoredAnswers {
  readonly #parts: StoredParts;

  constructor(parts: StoredParts) {
    this.#parts = parts;
  }

  /** See `Market.readStoredHistory`. */
  async readHistory(symbolText: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer | null> {
    const { symbolPrices, listed, getTime } = this.#parts;
    for (const symbol of listCandidateSymbols(toCanonicalSymbol(symbolText), listed.isListed)) {
      const { value: stored } = await symbolPrices.readPackedBars(symbol);
      const history = stored && buildHistory(stored.packed, span, interval);
      if (!history) continue;
      const stale = !areBarsFresh(stored.refreshedAt, getTime());
      return toHistoryAnswer({ symbol, stored, history, stale }, this.#parts);
    }
    return null;
  }

  /** See `Market.readCloses`. */
  async readCloses(symbolText: string, columns?: typeof createEmptyCloses): Promise<StoredCloses | null> {
    const { symbolPrices, listed, getTime } = this.#parts;
    let isSilent = false;
    for (const symbol of listCandidateSymbols(toCanonicalSymbol(symbolText), listed.isListed)) {
      const { value: stored, isSure } = await symbolPrices.readPackedBars(symbol, columns === undefined);
      if (columns !== undefined && !isSure) throw createStoreDownError();
      isSilent ||= !isSure;
      if (stored === undefined) continue;
      const closes = readFinalCloses(symbol, stored, { isListed: listed.isListed(symbol), now: getTime(), columns });
      if (closes !== null) return closes;
    }
    if (isSilent) throw createStoreDownError();
    return null;
  }
}

interface FoundHistory {
  readonly symbol: CanonicalSymbol;
  readonly stored: Pick<PackedBars, "packed" | "origin">;
  readonly history: Pick<HistoryAnswer, "bars" | "tag">;
  readonly stale: boolean;
}

export function toHistoryAnswer({ symbol, stored, history, stale }: FoundHistory, now: ListedNow): HistoryAnswer {
  const { packed, origin } = stored;
  const [firstDay, lastDay] = [toDayText(readOldestDay(packed) ?? 0), toDayText(readNewestDay(packed) ?? 0)];
  return { symbol, ...history, stale: stale || isTooOldToBeCurrent(symbol, lastDay, now), origin, firstDay, lastDay };
}

/** Returns whether the last price of a listed symbol is too old to be current: a listed security trades more often. */
export function isTooOldToBeCurrent(symbol: CanonicalSymbol, day: IsoDate, { listed, getTime }: ListedNow): boolean {
  return listed.isListed(symbol) === true && countTradingDays(day, findLatestFinalDay(getTime())) > LONG_AGO_DAYS;
}
