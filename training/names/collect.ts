/**
 * Collects the words in names of securities: `node training/names/collect.ts OUT LISTINGS REPORTS`. LISTINGS and REPORTS have one
 * name per line; the words of `abbreviations.txt` and `former.txt` are added. A word that only reports have, and that differs in
 * one letter from one of the other words, is taken for a filer's typo and left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [out = "", listings = "", reports = ""] = process.argv.slice(2);
const MIN_LENGTH = 2;
const MAX_LENGTH = 24;
const LINE_WIDTH = 110;

const added = ["abbreviations.txt", "former.txt"].map((name) => path.join(import.meta.dirname, name));
const listed = new Set([listings, ...added].flatMap((file) => [...readWords(file)]));
const reported = [...readWords(reports)].filter(
  (word) => !listed.has(word) && !listOneLetterVariants(word).some((near) => listed.has(near)),
);
const lines: string[] = [];
for (const word of [...listed, ...reported].sort()) {
  const last = lines.at(-1);
  if (last === undefined || last.length + word.length >= LINE_WIDTH) lines.push(word);
  else lines[lines.length - 1] = `${last} ${word}`;
}
writeFileSync(out, `${JSON.stringify({ words: lines }, null, 2)}\n`);

/** Returns all words, and the parts of words joined by hyphens, slashes and the like. */
function readWords(file: string): Set<string> {
  const words = readFileSync(file, "utf8").split(/\s+/);
  const keys = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}&'’.]+/u)]).map(toWordKey);
  return new Set(
    keys.filter((key) => /^[a-z&]*[a-z][a-z&]*$/.test(key) && key.length >= MIN_LENGTH && key.length <= MAX_LENGTH),
  );
}

function toWordKey(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9&%+$#]/g, "");
}

/** Lists all texts that result from removing, adding or replacing one letter. */
function listOneLetterVariants(word: string): string[] {
  const letters = "abcdefghijklmnopqrstuvwxyz&";
  return Array.from({ length: word.length + 1 }, (_, at) => at)
    .flatMap((at) => [
      word.slice(0, at) + word.slice(at + 1),
      ...[...letters].flatMap((letter) => [
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
      ]),
    ])
    .filter((near) => near !== word);
}
