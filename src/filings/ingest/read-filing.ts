import { type AppError, ParseError } from "../../base/errors.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import { usDate } from "../../domain/dates.ts";
import type { Politician } from "../../domain/politician.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { reasonOf } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import { readAmending } from "../normalise/amending.ts";
import { decidedAmendments, withDecisions } from "../normalise/decisions/with-decisions.ts";
import { normaliseFiling } from "../normalise/normalise.ts";
import { isPrintedAs, printedFiler, strayDocument } from "../normalise/printed-filer.ts";
import { sourceOf } from "../sources/all.ts";
import type { Reference } from "./reference.ts";
import type { CompleteScan, Original } from "./scanned-report.ts";

/**
 * Parses a stored document and normalizes it. A document that cannot be read yields the outcome `unreadable`, with the reader's reason.
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
    const raw = await read(sourceOf(filing.source).read.document, original.bytes, { docId: filing.docId });
    return { ...outcomeOf(known, await complete(raw, original), reference), documentSha256: original.sha256 };
  } catch (error) {
    if (!(error instanceof ParseError) || error.code === "reader_closed") throw error;
    const listed = listedAs(known, null, reference);
    const politicianId = (listed && filerOf(listed, null, reference)?.id) ?? null;
    return { ...withoutLines(known, "unreadable", error, { politicianId }), documentSha256: original.sha256 };
  }
}

/** Outcome of a filing without any known lines. */
export function withoutLines(
  { id: filingId }: FilingRow,
  state: FilingOutcome["state"],
  error: AppError,
  known: Partial<Pick<FilingOutcome, "politicianId" | "rawJson">> = {},
): FilingOutcome {
  const nothing = { politicianId: null, rawJson: null, ...known, trades: [], rejected: [] };
  return { filingId, state, reason: reasonOf(error), ...nothing };
}

/**
 * Normalizes a printed report with people's decisions, using the current members and ticker directories. A document of a different report than the
 * listing names is `unreadable`, but its printed report is stored: the listing may be corrected, and a person may decide who filed it.
 */
export function outcomeOf(filing: FilingRow, raw: RawFiling, reference: Reference): FilingOutcome {
  const decisions = reference.decisions.of(filing.id);
  const settled = withDecisions(raw, decisions, filing.documentSha256);
  const listed = listedAs(filing, raw, reference);
  const filer = listed && filerOf(listed, raw, reference);
  const stray = strayOf(filing, raw, reference);
  const politicianId = filer?.id ?? null;
  const rawJson = JSON.stringify(raw);
  if (stray !== null) return withoutLines(filing, "unreadable", stray, { politicianId, rawJson });
  const body = sourceOf(filing.source);
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
    amending: readAmending(
      settled,
      body.vocabulary.amendment(settled, known.title),
      (transactions) =>
        normaliseFiling({ ...settled, transactions, rejected: [] }, known, filer, reference.assets).trades,
      decidedAmendments(raw, decisions, filing.documentSha256),
      rejected,
    ),
  };
}

/** Why the document seems not to be the listed report; null if it is, if its filer is not a member, or if a person decided who filed it. */
export function strayOf(filing: FilingRow, raw: RawFiling, reference: Reference): ParseError | null {
  if (reference.decisions.of(filing.id).filer !== null) return null;
  const listed = listedAs(filing, raw, reference);
  if (listed === null) {
    const names = rowsOf(filing).map(({ filer }) => `${filer.first} ${filer.last}`);
    return new ParseError(
      "listed_for_several",
      `The list names it for ${names.join(" and for ")}; it does not print which of them filed it.`,
    );
  }
  const filer = filerOf(listed, raw, reference);
  return filer && strayDocument(raw, listed, filer, sourceOf(filing.source).vocabulary.stray);
}

/** List rows that name the filing: one, unless it is listed under several names or seats. */
function rowsOf(filing: FilingRow): readonly [FilingRow, ...FilingRow[]] {
  return [filing, ...(filing.alsoListed ?? []).map((also) => ({ ...filing, ...also }))];
}

/** The row whose filer the document prints, else the first. Null if rows for several people are left and the document does not decide. */
function listedAs(filing: FilingRow, raw: RawFiling | null, reference: Reference): FilingRow | null {
  const rows = rowsOf(filing);
  const { stray } = sourceOf(filing.source).vocabulary;
  const printed = rows.filter((row) => raw !== null && isPrintedAs(raw, row, filerOf(row, raw, reference), stray));
  const filers = new Set((printed.length > 0 ? printed : rows).map((row) => filerOf(row, raw, reference)));
  if (printed.length === 0 && raw !== null && printedFiler(raw) !== null) return filing;
  return filers.size > 1 ? null : (printed[0] ?? filing);
}

/** The filer by a person's decision, or else the one identified by name, seat and dates. */
function filerOf(
  filing: FilingRow,
  raw: RawFiling | null,
  { filers, politicians, decisions }: Reference,
): Politician | null {
  const decided = decisions.of(filing.id).filer?.politician;
  if (decided !== undefined) return politicians.get(decisions.identities.get(decided) ?? decided) ?? null;
  return filers.match({
    chamber: sourceOf(filing.source).chamber,
    ...filing.filer,
    stateDistrict: filing.stateDistrict,
    year: filing.year,
    on: filing.filedDate ?? usDate(raw?.signedDate ?? raw?.filedDate ?? ""),
    printed: raw?.filer ?? null,
  });
}
