/** The home page's text above the list of trades, computed once per version. */
import type { TradeColumns } from "../trade-columns.ts";
import { type Cluster, findCluster } from "./clusters.ts";
import { type Highlights, highlights } from "./highlights.ts";
import { type MonthlyTrades, monthlyTrades } from "./monthly-trades.ts";
import { type NewTrades, newTrades } from "./new-trades.ts";

export interface FrontPage {
  readonly newest: NewTrades;
  readonly highlights: Highlights;
  /** Null if every cluster may well be due to chance. */
  readonly cluster: Cluster | null;
  readonly monthly: MonthlyTrades;
}

/** Null if there are no trades. Runs in steps, so as not to block the process. @param ofPerson positions of a person's trades, by code. */
export function* frontPage(
  columns: TradeColumns,
  ofPerson: (person: number) => Uint32Array,
): Generator<void, FrontPage | null> {
  const newest = yield* newTrades(columns);
  if (newest === null) return null;
  return {
    newest,
    highlights: yield* highlights(columns, ofPerson),
    cluster: yield* findCluster(columns),
    monthly: yield* monthlyTrades(columns),
  };
}
