/** Pairs amended rows with earlier rows that were rejected for their day: such a row is no trade, and its amendment names the day. */
import { agreementOf, type Row, rowOf } from "./agreement.ts";
import type { Periods } from "./amended-lines.ts";
import { dayOf, type RejectedRow, type Report } from "./report.ts";
import { isWithin } from "./row-ids.ts";

/** A rejected row and the report that it stands in. */
export interface EarlierRejected {
  readonly report: Report;
  readonly row: RejectedRow;
}

export interface Correction {
  readonly former: EarlierRejected;
  readonly latter: Row;
}

/**
 * The amended rows whose number says when their original was filed, each with the one rejected row of that time that is the same in all but the
 * day. Of two that would do none is taken.
 * @param rejected rows without a number: those that have one amend others themselves.
 */
export function pairRejected(
  rejected: readonly EarlierRejected[],
  rows: readonly Row[],
  periods: Periods,
): readonly Correction[] {
  const found = rows.flatMap((latter): Correction[] => {
    const period = periods.get(latter.trade);
    if (period === undefined) return [];
    const [former, ...others] = rejected.filter(
      ({ report, row }) => isWithin(period, dayOf(report)) && isSameButForDay(row, latter),
    );
    return former === undefined || others.length > 0 ? [] : [{ former, latter }];
  });
  return found.filter(({ former }) => found.filter((each) => each.former === former).length === 1);
}

function isSameButForDay({ trade }: RejectedRow, latter: Row): boolean {
  return agreementOf(rowOf(trade), latter).differing.every((field) => field === "date");
}

/** Only the year is another: `12/26/2026` for `12/26/2025`. */
export function isOfOtherYear({ former: { row }, latter }: Correction): boolean {
  return row.trade.transactionDate.slice(4) === latter.trade.transactionDate.slice(4);
}
