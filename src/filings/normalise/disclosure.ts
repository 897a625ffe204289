/** Determines when a report was filed, and which transaction dates it can contain. */
import { countDaysBetween, type IsoDate, parseIsoDate, parseUsDate } from "../../domain/dates.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { Vocabulary } from "../../domain/vocabulary.ts";

/** STOCK Act reports begin in 2012. A transaction before 2008 is a typing error, not a late report. */
const FIRST_TRANSACTION_DAY = "2008-01-01";
const FIRST_DISCLOSURE_DAY = "2012-01-01";

/** Maximum days from the signature until the clerk enters the report; a report cannot be filed before it is signed. */
const DAYS_FROM_SIGNATURE = 366;

/**
 * Returns the filing date from the index or search. If that date is missing or impossible, returns the date printed in the
 * document. The printed date is the House's signature date or the Senate's "Filed". Null if neither date is valid.
 */
export function findDisclosureDate(
  raw: RawFiling,
  listed: IsoDate | null,
  { getPrintedDay, isSignatureDay }: Vocabulary,
): IsoDate | null {
  const printed = parseUsDate(getPrintedDay(raw) ?? "");
  const inDocument = printed !== null && printed >= FIRST_DISCLOSURE_DAY ? printed : null;
  if (listed === null || listed < FIRST_DISCLOSURE_DAY) return inDocument;
  if (!isSignatureDay || inDocument === null) return listed;
  const days = countDaysBetween(inDocument, listed);
  return days < 0 || days > DAYS_FROM_SIGNATURE ? inDocument : listed;
}

type TransactionDay =
  | { readonly date: IsoDate }
  | { readonly reason: "date_unreadable" | "transaction_before_2008" | "transaction_after_filing" };

/** Parses the printed transaction date, or returns why it is impossible. Nothing is corrected by guessing. */
export function parseTransactionDay(printed: string, disclosed: IsoDate): TransactionDay {
  const date = parseDay(printed);
  if (date === null) return { reason: "date_unreadable" };
  if (date < FIRST_TRANSACTION_DAY) return { reason: "transaction_before_2008" };
  return date > disclosed ? { reason: "transaction_after_filing" } : { date };
}

/** Parses `MM/DD/YYYY` or `YYYY-MM-DD`; null if there is no such day in the calendar. */
export function parseDay(printed: string | null): IsoDate | null {
  const text = (printed ?? "").trim();
  return parseUsDate(text) ?? parseIsoDate(text);
}
