/** Determines the symbol under which a trade is counted. */
import { isBondClass } from "./asset-class.ts";
import type { Trade } from "./trade.ts";

type TickerFields = Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "assetType">;

/** The current symbol, or the filed symbol of an ended or unlisted security. Null for bonds, reused symbols and blank tickers. */
export function findSecuritySymbol({ ticker, currentTicker, noCurrentTicker, assetType }: TickerFields): string | null {
  if (ticker === "" || isBondClass(assetType)) return null;
  return currentTicker ?? (noCurrentTicker === "ended" || noCurrentTicker === "not_listed" ? ticker : null);
}
