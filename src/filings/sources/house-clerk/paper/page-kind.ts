/** Classifies a page without a table of transactions. */
import type { QuarterTurn, ScannedPage } from "../../../../domain/scanned-page.ts";
import type { Bitmap } from "../../../imaging/raster/bitmap.ts";
import { rotateBitmap } from "../../../imaging/raster/bitmap.ts";
import { countInkWithin, type Ink, toInk } from "../../../imaging/raster/ink.ts";
import type { OcrWord } from "../../../imaging/text/engine.ts";
import { containsSimilar } from "../../../imaging/text/likeness.ts";
import { readPageWords } from "../../../imaging/text/page-words.ts";

interface OtherPage {
  readonly kind: ScannedPage["kind"];
  readonly turn: QuarterTurn;
}

/** A page is blank if less than this fraction of the page's pixels is ink. Ink near the edges does not count. */
const BLANK_PAGE = 0.0008;
/** Width of the edges in which ink does not count, as a fraction of the page's width or height. */
const EDGE = 0.04;
/** A page with fewer words may be upside down. */
const ENOUGH_WORDS = 12;
const LETTER_WORDS = 25;
/** Minimum share of a divider's or slip's ink that must be within recognized words. */
const READ_SHARE = 0.9;
/** A letter or statement may list transactions if it has `MANY_DAYS` dates. `FEW` dates and `FEW` sums of money also suffice. */
const MANY_DAYS = 4;
const FEW = 2;

/** @param image the page as scanned. @param hasTable true if the page has a table, but not of transactions. */
export async function classifyOtherPage(image: Bitmap, hasTable: boolean): Promise<OtherPage> {
  const ink = toInk(image);
  if (isBlank(ink)) return { kind: "blank", turn: 0 };
  const turns: readonly QuarterTurn[] = areLinesLevel(ink) ? [0, 180] : [270, 90];
  let best: { turn: QuarterTurn; words: OcrWord[] } = { turn: turns[0] as QuarterTurn, words: [] };
  for (const turn of turns) {
    const words = await readPageWords(rotateBitmap(image, turn), 0.7);
    if (words.length > best.words.length) best = { turn, words };
    if (best.words.length >= ENOUGH_WORDS) break;
  }
  const texts = best.words.map(({ text }) => text);
  const kind = classifyByWords(texts, hasTable);
  const isText = kind === "unknown" && !hasTable && isDividerOrSlip(toInk(rotateBitmap(image, best.turn)), best.words);
  return { kind: isText ? "letter" : kind, turn: best.turn };
}

/** Classifies a page by its words, given from top to bottom. A page that may list transactions outside a table is `unknown`. */
export function classifyByWords(words: readonly string[], hasTable: boolean): OtherPage["kind"] {
  const text = words.join(" ").toLowerCase();
  if (reportsNothing(text)) return "nothing_to_report";
  const periodic = /periodic transaction/.test(text);
  if (!periodic && /campaign notice/.test(text)) return "other_form";
  if (mayListTransactions(text)) return "unknown";
  const another = /disclosure (statement|report|requirement)|extension|termination|withdrawal|gift/;
  if (!periodic && another.test(text)) return "other_form";
  const greets = /\b(dear|sincerely|truly yours|regards|respectfully|enclosed|re:)/.test(text);
  if (greets && words.length >= LETTER_WORDS) return "letter";
  if (seemsToMentionOtherPages(text)) return "cover";
  return !hasTable && !periodic && !mentionsTrades(text) && words.length >= LETTER_WORDS ? "letter" : "unknown";
}

function mentionsTrades(text: string): boolean {
  return /\b(bought|sold|buy|sell|purchased?|sales?|shares|quantity|prices?|account activity)\b/i.test(text);
}

// True for a divider page or a slip of paper: nearly all ink of the page is in recognized words, and no word is a date, a dollar
// amount or about trades. Handwriting, ruled lines and poor print are ink outside recognized words.
function isDividerOrSlip(ink: Ink, words: readonly OcrWord[]): boolean {
  const text = words.map((word) => word.text).join(" ");
  if (words.length === 0 || mentionsTrades(text) || countDates(text) > 0 || countDollarAmounts(text) > 0) return false;
  const read = words.reduce((sum, { box: { left, top, width, height } }) => {
    return sum + countInkWithin(ink, left, top, left + width, top + height);
  }, 0);
  return read >= READ_SHARE * countInkWithin(ink, 0, 0, ink.width, ink.height);
}

/** Maximum number of misread letters in `nothing to report`, for handwriting and poor print. */
const MISREAD_LETTERS = 3;

/** Like `reportsNothing`, but allows a few misread letters. */
export function seemsToReportNothing(text: string): boolean {
  return reportsNothing(text) || containsSimilar(text, "nothing to report", MISREAD_LETTERS);
}

/** True if a text says that there were no transactions. */
export function reportsNothing(text: string): boolean {
  return (
    /nothing to report|no (reportable )?transactions? (to report|this|for)/i.test(text) ||
    /^\W*(none|n ?\/ ?a|nothing|no (reportable )?transactions?)\W*$/i.test(text)
  );
}

/** True if a filer's text in the form's table refers to an attachment, a schedule or other pages for the transactions. */
export function mentionsOtherPages(text: string): boolean {
  return /\b(attach\w*|schedules?|enclos\w*|addend\w*|exhibits?|appendix|annex|see|refer|statements?)\b/i.test(text);
}

/** Phrases saying that the transactions are on other pages. Spaces are ignored. The form itself prints none of the phrases. */
const ELSEWHERE = [
  ...["see attach", "see the attach", "see schedule", "see exhibit", "see addend", "see appendix"],
  ...["schedule attached", "schedules attached", "statement attached", "statements attached", "list attached"],
  ...["attached schedule", "attached statement", "attached list", "attached pages", "attached report"],
];

/** True if a text says, with at most one misread letter, that the transactions are on other pages. */
export function seemsToMentionOtherPages(text: string): boolean {
  return ELSEWHERE.some((phrase) => containsSimilar(text, phrase, 1));
}

function mayListTransactions(text: string): boolean {
  const days = countDates(text);
  return days >= MANY_DAYS || (days >= FEW && countDollarAmounts(text) >= FEW);
}

function countDates(text: string): number {
  return text.match(/\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b/g)?.length ?? 0;
}

function countDollarAmounts(text: string): number {
  return text.match(/\$\s?\d[\d,]*/g)?.length ?? 0;
}

function isBlank(ink: Ink): boolean {
  const [x, y] = [EDGE * ink.width, EDGE * ink.height];
  return countInkWithin(ink, x, y, ink.width - x, ink.height - y) < BLANK_PAGE * ink.width * ink.height;
}

/** True if lines of text are horizontal: the white between them makes the ink vary more down the page than across it. */
function areLinesLevel({ width, height, at }: Ink): boolean {
  const rows = new Float64Array(height);
  const columns = new Float64Array(width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!at[y * width + x]) continue;
      rows[y] = (rows[y] as number) + 1 / width;
      columns[x] = (columns[x] as number) + 1 / height;
    }
  }
  return measureVariation(rows) > measureVariation(columns);
}

function measureVariation(shares: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < shares.length; i += 1) sum += ((shares[i] as number) - (shares[i - 1] as number)) ** 2;
  return sum / shares.length;
}
