/** Lists and reads the pages of the corpus's scanned House reports. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Page {
  readonly year: string;
  readonly docId: string;
  readonly page: number;
}

/** Lists all pages in an order that depends only on the seed. @param folder the corpus's `house` folder. */
export function drawScannedPages(folder: string, seed: number): Page[] {
  return shuffle(listPages(folder), seed);
}

/** Reads the file of the page's report. */
export function readScan(folder: string, { year, docId }: Page): Uint8Array {
  return new Uint8Array(readFileSync(path.join(folder, "ptr-pdfs", year, `${docId}.pdf`)));
}

function listPages(folder: string): Page[] {
  const [, ...lines] = readFileSync(path.join(folder, "documents.csv"), "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const [year = "", docId = "", kind, number] = line.split(",");
    return kind === "scan" ? Array.from({ length: Number(number) }, (_, at) => ({ year, docId, page: at + 1 })) : [];
  });
}

/** Shuffles the pages into an order that depends only on the seed (mulberry32). */
function shuffle(given: readonly Page[], from: number): Page[] {
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
