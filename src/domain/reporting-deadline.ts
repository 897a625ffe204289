/** The legal deadline by which a trade must be disclosed. */
import { addDays, type IsoDate } from "./dates.ts";

export const NOTIFICATION_DAYS = 30;
export const TRANSACTION_DAYS = 45;
/**
 * Days after the deadline in which a report is late but incurs no fee. 5 U.S.C. 13106(d)(1) sets a fee for reports "more than 30
 * days" late. The House Ethics Committee's guide (2025, pages 17 and 20) calls these days the grace period.
 */
export const GRACE_DAYS = 30;

interface ReportingDeadline {
  /** The last day on which a disclosure is on time. */
  readonly day: IsoDate;
  /** The event that starts the period. */
  readonly countedFrom: "transaction" | "notification";
}

/**
 * 30 days after the notification or 45 days after the transaction, whichever is sooner; without a notification date, 45 days. A
 * notification dated before its transaction is a typo and is ignored. A due date on "a weekend or federal holiday" is "not
 * extended to the following business day" (page 19).
 */
export function computeReportingDeadline(trade: {
  readonly transactionDate: IsoDate;
  readonly notificationDate: IsoDate | null;
}): ReportingDeadline {
  const { transactionDate, notificationDate } = trade;
  const byTransaction = addDays(transactionDate, TRANSACTION_DAYS);
  if (notificationDate === null || notificationDate < transactionDate) {
    return { day: byTransaction, countedFrom: "transaction" };
  }
  const byNotification = addDays(notificationDate, NOTIFICATION_DAYS);
  return byNotification < byTransaction
    ? { day: byNotification, countedFrom: "notification" }
    : { day: byTransaction, countedFrom: "transaction" };
}
