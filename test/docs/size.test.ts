/** `npm run size`, in made repositories. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../scripts/size.js", import.meta.url));
const NOBODY = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.com"];

async function madeRepository(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "size-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) => execFileSync("git", [...NOBODY, ...args], { cwd: folder, stdio: "pipe" });
  const write = async (path: string, lines: number) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), "line\n".repeat(lines));
  };
  const size = (...args: readonly string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, encoding: "utf8" }).stdout;
  return { folder, git, write, size };
}

test("compares each folder's lines with the newest tag, without tests and other files, and counts a moved file in its new folder", async (t) => {
  const { folder, git, write, size } = await madeRepository(t);
  await write("src/api/deep/one.ts", 1200);
  await write("src/api/deep/one.test.ts", 7);
  await write("src/web/page.css", 9);
  await write("src/loose.ts", 3);
  await write("src/gone/two.ts", 4);
  await write("src/old/moved.ts", 6);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  git("tag", "v1.0.0");
  git("rm", "--quiet", "src/gone/two.ts");
  await mkdir(join(folder, "src/new"));
  git("mv", "src/old/moved.ts", "src/new/moved.ts");
  await write("src/api/three.ts", 5);
  const rows = size().split("\n");
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

test("reports a revision missing from the clone, and prints only today's lines", async (t) => {
  const { git, write, size } = await madeRepository(t);
  await write("src/loose.ts", 3);
  assert.match(size(), /not a Git clone/);
  git("init", "--quiet");
  assert.match(size("0123abc"), /^0123abc is not in this clone.+\nfiles in src +3\nall +3\n$/s);
});
