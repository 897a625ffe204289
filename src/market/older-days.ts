/** Days before those that are fetched for everybody: asked for once somebody wants them, and kept for ever then. */
import { dayText } from "../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { oldestDayOf } from "../store/packed-bars.ts";
import { isTradingDay } from "./calendar.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** No report under the STOCK Act is older, and nobody is asked for earlier days. */
export const EARLIEST_DAY = "2012-01-01" as IsoDate;

const REMEMBERED_AT_MOST = 20_000;
const REMEMBERED_MS = 3_600_000;

interface OlderDays {
  /** Tells whether trading days from `from` on are missing before the first stored one and have not been asked for lately. */
  areWanted(symbol: CanonicalSymbol, packed: Uint8Array, from: IsoDate): boolean;
  /** They have been asked for, and these are all that there are. */
  asked(symbol: CanonicalSymbol, packed: Uint8Array): void;
}

export function createOlderDays(elapsedMs: () => number): OlderDays {
  /** The first day there was, by symbol. */
  const firstDays = createTtlCache<number>(REMEMBERED_AT_MOST, REMEMBERED_MS, elapsedMs);
  return {
    areWanted(symbol, packed, from) {
      const first = oldestDayOf(packed);
      if (first === null || !hasDaysBefore(dayText(first), from)) return false;
      return first !== firstDays.get(symbol);
    },
    asked(symbol, packed) {
      const first = oldestDayOf(packed);
      if (first !== null) firstDays.set(symbol, first);
    },
  };
}

/** Tells whether the exchanges traded on a day from `from` on and before `first`. */
export function hasDaysBefore(first: IsoDate, from: IsoDate): boolean {
  for (let day = from > EARLIEST_DAY ? from : EARLIEST_DAY; day < first; day = addDays(day, 1)) {
    if (isTradingDay(day)) return true;
  }
  return false;
}
