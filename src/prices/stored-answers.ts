/** Answers from stored prices alone, without querying a provider. */
import type { Interval, Period } from "../domain/bar.ts";
import { dayText, type emptyCloses } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { PackedBars } from "../store/market.ts";
import { newestDayOf, oldestDayOf } from "../store/packed-bars.ts";
import type { KeptPrices } from "./keeper/kept-prices.ts";
import { closesOf } from "./keeper/series/closes.ts";
import { historyOf } from "./keeper/series/history.ts";
import { silentStore } from "./keeper/series/stored-prices.ts";
import type { DaySpan, HistoryAnswer, StoredCloses } from "./market.ts";
import { candidates, type ListedSymbols } from "./symbols.ts";
import { barsAreFresh, latestFinalDay, tradingDaysBetween } from "./trading-day.ts";

/** Trading days, about a month. */
const LONG_AGO_DAYS = 21;

interface ListedNow {
  readonly listed: Pick<ListedSymbols, "knows">;
  readonly clock: () => Date;
}

interface StoredParts extends ListedNow {
  readonly kept: KeptPrices;
}

export class StoredAnswers {
  readonly #parts: StoredParts;

  constructor(parts: StoredParts) {
    this.#parts = parts;
  }

  /** See `Market.storedHistory`. */
  async history(given: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer | null> {
    const { kept, listed, clock } = this.#parts;
    for (const symbol of candidates(canonicalSymbol(given), listed.knows)) {
      const { value: stored } = await kept.packed(symbol);
      const history = stored && historyOf(stored.packed, span, interval);
      if (!history) continue;
      const stale = !barsAreFresh(stored.refreshedAt, clock());
      return historyAnswer({ symbol, stored, history, stale }, this.#parts);
    }
    return null;
  }

  /** See `Market.closes`. */
  async closes(given: string, columns?: typeof emptyCloses): Promise<StoredCloses | null> {
    const { kept, listed, clock } = this.#parts;
    let isSilent = false;
    for (const symbol of candidates(canonicalSymbol(given), listed.knows)) {
      const { value: stored, isSure } = await kept.packed(symbol, columns === undefined);
      if (columns !== undefined && !isSure) throw silentStore();
      isSilent ||= !isSure;
      if (stored === undefined) continue;
      const closes = closesOf(symbol, stored, { isListed: listed.knows(symbol), now: clock(), columns });
      if (closes !== null) return closes;
    }
    if (isSilent) throw silentStore();
    return null;
  }
}

interface FoundHistory {
  readonly symbol: CanonicalSymbol;
  readonly stored: Pick<PackedBars, "packed" | "origin">;
  readonly history: Pick<HistoryAnswer, "bars" | "tag">;
  readonly stale: boolean;
}

export function historyAnswer({ symbol, stored, history, stale }: FoundHistory, now: ListedNow): HistoryAnswer {
  const { packed, origin } = stored;
  const [firstDay, lastDay] = [dayText(oldestDayOf(packed) ?? 0), dayText(newestDayOf(packed) ?? 0)];
  return { symbol, ...history, stale: stale || isLongAgo(symbol, lastDay, now), origin, firstDay, lastDay };
}

/** Returns whether prices of a listed symbol end this long ago: a listed security trades, so they are not current, whatever a provider says. */
export function isLongAgo(symbol: CanonicalSymbol, day: IsoDate, { listed, clock }: ListedNow): boolean {
  return listed.knows(symbol) === true && tradingDaysBetween(day, latestFinalDay(clock())) > LONG_AGO_DAYS;
}
