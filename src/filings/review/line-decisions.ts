/** Decisions about one line of a filing: to accept, correct or reject it, and to name its security. */
import { ConfigError } from "../../base/errors.ts";
import { splitAssetCell } from "../../domain/asset-cell.ts";
import type { DecidedField, LineDecision, LineReference } from "../../domain/decision.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { createLineReference } from "../normalise/decisions/decided-place.ts";
import { toNullIfUnstated } from "../normalise/stated.ts";
import {
  createUnknownLineError,
  findLine,
  listPoorlyReadFields,
  MIN_CONFIDENCE,
  pickBestReadings,
} from "./filing-readings.ts";
import {
  checkFields,
  type DecidedValues,
  describeAllowedValues,
  FieldsError,
  listMissingFields,
  toSnakeCase,
} from "./line-fields.ts";
import { parseReviewId } from "./review-id.ts";
import type { SettledDecision } from "./settled-decision.ts";
import { applyAllDecisions, type SignedReview, type Subject } from "./signed-review.ts";
import { OTHER_ITEM_REASONS } from "./waiting-items.ts";

interface Line {
  readonly subject: Subject;
  readonly raw: RawFiling;
  /** Digest of the document that was read. */
  readonly document: string;
  readonly line: number;
  /** Identifies the line for later decisions. */
  readonly named: LineReference;
  /** The line with all decisions applied; null if its reader could not split it into fields. */
  readonly settledLine: RawTransaction | null;
}

/** Accepts the best readings. @throws {ConfigError} if the line's reader could not split the line into fields. */
export async function acceptLine(review: SignedReview, id: string): Promise<SettledDecision> {
  const line = await loadLine(review, id);
  if (line.settledLine === null) {
    throw new ConfigError(`The line ${id} could not be read: correct it with all of its fields, or reject it.`);
  }
  return decideLine(review, id, line, "accept", pickBestReadings(line.settledLine));
}

/** Sets the given fields, and accepts the best readings of the others. */
export async function correctLine(review: SignedReview, id: string, values: DecidedValues): Promise<SettledDecision> {
  const line = await loadLine(review, id);
  checkFields(values, line.raw.source);
  const read = line.settledLine === null ? {} : pickBestReadings(line.settledLine);
  const named = values.asset === undefined ? {} : { ticker: splitAssetCell(values.asset).ticker ?? "" };
  return decideLine(review, id, line, "correct", { ...read, ...named, ...values });
}

export async function rejectLine(review: SignedReview, id: string): Promise<SettledDecision> {
  const line = await loadLine(review, id);
  return review.settle(line.subject, createLineDecision(review, line, "reject", {}));
}

/** Sets the security of a line without a ticker, or no security if `symbol` is `none`. The filed text stays. */
export async function setTicker(review: SignedReview, id: string, symbol: string): Promise<SettledDecision> {
  const ticker = symbol.toLowerCase() === "none" ? "" : toCanonicalSymbol(symbol);
  if (ticker === null) throw new ConfigError(`The symbol must be "none" or be like AAPL or BRK.B, not "${symbol}".`);
  const { subject, named, settledLine } = await loadLine(review, id);
  const filed = toNullIfUnstated(settledLine?.tickers[0] ?? settledLine?.ticker);
  if (settledLine === null) throw new ConfigError(`The line ${id} could not be read. Correct the line first.`);
  if (filed !== null) throw new ConfigError(`${id} was filed with the ticker "${filed}", which stays as it was filed.`);
  const decision = { ...review.signature, subject: "ticker", filing: subject.filing.id, ...named, ticker } as const;
  return review.settle(subject, decision);
}

/** @throws {ConfigError} if the filing has no such line. */
async function loadLine(review: SignedReview, id: string): Promise<Line> {
  const named = parseReviewId(id);
  if (named.kind !== "line") throw new ConfigError(`"${id}" is not a line; a line's id is like txn_h8217343_03.`);
  const subject = await review.loadReviewedFiling(named.filing);
  const { paged: raw, filing } = subject;
  if (raw === null || filing.documentSha256 === null) {
    throw new ConfigError(`${filing.id} has not been read (${filing.state}), so its lines are not known.`);
  }
  const document = filing.documentSha256;
  const { line } = named;
  const read = findLine(raw, line);
  if (read === undefined) throw createUnknownLineError(filing.id, raw, line);
  const settled = applyAllDecisions(review, subject)?.transactions.find((each) => each.line === line);
  const settledLine = settled ?? ("page" in read ? read : null);
  return { subject, raw, document, line, named: createLineReference(read, document), settledLine };
}

/** @throws {ConfigError} that names missing or invalid fields, or says why the line would be rejected even with this decision. */
async function decideLine(
  review: SignedReview,
  id: string,
  line: Line,
  verdict: "accept" | "correct",
  fields: DecidedValues,
): Promise<SettledDecision> {
  const unreadFields = line.settledLine?.scan?.uncertain.filter((field) => fields[field] === undefined) ?? [];
  const missing = [...new Set([...listMissingFields(fields), ...unreadFields])];
  if (missing.length > 0) {
    const faults = missing.map((field) => ({ field, row: null, sentence: describeUnreadField(line, field) }));
    const sentences = faults.map(({ sentence }) => sentence).join("\n");
    const which = missing.length === 1 ? "A field" : `${missing.length} fields`;
    throw new FieldsError(`${which} of ${id} must be filled in.\n${sentences}`, faults);
  }
  checkFields(fields, line.raw.source);
  const decision = createLineDecision(review, line, verdict, fields);
  const outcome = review.previewOutcome(line.subject, decision);
  const rejected = outcome?.rejected.find((each) => each.line === line.line);
  if (rejected !== undefined && !OTHER_ITEM_REASONS.includes(rejected.reason)) {
    throw new ConfigError(`${id} would still be rejected, ${rejected.reason}: ${rejected.text}`);
  }
  const settled = await review.settle(line.subject, decision);
  return { ...settled, remaining: rejected === undefined ? null : { reason: rejected.reason, candidates: [] } };
}

/** Says what was read in a field that a person must fill in, and its valid values. */
function describeUnreadField({ settledLine, raw }: Line, field: DecidedField): string {
  const poorlyRead =
    settledLine === null ? undefined : listPoorlyReadFields(settledLine).find((each) => each === field);
  const scanned = poorlyRead && settledLine?.scan?.row.fields[poorlyRead];
  const allowed = `it must be ${describeAllowedValues(field, raw.source)}.`;
  if (!scanned) return `${toSnakeCase(field)} was not read; ${allowed}`;
  const [least, confidence] = [MIN_CONFIDENCE, scanned.confidence].map((share) => `${Math.round(100 * share)}%`);
  return `${toSnakeCase(field)} was read as "${scanned.reading}" with a confidence of ${confidence}, too low to be accepted (below ${least}); ${allowed}`;
}

function createLineDecision(
  { signature }: SignedReview,
  { subject, named, document }: Line,
  verdict: LineDecision["verdict"],
  fields: DecidedValues,
): LineDecision {
  return { ...signature, subject: "line", filing: subject.filing.id, ...named, document, verdict, fields };
}
