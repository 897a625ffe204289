/** Decisions about which rows a scanned page has. */
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type EnteredRow, type MissedDecision, type PageDecision } from "../../domain/decision.ts";
import { SETTLED_REASONS } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { listUnreadPages } from "../normalise/scanned.ts";
import { validateRows } from "./line-fields.ts";
import { parseReviewId } from "./review-id.ts";
import type { SettledDecision } from "./settled-decision.ts";
import { applyAllDecisions, type SignedReview, type Subject } from "./signed-review.ts";
import { listWaitingItems, OTHER_ITEM_REASONS } from "./waiting-items.ts";

interface Page {
  readonly id: string;
  readonly page: number;
  readonly subject: Subject;
  readonly raw: RawFiling;
  readonly document: string;
}

/** Decides that the page has no transactions except the detected ones. @throws {ConfigError} if the page is not waiting. */
export async function acceptPageAsSeen(review: SignedReview, id: string): Promise<SettledDecision> {
  const { page, subject, raw, document } = await loadPage(review, id);
  const filing = subject.filing.id;
  const pages = (await listWaitingItems(review.store, review.reference.decisions, filing)).filter(
    ({ kind }) => kind === "page",
  );
  if (!pages.some((each) => each.id === id)) {
    const waiting = pages.map((each) => each.id).join(", ");
    throw new ConfigError(
      `${id} is not waiting for a decision; ${waiting === "" ? `no page of ${filing} is` : `these pages of ${filing} are: ${waiting}`}.`,
    );
  }
  const lines = raw.transactions.filter((line) => line.page === page);
  const seen = lines.flatMap(({ scan }) => (scan === undefined ? [] : [scan.row.box]));
  return review.settle(subject, { ...review.signature, subject: "page", filing, page, document, seen });
}

/** @throws {ConfigError} if the page does not exist or has not been read. */
async function loadPage(review: SignedReview, id: string): Promise<Page> {
  const named = parseReviewId(id);
  if (named.kind !== "page") throw new ConfigError(`"${id}" is not a page; a page's id is like h8217343/p2.`);
  const subject = await review.loadReviewedFiling(named.filing);
  const { filing, raw } = subject;
  if (raw?.scan === undefined || filing.documentSha256 === null) {
    throw new ConfigError(`${filing.id} is not a scan whose pages have been read (${filing.state}).`);
  }
  const pages = raw.scan.pages.length;
  if (named.page > pages)
    throw new ConfigError(`${filing.id} has ${pages} pages, none of them with the number ${named.page}.`);
  return { id, page: named.page, subject, raw, document: filing.documentSha256 };
}

/** Replaces the page's rows. @param typed null for no rows. @throws {ConfigError} if a published row would change its number. */
export async function replaceRows(
  review: SignedReview,
  id: string,
  typed: readonly EnteredRow[] | null,
): Promise<SettledDecision> {
  const page = await loadPage(review, id);
  const { subject, document } = page;
  const rows = typed === null ? [] : validateRows(typed, page.raw.source);
  const published = (await review.store.filings.listTrades(subject.filing.id)).find(
    ({ trade }) => (trade.page ?? 0) >= page.page,
  );
  if (published !== undefined) {
    const { id, page: on } = published.trade;
    throw new ConfigError(
      `${id} of page ${on} is published under its number, which is permanent: correct or reject its rows one by one, and add missed rows to ${page.id}.`,
    );
  }
  const decision = {
    ...review.signature,
    subject: "page",
    filing: subject.filing.id,
    page: page.page,
    document,
    rows,
  } as const;
  throwIfRejected(review, page, decision);
  return review.settle(subject, decision);
}

/**
 * Adds rows to the page. @throws {ConfigError} if the same rows were added before, or if any page of the filing still needs a
 * decision. Such a page may have unread rows, which must get lower numbers than the added rows.
 */
export async function addMissedRows(
  review: SignedReview,
  id: string,
  typed: readonly EnteredRow[],
): Promise<SettledDecision> {
  const page = await loadPage(review, id);
  const { subject, document } = page;
  const rows = validateRows(typed, page.raw.source);
  const filing = subject.filing.id;
  const settled = applyAllDecisions(review, subject);
  const [unread] = settled === null ? [] : listUnreadPages(settled);
  if (unread !== undefined) {
    throw new ConfigError(`Page ${unread} of ${filing} still waits: decide on ${filing}/p${unread} first.`);
  }
  const earlierDecision = review.reference.decisions
    .findForFiling(filing)
    .missed.find((each) => each.page === page.page && hasSameRows(each.rows, rows));
  if (earlierDecision !== undefined)
    throw new ConfigError(
      `These rows of ${page.id} were already added by ${earlierDecision.author} at ${earlierDecision.at}.`,
    );
  const lines = [...(subject.paged?.transactions ?? []), ...(subject.paged?.rejected ?? [])];
  const after = Math.max(0, ...lines.map(({ line }) => line));
  const decision = { ...review.signature, subject: "missed", filing, page: page.page, document, after, rows } as const;
  throwIfRejected(review, page, decision);
  return review.settle(subject, decision);
}

function hasSameRows(...both: readonly [readonly EnteredRow[], readonly EnteredRow[]]): boolean {
  const [one, other] = both.map((rows) => rows.map((row) => DECIDED_FIELDS.map((field) => row[field] ?? null)));
  return JSON.stringify(one) === JSON.stringify(other);
}

// Throws a `ConfigError` if rows that were typed in for this page would still be rejected after the decision. The message names
// each of these rows and the reason.
function throwIfRejected(review: SignedReview, { page, subject }: Page, decision: PageDecision | MissedDecision): void {
  const typed =
    applyAllDecisions(review, subject, decision)?.transactions.filter((line) => line.page === page && line.typed) ?? [];
  const left = [...OTHER_ITEM_REASONS, ...SETTLED_REASONS];
  const rejected =
    review.previewOutcome(subject, decision)?.rejected.filter(({ reason }) => !left.includes(reason)) ?? [];
  const wrong = typed.flatMap((row) => {
    const why = rejected.find(({ line }) => line === row.line);
    return why === undefined ? [] : [`The row "${row.assetCell}" would be rejected, ${why.reason}: ${why.text}`];
  });
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
}
