/** Collects the facts about a line, page or filing as plain data, since another process shows them. A digest detects changes. */
import { createHash } from "node:crypto";
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type DecidedField } from "../../domain/decision.ts";
import { buildTradeId, type FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import type { ReviewField, ReviewLine, ReviewPage, ReviewSheet } from "../../domain/review.ts";
import { formatReasonCode } from "../../domain/review-words.ts";
import { SCANNED_FIELDS } from "../../domain/scanned-page.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { getDecidableFields } from "../normalise/decisions/decided-fields.ts";
import { toNullIfUnstated } from "../normalise/stated.ts";
import { toOfficialUrl } from "../sources/all.ts";
import { buildAmendmentSheet } from "./amendment-sheet.ts";
import { listFilerChoices } from "./filer-choices.ts";
import { findLine, listPoorlyReadFields, listRowsOnPage, pickBestReadings, toDraftRow } from "./filing-readings.ts";
import { describeAllowedValues, isAllowedValue, mayBeBlank, toSnakeCase } from "./line-fields.ts";
import { parseReviewId } from "./review-id.ts";
import { loadView, type ReviewView } from "./review-view.ts";
import { formatFilerName } from "./waiting-items.ts";

type SheetStore = Pick<Store, "filings" | "amendments" | "reference">;

/**
 * @param find search text, which does not affect the sheet's `version`. @throws {UsageError} for a malformed id.
 * @throws {ConfigError} if not found.
 */
export async function buildReviewSheet(
  config: Config,
  store: SheetStore,
  id: string,
  find: string | null = null,
): Promise<Omit<ReviewSheet, "previous" | "next" | "pictureFault">> {
  const view = await loadView(store, config.DECISIONS, parseReviewId(id));
  const { filing, raw, waits, decided, rejected } = view;
  const named = view.id;
  const line = named.kind === "line" ? buildReviewLine(view, named.line) : null;
  const page = named.kind === "page" ? await buildReviewPage(store, view, named.page) : null;
  const rejectedFor = line === null ? null : (rejected.find((each) => each.line === line.line)?.reason ?? null);
  const known = {
    waits,
    rejectedFor,
    decided: decided.map(({ subject, at, author, reason }) => ({ subject, at, author, reason })),
    line,
    page,
  };
  const digested = JSON.stringify([filing.documentSha256, filing.politicianId, known]);
  const version = createHash("sha256").update(digested).digest("base64url");
  const politicians = await store.reference.listPoliticians();
  const asksForFiler = [...waits.map(({ kind }) => kind), ...decided.map(({ subject }) => subject)].includes("filer");
  return {
    id,
    version,
    filing: {
      ...toReviewedFiling(filing, raw),
      member: politicians.find((each) => each.id === filing.politicianId)?.name ?? null,
    },
    ...known,
    picture: planPicture(view),
    asksForFiler,
    members: asksForFiler ? listFilerChoices(politicians, filing, find) : [],
    amendment: await buildAmendmentSheet(store, view, find),
  };
}

/** A line's picture can be drawn from any document. A whole page's picture can be drawn only from a scan. */
function planPicture({ id, filing, lines, place }: ReviewView): ReviewSheet["picture"] {
  if (filing.documentSha256 === null || lines === undefined || id.kind === "filing") return null;
  if (id.kind === "page") return { page: id.page, isRow: false };
  const found = findLine(lines, id.line);
  if (found === undefined) return null;
  return { page: "page" in found ? found.page : null, isRow: place === null || place.box !== null };
}

function toReviewedFiling(filing: FilingRow, raw: RawFiling | undefined): Omit<ReviewSheet["filing"], "member"> {
  return {
    id: filing.id,
    source: filing.source,
    title: filing.title,
    filed: filing.filedDate,
    filer: formatFilerName(filing.filer),
    seat: filing.stateDistrict,
    state: filing.state,
    reason: filing.reason && (filing.reason.detail || formatReasonCode(filing.reason.code)),
    politicianId: filing.politicianId,
    pages: raw?.pages ?? null,
    isScan: raw?.scan !== undefined,
    officialUrl: toOfficialUrl(filing),
    isStored: filing.documentSha256 !== null,
  };
}

/** @throws {ConfigError} if the filing has no such line. */
function buildReviewLine({ filing, raw, rejected }: ReviewView, line: number): ReviewLine {
  const found = raw?.transactions.find((each) => each.line === line);
  if (raw !== undefined && found !== undefined) {
    return {
      line,
      page: found.page,
      isHandwritten: found.scan?.row.handwritten ?? false,
      text: null,
      fields: buildReviewFields(found, raw.source),
      asksForSecurity: toNullIfUnstated(found.tickers[0] ?? found.ticker) === null,
    };
  }
  const unread = rejected.find((each) => each.line === line);
  if (unread === undefined) throw new ConfigError(`${filing.id} has no line ${line}.`);
  const fields = DECIDED_FIELDS.map((field) => createBlankField(field, filing.source));
  return { line, page: null, isHandwritten: false, text: unread.text, fields, asksForSecurity: false };
}

function buildReviewFields(line: RawTransaction, source: FilingSourceId): readonly ReviewField[] {
  const { scan } = line;
  const readings = getDecidableFields(line);
  const best = pickBestReadings(line);
  const hardly: readonly DecidedField[] = listPoorlyReadFields(line);
  return DECIDED_FIELDS.map((field) => {
    const scanned = SCANNED_FIELDS.find((each) => each === field);
    const value = best[field] ?? "";
    return {
      ...createBlankField(field, source),
      reading: readings[field],
      value,
      confidence: scan === undefined || scanned === undefined ? null : scan.row.fields[scanned].confidence,
      isUncertain: scanned !== undefined && (scan?.uncertain.includes(scanned) ?? false),
      isUnread: best[field] === undefined || (value === "" && !mayBeBlank(field)),
      offered: hardly.includes(field) && isAllowedValue(field, readings[field], source) ? readings[field] : null,
    };
  });
}

function createBlankField(field: DecidedField, source: FilingSourceId): ReviewField {
  return {
    field,
    name: toSnakeCase(field),
    reading: "",
    value: "",
    confidence: null,
    isUncertain: false,
    isUnread: !mayBeBlank(field),
    offered: null,
    mayBeBlank: mayBeBlank(field),
    allowed: describeAllowedValues(field, source),
  };
}

/** @throws {ConfigError} if no such page has been read. */
async function buildReviewPage(store: SheetStore, { filing, raw }: ReviewView, page: number): Promise<ReviewPage> {
  const read = raw?.scan?.pages[page - 1];
  if (raw === undefined || read === undefined) {
    throw new ConfigError(`${filing.id} has no page ${page} that has been read.`);
  }
  const published = await store.filings.listTrades(filing.id);
  return {
    page,
    kind: read.kind,
    rows: listRowsOnPage(raw, page).map((row) => ({ id: buildTradeId(filing.id, row.line), fields: toDraftRow(row) })),
    rowsMayBeReplaced: !published.some(({ trade }) => (trade.page ?? 0) >= page),
    allowed: Object.fromEntries(
      DECIDED_FIELDS.map((field) => [field, describeAllowedValues(field, filing.source)]),
    ) as ReviewPage["allowed"],
  };
}
