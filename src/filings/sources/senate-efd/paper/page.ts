/** Reads a page image of a Senate paper report. Runs only in the reader process. */
import type { QuarterTurn, ScannedPage, Skew } from "../../../../domain/scanned-page.ts";
import { type Bitmap, cropBitmap, rotateBitmap, straightenBitmap } from "../../../imaging/raster/bitmap.ts";
import { binarize, countInkWithin, type Ink, toInk, transposeInk } from "../../../imaging/raster/ink.ts";
import { estimateSkew } from "../../../imaging/tables/skew.ts";
import { findTable } from "../../../imaging/tables/table.ts";
import { type OcrWord, recogniseLines } from "../../../imaging/text/engine.ts";
import { isAmendment } from "./amendment-box.ts";
import { findSenateForm, type SenateForm } from "./form.ts";
import { hasKnownHeadings } from "./headings.ts";
import { measureSenateLine } from "./line.ts";
import { readPageImages } from "./page-image.ts";
import { readLines } from "./read-lines.ts";
import { markFaintMarksUncertain, pickFilledLines, toScannedRows } from "./rows.ts";

type UprightPage = ReturnType<typeof straightenPage>;

/** Rotations to try; nearly all reports are scanned upright. */
const TURNS: readonly QuarterTurn[] = [0, 270, 90];
/** Banner height as a share of the page's height. The Secretary of the Senate prints the banner at the top of each page. */
const BANNER = 0.045;
/** Maximum share of ink on a blank page; any writing has more. */
const BLANK_PAGE = 0.0005;
/** Minimum number of confidently read words on a page for it to be a letter (correspondence). */
const LETTER_WORDS = 25;
const WORD_CONFIDENCE = 0.7;

/** @throws {ParseError} `image_unknown_format`, `image_too_large`, `image_damaged`, `ocr_failed`. */
export async function readSenatePaperPage(bytes: Uint8Array): Promise<ScannedPage> {
  const { measured, text } = readPageImages(bytes);
  const image = binarize(measured);
  const upright = TURNS.map((turn) => () => straightenPage(image, turn));
  let best = (upright[0] as () => UprightPage)();
  for (const next of upright.slice(1)) {
    if (best.form !== null || isBlank(best.ink)) break;
    const other = next();
    if (other.form !== null) best = other;
  }
  if (best.form === null) return await readPageWithoutTable(best);
  return await readForm(best, best.form, straightenBitmap(rotateBitmap(text, best.turn), best.skew));
}

/** Straightens the page; `form` is null if the page has no table, or the table of a different form. */
function straightenPage(image: Bitmap, turn: QuarterTurn) {
  const raw = rotateBitmap(image, turn);
  const askew = toInk(raw);
  const skew = estimateSkew(askew, transposeInk(askew));
  const page = straightenBitmap(raw, skew);
  const ink = toInk(page);
  const table = findTable(ink, transposeInk(ink));
  return { page, ink, turn, skew, form: table && findSenateForm(table), hasTable: table !== null };
}

/** @param text the page's high-resolution image. OCR reads the column headings and the table's rows from this image. */
async function readForm({ page, ink, turn, skew }: UprightPage, form: SenateForm, text: Bitmap): Promise<ScannedPage> {
  const headed = await hasKnownHeadings(text, form, text.width / page.width);
  const words = await readWordsAboveTable(page, form);
  const shape = { ...buildPageShape(page, turn, skew), form: "senate" as const, amendment: isAmendment(ink, words) };
  const title = words.map((word) => word.text).join(" ");
  const isThisForm = headed ?? (/periodic|disclosure|transactions|continued/i.test(title) ? null : false);
  if (isThisForm === false) return { ...shape, kind: "unknown", rows: [] };
  const lines = markFaintMarksUncertain(
    pickFilledLines(form.lines.map((strip) => measureSenateLine(text, ink, form, strip))),
  );
  const rows = toScannedRows(await readLines(text, lines), form);
  if (rows.length === 0) return { ...shape, kind: "nothing_to_report", rows };
  return { ...shape, kind: "transactions", rows: isThisForm === null ? rows.map(markAmountUncertain) : rows };
}

/** Makes the row's amount uncertain, for a page whose column headings could not be confirmed. */
function markAmountUncertain(row: ScannedPage["rows"][number]): ScannedPage["rows"][number] {
  return { ...row, fields: { ...row.fields, amount: { ...row.fields.amount, sure: false } } };
}

async function readWordsAboveTable(page: Bitmap, { headings, lines }: SenateForm): Promise<OcrWord[]> {
  const bottom = headings?.from ?? lines[0]?.from ?? page.height;
  const top = Math.round(BANNER * page.height);
  const head = cropBitmap(page, { left: 0, top, width: page.width, height: bottom - top });
  const found = await recogniseLines(head, "sparse");
  return found.flat().map((word) => ({ ...word, box: { ...word.box, top: word.box.top + top } }));
}

async function readPageWithoutTable({ page, ink, turn, skew, hasTable }: UprightPage): Promise<ScannedPage> {
  const shape = { ...buildPageShape(page, turn, skew), form: null, amendment: null, rows: [] };
  if (isBlank(ink)) return { ...shape, kind: "blank" };
  if (hasTable) return { ...shape, kind: "unknown" };
  const words = (await recogniseLines(page, "page")).flat().filter(({ confidence }) => confidence >= WORD_CONFIDENCE);
  const text = words.map((word) => word.text).join(" ");
  const greets = /\b(dear|sincerely|truly yours|enclosed|enclosures?|regards|respectfully)\b/i.test(text);
  return { ...shape, kind: words.length >= LETTER_WORDS && greets ? "letter" : "unknown" };
}

function buildPageShape(page: Bitmap, turnDegrees: QuarterTurn, skew: Skew) {
  return { turnDegrees, skew, width: page.width, height: page.height };
}

function isBlank(ink: Ink): boolean {
  return countInkWithin(ink, 0, BANNER * ink.height, ink.width, ink.height) < BLANK_PAGE * ink.width * ink.height;
}
