/**
 * Reads the corpus's scanned gold documents, compares every field with the transcription, and compares the result with OCR of
 * whole pages: `node bench/scan-gold.ts [DOC_ID...]`. Takes a few minutes; prints progress and uncertain rows to standard error.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ScannedFieldName, ScannedRow } from "../src/domain/scanned-page.ts";
import { rotateBitmap } from "../src/filings/imaging/raster/bitmap.ts";
import { renderPdfPage } from "../src/filings/imaging/raster/pdf-page.ts";
import { parseDate } from "../src/filings/imaging/text/date.ts";
import { type OcrLine, recogniseLines } from "../src/filings/imaging/text/engine.ts";
import { computeLikeness, toLowerAlphanumeric } from "../src/filings/imaging/text/likeness.ts";
import { readHouseScanPage } from "../src/filings/sources/house-clerk/paper/page.ts";
import { corpusDir, skipWithoutCorpus } from "../test/corpus.ts";

interface GoldRow {
  readonly line: number;
  readonly owner: string | null;
  readonly asset: string;
  readonly transaction_type: string;
  readonly transaction_date: string;
  readonly notification_date: string | null;
  readonly amount: string;
  readonly uncertain_fields: readonly string[];
}
interface Gold {
  readonly doc_id: string;
  readonly year: number;
  readonly pages: number;
  readonly handwritten: boolean;
  readonly transactions: readonly GoldRow[];
}

/** Each field with its name in the transcription and the check whether a reading is right. Names count as right if nine tenths
 * agree, and are also compared letter by letter. */
const FIELDS: readonly [ScannedFieldName, keyof GoldRow, (gold: string | null, read: string | null) => boolean][] = [
  ["transactionType", "transaction_type", (gold, read) => gold === read],
  ["amount", "amount", (gold, read) => toLowerAlphanumeric(gold ?? "") === toLowerAlphanumeric(read ?? "")],
  ["transactionDate", "transaction_date", isSameDay],
  ["notificationDate", "notification_date", isSameDay],
  ["asset", "asset", (gold, read) => gold !== null && read !== null && computeLikeness(gold, read) >= 0.9],
  ["owner", "owner", (gold, read) => gold === read],
];

function isSameDay(gold: string | null, read: string | null): boolean {
  return gold === null ? read === null : read !== null && parseDate(gold) === parseDate(read);
}

interface Count {
  rows: number;
  filled: number;
  right: number;
  /** Number of unsure fields whose best reading was right. */
  unsureRight: number;
}
const counts = new Map<string, Count>();
/** Number of sure names, and of those with exactly the printed letters and digits. Minimum: 99.3%. */
const exact = { sure: 0, right: 0 };
const LETTER_EXACT_BAR = 0.993;

function compare(kind: string, gold: GoldRow, row: ScannedRow | undefined): void {
  for (const [name, goldName, same] of FIELDS) {
    if (gold.uncertain_fields.includes(goldName)) continue;
    const key = `${kind} ${name}`;
    const count = counts.get(key) ?? { rows: 0, filled: 0, right: 0, unsureRight: 0 };
    counts.set(key, count);
    count.rows += 1;
    const field = row?.fields[name];
    if (field === undefined) continue;
    const right = same(gold[goldName] as string | null, field.reading);
    const blank = field.reading === null && name !== "owner" && gold[goldName] !== null;
    if (field.sure && !blank) {
      count.filled += 1;
      count.right += right ? 1 : 0;
      if (name === "asset") compareLetters(gold.asset, field.reading ?? "");
      if (!right) console.error(`    WRONG ${name}: printed ${gold[goldName]}, read ${field.reading}`);
    } else {
      count.unsureRight += right ? 1 : 0;
      console.error(
        `    unsure ${name}: printed ${gold[goldName]}, read ${field.reading} (${field.confidence.toFixed(2)})`,
      );
    }
  }
}

function compareLetters(printed: string, read: string): void {
  exact.sure += 1;
  if (toLowerAlphanumeric(printed) === toLowerAlphanumeric(read)) exact.right += 1;
  else console.error(`    not letter-exact: printed ${printed}, read ${read}`);
}

/** Counts the lines in a whole page's OCR with a date, a type and a bracket, which every transaction needs at least. */
function countWholePageRows(lines: readonly OcrLine[]): number {
  const texts = lines.map((words) => words.map(({ text }) => text).join(" "));
  return texts.filter(
    (text) =>
      text.split(" ").some((word) => parseDate(word) !== null) &&
      /\b(purchase|sale|exchange|p|s|e)\b/i.test(text) &&
      /\$[\d,]+\s*-|\b[A-K]\b/.test(text),
  ).length;
}

if (corpusDir === null) {
  console.log(`nothing measured: ${skipWithoutCorpus}`);
  process.exit(0);
}
const goldFolder = path.join(corpusDir, "gold", "house-scanned");
const documents = path.join(corpusDir, "house", "ptr-pdfs");
const wanted = process.argv.slice(2);
const seconds = { cells: 0, ofProcessor: 0, wholePage: 0 };
let pages = 0;
let found = 0;
let extra = 0;
let expected = 0;
let byWholePage = 0;

for (const name of readdirSync(goldFolder).sort()) {
  const gold = JSON.parse(readFileSync(path.join(goldFolder, name), "utf8")) as Gold;
  const file = path.join(documents, String(gold.year), `${gold.doc_id}.pdf`);
  if (!existsSync(file) || (wanted.length > 0 && !wanted.includes(gold.doc_id))) continue;
  const pdf = new Uint8Array(readFileSync(file));
  const rows: ScannedRow[] = [];
  const kinds: string[] = [];
  for (let number = 1; number <= gold.pages; number += 1) {
    const start = performance.now();
    const before = process.cpuUsage();
    const page = await readHouseScanPage(pdf, number);
    const { user, system } = process.cpuUsage(before);
    seconds.cells += (performance.now() - start) / 1000;
    seconds.ofProcessor += (user + system) / 1e6;
    rows.push(...page.rows);
    kinds.push(page.kind);
    const upright = rotateBitmap(await renderPdfPage(pdf, number), page.turnDegrees);
    const again = performance.now();
    byWholePage += countWholePageRows(await recogniseLines(upright, "page"));
    seconds.wholePage += (performance.now() - again) / 1000;
    pages += 1;
  }
  const hands = rows.filter(({ handwritten }) => handwritten).length;
  console.error(
    `${gold.doc_id} ${gold.handwritten ? "handwritten" : "typed"}: ${kinds.join(", ")}; rows ${rows.length} of ${gold.transactions.length}, taken as handwritten ${hands}`,
  );
  expected += gold.transactions.length;
  found += Math.min(rows.length, gold.transactions.length);
  extra += Math.max(0, rows.length - gold.transactions.length);
  for (const row of gold.transactions) compare(gold.handwritten ? "handwritten" : "typed", row, rows[row.line - 1]);
}

console.log(`rows ${found} of ${expected}, extra ${extra}`);
for (const [key, { rows, filled, right, unsureRight }] of [...counts].sort()) {
  const precision = filled === 0 ? "-" : `${((100 * right) / filled).toFixed(1)}%`;
  console.log(
    `${key.padEnd(30)} rows ${rows}, sure ${filled} (${((100 * filled) / rows).toFixed(0)}%), of these right ${right} (${precision}); right but not sure ${unsureRight}`,
  );
}
console.log(
  `sure names letter-exact: ${exact.right} of ${exact.sure} (${((100 * exact.right) / Math.max(1, exact.sure)).toFixed(1)}%; bar ${100 * LETTER_EXACT_BAR}%)`,
);
console.log(`OCR of the whole pages: ${byWholePage} lines with a date, a type and a bracket`);
console.log(
  `${pages} pages; cell by cell ${(seconds.cells / pages).toFixed(2)} s a page (${(seconds.ofProcessor / pages).toFixed(2)} s of processor), whole pages ${(seconds.wholePage / pages).toFixed(2)} s; peak resident ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
);
if (exact.right < LETTER_EXACT_BAR * exact.sure) process.exitCode = 1;
