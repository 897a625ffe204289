/**
 * Tests that the code in docs/python.md runs as printed, with the libraries that this machine has, and finds every trade of the
 * demonstration.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { type ServedDemo, serveDemo, tradesOnceFilesAreMade } from "../upstream/imported-demo.ts";

/** Debian's Python, which has Debian's packages, even if another Python comes first in the path. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const runPython = (code: string, cwd: string) => promisify(execFile)(PYTHON, ["-c", code], { timeout: 120_000, cwd });
const page = readFileSync(join(import.meta.dirname, "../../docs/python.md"), "utf8");
const blocks = [...page.matchAll(/```python\n(.*?)```/gs)].map(([, block]) => block as string);

/** The libraries that `.ci/run` installs; Debian has no package of the others. */
const INSTALLED = ["requests", "pandas"];

suite("the code on the Python page runs as printed", () => {
  let demo: ServedDemo;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "congress-trades-python-"));
    demo = await serveDemo();
  });
  after(async () => {
    await demo?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const block of blocks) {
    const library = /^import (\w+)$/m.exec(block)?.[1] ?? "";
    test(`the code for ${library} runs as printed and finds every trade`, { timeout: 180_000 }, async (t) => {
      const isHere = await runPython(`import ${library}`, folder).then(
        () => true,
        () => false,
      );
      const isPromised = process.env["REQUIRE_SERVICES"] === "1" && INSTALLED.includes(library);
      if (!isHere && !isPromised) return t.skip(`python3 has no ${library}`);
      const total = await tradesOnceFilesAreMade(demo);
      const { stdout } = await runPython(block.replaceAll("http://localhost:3000", demo.origin), folder);
      assert.equal(stdout.split(/\s/)[0], String(total), stdout);
      assert.match(stdout, /\w+ {2,}\d+|\p{Lu}\p{L}+ (?:“\p{L}+” )?\p{Lu}[\p{L}'-]+|│/u, "no table or names");
    });
  }
});

test("the page has code for each of the four libraries", () => {
  assert.deepEqual(
    blocks.map((block) => /^import (\w+)$/m.exec(block)?.[1]),
    ["requests", "pandas", "polars", "duckdb"],
  );
});
