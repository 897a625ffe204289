/** The home page's text above the list of trades, computed once per version. */
import type { TradeColumns } from "../trade-columns.ts";
import { type Cluster, findCluster } from "./clusters.ts";
import { findHighlights, type Highlights } from "./highlights.ts";
import { countMonthlyTrades, type MonthlyTrades } from "./monthly-trades.ts";
import { countNewTrades, type NewTrades } from "./new-trades.ts";

export interface FrontPage {
  readonly newest: NewTrades;
  readonly highlights: Highlights;
  /** Null if every cluster may well be due to chance. */
  readonly cluster: Cluster | null;
  readonly monthly: MonthlyTrades;
}

/** Null if there are no trades. Runs in steps, so as not to block the process. @param findByPerson positions of a person's trades, by code. */
export function* buildFrontPageFacts(
  columns: TradeColumns,
  findByPerson: (person: number) => Uint32Array,
): Generator<void, FrontPage | null> {
  const newest = yield* countNewTrades(columns);
  if (newest === null) return null;
  return {
    newest,
    highlights: yield* findHighlights(columns, findByPerson),
    cluster: yield* findCluster(columns),
    monthly: yield* countMonthlyTrades(columns),
  };
}
