/** Tests that the library, in a process of its own, reads real filings into the same lines that `parse` prints. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { encodeGif } from "../../src/app/demo/fictional/gif.ts";
import { drawSenatePage } from "../../src/app/demo/fictional/senate-paper.ts";
import { renderPaperViewer } from "../../src/app/demo/fictional/senate-report.ts";
import { listLibraryPaths } from "./library-filings.ts";
import { skipUnlessHere } from "./manifest.ts";

const run = promisify(execFile);

async function runAndParseLines(...args: readonly string[]): Promise<readonly unknown[]> {
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A drawn paper report of one image: the real one has four, and both programs would read each by OCR. */
async function writePaperReport(folder: string): Promise<string> {
  const page = drawSenatePage([{ asset: "(S) Madeup Holdings LLC", date: "1/8/26", types: [0], amounts: [4] }]);
  await writeFile(path.join(folder, "page.gif"), encodeGif(page));
  const viewer = path.join(folder, "paper.html");
  await writeFile(viewer, renderPaperViewer(["/media/page.gif"]));
  return viewer;
}

test("the library and `parse` read the same from every layout", { skip: skipUnlessHere("text") }, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "congress-trades-library-"));
  t.after(() => rm(folder, { recursive: true }));
  const files = [...listLibraryPaths(1, 0), await writePaperReport(folder)];
  const [read, parsed] = await Promise.all([
    runAndParseLines("test/corpus/read-by-library.ts", ...files),
    runAndParseLines("src/app/cli/main.ts", "parse", ...files),
  ]);
  assert.equal(read.length, files.length);
  const [paper] = read.slice(-1) as { readonly transactions: readonly object[] }[];
  assert.equal(paper?.transactions.length, 1, "the paper report was read");
  assert.deepEqual(read, parsed);
});
