/** The stored closes of a security, oldest first, for reckoning with them. */
import { dayNumber, dayText, type emptyCloses } from "../../../domain/bar-columns.ts";
import { addDays } from "../../../domain/dates.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../../../domain/symbol.ts";
import type { MarketTable, PackedBars } from "../../../store/market.ts";
import { unpackCloses } from "../../../store/packed-bars.ts";
import type { StoredCloses } from "../../market.ts";
import { latestFinalDay } from "../../trading-day.ts";

/** A security that is not listed has ended once its last price is older: what trades over the counter has later ones. */
const ENDED_AFTER_DAYS = 10;

/** Reads them from the store alone, for work beside the serving process. @param now up to which day there may be any. */
export function storedCloses(
  store: Pick<MarketTable, "readPackedBars">,
  knows: (symbol: CanonicalSymbol) => boolean | null,
  now: Date,
): (symbol: string, columns?: typeof emptyCloses) => Promise<StoredCloses | null> {
  return async (given, columns) => {
    const symbol = canonicalSymbol(given);
    const stored = symbol === null ? undefined : await store.readPackedBars(symbol);
    if (symbol === null || stored === undefined) return null;
    return closesOf(symbol, stored, { isListed: knows(symbol), now, columns });
  };
}

interface ClosesOptions {
  /** Null while the directories are not known. */
  readonly isListed: boolean | null;
  readonly now: Date;
  readonly columns?: typeof emptyCloses | undefined;
}

/** Null without a close. A day whose close was not final when it was fetched has none yet. */
export function closesOf(
  symbol: CanonicalSymbol,
  { packed, refreshedAt, origin, dividends }: PackedBars,
  { isListed, now, columns }: ClosesOptions,
): StoredCloses | null {
  const all = unpackCloses(packed, columns);
  const lastFinal = dayNumber(latestFinalDay(refreshedAt < now ? refreshedAt : now));
  let count = all.days.length;
  while (count > 0 && (all.days[count - 1] as number) > lastFinal) count -= 1;
  const [days, close] = [all.days.subarray(0, count), all.close.subarray(0, count)];
  const lastDay = days.at(-1);
  if (lastDay === undefined) return null;
  const finalDay = latestFinalDay(now);
  return {
    symbol,
    days,
    close,
    dividends,
    ended: isListed === false && dayText(lastDay) < addDays(finalDay, -ENDED_AFTER_DAYS),
    origin,
    finalDay,
  };
}
