/**
 * Builds the rows of `performance.parquet`. A decision is all purchases, or all sales, of one security by one member on
 * one day. Each row has the return of one decision from one anchor (trade or disclosure) over one horizon. The average
 * returns in the API can be computed from these rows.
 */
import { toWireDecision } from "../../../api/performance/wire-performance.ts";
import { createClosesAllocator } from "../../../domain/bar-columns.ts";
import { BENCHMARK } from "../../../domain/symbol.ts";
import type { Trade } from "../../../domain/trade.ts";
import type { Market } from "../../../prices/market.ts";
import { ANCHORS, type Anchor, HORIZONS, type Horizon } from "../../../prices/returns/abnormal-return.ts";
import {
  type Decision,
  getPricedSymbol,
  groupDecisionsByMember,
  type MemberDecisions,
  type ReportedTrade,
  toReportedTrade,
} from "../../../prices/returns/decision.ts";
import { createShrunkenMeanLookup } from "../../../prices/returns/many-members.ts";
import {
  computeDecisionReturns,
  computePerformance,
  createSessionLookup,
  type DecisionReturn,
} from "../../../prices/returns/performance.ts";
import { alignToSessions, computeReturnIndex, NO_PRICES } from "../../../prices/returns/price-series.ts";
import { toReturnTrade } from "../../../publication/dataset/decided-trade.ts";
import { runWithoutPauses } from "../../../publication/dataset/slices.ts";
import type { Cells } from "../../../publication/export/columns.ts";
import { createColumns } from "./tables.ts";

export const PERFORMANCE_COLUMNS = createColumns({
  politician_id: ["text", "Bioguide id."],
  ticker: ["text", "Symbol under which the security's prices are stored."],
  side: ["text", "`buy` or `sell`."],
  transaction_date: ["day", "Transaction date."],
  disclosure_date: ["day", "Date of the earliest disclosure."],
  filing_id: [
    "text",
    "Id of the filing that first disclosed the decision. Returns of decisions in the same filing are correlated.",
  ],
  trade_ids: ["text", "Ids of this decision's rows in `trades.parquet`, separated by spaces."],
  amount_min: [
    "number",
    "Lowest possible total: the sum of the trades' lower bounds. Leaves out possible duplicates, that is, trades that look the same as a trade in an earlier filing.",
  ],
  amount_max: [
    "number?",
    "Highest possible total: the sum of the trades' upper bounds. Includes possible duplicates. Null if any amount has no upper bound.",
  ],
  anchor: [
    "text",
    "When the return begins: `skill` at the first close on or after the transaction date, `copy` at the first close after the disclosure date.",
  ],
  horizon: ["integer", "Number of trading days from `from` to `to`."],
  from: ["day?", "Day of the close at which the return begins."],
  to: ["day?", "Day on which the horizon ends."],
  security_return: ["number?", "Return of the security; 0.01 is one percent."],
  benchmark_return: ["number?", "Return of SPY over the same trading days."],
  abnormal_return: [
    "number?",
    "`security_return` minus `benchmark_return`, for purchases and sales alike. After a sale, a positive number means that the sold security then did better than SPY, so the seller missed that gain.",
  ],
  return_kind: [
    "text?",
    "`total` if `security_return` and `benchmark_return` include dividends, `price` if neither does.",
  ],
  delisted: ["boolean?", "Whether the security stopped trading before `to`. If so, its return ends at its last close."],
  unpriced: [
    "text?",
    "Why the row has no return: `no_bars`, `delisted` (trading ended before the return began), `too_recent` or `no_benchmark`. Null for a row with a return.",
  ],
  shrunken_mean: [
    "number?",
    "The member's mean abnormal return for this row's side, anchor and horizon, shrunk toward the mean of all members. Null if this member has too few filings or priced decisions for a 90% confidence interval. Also null if this member is the only one with such an interval. For sales, a positive number means that the sold securities then did better than SPY.",
  ],
});

/**
 * Yields rows sorted by anchor, then horizon, then symbol. Only the prices of one security and of SPY are in memory at a time.
 * @param trades with current politician ids, not former ids that were merged into others.
 */
export async function* streamPerformanceRows(
  trades: AsyncIterable<readonly Trade[]>,
  market: Pick<Market, "readCloses" | "isListed">,
): AsyncGenerator<Cells> {
  const { members } = await groupDecisionsByMember(toReportedTrades(trades, market), async () => {});
  const decisionsBySymbol = Map.groupBy(
    members.flatMap(({ decisions }) => decisions),
    ({ symbol }) => symbol,
  );
  const sortedBySymbol = [...decisionsBySymbol].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const anchor of ANCHORS) {
    for (const horizon of HORIZONS) {
      const returns = await computeReturnsByDecision(sortedBySymbol, market, { anchor, horizon });
      const findMean = buildShrunkenMeanLookup(members, returns);
      for (const each of returns.values()) {
        const { trade_ids, ...cells } = toWireDecision(each);
        yield { ...cells, trade_ids: trade_ids.join(" "), anchor, horizon, shrunken_mean: findMean(each.decision) };
      }
    }
  }
}

async function computeReturnsByDecision(
  decisionsBySymbol: readonly (readonly [string, readonly Decision[]])[],
  market: Pick<Market, "readCloses">,
  { anchor, horizon }: { readonly anchor: Anchor; readonly horizon: Horizon },
): Promise<ReadonlyMap<Decision, DecisionReturn>> {
  const benchmark = alignToSessions(computeReturnIndex((await market.readCloses(BENCHMARK)) ?? NO_PRICES));
  const sessionOf = createSessionLookup(anchor, benchmark);
  const allocateCloses = createClosesAllocator();
  const returns = new Map<Decision, DecisionReturn>();
  for (const [symbol, decisions] of decisionsBySymbol) {
    const series = await market.readCloses(symbol, allocateCloses);
    const index = series && computeReturnIndex(series);
    const symbolReturns = computeDecisionReturns(decisions, index, benchmark, { sessionOf, horizon });
    for (const each of symbolReturns) returns.set(each.decision, each);
  }
  return returns;
}

function buildShrunkenMeanLookup(
  members: readonly MemberDecisions[],
  returns: ReadonlyMap<Decision, DecisionReturn>,
): (decision: Decision) => number | null {
  const performances = new Map(
    members.map(({ id, decisions, unpriced }) => {
      const memberReturns = decisions.map((decision) => returns.get(decision) as DecisionReturn);
      return [id, runWithoutPauses(computePerformance(memberReturns, unpriced, "member"))];
    }),
  );
  return createShrunkenMeanLookup(performances);
}

async function* toReportedTrades(
  trades: AsyncIterable<readonly Trade[]>,
  { isListed }: Pick<Market, "isListed">,
): AsyncGenerator<readonly ReportedTrade[]> {
  for await (const chunk of trades)
    yield chunk.map((trade) => toReportedTrade(toReturnTrade(trade), getPricedSymbol(trade, isListed)));
}
