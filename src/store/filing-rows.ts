/** Converts filings to and from rows of the table `filings`. */
import { ERROR_CODES, REJECTIONS, readStoredCode } from "../base/error-codes.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { AlsoListed, FilingListing, FilingSourceId, FilingState, RejectedLine } from "../domain/filing.ts";
import type { Reason } from "../domain/reason.ts";
import type { FilingRecord, RejectedLineRecord } from "./schema.ts";
import { toDbText } from "./text.ts";

export interface FilingRow extends FilingListing {
  /** `h20024542` or `s<uuid>`. */
  readonly id: string;
  readonly state: FilingState;
  readonly reason: Reason | null;
  readonly documentSha256: string | null;
  readonly politicianId: string | null;
  readonly firstListedAt: Date;
  readonly lastListedAt: Date;
  /** Number of lines that the reader found: trades + rejected lines. */
  readonly rowsRead: number;
  /**
   * Other rows of the source's list for the same filing, with a different filer name or seat. Absent if there are none.
   * The filing's document shows who the filer is.
   */
  readonly alsoListed?: readonly AlsoListed[];
}

/** Columns that come from a source's list. */
export type ListedContent = Pick<
  FilingRecord,
  | "id"
  | "source"
  | "doc_id"
  | "kind"
  | "year"
  | "filer_prefix"
  | "filer_first"
  | "filer_last"
  | "filer_suffix"
  | "state_district"
  | "filed_date"
  | "title"
  | "url"
  | "also_listed"
>;

/** @param others the list's other rows for the same filing. Their name or seat differs from that of `listing`. */
export function toListingColumns(listing: FilingListing, others: readonly AlsoListed[]): ListedContent {
  return {
    id: listing.id,
    source: listing.source,
    doc_id: listing.docId,
    kind: listing.kind,
    year: listing.year,
    filer_prefix: toDbText(listing.filer.prefix),
    filer_first: toDbText(listing.filer.first),
    filer_last: toDbText(listing.filer.last),
    filer_suffix: toDbText(listing.filer.suffix),
    state_district: toDbText(listing.stateDistrict),
    filed_date: listing.filedDate,
    title: toDbText(listing.title),
    url: toDbText(listing.url),
    also_listed: others.length === 0 ? null : toDbText(JSON.stringify(others.map(pickListedFields))),
  };
}

function pickListedFields({ filer, stateDistrict, filedDate, title }: AlsoListed): AlsoListed {
  return { filer, stateDistrict, filedDate, title };
}

export function toFiler(
  row: Pick<FilingRecord, "filer_prefix" | "filer_first" | "filer_last" | "filer_suffix">,
): FilingListing["filer"] {
  return { prefix: row.filer_prefix, first: row.filer_first, last: row.filer_last, suffix: row.filer_suffix };
}

export function toFilingRow(row: FilingRecord): FilingRow {
  return {
    id: row.id,
    source: row.source as FilingSourceId,
    docId: row.doc_id,
    kind: row.kind as FilingListing["kind"],
    year: row.year,
    filer: toFiler(row),
    stateDistrict: row.state_district,
    filedDate: row.filed_date as IsoDate | null,
    title: row.title,
    url: row.url,
    state: row.state as FilingState,
    reason: toReason(row.reason_code, row.reason_detail),
    documentSha256: row.document_sha256,
    politicianId: row.politician_id,
    firstListedAt: new Date(row.first_listed_at),
    lastListedAt: new Date(row.last_listed_at),
    rowsRead: row.rows_read,
    ...(row.also_listed !== null && { alsoListed: JSON.parse(row.also_listed) as AlsoListed[] }),
  };
}

export function toReason(code: string | null, detail: string | null): Reason | null {
  return code === null || detail === null ? null : { code: readStoredCode(ERROR_CODES, code), detail };
}

export function toRejectedLine({
  line,
  reason,
  text,
  corrected_by,
}: Pick<RejectedLineRecord, "line" | "reason" | "text" | "corrected_by">): RejectedLine {
  return {
    line,
    reason: readStoredCode(REJECTIONS, reason),
    text,
    ...(corrected_by !== null && { correctedBy: corrected_by }),
  };
}
