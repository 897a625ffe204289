import { UsageError } from "../../base/errors.ts";
import { buildTradeId } from "../../domain/filing.ts";
import { SOURCES } from "../sources/all.ts";

/** Id of an item to review: a line, a page, or a whole filing. The id of a line is the id that its trade has, or would have. */
export type ReviewId =
  | { readonly kind: "line"; readonly filing: string; readonly line: number }
  | { readonly kind: "page"; readonly filing: string; readonly page: number }
  | { readonly kind: "filing"; readonly filing: string };

const FILING = SOURCES.map(({ idPrefix, docId }) => `${idPrefix}${docId.pattern}`).join("|");
const LINE = new RegExp(`^txn_(${FILING})_(\\d{2,6})$`);
const PAGE = new RegExp(`^(${FILING})/p([1-9]\\d{0,5})$`);
const WHOLE = new RegExp(`^(${FILING})$`);

/** @throws {UsageError} with the given text and the valid forms. */
export function parseReviewId(text: string): ReviewId {
  const [, ofLine = "", line] = LINE.exec(text) ?? [];
  if (line !== undefined) return { kind: "line", filing: restoreDashes(ofLine), line: Number(line) };
  const [, ofPage = "", page] = PAGE.exec(text) ?? [];
  if (page !== undefined) return { kind: "page", filing: restoreDashes(ofPage), page: Number(page) };
  const [, filing] = WHOLE.exec(text) ?? [];
  if (filing !== undefined) return { kind: "filing", filing: restoreDashes(filing) };
  throw new UsageError(
    `"${text}" is not an id of anything to review: a line is like txn_h8217343_03, a page like h8217343/p2, a filing like h8217343.`,
  );
}

export function formatReviewId(id: ReviewId): string {
  if (id.kind === "line") return buildTradeId(id.filing, id.line);
  return id.kind === "page" ? `${id.filing}/p${id.page}` : id.filing;
}

/** Restores the dashes of a UUID, which a trade's id omits. */
function restoreDashes(filing: string): string {
  const source = SOURCES.find(({ idPrefix, docId }) => new RegExp(`^${idPrefix}(?:${docId.pattern})$`).test(filing));
  return source === undefined ? filing : source.idPrefix + source.docId.hyphenate(filing.slice(source.idPrefix.length));
}
