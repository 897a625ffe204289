/**
 * Compares reading the corpus's Senate pages with only parsing the same HTML by the same library:
 * `node bench/read-senate-pages.ts [rounds]`.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "node-html-parser";
import { readSenateDocument } from "../src/filings/sources/senate-efd/read.ts";
import { corpusDir, skipWithoutCorpus } from "../test/corpus.ts";

if (corpusDir === null) {
  console.log(`nothing measured: ${skipWithoutCorpus}`);
  process.exit(0);
}
const folder = path.join(corpusDir, "senate", "ptr");
const pages = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
const rounds = Number(process.argv[2] ?? 5);

function measure(name: string, work: (page: Uint8Array) => unknown): void {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const page of pages) {
      const start = performance.now();
      work(page);
      // The first round warms up.
      if (round > 0) times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  console.log(
    `${name.padEnd(22)} mean ${mean.toFixed(2)} ms  p95 ${p95.toFixed(2)} ms  longest ${(times.at(-1) ?? 0).toFixed(2)} ms`,
  );
}

console.log(`${pages.length} pages, ${rounds} rounds, Node ${process.version}`);
measure("readSenateDocument", (page) => readSenateDocument(page, "x"));
measure("bare node-html-parser", (page) => parse(Buffer.from(page).toString("utf8")));
