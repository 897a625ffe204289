/** Stored closes of a security, oldest first, for calculations. */
import { type createEmptyCloses, toDayNumber, toDayText } from "../../../domain/bar-columns.ts";
import { addDays } from "../../../domain/dates.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../../../domain/symbol.ts";
import type { MarketTable, PackedBars } from "../../../store/market.ts";
import { unpackCloses } from "../../../store/packed-bars.ts";
import type { StoredCloses } from "../../market.ts";
import { findLatestFinalDay } from "../../trading-day.ts";

// An unlisted security counts as no longer traded once its last price is older than this, in calendar days. A security that is
// unlisted because it is traded over the counter has more recent prices.
const ENDED_AFTER_DAYS = 10;

/** Creates a reader of stored closes for work outside the server process. The reader leaves out closes not final at `now`. */
export function createClosesReader(
  store: Pick<MarketTable, "readPackedBars">,
  isListed: (symbol: CanonicalSymbol) => boolean | null,
  now: Date,
): (symbol: string, columns?: typeof createEmptyCloses) => Promise<StoredCloses | null> {
  return async (text, columns) => {
    const symbol = toCanonicalSymbol(text);
    const stored = symbol === null ? undefined : await store.readPackedBars(symbol);
    if (symbol === null || stored === undefined) return null;
    return readFinalCloses(symbol, stored, { isListed: isListed(symbol), now, columns });
  };
}

interface ClosesOptions {
  /** Null while the ticker directories are not loaded. */
  readonly isListed: boolean | null;
  readonly now: Date;
  readonly columns?: typeof createEmptyCloses | undefined;
}

/** Null if there is no close. Leaves out a day whose close was not final when it was fetched. */
export function readFinalCloses(
  symbol: CanonicalSymbol,
  { packed, refreshedAt, origin, dividends }: PackedBars,
  { isListed, now, columns }: ClosesOptions,
): StoredCloses | null {
  const all = unpackCloses(packed, columns);
  const lastFinal = toDayNumber(findLatestFinalDay(refreshedAt < now ? refreshedAt : now));
  let count = all.days.length;
  while (count > 0 && (all.days[count - 1] as number) > lastFinal) count -= 1;
  const [days, close] = [all.days.subarray(0, count), all.close.subarray(0, count)];
  const lastDay = days.at(-1);
  if (lastDay === undefined) return null;
  const finalDay = findLatestFinalDay(now);
  return {
    symbol,
    days,
    close,
    dividends,
    ended: isListed === false && toDayText(lastDay) < addDays(finalDay, -ENDED_AFTER_DAYS),
    origin,
    finalDay,
  };
}
