import { type AppError, ParseError } from "../../base/errors.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import { parseUsDate } from "../../domain/dates.ts";
import type { Politician } from "../../domain/politician.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { toReason } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import { readStatedAmendments } from "../normalise/amending.ts";
import { applyDecisions, listDecidedAmendments } from "../normalise/decisions/with-decisions.ts";
import { normaliseFiling } from "../normalise/normalise.ts";
import { findListingMismatch, getPrintedFiler, matchesListing } from "../normalise/printed-filer.ts";
import { getSource } from "../sources/all.ts";
import type { Reference } from "./reference.ts";
import type { CompleteScan, Original } from "./scanned-report.ts";

/**
 * Parses and normalizes a stored document. One that cannot be read has the outcome `unreadable`, with the reader's reason.
 * @param complete adds the known readings of a scanned report's pages.
 */
export async function readFiling(
  filing: FilingRow,
  original: Original,
  read: ReadBytes,
  complete: CompleteScan,
  reference: Reference,
): Promise<FilingOutcome> {
  const known = { ...filing, documentSha256: original.sha256 };
  try {
    const raw = await read(getSource(filing.source).read.document, original.bytes, { docId: filing.docId });
    return { ...normaliseReport(known, await complete(raw, original), reference), documentSha256: original.sha256 };
  } catch (error) {
    if (!(error instanceof ParseError) || error.code === "reader_closed") throw error;
    const listed = findListedRow(known, null, reference);
    const politicianId = (listed && findFiler(listed, null, reference)?.id) ?? null;
    return {
      ...createOutcomeWithoutLines(known, "unreadable", error, { politicianId }),
      documentSha256: original.sha256,
    };
  }
}

export function createOutcomeWithoutLines(
  { id: filingId }: FilingRow,
  state: FilingOutcome["state"],
  error: AppError,
  known: Partial<Pick<FilingOutcome, "politicianId" | "rawJson">> = {},
): FilingOutcome {
  const nothing = { politicianId: null, rawJson: null, ...known, trades: [], rejected: [] };
  return { filingId, state, reason: toReason(error), ...nothing };
}

/**
 * Normalizes a printed report, using reviewers' decisions, current members and ticker directories. If the listing describes
 * another report, the document is `unreadable`. Its printed report is stored nevertheless: the listing may be corrected, and a
 * reviewer may decide who filed the report.
 */
export function normaliseReport(filing: FilingRow, raw: RawFiling, reference: Reference): FilingOutcome {
  const decisions = reference.decisions.findForFiling(filing.id);
  const settled = applyDecisions(raw, decisions, filing.documentSha256);
  const listed = findListedRow(filing, raw, reference);
  const filer = listed && findFiler(listed, raw, reference);
  const stray = findDocumentMismatch(filing, raw, reference);
  const politicianId = filer?.id ?? null;
  const rawJson = JSON.stringify(raw);
  if (stray !== null) return createOutcomeWithoutLines(filing, "unreadable", stray, { politicianId, rawJson });
  const body = getSource(filing.source);
  const known = { ...(listed ?? filing), body };
  const { trades, rejected, state, reason } = normaliseFiling(settled, known, filer, reference.assets);
  return {
    filingId: filing.id,
    state,
    reason,
    politicianId,
    rawJson,
    trades,
    rejected,
    amending: readStatedAmendments(
      settled,
      body.vocabulary.findStatedAmendment(settled, known.title),
      (transactions) =>
        normaliseFiling({ ...settled, transactions, rejected: [] }, known, filer, reference.assets).trades,
      listDecidedAmendments(raw, decisions, filing.documentSha256),
      rejected,
    ),
  };
}

/** Says why a document is not the listed report. Null if it is, if its filer is not a member, or if a person chose the filer. */
export function findDocumentMismatch(filing: FilingRow, raw: RawFiling, reference: Reference): ParseError | null {
  if (reference.decisions.findForFiling(filing.id).filer !== null) return null;
  const listed = findListedRow(filing, raw, reference);
  if (listed === null) {
    const names = listRowsOfFiling(filing).map(({ filer }) => `${filer.first} ${filer.last}`);
    return new ParseError(
      "listed_for_several",
      `The list names ${names.join(" and ")} as filers of this document, and the document does not say which of them filed it.`,
    );
  }
  const filer = findFiler(listed, raw, reference);
  return filer && findListingMismatch(raw, listed, filer, getSource(filing.source).vocabulary.stray);
}

/** Returns the list rows that name the filing: one, unless the filing is listed under several names or seats. */
function listRowsOfFiling(filing: FilingRow): readonly [FilingRow, ...FilingRow[]] {
  return [filing, ...(filing.alsoListed ?? []).map((also) => ({ ...filing, ...also }))];
}

// Finds the row whose filer is named in the document; if there is none, the first row. Null if the document matches the rows of
// several people. Also null if the rows name several people and the document names no filer.
function findListedRow(filing: FilingRow, raw: RawFiling | null, reference: Reference): FilingRow | null {
  const rows = listRowsOfFiling(filing);
  const { stray } = getSource(filing.source).vocabulary;
  const printed = rows.filter((row) => raw !== null && matchesListing(raw, row, findFiler(row, raw, reference), stray));
  const filers = new Set((printed.length > 0 ? printed : rows).map((row) => findFiler(row, raw, reference)));
  if (printed.length === 0 && raw !== null && getPrintedFiler(raw) !== null) return filing;
  return filers.size > 1 ? null : (printed[0] ?? filing);
}

/** Finds the filer: the one that a reviewer chose or, without such a decision, by name, seat and dates. */
function findFiler(
  filing: FilingRow,
  raw: RawFiling | null,
  { filers, politicians, decisions }: Reference,
): Politician | null {
  const decided = decisions.findForFiling(filing.id).filer?.politician;
  if (decided !== undefined) return politicians.get(decisions.identities.get(decided) ?? decided) ?? null;
  return filers.findMember({
    chamber: getSource(filing.source).chamber,
    ...filing.filer,
    stateDistrict: filing.stateDistrict,
    year: filing.year,
    on: filing.filedDate ?? parseUsDate(raw?.signedDate ?? raw?.filedDate ?? ""),
    printed: raw?.filer ?? null,
  });
}
