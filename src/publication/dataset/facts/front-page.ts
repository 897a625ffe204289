/** What the first page says above the list of trades, made once for each version. */
import type { TradeColumns } from "../trade-columns.ts";
import { type Cluster, findCluster } from "./clusters.ts";
import { type Highlights, highlights } from "./highlights.ts";
import { type MonthlyTrades, monthlyTrades } from "./monthly-trades.ts";
import { type NewTrades, newTrades } from "./new-trades.ts";

export interface FrontPage {
  readonly newest: NewTrades;
  readonly highlights: Highlights;
  /** Null where chance may well have given every cluster. */
  readonly cluster: Cluster | null;
  readonly monthly: MonthlyTrades;
}

/** Null without trades. Made in steps, so that what else the process does need not wait. @param ofPerson positions of the trades of a person, by code. */
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
