/** Dates that are a slip of the pen more likely than true: served as printed, and said to be suspect. */
import { daysBetween, type IsoDate } from "../domain/dates.ts";
import type { DateSuspect, Trade } from "../domain/trade.ts";

/** A report of trades so old is late in earnest, or a year was mistaken. */
const ABSURD_DAYS = 365;

/**
 * Pure. A transaction is suspect whose year no other row of the report has, when it alone makes the gap to the filing a year or more; a notification
 * that lies before its transaction or after the filing. A report of one row says nothing of its year.
 * @param filed the day of the report itself.
 */
export function withSuspectDates(trades: readonly Trade[], filed: IsoDate): Trade[] {
  const isOld = ({ transactionDate }: Trade) => daysBetween(transactionDate, filed) >= ABSURD_DAYS;
  const [only, other] = trades.filter(isOld);
  const slip =
    trades.length > 1 && other === undefined && only !== undefined && isAlone(only, trades) ? only : undefined;
  return trades.map((trade) => {
    const dateSuspect = trade === slip ? "transaction_year_alone" : notificationSuspect(trade, filed);
    return dateSuspect === null ? trade : { ...trade, dateSuspect };
  });
}

function isAlone({ transactionDate }: Trade, trades: readonly Trade[]): boolean {
  const year = transactionDate.slice(0, 4);
  return trades.filter((each) => each.transactionDate.startsWith(year)).length === 1;
}

function notificationSuspect({ transactionDate, notificationDate }: Trade, filed: IsoDate): DateSuspect | null {
  if (notificationDate === null) return null;
  if (notificationDate < transactionDate) return "notification_before_transaction";
  return notificationDate > filed ? "notification_after_filing" : null;
}
