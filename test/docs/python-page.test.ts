/** The lines of docs/python.md run as they are printed, with the libraries that this machine has. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startService } from "../contract/service.ts";

/** The one that Debian's packages are for, where another stands before it in the path. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const python = (code: string) => promisify(execFile)(PYTHON, ["-c", code], { timeout: 120_000, cwd: tmpdir() });
const page = readFileSync(join(import.meta.dirname, "../../docs/python.md"), "utf8");
const blocks = [...page.matchAll(/```python\n(.*?)```/gs)].map(([, block]) => block as string);

/** What `.ci/run` installs; Debian has no package of the others. */
const INSTALLED = ["requests", "pandas"];

for (const block of blocks) {
  const library = /^import (\w+)$/m.exec(block)?.[1] ?? "";
  const isHere = await python(`import ${library}`).then(
    () => true,
    () => false,
  );
  const isPromised = process.env["REQUIRE_SERVICES"] === "1" && INSTALLED.includes(library);
  const skip = isHere || isPromised ? false : `python3 has no ${library}`;
  test(`the lines for ${library} run as they are printed`, { skip, timeout: 180_000 }, async () => {
    await using service = await startService();
    const { stdout } = await python(block.replaceAll("localhost:3000", `127.0.0.1:${service.port}`));
    assert.ok(stdout.trim().length > 10, stdout);
  });
}

test("each of the four libraries has its lines", () => {
  assert.deepEqual(
    blocks.map((block) => /^import (\w+)$/m.exec(block)?.[1]),
    ["requests", "pandas", "polars", "duckdb"],
  );
});
