/** Tests that the library, in a process of its own, reads real filings into the same lines that `parse` prints. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
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

test("the library and `parse` read the same from every layout", { skip: skipUnlessHere("text") }, async () => {
  const files = listLibraryPaths(1);
  const [read, parsed] = await Promise.all([
    runAndParseLines("test/corpus/read-by-library.ts", ...files),
    runAndParseLines("src/app/cli/main.ts", "parse", ...files),
  ]);
  assert.equal(read.length, files.length);
  assert.deepEqual(read, parsed);
});
