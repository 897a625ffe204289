/**
 * Reads pages of the corpus's scans drawn at random and prints what share of their typed rows would be published: `node bench/scan-rate.ts [PAGES] [SEED]`.
 * The seed is printed; the same one draws the same pages. Some 8 seconds of a processor a page.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { SCANNED_FIELDS, type ScannedFieldName, type ScannedRow } from "../src/domain/scanned-page.ts";
import { readHouseScanPage } from "../src/sources/house-clerk/paper/page.ts";
import { withUsualNotification } from "../src/sources/scans/usual-date.ts";
import { corpusDir, skipWithoutCorpus } from "../test/corpus.ts";

interface Page {
  readonly year: string;
  readonly docId: string;
  readonly page: number;
}

if (corpusDir === null) {
  console.log(`nothing measured: ${skipWithoutCorpus}`);
  process.exit(0);
}
const folder = path.join(corpusDir, "house");
const [count = 80, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);
const pages = shuffled(allPages(), seed).slice(0, count);
console.log(`seed ${seed}, ${pages.length} pages`);

const byDocument = new Map<string, ScannedRow[]>();
for (const { year, docId, page } of pages) {
  const { rows } = await readHouseScanPage(
    new Uint8Array(readFileSync(path.join(folder, "ptr-pdfs", year, `${docId}.pdf`))),
    page,
  );
  byDocument.set(docId, [...(byDocument.get(docId) ?? []), ...rows]);
}
const typed = [...byDocument.values()].flatMap(withUsualNotification).filter(({ handwritten }) => !handwritten);
const whole = typed.filter((row) => doubtedIn(row).length === 0).length;
const withoutOwner = typed.filter((row) => doubtedIn(row).join() === "owner").length;
const share = (rows: number): string => `${rows} (${((100 * rows) / Math.max(1, typed.length)).toFixed(1)} %)`;
console.log(
  `typed rows ${typed.length}: sure in every field ${share(whole)}, in all but the owner ${share(withoutOwner)}`,
);
console.log(`published ${share(whole + withoutOwner)}`);
for (const name of SCANNED_FIELDS) {
  console.log(`${name} in doubt: ${share(typed.filter((row) => doubtedIn(row).includes(name)).length)}`);
}

/** Fields of which nothing is published; the owner and the day of notification may be blank. */
function doubtedIn({ fields }: ScannedRow): ScannedFieldName[] {
  return SCANNED_FIELDS.filter(
    (name) => !fields[name].sure || (fields[name].reading === null && name !== "owner" && name !== "notificationDate"),
  );
}

function allPages(): Page[] {
  const [, ...lines] = readFileSync(path.join(folder, "documents.csv"), "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const [year = "", docId = "", kind, number] = line.split(",");
    return kind === "scan" ? Array.from({ length: Number(number) }, (_, at) => ({ year, docId, page: at + 1 })) : [];
  });
}

/** Shuffles in an order that the seed alone decides (mulberry32). */
function shuffled(given: readonly Page[], from: number): Page[] {
  const drawn = [...given];
  let state = from;
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const other = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (at + 1));
    [drawn[at], drawn[other]] = [drawn[other] as Page, drawn[at] as Page];
  }
  return drawn;
}
