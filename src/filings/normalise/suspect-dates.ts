/** Marks dates that are probably typos as suspect; they are served as printed. */
import { estimateFilingDates } from "../../domain/amendments/row-ids.ts";
import { addDays, countDaysBetween, type IsoDate } from "../../domain/dates.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { DateSuspect, Trade } from "../../domain/trade.ts";

/** A transaction date this many days or more before the filing is old: the trade was reported late, or the year is wrong. */
const OLD_DAYS = 365;

/** Several old dates (`OLD_DAYS`) count as typos only if they are below this share of the report's rows. */
const MINORITY = 0.05;

/** Maximum days from a recent notification to the filing. A recent notification is unlikely to be about another year's trade. */
const RECENT_DAYS = 45;

/** Maximum error of a typed year, in years. */
const YEARS = 20;

interface Report {
  readonly filed: IsoDate;
  /** The lines as printed, which may repeat the House's row id from an earlier report. */
  readonly lines: readonly Pick<RawTransaction, "line" | "id">[];
}

/**
 * Pure. A transaction date is old if it is a year or more before the filing. An old date is suspect in either of two cases:
 * - The date is the only old date of the report, and no other date of the report is in the same year.
 * - Old dates are a small minority of the rows, another row has the same day and month in a later year, and the row's
 *   notification was shortly before the filing.
 *
 * The transaction date of a report's only row is never suspect. A transaction date is also not suspect if the row id shows that
 * the row was first filed within a year of that date. A notification is suspect if it is before its transaction or after the
 * filing.
 */
export function markSuspectDates(trades: readonly Trade[], { filed, lines }: Report): Trade[] {
  const rowIds = new Map(lines.map(({ line, id }) => [line, id]));
  const isOld = (trade: Trade) => countDaysBetween(trade.transactionDate, filed) >= OLD_DAYS;
  const old = trades.filter(
    (trade) => isOld(trade) && !isConfirmedByRowId(trade, rowIds.get(trade.line) ?? null, filed),
  );
  const typos = new Set(findDateTypos(old, trades, filed));
  return trades.map((trade) => {
    const dateSuspect = typos.has(trade) ? "transaction_year_alone" : findNotificationFault(trade, filed);
    return dateSuspect === null ? trade : { ...trade, dateSuspect };
  });
}

function findDateTypos(old: readonly Trade[], trades: readonly Trade[], filed: IsoDate): readonly Trade[] {
  const [only, other] = old;
  if (only === undefined || trades.length === 1) return [];
  const isOnlyOld =
    other === undefined &&
    trades.every((each) => each === only || countDaysBetween(each.transactionDate, filed) < OLD_DAYS);
  if (isOnlyOld && isYearIsolated(only, trades)) return [only];
  if (old.length >= trades.length * MINORITY) return [];
  const usual = new Set(trades.filter((trade) => !old.includes(trade)).map(({ transactionDate }) => transactionDate));
  return old.filter((trade) => hasSameDayInLaterYear(trade, usual) && isNotifiedShortlyBefore(trade, filed));
}

function isYearIsolated({ transactionDate }: Trade, trades: readonly Trade[]): boolean {
  const year = transactionDate.slice(0, 4);
  return trades.filter((each) => each.transactionDate.startsWith(year)).length === 1;
}

function hasSameDayInLaterYear({ transactionDate }: Trade, days: ReadonlySet<string>): boolean {
  const [year, monthDay] = [Number(transactionDate.slice(0, 4)), transactionDate.slice(4)];
  return Array.from({ length: YEARS }, (_, years) => `${year + years + 1}${monthDay}`).some((day) => days.has(day));
}

function isNotifiedShortlyBefore({ notificationDate }: Trade, filed: IsoDate): boolean {
  return notificationDate !== null && notificationDate <= filed && notificationDate >= addDays(filed, -RECENT_DAYS);
}

// True if the row id shows that the row was first filed within a year of the transaction. If the row id is below all known ids,
// only the latest possible filing date is known. Such a row counts as confirmed unless that date is before the transaction.
function isConfirmedByRowId({ transactionDate }: Trade, rowId: string | null, filed: IsoDate): boolean {
  const period = estimateFilingDates(rowId, filed);
  if (period === null || period.to < transactionDate) return false;
  return period.from === null || countDaysBetween(transactionDate, period.to) < OLD_DAYS;
}

function findNotificationFault({ transactionDate, notificationDate }: Trade, filed: IsoDate): DateSuspect | null {
  if (notificationDate === null) return null;
  if (notificationDate < transactionDate) return "notification_before_transaction";
  return notificationDate > filed ? "notification_after_filing" : null;
}
