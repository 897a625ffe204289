/** Trades that two filings of one member name alike: the same lot reported twice, or two lots that look the same; the filings do not say. */
import type { Trade } from "./trade.ts";

interface PossibleDuplicate {
  /** The trades of other filings that say the same, by id. */
  readonly of: readonly string[];
  /** One of them was filed before; sums without possible repeats leave this trade out. */
  readonly isRepeat: boolean;
}

/** Possible duplicates by id. @param listed the listed trades of one member. */
export function possibleDuplicates(listed: readonly Trade[]): ReadonlyMap<string, PossibleDuplicate> {
  const found = new Map<string, PossibleDuplicate>();
  for (const alike of Map.groupBy(listed, sameness).values()) {
    const first = alike.reduce((one, other) => (isBefore(other, one) ? other : one));
    for (const trade of alike) {
      const others = alike.filter(({ filingId }) => filingId !== trade.filingId).map(({ id }) => id);
      if (others.length === 0) continue;
      found.set(trade.id, { of: others.sort(), isRepeat: trade.filingId !== first.filingId });
    }
  }
  return found;
}

/** Security, day, type, amount and account; of an asset without a ticker its name, of an option its terms too. */
function sameness(trade: Trade): string {
  const { ticker, assetType, transactionDate, transactionType, amount, account } = trade;
  const name = trade.assetNameRaw.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const security = ticker === "" || trade.option !== null ? [ticker, name, trade.option] : [ticker];
  const place = account?.toUpperCase().trim() ?? null;
  return JSON.stringify([security, assetType, transactionDate, transactionType, amount.lowUsd, amount.highUsd, place]);
}

function isBefore(one: Trade, other: Trade): boolean {
  const [left, right] = [one, other].map(({ filedDate, filingId }) => `${filedDate} ${filingId}`) as [string, string];
  return left < right;
}
