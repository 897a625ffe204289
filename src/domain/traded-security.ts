/** The symbol under which a trade counts as one of its security. */
import { isBondClass } from "./asset-class.ts";
import type { Trade } from "./trade.ts";

type SecurityFacts = Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "assetType">;

/** Today's symbol; of a security that ended or that no list has, the one filed. Null where that is another's, for a bond, and without a ticker. */
export function countedSymbol({ ticker, currentTicker, noCurrentTicker, assetType }: SecurityFacts): string | null {
  if (ticker === "" || isBondClass(assetType)) return null;
  return currentTicker ?? (noCurrentTicker === "ended" || noCurrentTicker === "not_listed" ? ticker : null);
}
