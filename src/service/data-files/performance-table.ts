/** The decisions of all members and their returns, a row for each anchor and horizon, from which every figure of returns can be computed. */
import { wireDecision } from "../../api/performance/wire-performance.ts";
import type { Trade } from "../../domain/trade.ts";
import type { Cells } from "../../export/columns.ts";
import type { Market } from "../../market/market.ts";
import { ANCHORS, HORIZONS } from "../../performance/abnormal-return.ts";
import { pricedSymbol, type ReportedTrade, reportedTradeOf } from "../../performance/decision.ts";
import { decisionsByMember } from "../../performance/decisions-by-member.ts";
import { BENCHMARK, decisionReturns } from "../../performance/performance.ts";
import { returnIndexOf } from "../../performance/price-series.ts";
import { column, type TableColumn } from "./tables.ts";

export const PERFORMANCE_TABLE: readonly TableColumn[] = [
  column("politician_id", "text", false, "Bioguide id."),
  column("ticker", "text", false, "Symbol under which the prices are stored."),
  column("side", "text", false, "`buy` or `sell`."),
  column("transaction_date", "day", false, "Day of the transaction."),
  column("disclosure_date", "day", false, "Earliest disclosure."),
  column("filing_id", "text", false, "The filing that disclosed it first: returns of one filing move together."),
  column("trade_ids", "text", false, "Rows of `trades.parquet` that are this decision, parted by spaces."),
  column("amount_min", "number", false, "Sum of the lower bounds, without rows that may repeat an earlier filing's."),
  column("amount_max", "number", true, "Sum of the upper bounds; null where a range has none."),
  column("anchor", "text", false, "`skill` or `copy`: where the return begins."),
  column("horizon", "integer", false, "Sessions from there to the end."),
  column("from", "day", true, "Day of the close from which it counts."),
  column("to", "day", true, "Day of the close to which it counts."),
  column("security_return", "number", true, "Return of the security; 0.01 is one percent."),
  column("benchmark_return", "number", true, "Return of SPY over the same sessions."),
  column("abnormal_return", "number", true, "The one less the other."),
  column("return_kind", "text", true, "`total`, with dividends on both sides, or `price`, on neither."),
  column("delisted", "boolean", true, "Whether the security stopped trading on the way."),
  column("unpriced", "text", true, "Why there is no return: `no_bars`, `delisted` or `too_recent`."),
];

/** Rows in the order of securities, so that one series is held at a time. @param trades with the ids under which politicians are served. */
export async function* performanceRows(
  trades: AsyncIterable<readonly Trade[]>,
  market: Pick<Market, "closes" | "isListed">,
): AsyncGenerator<Cells> {
  const { members } = await decisionsByMember(reported(trades, market), async () => {});
  const stored = await market.closes(BENCHMARK);
  const benchmark = stored && returnIndexOf(stored);
  const bySymbol = Map.groupBy(
    members.flatMap(({ decisions }) => decisions),
    ({ symbol }) => symbol,
  );
  for (const [symbol, decisions] of [...bySymbol].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const series = benchmark === null ? null : await market.closes(symbol);
    const index = series && returnIndexOf(series);
    for (const anchor of ANCHORS) {
      for (const horizon of HORIZONS) {
        const returns =
          benchmark === null
            ? decisions.map((decision) => ({ decision, outcome: "no_bars" as const }))
            : decisionReturns(decisions, index, benchmark, { anchor, horizon });
        for (const each of returns) {
          const { trade_ids, ...cells } = wireDecision(each);
          yield { ...cells, trade_ids: trade_ids.join(" "), anchor, horizon };
        }
      }
    }
  }
}

async function* reported(
  trades: AsyncIterable<readonly Trade[]>,
  { isListed }: Pick<Market, "isListed">,
): AsyncGenerator<readonly ReportedTrade[]> {
  for await (const some of trades) yield some.map((trade) => reportedTradeOf(trade, pricedSymbol(trade, isListed)));
}
