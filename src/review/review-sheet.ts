/** The facts known of a line, a page or a filing, as plain data with a digest: what a person sees who decides on it from another process. */
import { createHash } from "node:crypto";
import type { Config } from "../config.ts";
import { DECIDED_FIELDS, type DecidedField } from "../domain/decision.ts";
import { type FilingSourceId, tradeId } from "../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../domain/printed-report.ts";
import { reasonText } from "../domain/reason.ts";
import type { ReviewField, ReviewLine, ReviewPage, ReviewSheet } from "../domain/review.ts";
import { SCANNED_FIELDS } from "../domain/scanned-page.ts";
import { ConfigError } from "../errors.ts";
import { decidableFields } from "../normalise/decisions/decided-fields.ts";
import { stated } from "../normalise/stated.ts";
import { officialUrl, sourceOf } from "../sources/all.ts";
import type { FilingRow, Store } from "../store/store.ts";
import { bestReadings, rowsOn } from "./filing-readings.ts";
import { allowedIn, fieldName, mayBeBlank } from "./line-fields.ts";
import { readReviewId } from "./review-id.ts";
import { type ReviewView, viewOf } from "./review-view.ts";
import { nameOf } from "./waiting-items.ts";

type SheetStore = Pick<Store, "filings" | "amendments" | "reference">;

/** @throws {UsageError} for an id of no known form. @throws {ConfigError} when there is no such filing, line or page. */
export async function sheetOf(
  config: Config,
  store: SheetStore,
  id: string,
): Promise<Omit<ReviewSheet, "previous" | "next">> {
  const view = await viewOf(store, config.DECISIONS, readReviewId(id));
  const { filing, raw, waits, decided, place, rejected } = view;
  const named = view.id;
  const line = named.kind === "line" ? lineOf(view, named.line) : null;
  const page = named.kind === "page" ? await pageOf(store, view, named.page) : null;
  const rejectedFor = line === null ? null : (rejected.find((each) => each.line === line.line)?.reason ?? null);
  const known = {
    waits,
    rejectedFor,
    decided: decided.map(({ subject, at, author, reason }) => ({ subject, at, author, reason })),
    line,
    page,
  };
  return {
    id,
    version: digestOf([filing.documentSha256, filing.politicianId, known]),
    filing: headOf(filing, raw),
    ...known,
    picture: place === null ? null : { page: place.page, isRow: place.box !== null },
    members: waits.some(({ kind }) => kind === "filer") ? await membersNamed(store, filing) : [],
  };
}

function headOf(filing: FilingRow, raw: RawFiling | undefined): ReviewSheet["filing"] {
  return {
    id: filing.id,
    title: filing.title,
    filed: filing.filedDate,
    filer: nameOf(filing.filer),
    seat: filing.stateDistrict,
    state: filing.state,
    reason: reasonText(filing.reason),
    politicianId: filing.politicianId,
    pages: raw?.pages ?? null,
    officialUrl: officialUrl(filing),
    isKept: filing.documentSha256 !== null,
  };
}

/** @throws {ConfigError} when the filing has no such line. */
function lineOf({ filing, raw, rejected }: ReviewView, line: number): ReviewLine {
  const found = raw?.transactions.find((each) => each.line === line);
  if (raw !== undefined && found !== undefined) {
    return {
      line,
      page: found.page,
      isHandwritten: found.scan?.row.handwritten ?? false,
      text: null,
      fields: fieldsOf(found, raw.source),
      mayNameSecurity: stated(found.tickers[0] ?? found.ticker) === null,
    };
  }
  const unread = rejected.find((each) => each.line === line);
  if (unread === undefined) throw new ConfigError(`${filing.id} has no line of the number ${line}.`);
  const fields = DECIDED_FIELDS.map((field) => blankField(field, filing.source));
  return { line, page: null, isHandwritten: false, text: unread.text, fields, mayNameSecurity: false };
}

function fieldsOf(line: RawTransaction, source: FilingSourceId): readonly ReviewField[] {
  const { scan } = line;
  const readings = decidableFields(line);
  const best = bestReadings(line);
  return DECIDED_FIELDS.map((field) => {
    const scanned = SCANNED_FIELDS.find((each) => each === field);
    const value = best[field] ?? "";
    return {
      ...blankField(field, source),
      reading: readings[field],
      value,
      confidence: scan === undefined || scanned === undefined ? null : scan.row.fields[scanned].confidence,
      isUncertain: scanned !== undefined && (scan?.uncertain.includes(scanned) ?? false),
      isUnread: best[field] === undefined || (value === "" && !mayBeBlank(field)),
    };
  });
}

function blankField(field: DecidedField, source: FilingSourceId): ReviewField {
  return {
    field,
    name: fieldName(field),
    reading: "",
    value: "",
    confidence: null,
    isUncertain: false,
    isUnread: !mayBeBlank(field),
    mayBeBlank: mayBeBlank(field),
    allowed: allowedIn(field, source),
  };
}

/** @throws {ConfigError} when no page of this number was read. */
async function pageOf(store: SheetStore, { filing, raw }: ReviewView, page: number): Promise<ReviewPage> {
  const read = raw?.scan?.pages[page - 1];
  if (raw === undefined || read === undefined) {
    throw new ConfigError(`${filing.id} has no page of the number ${page} that has been read.`);
  }
  const published = await store.filings.trades(filing.id);
  return {
    page,
    kind: read.kind,
    rows: rowsOn(raw, page).map((row) => ({ id: tradeId(filing.id, row.line), fields: bestReadings(row) })),
    mayBeReplaced: !published.some(({ trade }) => (trade.page ?? 0) >= page),
    allowed: Object.fromEntries(
      DECIDED_FIELDS.map((field) => [field, allowedIn(field, filing.source)]),
    ) as ReviewPage["allowed"],
  };
}

async function membersNamed({ reference }: SheetStore, { filer, source }: FilingRow): Promise<ReviewSheet["members"]> {
  const { chamber } = sourceOf(source);
  const last = filer.last.toLowerCase();
  return (await reference.politicians())
    .filter(({ terms }) => terms.some((term) => term.chamber === chamber))
    .filter(({ name }) =>
      name
        .toLowerCase()
        .split(/[^\p{L}\p{M}'-]+/u)
        .includes(last),
    )
    .map(({ id, name }) => ({ id, name }));
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
