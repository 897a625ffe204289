/**
 * Reads random pages of the corpus's scans, and prints the processor time per page and the share of typed rows that would be
 * published: `node bench/read-scans.ts [PAGES] [SEED] [DATABASE]`. Prints the seed; the same seed selects the same pages. With
 * the SQLite database of an earlier import, it also compares the readings with those stored there: every stored value, and every
 * sure field.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import {
  type PageReading,
  SCANNED_FIELDS,
  type ScannedFieldName,
  type ScannedPage,
  type ScannedRow,
} from "../src/domain/scanned-page.ts";
import { readHouseScanPage } from "../src/filings/sources/house-clerk/paper/page.ts";
import { crossCheckRows } from "../src/filings/sources/scans/assemble.ts";
import { corpusDir, skipWithoutCorpus } from "../test/corpus.ts";
import { drawScannedPages, type Page } from "./scanned-pages.ts";

if (corpusDir === null) {
  console.log(`nothing measured: ${skipWithoutCorpus}`);
  process.exit(0);
}
const folder = path.join(corpusDir, "house");
const [count = 60, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2, 4).map(Number);
const [, , , , database] = process.argv;
const reference = database === undefined ? null : new DatabaseSync(database, { readOnly: true });
// Pages are read in printed order, because the rows of a report confirm each other in this order.
const pages = drawScannedPages(folder, seed).slice(0, count).toSorted(compareInPrintedOrder);
console.log(`seed ${seed}, ${pages.length} pages`);

interface Placed {
  readonly row: ScannedRow;
  /** See `classifyAsset`. */
  readonly pageClass: string;
}
const byDocument = new Map<string, Placed[]>();
const seconds: number[] = [];
const same = { kept: 0, inEveryValue: 0, sureFields: 0, otherSureFields: 0 };
for (const [at, { year, docId, page }] of pages.entries()) {
  const pdf = new Uint8Array(readFileSync(path.join(folder, "ptr-pdfs", year, `${docId}.pdf`)));
  const before = process.cpuUsage();
  const read = await readHouseScanPage(pdf, page);
  const { user, system } = process.cpuUsage(before);
  const taken = (user + system) / 1e6;
  seconds.push(taken);
  console.error(`${at + 1} of ${pages.length}: ${docId} page ${page}, ${read.rows.length} rows, ${taken.toFixed(2)} s`);
  compare(read, readStoredReading(pdf, page));
  const placed = read.rows.map((row) => ({ row, pageClass: classifyPage(read) }));
  byDocument.set(docId, [...(byDocument.get(docId) ?? []), ...placed]);
}
const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
const p95 = seconds.toSorted((a, b) => a - b)[Math.floor(0.95 * seconds.length)] ?? 0;
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`processor time per page: mean ${mean.toFixed(2)} s, p95 ${p95.toFixed(2)} s; peak resident ${memory} MB`);
if (reference !== null) {
  console.log(
    `of ${same.kept} stored readings ${same.inEveryValue} are the same in every value; of ${same.sureFields} sure fields ${same.otherSureFields} differ`,
  );
}

const checked = [...byDocument.values()].flatMap((placed) =>
  crossCheckRows(placed.map(({ row }) => row)).map((row, at) => ({ ...(placed[at] as Placed), row })),
);
const typedByClass = Map.groupBy(
  checked.filter(({ row }) => !row.handwritten),
  ({ pageClass }) => pageClass,
);
const typed = [...typedByClass.values()].flatMap((placed) => placed.map(({ row }) => row));
const whole = typed.filter((row) => listUnsureFields(row).length === 0).length;
const incomplete = typed.filter((row) => listUnsureFields(row).length > 0 && isPublished(row)).length;
const formatShare = (rows: number): string => `${rows} (${((100 * rows) / Math.max(1, typed.length)).toFixed(1)}%)`;
console.log(
  `typed rows ${typed.length}: sure in every field ${formatShare(whole)}, in all but the owner or the notification ${formatShare(incomplete)}`,
);
console.log(`published, without the names that the lists would settle: ${formatShare(whole + incomplete)}`);
for (const [pageClass, placed] of typedByClass) {
  const published = placed.filter(({ row }) => isPublished(row)).length;
  const percent = ((100 * published) / placed.length).toFixed(1);
  console.log(`  ${pageClass}: ${published} of ${placed.length} published (${percent}%)`);
}
for (const name of SCANNED_FIELDS) {
  console.log(`${name} in doubt: ${formatShare(typed.filter((row) => listUnsureFields(row).includes(name)).length)}`);
}

/**
 * Classifies a page: the House's form, or a filer's own list by its rows per page. The more rows, the smaller and less clear the
 * print.
 */
function classifyPage({ form, rows }: ScannedPage): string {
  if (form === "house") return "House form";
  if (rows.length <= 25) return "lists of up to 25 rows a page";
  return rows.length <= 40 ? "lists of 26 to 40 rows a page" : "lists of more than 40 rows a page";
}

/** Lists the fields that are not sure, or blank. Only the owner and the notification date may be blank. */
function listUnsureFields({ fields }: ScannedRow): ScannedFieldName[] {
  return SCANNED_FIELDS.filter(
    (name) => !fields[name].sure || (fields[name].reading === null && name !== "owner" && name !== "notificationDate"),
  );
}

function isPublished(row: ScannedRow): boolean {
  return listUnsureFields(row).every((name) => name === "owner" || name === "notificationDate");
}

function readStoredReading(pdf: Uint8Array, page: number): ScannedPage | null {
  const digest = createHash("sha256").update(pdf).digest("hex");
  const row = reference
    ?.prepare("select reading from page_readings where document_sha256 = ? and page = ?")
    .get(digest, page);
  if (row === undefined) return null;
  const reading = JSON.parse(zstdDecompressSync(row["reading"] as Uint8Array).toString()) as PageReading;
  return "seen" in reading ? reading.seen : null;
}

/** Compares a page's readings field by field. A field that only one reading is sure of counts as different. */
function compare(read: ScannedPage, kept: ScannedPage | null): void {
  if (kept === null) return;
  same.kept += 1;
  if (JSON.stringify(read) === JSON.stringify(kept)) same.inEveryValue += 1;
  const getSureReading = (row: ScannedRow | undefined, name: ScannedFieldName) =>
    row?.fields[name].sure ? JSON.stringify(row.fields[name].reading) : null;
  for (let at = 0; at < Math.max(read.rows.length, kept.rows.length); at += 1) {
    for (const name of SCANNED_FIELDS) {
      const [one, other] = [getSureReading(read.rows[at], name), getSureReading(kept.rows[at], name)];
      if (other !== null) same.sureFields += 1;
      if (one === other) continue;
      same.otherSureFields += 1;
      console.log(`  row ${at + 1}, ${name}: kept ${other}, read ${one}`);
    }
  }
}

function compareInPrintedOrder(one: Page, other: Page): number {
  return one.docId.localeCompare(other.docId) || one.page - other.page;
}
