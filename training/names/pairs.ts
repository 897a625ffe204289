/**
 * Collects the pairs of adjacent words in names of securities: `node training/names/pairs.ts OUT WORDS LISTINGS REPORTS`. WORDS is the
 * list made by `collect.ts`; LISTINGS and REPORTS have one name per line. Each line of OUT is a word and the words found after it.
 */
import { readFileSync, writeFileSync } from "node:fs";

const [out = "", words = "", ...files] = process.argv.slice(2);
const { words: lines } = JSON.parse(readFileSync(words, "utf8")) as { words: readonly string[] };
const listed = new Set([...lines.flatMap((line) => line.split(" ")), "&"]);
const followers = new Map<string, Set<string>>();
for (const name of files.flatMap((file) => readFileSync(file, "utf8").split("\n"))) {
  const keys = name.split(/\s+/).map((text) => text.toLowerCase().replace(/[^a-z0-9&%+$#]/g, ""));
  for (const [at, key] of keys.entries()) {
    const next = keys[at + 1] ?? "";
    const isPair = listed.has(key) && listed.has(next) && (key !== "&" || next !== "&");
    if (isPair) followers.set(key, (followers.get(key) ?? new Set()).add(next));
  }
}
const sorted = [...followers].sort(([one], [other]) => (one < other ? -1 : 1));
const pairs = sorted.map(([word, next]) => [word, ...[...next].sort()].join(" "));
writeFileSync(out, `${JSON.stringify({ behind: pairs }, null, 2)}\n`);
