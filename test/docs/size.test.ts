/** Tests `npm run size` in repositories made for the tests. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../scripts/size.js", import.meta.url));
const NOBODY = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.com"];

async function makeRepository(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "size-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const runGit = (...args: readonly string[]) =>
    execFileSync("git", [...NOBODY, ...args], { cwd: folder, stdio: "pipe" });
  const writeLines = async (path: string, lines: number) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), "line\n".repeat(lines));
  };
  const runSize = (...args: readonly string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, encoding: "utf8" }).stdout;
  return { folder, runGit, writeLines, runSize };
}

test("compares each folder's lines of code with the newest tag, and counts a moved file in the new folder", async (t) => {
  const { folder, runGit, writeLines, runSize } = await makeRepository(t);
  await writeLines("src/api/deep/one.ts", 1200);
  await writeLines("src/api/deep/one.test.ts", 7);
  await writeLines("src/web/page.css", 9);
  await writeLines("src/loose.ts", 3);
  await writeLines("src/gone/two.ts", 4);
  await writeLines("src/old/moved.ts", 6);
  runGit("init", "--quiet");
  runGit("add", ".");
  runGit("commit", "--quiet", "--message", "one");
  runGit("tag", "v1.0.0");
  runGit("rm", "--quiet", "src/gone/two.ts");
  await mkdir(join(folder, "src/new"));
  runGit("mv", "src/old/moved.ts", "src/new/moved.ts");
  await writeLines("src/api/three.ts", 5);
  const rows = runSize().split("\n");
  assert.deepEqual(
    rows.map((row) => row.split(/ {2,}/)),
    [
      ["lines of src", "v1.0.0", "now", "change"],
      ["api/", "1,200", "1,205", "+5"],
      ["files in src", "3", "3"],
      ["gone/", "4", "0", "-4"],
      ["new/", "6", "6"],
      ["all", "1,213", "1,214", "+1"],
      [""],
    ],
  );
});

test("if a revision is missing from the clone, says so and prints only the current line counts", async (t) => {
  const { runGit, writeLines, runSize } = await makeRepository(t);
  await writeLines("src/loose.ts", 3);
  assert.match(runSize(), /not a Git clone/);
  runGit("init", "--quiet");
  assert.match(runSize("0123abc"), /^0123abc is not in this clone.+\nfiles in src +3\nall +3\n$/s);
});
