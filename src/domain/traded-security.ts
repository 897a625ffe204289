/** Determines the symbol under which a trade is counted. */
import { isBondClass } from "./asset-class.ts";
import type { Trade } from "./trade.ts";

type TickerFields = Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "assetType">;

/** Returns the current symbol, or an ended or unlisted security's filed symbol. Null for bonds, reused symbols or no ticker. */
export function findSecuritySymbol({ ticker, currentTicker, noCurrentTicker, assetType }: TickerFields): string | null {
  if (ticker === "" || isBondClass(assetType)) return null;
  return currentTicker ?? (noCurrentTicker === "ended" || noCurrentTicker === "not_listed" ? ticker : null);
}
