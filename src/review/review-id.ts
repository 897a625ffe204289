import { filingId, tradeId } from "../domain/filing.ts";
import { UsageError } from "../errors.ts";

/** Id of something that waits for a person: a line by the id of the trade that it would be, a page, or a filing as a whole. */
export type ReviewId =
  | { readonly kind: "line"; readonly filing: string; readonly line: number }
  | { readonly kind: "page"; readonly filing: string; readonly page: number }
  | { readonly kind: "filing"; readonly filing: string };

const FILING = "h\\d{1,12}|s[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}";
const LINE = new RegExp(`^txn_(${FILING})_(\\d{2,6})$`);
const PAGE = new RegExp(`^(${FILING})/p([1-9]\\d{0,5})$`);
const WHOLE = new RegExp(`^(${FILING})$`);

/** @throws {UsageError} naming what was given and the forms that there are. */
export function readReviewId(text: string): ReviewId {
  const [, ofLine = "", line] = LINE.exec(text) ?? [];
  if (line !== undefined) return { kind: "line", filing: withDashes(ofLine), line: Number(line) };
  const [, ofPage = "", page] = PAGE.exec(text) ?? [];
  if (page !== undefined) return { kind: "page", filing: withDashes(ofPage), page: Number(page) };
  const [, filing] = WHOLE.exec(text) ?? [];
  if (filing !== undefined) return { kind: "filing", filing: withDashes(filing) };
  throw new UsageError(
    `"${text}" is no id of \`review list\`: a line is like txn_h8217343_03, a page like h8217343/p2, a filing like h8217343.`,
  );
}

export function writeReviewId(id: ReviewId): string {
  if (id.kind === "line") return tradeId(id.filing, id.line);
  return id.kind === "page" ? `${id.filing}/p${id.page}` : id.filing;
}

/** The id of a trade leaves out the dashes of a UUID. */
function withDashes(filing: string): string {
  if (filing.startsWith("h")) return filing;
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(filing.slice(1).replaceAll("-", "")) ?? [];
  return filingId("senate-efd", parts.slice(1).join("-"));
}
