/** The known facts about a line, a page or a filing, as plain data with a digest, for a person who decides in another process. */
import { createHash } from "node:crypto";
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type DecidedField } from "../../domain/decision.ts";
import { type FilingSourceId, tradeId } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import type { ReviewField, ReviewLine, ReviewPage, ReviewSheet } from "../../domain/review.ts";
import { reasonWords } from "../../domain/review-words.ts";
import { SCANNED_FIELDS } from "../../domain/scanned-page.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { decidableFields } from "../normalise/decisions/decided-fields.ts";
import { stated } from "../normalise/stated.ts";
import { officialUrl } from "../sources/all.ts";
import { amendmentOf } from "./amendment-sheet.ts";
import { filerChoices } from "./filer-choices.ts";
import { bestReadings, hardlyRead, knownRow, lineNumbered, rowsOn } from "./filing-readings.ts";
import { allowedIn, fieldName, mayBeBlank, mayHold } from "./line-fields.ts";
import { readReviewId } from "./review-id.ts";
import { type ReviewView, viewOf } from "./review-view.ts";
import { nameOf } from "./waiting-items.ts";

type SheetStore = Pick<Store, "filings" | "amendments" | "reference">;

/** @param find search words, not part of the digest. @throws {UsageError} for an unknown form of id. @throws {ConfigError} if not found. */
export async function sheetOf(
  config: Config,
  store: SheetStore,
  id: string,
  find: string | null = null,
): Promise<Omit<ReviewSheet, "previous" | "next" | "pictureFault">> {
  const view = await viewOf(store, config.DECISIONS, readReviewId(id));
  const { filing, raw, waits, decided, rejected } = view;
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
  const politicians = await store.reference.politicians();
  const namesFiler = [...waits.map(({ kind }) => kind), ...decided.map(({ subject }) => subject)].includes("filer");
  return {
    id,
    version: digestSheet([filing.documentSha256, filing.politicianId, known]),
    filing: {
      ...headOf(filing, raw),
      member: politicians.find((each) => each.id === filing.politicianId)?.name ?? null,
    },
    ...known,
    picture: pictureOf(view),
    namesFiler,
    members: namesFiler ? filerChoices(politicians, filing, find) : [],
    amendment: await amendmentOf(store, view, find),
  };
}

/** A line can be drawn from any document, a whole page only from a scan. */
function pictureOf({ id, filing, lines, place }: ReviewView): ReviewSheet["picture"] {
  if (filing.documentSha256 === null || lines === undefined || id.kind === "filing") return null;
  if (id.kind === "page") return { page: id.page, isRow: false };
  const found = lineNumbered(lines, id.line);
  if (found === undefined) return null;
  return { page: "page" in found ? found.page : null, isRow: place === null || place.box !== null };
}

function headOf(filing: FilingRow, raw: RawFiling | undefined): Omit<ReviewSheet["filing"], "member"> {
  return {
    id: filing.id,
    source: filing.source,
    title: filing.title,
    filed: filing.filedDate,
    filer: nameOf(filing.filer),
    seat: filing.stateDistrict,
    state: filing.state,
    reason: filing.reason && (filing.reason.detail || reasonWords(filing.reason.code)),
    politicianId: filing.politicianId,
    pages: raw?.pages ?? null,
    isScan: raw?.scan !== undefined,
    officialUrl: officialUrl(filing),
    isStored: filing.documentSha256 !== null,
  };
}

/** @throws {ConfigError} if the filing has no such line. */
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
  const hardly: readonly DecidedField[] = hardlyRead(line);
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
      choice: hardly.includes(field) && mayHold(field, readings[field], source) ? readings[field] : null,
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
    choice: null,
    mayBeBlank: mayBeBlank(field),
    allowed: allowedIn(field, source),
  };
}

/** @throws {ConfigError} if no such page has been read. */
async function pageOf(store: SheetStore, { filing, raw }: ReviewView, page: number): Promise<ReviewPage> {
  const read = raw?.scan?.pages[page - 1];
  if (raw === undefined || read === undefined) {
    throw new ConfigError(`${filing.id} has no page of the number ${page} that has been read.`);
  }
  const published = await store.filings.trades(filing.id);
  return {
    page,
    kind: read.kind,
    rows: rowsOn(raw, page).map((row) => ({ id: tradeId(filing.id, row.line), fields: knownRow(row) })),
    mayBeReplaced: !published.some(({ trade }) => (trade.page ?? 0) >= page),
    allowed: Object.fromEntries(
      DECIDED_FIELDS.map((field) => [field, allowedIn(field, filing.source)]),
    ) as ReviewPage["allowed"],
  };
}

function digestSheet(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
