/** Pairs amended rows, which give the right date, with earlier rows rejected for their date. Rejected rows are not trades. */
import type { IsoDate } from "../dates.ts";
import { buildTradeId } from "../filing.ts";
import type { Trade } from "../trade.ts";
import { type Row, toRow } from "./agreement.ts";
import type { Periods } from "./amended-lines.ts";
import { getReportDay, isEarlier, type RejectedRow, type Report } from "./report.ts";
import { isWithin } from "./row-ids.ts";
import { isSameExceptDate } from "./scores.ts";

interface EarlierRejected {
  readonly report: Report;
  readonly row: RejectedRow;
}

interface Correction {
  readonly previous: EarlierRejected;
  readonly latter: Row;
}

/** Keeps track of rejected rows that are corrected by a row of a later amendment. */
export class CorrectedRows {
  /** Maps the id of a rejected line to the id of the trade that corrects it. */
  readonly corrections = new Map<string, string>();
  /** Maps the id of a correcting trade to the date on which the rejected row was filed. */
  readonly filedDates = new Map<string, IsoDate>();
  /** Rejected rows by row id; rows without a row id are under null. */
  readonly #byRowId: ReadonlyMap<string | null, readonly EarlierRejected[]>;
  readonly #settle: (lineId: string) => void;

  /** @param settle is called with the id of each corrected line, which then no longer waits for review. */
  constructor(reports: readonly Report[], settle: (lineId: string) => void) {
    const rejected = reports.flatMap((report) => (report.amending?.rejected ?? []).map((row) => ({ report, row })));
    this.#byRowId = Map.groupBy(rejected, ({ row }) => row.rowId);
    this.#settle = settle;
  }

  /** Pairs amended rows with the rejected rows that they correct. @returns the correcting trades. */
  pairAmendedRows(
    report: Report,
    amended: readonly Row[],
    periods: Periods,
    isAccepted: (correction: Correction) => boolean = () => true,
  ): ReadonlySet<Trade> {
    const found = pairWithRejectedRows(this.#listRejectedRows(report, null), amended, periods).filter(isAccepted);
    for (const { previous, latter } of found) {
      this.#recordCorrection(previous, latter.trade);
      this.filedDates.set(latter.trade.id, previous.row.trade.filedDate);
    }
    return new Set(found.map(({ latter }) => latter.trade));
  }

  /**
   * Pairs a trade with the rejected rows of the same row id: a rejected amendment and its correction print the same id. The line
   * that the trade amends is matched separately; if none matches, the amendment waits for a person's decision.
   */
  recordCorrectionsByRowId(report: Report, rowId: string, trade: Trade): void {
    for (const each of this.#listRejectedRows(report, rowId)) this.#recordCorrection(each, trade);
  }

  #recordCorrection(rejected: EarlierRejected, { id }: Trade): void {
    this.corrections.set(buildLineId(rejected), id);
    this.#settle(buildLineId(rejected));
  }

  /** Lists the rejected rows with this row id in earlier reports. Omits rows that are already corrected. */
  #listRejectedRows(report: Report, rowId: string | null): readonly EarlierRejected[] {
    return (this.#byRowId.get(rowId) ?? []).filter(
      (each) =>
        each.report.source === report.source &&
        isEarlier(each.report, report) &&
        !this.corrections.has(buildLineId(each)),
    );
  }
}

function buildLineId({ report, row }: EarlierRejected): string {
  return buildTradeId(report.id, row.line);
}

/**
 * Pairs an amendment's row with a rejected row if only the date differs. The rejected row must be filed in the period that the
 * amendment's row id shows. If two rows fit, neither is paired.
 * @param rejected only rows without a row id, because a rejected row with a row id is itself an amendment of an earlier row.
 */
function pairWithRejectedRows(
  rejected: readonly EarlierRejected[],
  rows: readonly Row[],
  periods: Periods,
): readonly Correction[] {
  const found = rows.flatMap((latter): Correction[] => {
    const period = periods.get(latter.trade);
    if (period === undefined) return [];
    const [previous, ...others] = rejected.filter(
      ({ report, row }) => isWithin(period, getReportDay(report)) && isSameExceptDate(toRow(row.trade), latter),
    );
    return previous === undefined || others.length > 0 ? [] : [{ previous, latter }];
  });
  return found.filter(({ previous }) => found.filter((each) => each.previous === previous).length === 1);
}

/** True if only the year of the date differs: `12/26/2026` for `12/26/2025`. */
export function isYearTypo({ previous: { row }, latter }: Correction): boolean {
  return row.trade.transactionDate.slice(4) === latter.trade.transactionDate.slice(4);
}
