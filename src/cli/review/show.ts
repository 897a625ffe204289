/** `review show`: all that is known of one thing that waits, or of any line, page or filing. It works beside a service that runs. */

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../config.ts";
import { DECIDED_FIELDS } from "../../domain/decision.ts";
import { type RejectedLine, tradeId } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import { reasonText } from "../../domain/reason.ts";
import { reasonWords } from "../../domain/review-words.ts";
import { ConfigError, ParseError } from "../../errors.ts";
import { decidableFields } from "../../normalise/decisions/decided-fields.ts";
import { knownRow, knownRows, lineNumbered, rowsOn } from "../../review/filing-readings.ts";
import { fieldName } from "../../review/line-fields.ts";
import { type ReviewId, readReviewId, writeReviewId } from "../../review/review-id.ts";
import { ReviewPictures } from "../../review/review-pictures.ts";
import { type ReviewView, viewOf } from "../../review/review-view.ts";
import { nameOf } from "../../review/waiting-items.ts";
import { officialUrl } from "../../sources/all.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { serviceBase, withSharedStore } from "../shared-store.ts";
import { writeRowsFile } from "./rows-file.ts";

interface ShowOptions {
  /** File of the picture. */
  readonly crop?: string;
  /** File for the rows of a page. */
  readonly rows?: string;
}

/** `review show`: one of it with the readings of its fields, where it stands, and a picture of that place. */
export async function showReview(config: Config, text: string, options: ShowOptions): Promise<void> {
  const id = readReviewId(text);
  if (options.rows !== undefined && id.kind !== "page") {
    throw new ConfigError(`--rows writes the rows of a page, with an id like h8217343/p2, not of "${text}".`);
  }
  return withSharedStore(config, async (store) => {
    const view = await viewOf(store, config.DECISIONS, id);
    process.stdout.write(viewText(config, text, view));
    if (id.kind === "page" && options.rows !== undefined) await writePage(text, id.page, options.rows, view.raw);
    const isKnown = id.kind === "line" ? view.lines && lineNumbered(view.lines, id.line) : view.place;
    if (!isKnown) return;
    const file = options.crop ?? path.join(config.DATA_DIR, "review", `${writeReviewId(id).replace("/", "-")}.png`);
    process.stdout.write(`picture     ${await pictureText(config, store, view, file)}\n`);
  });
}

function viewText(config: Config, text: string, { id, filing, raw, rejected, waits, decided }: ReviewView): string {
  const lines = waits.map(({ kind, reason, text: why, candidates }) => {
    const choice = candidates.length === 0 ? "" : `\n  candidates  ${candidates.join(" ")}`;
    return `waits       ${kind}: ${reason}\n  It waits because ${reasonWords(reason)}. ${why}${choice}\n`;
  });
  if (lines.length === 0) lines.push(`waits       ${instead(id, rejected)}\n`);
  if (id.kind === "line") lines.push(lineText(id.line, raw, rejected));
  if (id.kind === "page") lines.push(pageText(text, filing.id, id.page, waits.length > 0, raw));
  const before = decided.map(
    ({ subject, at, author, reason }) => `decided     ${subject}, ${at} by ${author}: ${reason}\n`,
  );
  return [filingText(config, filing, raw), ...lines, ...before].join("");
}

function filingText(config: Config, filing: FilingRow, raw: RawFiling | undefined): string {
  const { id, filer, stateDistrict, filedDate, title, state, politicianId, documentSha256 } = filing;
  const reason = reasonText(filing.reason);
  const seat = stateDistrict === null ? "" : ` (${stateDistrict})`;
  const pages = raw?.pages == null ? "" : `, ${raw.pages} pages`;
  return [
    `filing      ${id}: ${title}, filed ${filedDate ?? "on an unknown day"}${pages}`,
    `state       ${state}${reason === null ? "" : ` (${reason})`}`,
    `filer       ${nameOf(filer)}${seat}, politician ${politicianId ?? "unknown"}`,
    `original    ${officialUrl(filing)}`,
    `stored      ${documentSha256 === null ? "no document" : `${serviceBase(config)}/filings/${id}/document`}`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** Explains why an id is on no list. */
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

/** Each field as it is, or its best reading, with the reader's confidence and whether a person must decide. */
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
async function pictureText(config: Config, store: Store, view: ReviewView, file: string): Promise<string> {
  const pictures = new ReviewPictures(config, store);
  try {
    const png = await pictures.picture(view, false);
    if (png === undefined) return "none: its image is not stored";
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, png);
    return file;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return `none: ${error.message}`;
  } finally {
    await pictures.close();
  }
}

async function writePage(id: string, page: number, file: string, raw: RawFiling | undefined): Promise<void> {
  if (raw?.scan?.pages[page - 1] === undefined) throw new ConfigError(`${id} is not a page that has been read.`);
  await writeRowsFile(file, knownRows(raw, page));
  process.stdout.write(`rows        ${file}\n`);
}

/** A page of a scan: what it is, its rows, and what can be decided. @param id of the page as `review` calls it. @param waits whether it does. @param raw with what was decided. */
function pageText(id: string, filing: string, page: number, waits: boolean, raw: RawFiling | undefined): string {
  const read = raw?.scan?.pages[page - 1];
  if (raw === undefined || read === undefined) return "";
  const rows = rowsOn(raw, page);
  const seen = rows.map((row) => {
    const values = knownRow(row);
    return `  ${tradeId(filing, row.line)}  ${DECIDED_FIELDS.map((field) => values[field] || "-").join(" | ")}\n`;
  });
  const ways = waits
    ? [
        `can be      review page ${id}               these rows are complete`,
        `            review page ${id} --rows FILE   it has the rows of the file (review show ${id} --rows FILE begins one)`,
        `            review page ${id} --empty       it has no transaction`,
      ]
    : [`can be      review page ${id} --missed FILE  it has more rows than these`];
  return `page        ${page}: ${read.kind}, ${rows.length} rows\n${seen.join("")}${ways.join("\n")}\n`;
}
