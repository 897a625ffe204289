/** What the first page says above the list of trades, made once for each version. */
import type { TradeColumns } from "../trade-columns.ts";
import { type NewTrades, newTrades } from "./new-trades.ts";

export interface FrontPage {
  readonly newest: NewTrades;
}

/** Null without trades. Made in steps, so that what else the process does need not wait. */
export function* frontPage(columns: TradeColumns): Generator<void, FrontPage | null> {
  const newest = yield* newTrades(columns);
  if (newest === null) return null;
  return { newest };
}
