/**
 * Collects the words of names of securities: `node training/names/collect.ts OUT LISTINGS REPORTS`, two files with a name on each line, and beside them the
 * abbreviations of brokers and bonds. A word that only
 * reports have, and that one letter makes a listing's word, is a filer's slip and left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [out = "", listings = "", reports = ""] = process.argv.slice(2);
const SHORTEST = 2;
const LONGEST = 24;
const LINE = 110;

const kept = ["abbreviations.txt", "former.txt"].map((name) => path.join(import.meta.dirname, name));
const listed = new Set([listings, ...kept].flatMap((file) => [...wordsOf(file)]));
const reported = [...wordsOf(reports)].filter(
  (word) => !listed.has(word) && !neighbours(word).some((near) => listed.has(near)),
);
const lines: string[] = [];
for (const word of [...listed, ...reported].sort()) {
  const last = lines.at(-1);
  if (last === undefined || last.length + word.length >= LINE) lines.push(word);
  else lines[lines.length - 1] = `${last} ${word}`;
}
writeFileSync(out, `${JSON.stringify({ words: lines }, null, 2)}\n`);

/** Whole words and the parts of those that dashes and strokes join. */
function wordsOf(file: string): Set<string> {
  const words = readFileSync(file, "utf8").split(/\s+/);
  const keys = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}&'’.]+/u)]).map(keyOf);
  return new Set(
    keys.filter((key) => /^[a-z&]*[a-z][a-z&]*$/.test(key) && key.length >= SHORTEST && key.length <= LONGEST),
  );
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9&%+$#]/g, "");
}

/** All that one letter makes of a word. */
function neighbours(word: string): string[] {
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
