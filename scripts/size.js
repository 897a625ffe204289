/**
 * `npm run size [-- REVISION]`: counts lines of TypeScript in each folder of `src`, without tests, and compares them with the last release: the newest tag,
 * or the commit in `size-base.txt` if there is no tag. A file that has moved since then counts, in both columns, in its present folder.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const FILES = ["src/*.ts", ":!*.test.ts"];

const now = countLines("--untracked");
if (now === null) {
  console.log("The lines of src cannot be counted: this is not a Git clone.");
  process.exit();
}
const base =
  process.argv[2] ?? findNewestTag() ?? readFileSync(new URL("size-base.txt", import.meta.url), "utf8").trim();
const before = countLines(base, findMoves(base));
if (before === null) console.log(`${base} is not in this clone: git fetch --unshallow --tags\n`);
const folders = [...new Set([...now.keys(), ...(before?.keys() ?? [])])].sort();
console.log(formatRow("lines of src", before === null ? "" : base.slice(0, 12), "now", "change"));
for (const folder of folders) printRow(folder, before?.get(folder) ?? 0, now.get(folder) ?? 0);
printRow("all", sum(before), sum(now));

function printRow(name, was, is) {
  if (before === null) console.log(formatRow(name, "", is, ""));
  else console.log(formatRow(name, was, is, was === is ? "" : `${is > was ? "+" : ""}${is - was}`));
}

function formatRow(name, was, is, change) {
  const [first, second, third] = [was, is, change].map((cell) => String(cell.toLocaleString("en")));
  return `${name.padEnd(14)}${first.padStart(13)}${second.padStart(9)}${third.padStart(9)}`.trimEnd();
}

function sum(lines) {
  return [...(lines?.values() ?? [])].reduce((all, each) => all + each, 0);
}

/**
 * Counts lines by folder.
 * @param where a revision, or an option of `git grep`.
 * @param moves present path of each moved file, by its path at that revision.
 * @returns null if there is no such revision.
 */
function countLines(where, moves = new Map()) {
  const { status, stdout } = git("grep", "--count", "-e", "", where, "--", ...FILES);
  if (status !== 0) return null;
  const lines = new Map();
  for (const [, then, count] of stdout.matchAll(/^(?:[^:\n]*:)?src\/(.*):(\d+)$/gm)) {
    const path = moves.get(then) ?? then;
    const folder = path.includes("/") ? path.replace(/\/.*/, "/") : "files in src";
    lines.set(folder, (lines.get(folder) ?? 0) + Number(count));
  }
  return lines;
}

function findMoves(since) {
  const { stdout } = git("diff", "--name-status", "--diff-filter=R", "-M", "-l0", since, "--", "src");
  return new Map(Array.from(stdout.matchAll(/^R\d+\tsrc\/(.*)\tsrc\/(.*)$/gm), ([, from, to]) => [from, to]));
}

function findNewestTag() {
  const { status, stdout } = git("describe", "--tags", "--abbrev=0");
  return status === 0 ? stdout.trim() : undefined;
}

function git(...args) {
  return spawnSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}
