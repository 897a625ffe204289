/** The symbol under which a trade counts as one of its security. */
import type { Trade } from "./trade.ts";

/** A bond of an issuer is not its share, though filers write the share's symbol beside it. */
const DEBT_CLASSES: ReadonlySet<string> = new Set(["Corporate Bond", "Municipal Security", "Government Security"]);

type SecurityFacts = Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "assetType">;

/** Today's symbol; of a security that ended or that no list has, the one filed. Null where that is another's, for a bond, and without a ticker. */
export function countedSymbol({ ticker, currentTicker, noCurrentTicker, assetType }: SecurityFacts): string | null {
  if (ticker === "" || DEBT_CLASSES.has(assetType)) return null;
  return currentTicker ?? (noCurrentTicker === "ended" || noCurrentTicker === "not_listed" ? ticker : null);
}
