/** Remembers, until the next attempt, that no provider supplied the latest trading day or any day before the first bar. */
import { toDayText } from "../../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import { isTradingDay } from "../../../domain/exchange-calendar.ts";
import { readOldestDay } from "../../../store/packed-bars.ts";
import { isExchangeOpen } from "../../trading-day.ts";
import { createTtlCache } from "../../ttl-cache.ts";

/** Reports under the STOCK Act begin in 2012, so earlier days are never requested. */
export const EARLIEST_DAY = "2012-01-01" as IsoDate;

/** Pause before the latest day is requested again; outside trading hours the pause doubles each time, up to `LONGEST_MS`. */
const FIRST_MS = 15 * 60_000;
const LONGEST_MS = 6 * 3_600_000;
const LATEST_REMEMBERED_MS = 4 * 86_400_000;
const OLDER_REMEMBERED_MS = 3_600_000;
const REMEMBERED_AT_MOST = 20_000;

interface Miss {
  readonly untilMs: number;
  readonly waitMs: number;
  /** True if a provider that may have the bar had no usable answer, or the bar is doubtful or was fetched before it was final. */
  readonly stale: boolean;
}

export class MissingDays {
  readonly #clock: () => Date;
  readonly #readElapsedMs: () => number;
  readonly #latest;
  /** For each symbol, the earliest day that was stored when the last request for older days had ended. */
  readonly #earliestAtLastRequest;

  constructor(getTime: () => Date, readElapsedMs: () => number) {
    this.#clock = getTime;
    this.#readElapsedMs = readElapsedMs;
    this.#latest = createTtlCache<Miss>(REMEMBERED_AT_MOST, LATEST_REMEMBERED_MS, readElapsedMs);
    this.#earliestAtLastRequest = createTtlCache<number>(REMEMBERED_AT_MOST, OLDER_REMEMBERED_MS, readElapsedMs);
  }

  /** Undefined if the latest day may be requested now. */
  findLatestDayMiss(symbol: string): Pick<Miss, "stale"> | undefined {
    const miss = this.#latest.get(symbol);
    return miss === undefined || miss.untilMs <= this.#readElapsedMs() ? undefined : { stale: miss.stale };
  }

  recordLatestDayMissing(symbol: string, stale: boolean): void {
    const before = this.#latest.get(symbol)?.waitMs ?? FIRST_MS / 2;
    const waitMs = Math.min(2 * before, isExchangeOpen(this.#clock()) ? FIRST_MS : LONGEST_MS);
    this.#latest.set(symbol, { untilMs: this.#readElapsedMs() + waitMs, waitMs, stale });
  }

  recordLatestDayFound(symbol: string): void {
    this.#latest.delete(symbol);
  }

  /** True if a trading day on or after `from` is before all stored days, and older days were not requested recently. */
  areOlderDaysWanted(symbol: string, packed: Uint8Array, from: IsoDate): boolean {
    const first = readOldestDay(packed);
    return (
      first !== null && hasTradingDayBefore(toDayText(first), from) && first !== this.#earliestAtLastRequest.get(symbol)
    );
  }

  /** Records that older days were requested, and that no provider has days before the oldest packed day. */
  recordOlderDaysRequested(symbol: string, packed: Uint8Array): void {
    const first = readOldestDay(packed);
    if (first !== null) this.#earliestAtLastRequest.set(symbol, first);
  }
}

/** Returns whether there is a trading day on or after `from`, and before `first`. */
export function hasTradingDayBefore(first: IsoDate, from: IsoDate): boolean {
  for (let day = from > EARLIEST_DAY ? from : EARLIEST_DAY; day < first; day = addDays(day, 1)) {
    if (isTradingDay(day)) return true;
  }
  return false;
}
