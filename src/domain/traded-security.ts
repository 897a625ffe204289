/** Determines the symbol under which a trade is counted. */
import { isBondClass } from "./asset-class.ts";
import type { Trade } from "./trade.ts";

type SecurityFacts = Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "assetType">;

/** The current symbol, or the filed one if the security ended or is unlisted; null for a bond, a reused symbol or no ticker. */
export function findSecuritySymbol({
  ticker,
  currentTicker,
  noCurrentTicker,
  assetType,
}: SecurityFacts): string | null {
  if (ticker === "" || isBondClass(assetType)) return null;
  return currentTicker ?? (noCurrentTicker === "ended" || noCurrentTicker === "not_listed" ? ticker : null);
}
