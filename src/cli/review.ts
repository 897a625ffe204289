/** `review list` and `review show`: what waits for a person, and all that is known of one of it. Both work beside a service that runs. */
import path from "node:path";
import type { Config } from "../config.ts";
import { officialUrl, type RejectedLine } from "../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../domain/printed-report.ts";
import { ConfigError, ParseError } from "../errors.ts";
import { readDecisions } from "../ingest/decisions.ts";
import { decidableFields } from "../normalise/decided-fields.ts";
import type { FilingRow, Store } from "../store/store.ts";
import { counted } from "./counted.ts";
import { type Place, writeCrop } from "./review-crop.ts";
import { decidedText } from "./review-decided.ts";
import { fieldName } from "./review-fields.ts";
import { type ReviewId, readReviewId, writeReviewId } from "./review-id.ts";
import { nameOf, type ReviewItem, waitingItems } from "./review-items.ts";
import { knownRows, pageText, WAYS } from "./review-page-view.ts";
import { pagedRaw, settledRaw } from "./review-readings.ts";
import { writeRows } from "./review-rows.ts";
import { askStore, serviceBase } from "./shared-store.ts";

interface ShowOptions {
  /** File of the picture. */
  readonly crop?: string;
  /** File for the rows of a page. */
  readonly rows?: string;
}

interface ListOptions {
  readonly filing?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** `review list`: everything that waits, newest filing first. */
export async function listReview(config: Config, { filing, reason, json = false }: ListOptions): Promise<number> {
  const wanted = filing === undefined ? null : readReviewId(filing).filing;
  return askStore(config, async (store) => {
    const all = await waitingItems(store, await readDecisions(config.DECISIONS));
    const reasons = [...new Set(all.map((item) => item.reason))].sort();
    if (reason !== undefined && !reasons.includes(reason)) {
      throw new ConfigError(
        `Nothing waits for the reason "${reason}"; what waits does for ${reasons.join(", ") || "none"}.`,
      );
    }
    const items = all.filter(
      (item) => (wanted ?? item.filing) === item.filing && (reason ?? item.reason) === item.reason,
    );
    process.stdout.write(json ? `${JSON.stringify(items, null, 2)}\n` : listText(items));
    return 0;
  });
}

function listText(items: readonly ReviewItem[]): string {
  if (items.length === 0) return "Nothing waits.\n";
  const lines = items.map(({ id, kind, filed, filer, reason, text, candidates }) => {
    const choice = candidates.length === 0 ? "" : ` Perhaps ${candidates.join(" ")}.`;
    return `${id}  ${filed ?? "-"}  ${kind}  ${reason}  ${filer}: ${text}${choice}\n`;
  });
  const counts = [...Map.groupBy(items, ({ kind, reason }) => `${kind} ${reason}`)]
    .map(([what, of]) => ({ what, count: of.length }))
    .sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
  const filings = new Set(items.map(({ filing }) => filing)).size;
  const ways = [...new Set(items.map(({ kind }) => kind))].map(
    (kind) => `${kind === "amendment" ? "An" : "A"} ${kind}: ${WAYS[kind]}.\n`,
  );
  return `${lines.join("")}${items.length} wait, in ${counted(filings, "filing")}: ${counts
    .map(({ what, count }) => `${count} ${what}`)
    .join(", ")}.\n${ways.join("")}`;
}

/** `review show`: one of it with the readings of its fields, where it stands, and a picture of that place. */
export async function showReview(config: Config, text: string, options: ShowOptions): Promise<number> {
  const id = readReviewId(text);
  if (options.rows !== undefined && id.kind !== "page") {
    throw new ConfigError(`--rows writes the rows of a page, with an id like h8217343/p2, not of "${text}".`);
  }
  return askStore(config, async (store) => {
    const filing = await knownFiling(store, id.filing);
    const decisions = await readDecisions(config.DECISIONS);
    const raw = await settledRaw(store.filings, filing, decisions);
    const rejected = await store.filings.rejectedLines(filing.id);
    const items = (await waitingItems(store, decisions)).filter((item) => item.id === text);
    process.stdout.write(filingText(config, filing, raw));
    for (const { kind, reason, text: why, candidates } of items) {
      const choice = candidates.length === 0 ? "" : `\n  candidates  ${candidates.join(" ")}`;
      process.stdout.write(`waits       ${kind}: ${reason}\n  ${why}${choice}\n`);
    }
    if (items.length === 0) process.stdout.write(`waits       ${instead(id, rejected)}\n`);
    if (id.kind === "line") process.stdout.write(lineText(id.line, raw, rejected));
    if (id.kind === "page") process.stdout.write(pageText(text, filing.id, id.page, items.length > 0, raw));
    process.stdout.write(
      decidedText(id, decisions, filing.documentSha256, await pagedRaw(store.filings, filing, decisions)),
    );
    if (id.kind === "page" && options.rows !== undefined) await writePage(text, id.page, options.rows, raw);
    const place = placeOf(id, raw);
    if (place === null || raw === undefined) return 0;
    const file = options.crop ?? path.join(config.DATA_DIR, "review", `${writeReviewId(id).replace("/", "-")}.png`);
    process.stdout.write(`picture     ${await pictureText(config, store, { filing, raw }, place, file)}\n`);
    return 0;
  });
}

/** @throws {ConfigError} when no index names it. */
export async function knownFiling(store: Pick<Store, "filings">, id: string): Promise<FilingRow> {
  const filing = await store.filings.get(id);
  if (filing === undefined) throw new ConfigError(`The ledger has no filing "${id}".`);
  return filing;
}

function filingText(config: Config, filing: FilingRow, raw: RawFiling | undefined): string {
  const { id, filer, stateDistrict, filedDate, title, state, reason, politicianId, documentSha256 } = filing;
  const seat = stateDistrict === null ? "" : ` (${stateDistrict})`;
  const pages = raw?.pages == null ? "" : `, ${raw.pages} pages`;
  return [
    `filing      ${id}: ${title}, filed ${filedDate ?? "on an unknown day"}${pages}`,
    `state       ${state}${reason === null ? "" : ` (${reason})`}`,
    `filer       ${nameOf(filer)}${seat}, politician ${politicianId ?? "unknown"}`,
    `original    ${officialUrl(filing)}`,
    `kept        ${documentSha256 === null ? "no document" : `${serviceBase(config)}/filings/${id}/document`}`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** Why a thing is on no list. */
function instead(id: ReviewId, rejected: readonly RejectedLine[]): string {
  const line = id.kind === "line" ? rejected.find((each) => each.line === id.line) : undefined;
  return line === undefined ? "for nothing" : `not by itself: the line is rejected, ${line.reason}`;
}

function lineText(line: number, raw: RawFiling | undefined, rejected: readonly RejectedLine[]): string {
  const found = raw?.transactions.find((each) => each.line === line);
  if (found !== undefined) return fieldsText(found);
  const unread = rejected.find((each) => each.line === line);
  return unread === undefined ? "" : `line        ${line}: ${unread.reason}\n  ${unread.text}\n`;
}

/** Each field as it stands or was read best, with the reader's confidence and whether a person must tell. */
function fieldsText(line: RawTransaction): string {
  const { scan, page } = line;
  const box = scan?.row.box;
  const at = box ? `, ${box.width} x ${box.height} pixels at ${box.left}, ${box.top} of the upright page` : "";
  const fields = Object.entries(decidableFields(line)).map(([field, value]) => {
    const name = fieldName(field as keyof ReturnType<typeof decidableFields>);
    if (scan === undefined || field === "ticker") return `  ${name.padEnd(18)}${value || "-"}`;
    const { confidence } = scan.row.fields[field as keyof typeof scan.row.fields];
    const mark = scan.uncertain.includes(field as (typeof scan.uncertain)[number]) ? "  UNCERTAIN" : "";
    return `  ${name.padEnd(18)}${value || "-"}  (${confidence.toFixed(2)})${mark}`;
  });
  const where = page === null ? "" : ` on page ${page}${at}`;
  return `line        ${line.line}${where}${scan?.row.handwritten ? ", handwritten" : ""}\n${fields.join("\n")}\n`;
}

/** The file of the picture, or why there is none: a page that cannot be drawn may be one that another program shows. */
async function pictureText(...of: Parameters<typeof writeCrop>): Promise<string> {
  try {
    return (await writeCrop(...of)) ? of[4] : "none: the page's image is not kept";
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return `none: ${error.message}`;
  }
}

async function writePage(id: string, page: number, file: string, raw: RawFiling | undefined): Promise<void> {
  if (raw?.scan?.pages[page - 1] === undefined) throw new ConfigError(`${id} is no page that has been read.`);
  await writeRows(file, knownRows(raw, page));
  process.stdout.write(`rows        ${file}\n`);
}

/** Of a row that was typed in its page is all that is known. */
function placeOf(id: ReviewId, raw: RawFiling | undefined): Place | null {
  if (raw?.scan === undefined || id.kind === "filing") return null;
  if (id.kind === "page") return { page: id.page, box: null };
  const line = raw.transactions.find((each) => each.line === id.line);
  return line === undefined || line.page === null ? null : { page: line.page, box: line.scan?.row.box ?? null };
}
