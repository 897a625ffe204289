/**
 * Reads real filings with the library in one process: `node test/corpus/read-by-library.ts [FILE...]`; without files, 20 of the
 * corpus (download them with `npm run corpus`). Prints a line for each filing to standard output, like `parse`; prints the
 * seconds, peak memory and loaded folders of `src` to standard error.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { listLibraryPaths } from "./library-filings.ts";

const files = process.argv.length > 2 ? process.argv.slice(2) : listLibraryPaths(3, 1);
const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    const folder = /\/src\/(?:app\/)?([a-z]+)\//.exec(url)?.[1];
    if (folder !== undefined) loaded.add(folder);
    return next(url, context);
  },
});
const before = process.resourceUsage().maxRSS;
const startedAt = performance.now();
const { readFiling } = await import("../../src/app/library/filings.ts");
const formatSeconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
const loadedIn = formatSeconds();
let rows = 0;
for (const file of files) {
  const pageImage = async (address: string) => readFileSync(path.join(path.dirname(file), path.basename(address)));
  const { raw: _, ...report } = await readFiling(readFileSync(file), file, { pageImage });
  rows += report.transactions.length;
  process.stdout.write(`${JSON.stringify({ file, ...report })}\n`);
}
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.error(
  [
    `${files.length} filings, ${rows} rows: ${formatSeconds()} s, of which ${loadedIn} s to load the library`,
    `${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of processor time`,
    `peak resident memory ${toMegabytes(maxRSS)} MB, of which ${toMegabytes(before)} MB before the library was loaded`,
    `folders of src: ${[...loaded].sort().join(", ")}`,
  ].join("\n"),
);

function toMegabytes(kilobytes: number): number {
  return Math.round(kilobytes / 1024);
}
