/**
 * Reads back the evidence of a trade by other means than those that made it. For a text PDF, `pdftotext` (poppler) reads the
 * boxes of the original; for a Senate page or a scan, OCR reads the marked part of the picture. For a scan, the date is also
 * read from each cell separately, and must match one of the readings digit by digit; the amount is the column in which the
 * row has the most ink, or is read as text.
 */
import { execFileSync } from "node:child_process";
import type { Trade } from "../../src/domain/trade.ts";
import type { MadeEvidence } from "../../src/filings/evidence/made-evidence.ts";
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { recogniseLines, type Segmentation } from "../../src/filings/imaging/text/engine.ts";
import { scaleBitmap } from "../../src/filings/imaging/text/scale-picture.ts";
import { findGrids, findMarkedRow, type Grids } from "./marked-row.ts";
import { findCrossedColumn, hasDate, readWidestCells } from "./scanned-row.ts";

type PrintedTrade = Pick<Trade, "chamber" | "box" | "ticker" | "assetNameRaw" | "amountRaw">;

/** The amount is looked for before the date, which takes 64 readings of each cell of a scan. */
const FIELDS = ["asset", "amount", "date"] as const;
type Field = (typeof FIELDS)[number];

/** The reading of one line's evidence, which can be compared with any trade of its report. */
export interface LineReading {
  readonly method: "text PDF, pdftotext on the boxes" | "scan, OCR" | "Senate page, OCR";
  readonly text: string;
  readonly has: Readonly<Record<Field, (trade: PrintedTrade) => boolean | Promise<boolean>>>;
}

/** @param original the bytes that the evidence was made from. @param isScan whether they are a scanned page. */
export async function readLine(made: MadeEvidence, original: Uint8Array, isScan: boolean): Promise<LineReading> {
  const { png, record } = made;
  const isPdf = record.places.length > 0 && !isScan;
  const marked = isPdf ? null : findMarkedRow(png);
  const text = marked ? await readOcrWords(marked.row, isScan) : readPdfWords(made, original);
  const grids = marked && isScan ? findGrids(marked) : [];
  const cells = await readWidestCells(grids);
  const compact = keepLettersAndDigits(text);
  const digits = text.replace(/[^0-9|]/g, "");
  const dates = listWritings(record.words.find(({ field }) => field === "transaction_date")?.text ?? "");
  const hasText = (part: string) => compact.includes(keepLettersAndDigits(part));
  return {
    method: isPdf ? "text PDF, pdftotext on the boxes" : isScan ? "scan, OCR" : "Senate page, OCR",
    text: text.replace(/\s+/g, " "),
    has: {
      asset: ({ ticker, assetNameRaw }) =>
        (ticker !== "" && hasText(ticker)) ||
        [text, ...cells].some((read) => hasWords(keepLettersAndDigits(read), assetNameRaw)),
      // `Spouse/DC Over $1,000,000` is printed on two lines, and the layout puts other columns between them.
      amount: (trade) => trade.amountRaw.split(/ - | (?=\$)/).every(hasText) || (isScan && isCrossed(grids, trade)),
      date: () =>
        dates.map(keepLettersAndDigits).some((date) => compact.includes(date) || digits.includes(date)) ||
        (isScan && hasDate(grids, dates)),
    },
  };
}

/** The fields of a trade that were not found. */
export async function findMissing({ has }: LineReading, trade: PrintedTrade): Promise<readonly Field[]> {
  const missing: Field[] = [];
  for (const field of FIELDS) if (!(await has[field](trade))) missing.push(field);
  return missing;
}

export async function hasAllFields({ has }: LineReading, trade: PrintedTrade): Promise<boolean> {
  for (const field of FIELDS) if (!(await has[field](trade))) return false;
  return true;
}

const keepLettersAndDigits = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Lists the ways to write `02/07/2025`: with and without leading zeros, and with and without the century. */
function listWritings(date: string): readonly string[] {
  const [month = "", day = "", year = ""] = date.split("/");
  return [month, `${Number(month)}`].flatMap((m) =>
    [day, `${Number(day)}`].flatMap((d) => [year, year.slice(2)].map((y) => `${m}/${d}/${y}`)),
  );
}

function isCrossed(grids: Grids, { chamber, amountRaw }: PrintedTrade): boolean {
  const column = findCrossedColumn(grids, chamber);
  return amountRaw === column || amountRaw.startsWith(`${column} -`);
}

/** Words that half of a report's lines have, so they do not identify one of them. */
const COMMON_WORDS = new Set(
  "inc cmn com common stock corp corporation company companies ltd plc the class etf group".split(" "),
);

export function getDistinctiveWords(name: string): readonly string[] {
  const words = name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word.length > 2)
    .map(keepLettersAndDigits);
  const distinctive = words.filter((word) => !COMMON_WORDS.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

/** Returns whether a text has half of the distinctive words of a name, as OCR misreads single letters. */
function hasWords(text: string, name: string): boolean {
  const words = getDistinctiveWords(name);
  return words.filter((word) => text.includes(word)).length >= Math.max(1, Math.ceil(words.length / 2));
}

/** The words of the boxes in the original PDF, as poppler reads them. */
function readPdfWords({ record }: MadeEvidence, input: Uint8Array): string {
  const run = (command: string, args: readonly string[]) => execFileSync(command, args, { encoding: "utf8", input });
  return record.places
    .map(({ page, box }) => {
      const pages = ["-f", `${page}`, "-l", `${page}`];
      const [, width, height] = /size:\s+([\d.]+) x ([\d.]+)/.exec(run("pdfinfo", [...pages, "-"])) ?? [];
      const sides = [box?.left, box?.top, box?.width, box?.height].map((share, at) =>
        String(Math.round((share ?? 0) * Number(at % 2 === 0 ? width : height))),
      );
      const crop = ["-x", "-y", "-W", "-H"].flatMap((option, at) => [option, sides[at] as string]);
      return run("pdftotext", ["-r", "72", ...pages, ...crop, "-layout", "-", "-"]);
    })
    .join(" ");
}

async function readOcrWords(row: Bitmap, isScan: boolean): Promise<string> {
  const picture = isScan ? scaleBitmap(removeRules(row), row.height < 60 ? 2 : 1.5) : row;
  const passes: Segmentation[] = isScan ? ["line", "block", "sparse"] : ["block", "sparse"];
  const read: string[] = [];
  for (const pass of passes) {
    read.push((await recogniseLines(picture, pass)).map((line) => line.map(({ text }) => text).join(" ")).join(" "));
  }
  return read.join(" | ");
}

/** Whitens columns and lines of pixels that are dark along nearly their entire length: rules of the table, which disturb OCR. */
function removeRules({ width, height, pixels }: Bitmap): Bitmap {
  const out = pixels.slice();
  const isDark = (at: number) => (pixels[at] as number) < 200;
  for (let x = 0; x < width; x += 1) {
    let dark = 0;
    for (let y = 0; y < height; y += 1) dark += isDark(y * width + x) ? 1 : 0;
    if (dark >= 0.85 * height) for (let y = 0; y < height; y += 1) out[y * width + x] = 255;
  }
  for (let y = 0; y < height; y += 1) {
    let dark = 0;
    for (let x = 0; x < width; x += 1) dark += isDark(y * width + x) ? 1 : 0;
    if (dark > 0.6 * width) out.fill(255, y * width, (y + 1) * width);
  }
  return { width, height, pixels: out };
}
