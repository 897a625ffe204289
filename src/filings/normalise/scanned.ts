/** Decides which lines of a scanned report can be published, and the filing's state. */
import type { IsoDate } from "../../domain/dates.ts";
import type { FilingState } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import { isReaderFailure, parseReason, type Reason } from "../../domain/reason.ts";
import type { ReadPage, ScannedFieldName, ScannedLine, ScannedReport } from "../../domain/scanned-page.ts";
import { parseDay } from "./disclosure.ts";

/** Fields in the order of the House's form, with readable names. */
const FIELDS: readonly (readonly [ScannedFieldName, string])[] = [
  ["owner", "owner"],
  ["asset", "asset"],
  ["transactionType", "transaction type"],
  ["transactionDate", "transaction date"],
  ["notificationDate", "notification date"],
  ["amount", "amount"],
];

/** `Uncertain: asset, amount. SP | Apple lnc | P | 06/11/2020 | $1,001 - $15,000`, with the best reading of each field. */
export function formatBestReadings({ uncertain, row }: ScannedLine): string {
  const seen = FIELDS.map(([field]) => row.fields[field].reading)
    .filter((reading) => reading !== null)
    .join(" | ");
  const doubted = FIELDS.filter(([field]) => uncertain.includes(field)).map(([, name]) => name);
  return doubted.length === 0 ? seen : `Uncertain: ${doubted.join(", ")}. ${seen}`.trimEnd();
}

/**
 * Pure. Clears a notification date that is later than the filing date, since nobody reports future events. Marks the date as
 * uncertain. Leaves a line reviewed by a person unchanged. @param filed filing date; null if unknown.
 */
export function markFutureNoticeUncertain(line: RawTransaction, filed: IsoDate | null): RawTransaction {
  const { scan, reviewed, notificationDate } = line;
  const notified = parseDay(notificationDate);
  if (scan === undefined || reviewed || filed === null || notified === null || notified <= filed) return line;
  return {
    ...line,
    notificationDate: null,
    scan: { ...scan, uncertain: [...new Set([...scan.uncertain, "notificationDate" as const])] },
  };
}

/** Returns why a line must wait for review by a person; null if it need not wait. @param unreadFrom see `findFirstUnreadPage`. */
export function findReviewReason(
  { page, scan }: RawTransaction,
  unreadFrom: number,
): "page_not_whole" | "uncertain" | null {
  if ((page ?? 0) >= unreadFrom) return "page_not_whole";
  return scan?.uncertain.some((field) => !isDispensable(field)) ? "uncertain" : null;
}

/** Fields that a published line may lack (ADR 16), each with its reason code and its name in messages. */
const DISPENSABLE = {
  owner: { code: "owner_unread", called: "owner" },
  notificationDate: { code: "notification_unread", called: "notification date" },
} as const;
type DispensableField = keyof typeof DISPENSABLE;

function isDispensable(field: ScannedFieldName): field is DispensableField {
  return field in DISPENSABLE;
}

/** Returns why a field of a published line is not served; null if the field is served or the line waits for review. */
export function explainUnreadField({ scan }: RawTransaction, field: DispensableField): string | null {
  if (!scan?.uncertain.includes(field) || !scan.uncertain.every(isDispensable)) return null;
  const { reading } = scan.row.fields[field];
  return reading === null
    ? `The ${DISPENSABLE[field].called} could not be read from the image.`
    : `The ${DISPENSABLE[field].called} could not be read from the image with certainty; the best reading is "${reading}".`;
}

interface IncompleteLine extends RawTransaction {
  readonly scan: ScannedLine;
}

/** Groups lines by the first dispensable field that is uncertain; skips lines without one. @param lines published lines. */
export function groupIncompleteLines(
  lines: readonly RawTransaction[],
): ReadonlyMap<"owner_unread" | "notification_unread", readonly IncompleteLine[]> {
  const isIncomplete = (line: RawTransaction): line is IncompleteLine =>
    line.scan?.uncertain.some(isDispensable) === true;
  return Map.groupBy(
    lines.filter(isIncomplete),
    ({ scan }) => DISPENSABLE[scan.uncertain.includes("owner") ? "owner" : "notificationDate"].code,
  );
}

/** Lists the numbers, from 1, of the pages that may have unread rows. */
export function listUnreadPages(raw: RawFiling): readonly number[] {
  return flagUnreadPages(raw).flatMap((isUnread, at) => (isUnread ? [at + 1] : []));
}

/**
 * Returns the number, from 1, of the first page that may have unread rows. Infinity if none has. Lines from that page on cannot
 * be numbered yet.
 */
export function findFirstUnreadPage(raw: RawFiling): number {
  const at = flagUnreadPages(raw).indexOf(true);
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** Returns for each page, in order, whether it may have unread rows. */
function flagUnreadPages({ scan, transactions }: RawFiling): boolean[] {
  const withRows = new Set(transactions.map(({ page }) => page));
  return (scan?.pages ?? []).map(
    ({ kind }, at) => kind === "unknown" || (kind === "transactions" && !withRows.has(at + 1)),
  );
}

interface ScanOutcome {
  readonly state: FilingState;
  readonly reason: Reason | null;
}

/** @param rejected number of lines that wait for review by a person. */
export function findScanOutcome(raw: RawFiling, rejected: number): ScanOutcome {
  if (raw.scan === undefined) return { state: "needs_ocr", reason: null };
  const { pages } = raw.scan;
  const failures = pages.flatMap(({ failure }, at) => (failure === null ? [] : [createPageFailure(at + 1, failure)]));
  const failure = failures.find(isReaderFailure) ?? failures[0];
  if (failure !== undefined) {
    return { state: failures.length === pages.length ? "unreadable" : "needs_review", reason: failure };
  }
  const page = findFirstUnreadPage(raw);
  if (page <= pages.length) {
    return { state: "needs_review", reason: createUnknownPageReason(page) };
  }
  if (rejected > 0) {
    const total = raw.transactions.length;
    return {
      state: "needs_review",
      reason: { code: "uncertain_rows", detail: `${rejected} of ${total} rows need review by a person.` },
    };
  }
  const incomplete = groupIncompleteLines(raw.transactions);
  for (const { code, called } of Object.values(DISPENSABLE)) {
    const lacking = incomplete.get(code)?.length ?? 0;
    if (lacking === 0) continue;
    const detail = `${lacking} of ${raw.transactions.length} rows are published without their ${called}, which could not be read.`;
    return { state: "needs_review", reason: { code, detail } };
  }
  const reason = describeReviewedPages(raw.scan);
  if (raw.transactions.length > 0) return { state: "ocr", reason };
  const [doubt] = listUncertainPages(raw);
  if (doubt !== undefined) return { state: "needs_review", reason: doubt.reason };
  return pages.some(({ kind }) => kind === "other_form")
    ? { state: "not_a_ptr", reason: null }
    : { state: "no_trades", reason };
}

interface PageDoubt {
  /** Page number, from 1. */
  readonly page: number;
  readonly reason: Reason;
}

/** Pure. Lists pages that may still have trades, with reasons. Empty if the report has rows. Every page's kind must be known. */
export function listUncertainPages({ scan, transactions }: RawFiling): readonly PageDoubt[] {
  if (scan === undefined || transactions.length > 0) return [];
  const listPagesOfKind = (wanted: ReadPage["kind"]) =>
    scan.pages.flatMap(({ kind }, at) => (kind === wanted ? [at + 1] : []));
  const covers = listPagesOfKind("cover").map(
    (page): PageDoubt => ({
      page,
      reason: {
        code: "attachment_unread",
        detail: `Page ${page} is a form with something other than rows written on it, such as a note that schedules are attached; no page shows any row.`,
      },
    }),
  );
  const isEmptyForm = listPagesOfKind("nothing_to_report").length > 0;
  if (covers.length === 0 && !isEmptyForm) {
    const detail = "No page is a report form; the pages are correspondence or blank.";
    return listPagesOfKind("other_form").length > 0 ? [] : [{ page: 1, reason: { code: "no_form", detail } }];
  }
  const beside = [...listPagesOfKind("letter"), ...listPagesOfKind("other_form")].map(
    (page): PageDoubt => ({
      page,
      reason: {
        code: "page_beside_form",
        detail: `Page ${page}, in a report whose form has no rows, is a letter or another form; whether it lists transactions is not known.`,
      },
    }),
  );
  return [...covers, ...beside];
}

const SETTLED = {
  typed: "was typed in",
  empty: "has no transaction",
  as_seen: "is complete exactly as it was read",
};

/** `reviewed_pages: By a person: page 2 was typed in, page 3 has no transaction.` Null if no page was settled by a person. */
function describeReviewedPages({ pages }: ScannedReport): Reason | null {
  const said = pages.flatMap(({ settled }, at) =>
    settled === undefined ? [] : [`page ${at + 1} ${SETTLED[settled]}`],
  );
  return said.length === 0 ? null : { code: "reviewed_pages", detail: `By a person: ${said.join(", ")}.` };
}

/** @param page from 1. */
export function createUnknownPageReason(page: number): Reason {
  return { code: "unknown_page", detail: `Page ${page} is not of a kind that can be read.` };
}

/** Adds the page number to a reason such as `reader_timeout: Reading took longer than 60 s.` */
function createPageFailure(page: number, failure: string): Reason {
  const { code, detail } = parseReason(failure);
  return { code, detail: `Page ${page}: ${detail}` };
}
