/** How late a trade was disclosed, and why some trades are not judged (docs/methodology.md). */
import { countDaysBetween } from "./dates.ts";
import { computeReportingDeadline, NOTIFICATION_DAYS, TRANSACTION_DAYS } from "./reporting-deadline.ts";
import { LATE_EXEMPTIONS, type Trade } from "./trade.ts";

type ReportedTrade = Pick<Trade, "transactionDate" | "notificationDate" | "firstDisclosed"> &
  Partial<Pick<Trade, "dateSuspect" | "lateExemption" | "notificationUnread">>;

export const LATE_NOT_JUDGED = [
  ...LATE_EXEMPTIONS,
  "date_suspect",
  "first_disclosure_unknown",
  "notification_unread",
] as const;
type NotJudgedReason = (typeof LATE_NOT_JUDGED)[number];

/** Why a trade's lateness is not judged; null if it is judged. */
export function explainUnjudgedLateness(trade: ReportedTrade): NotJudgedReason | null {
  const { firstDisclosed, dateSuspect = null, lateExemption = null, notificationUnread = null } = trade;
  if (lateExemption !== null) return lateExemption;
  if (dateSuspect !== null) return "date_suspect";
  if (firstDisclosed.date === null) return "first_disclosure_unknown";
  return notificationUnread === null ? null : "notification_unread";
}

/** Counts the days from the transaction to its first disclosure; null if the disclosure date is unknown or a date is suspect. */
export function computeReportingGapDays({
  transactionDate,
  firstDisclosed,
  dateSuspect = null,
}: Omit<ReportedTrade, "notificationDate">): number | null {
  return firstDisclosed.date === null || dateSuspect !== null
    ? null
    : countDaysBetween(transactionDate, firstDisclosed.date);
}

/**
 * True if the first disclosure was late: more than 30 days after the notification or 45 days after the transaction, whichever is
 * sooner. Without a notification date, 45 days. A notification dated before its transaction is a typo and is ignored. Null if no
 * periodic report is needed, the first disclosure is unknown, a date is suspect, or the notification could not be read.
 */
export function isLate(trade: ReportedTrade): boolean | null {
  const { transactionDate, notificationDate, firstDisclosed } = trade;
  const disclosed = firstDisclosed.date;
  if (disclosed === null || explainUnjudgedLateness(trade) !== null) return null;
  if (countDaysBetween(transactionDate, disclosed) > TRANSACTION_DAYS) return true;
  if (notificationDate === null || notificationDate < transactionDate) return false;
  return countDaysBetween(notificationDate, disclosed) > NOTIFICATION_DAYS;
}

/** Counts the days from the deadline to the first disclosure of a late trade; null if the trade is not late or not judged. */
export function countDaysLate(trade: ReportedTrade): number | null {
  const { date } = trade.firstDisclosed;
  return date !== null && isLate(trade) ? countDaysBetween(computeReportingDeadline(trade).day, date) : null;
}
