/** The decisions of all members and their returns, one row per anchor and horizon, from which every figure of returns can be computed. */

import { wireDecision } from "../../../api/performance/wire-performance.ts";
import { reusedCloses } from "../../../domain/bar-columns.ts";
import { BENCHMARK } from "../../../domain/symbol.ts";
import type { Trade } from "../../../domain/trade.ts";
import type { Market } from "../../../prices/market.ts";
import { ANCHORS, type Anchor, HORIZONS, type Horizon } from "../../../prices/returns/abnormal-return.ts";
import { type Decision, pricedSymbol, type ReportedTrade, reportedTradeOf } from "../../../prices/returns/decision.ts";
import { decisionsByMember, type MemberDecisions } from "../../../prices/returns/decisions-by-member.ts";
import { shrunkenMeanOf } from "../../../prices/returns/many-members.ts";
import {
  anchorSessions,
  type DecisionReturn,
  decisionReturns,
  performanceOf,
} from "../../../prices/returns/performance.ts";
import { NO_PRICES, onSessions, returnIndexOf } from "../../../prices/returns/price-series.ts";
import { atOnce } from "../../../publication/dataset/slices.ts";
import type { Cells } from "../../../publication/export/columns.ts";
import { column, type TableColumn } from "./tables.ts";

export const PERFORMANCE_TABLE: readonly TableColumn[] = [
  column("politician_id", "text", false, "Bioguide id."),
  column("ticker", "text", false, "Symbol under which the prices are stored."),
  column("side", "text", false, "`buy` or `sell`."),
  column("transaction_date", "day", false, "Day of the transaction."),
  column("disclosure_date", "day", false, "Earliest disclosure."),
  column("filing_id", "text", false, "The filing that disclosed it first: returns of one filing move together."),
  column("trade_ids", "text", false, "Rows of `trades.parquet` that are this decision, separated by spaces."),
  column("amount_min", "number", false, "Sum of the lower bounds, without rows that may repeat an earlier filing's."),
  column("amount_max", "number", true, "Sum of the upper bounds; null where a range has none."),
  column("anchor", "text", false, "`skill` or `copy`: where the return begins."),
  column("horizon", "integer", false, "Sessions from there to the end."),
  column("from", "day", true, "Day of the close from which it counts."),
  column("to", "day", true, "Day of the close to which it counts."),
  column("security_return", "number", true, "Return of the security; 0.01 is one percent."),
  column("benchmark_return", "number", true, "Return of SPY over the same sessions."),
  column(
    "abnormal_return",
    "number",
    true,
    "The one less the other, on both sides: of a sale a positive one says that what was sold then did better than SPY, so that selling did not avoid a loss against it.",
  ),
  column("return_kind", "text", true, "`total`, with dividends on both sides, or `price`, on neither."),
  column("delisted", "boolean", true, "Whether the security stopped trading on the way."),
  column("unpriced", "text", true, "Why there is no return: `no_bars`, `delisted`, `too_recent` or `no_benchmark`."),
  column(
    "shrunken_mean",
    "number",
    true,
    "The member's mean on this side for the anchor and horizon, drawn to that of all members; null without an interval. Of sales a positive one says that what was sold then did better than SPY.",
  ),
];

/** Rows by anchor and horizon, then by security, so that only one price series is in memory. @param trades with published politician ids. */
export async function* performanceRows(
  trades: AsyncIterable<readonly Trade[]>,
  market: Pick<Market, "closes" | "isListed">,
): AsyncGenerator<Cells> {
  const { members } = await decisionsByMember(reported(trades, market), async () => {});
  const bySymbol = Map.groupBy(
    members.flatMap(({ decisions }) => decisions),
    ({ symbol }) => symbol,
  );
  const sorted = [...bySymbol].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const anchor of ANCHORS) {
    for (const horizon of HORIZONS) {
      const returns = await returnsOf(sorted, market, { anchor, horizon });
      const shrunken = shrunkenMeans(members, returns);
      for (const each of returns.values()) {
        const { trade_ids, ...cells } = wireDecision(each);
        yield { ...cells, trade_ids: trade_ids.join(" "), anchor, horizon, shrunken_mean: shrunken(each.decision) };
      }
    }
  }
}

async function returnsOf(
  bySymbol: readonly (readonly [string, readonly Decision[]])[],
  market: Pick<Market, "closes">,
  { anchor, horizon }: { readonly anchor: Anchor; readonly horizon: Horizon },
): Promise<ReadonlyMap<Decision, DecisionReturn>> {
  const benchmark = onSessions(returnIndexOf((await market.closes(BENCHMARK)) ?? NO_PRICES));
  const sessionOf = anchorSessions(anchor, benchmark);
  const columns = reusedCloses();
  const returns = new Map<Decision, DecisionReturn>();
  for (const [symbol, decisions] of bySymbol) {
    const series = await market.closes(symbol, columns);
    const index = series && returnIndexOf(series);
    const own = decisionReturns(decisions, index, benchmark, { sessionOf, horizon });
    for (const each of own) returns.set(each.decision, each);
  }
  return returns;
}

function shrunkenMeans(
  members: readonly MemberDecisions[],
  returns: ReadonlyMap<Decision, DecisionReturn>,
): (decision: Decision) => number | null {
  const performances = new Map(
    members.map(({ id, decisions, unpriced }) => {
      const own = decisions.map((decision) => returns.get(decision) as DecisionReturn);
      return [id, atOnce(performanceOf(own, unpriced, "member"))];
    }),
  );
  return shrunkenMeanOf(performances);
}

async function* reported(
  trades: AsyncIterable<readonly Trade[]>,
  { isListed }: Pick<Market, "isListed">,
): AsyncGenerator<readonly ReportedTrade[]> {
  for await (const some of trades) yield some.map((trade) => reportedTradeOf(trade, pricedSymbol(trade, isListed)));
}
