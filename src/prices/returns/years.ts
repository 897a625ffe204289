/** A member's performance by calendar year. */
import { DecisionWriter, type ReportedTrade } from "./decision.ts";
import { computePerformance, type DecisionReturn, type Performance } from "./performance.ts";
import type { ReturnColumns } from "./return-columns.ts";

export interface YearReturns {
  readonly year: number;
  readonly performance: Performance;
}

/**
 * The newest year comes first. A year without any decision (see `Decision`) is included; its performance has no figures.
 * @param returns of one member. @param trades all rows of the member, for the counts of rows that are never priced.
 */
export function* computeYearlyReturns(
  returns: ReturnColumns,
  trades: readonly ReportedTrade[],
): Generator<void, readonly YearReturns[]> {
  const writers = new Map<number, DecisionWriter>();
  for (const trade of trades) {
    const year = getTradeYear(trade);
    const writer = writers.get(year) ?? new DecisionWriter();
    writers.set(year, writer);
    writer.add(trade);
  }
  const returnsByYear = Map.groupBy(returns.slice(0, returns.length), ({ decision }: DecisionReturn) =>
    getTradeYear(decision),
  );
  const years: YearReturns[] = [];
  for (const [year, writer] of [...writers].sort(([a], [b]) => b - a)) {
    const { unpriced } = writer.toDecisions();
    years.push({ year, performance: yield* computePerformance(returnsByYear.get(year) ?? [], unpriced, "member") });
  }
  return years;
}

function getTradeYear({ transactionDate }: Pick<ReportedTrade, "transactionDate">): number {
  return Number(transactionDate.slice(0, 4));
}
