/** Groups runs of text into printed lines. */
import type { TextRun } from "../pdf/text-run.ts";

/** A printed line: its text runs (`TextRun`) are on one baseline, in order from left to right. */
export interface Line {
  /** Page number, from 1. */
  readonly page: number;
  readonly y: number;
  readonly runs: readonly TextRun[];
}

/** Text runs whose baselines differ by less than this many points are on one line; the closest lines of a form are 10.5 apart. */
const SAME_BASELINE = 1.5;
/** A gap of more than this share of the font size is a space. */
const SPACE = 0.15;

/** Pure. The lines of one page from top to bottom. */
export function groupIntoLines(page: number, runs: readonly TextRun[]): readonly Line[] {
  const lines: { page: number; y: number; runs: TextRun[] }[] = [];
  for (const run of runs.toSorted((one, other) => one.y - other.y)) {
    if (run.text.trim() === "") continue;
    const line = lines.at(-1);
    if (line !== undefined && run.y - line.y < SAME_BASELINE) line.runs.push(run);
    else lines.push({ page, y: run.y, runs: [run] });
  }
  for (const line of lines) line.runs.sort((one, other) => one.x - other.x);
  return lines;
}

/** Pure. The text of a line's runs with single spaces, including where only a gap separates two words. */
export function joinRuns(runs: readonly TextRun[]): string {
  let text = "";
  let last: TextRun | undefined;
  for (const run of runs) {
    if (last !== undefined && run.x - last.right > SPACE * run.size) text += " ";
    text += run.text;
    last = run;
  }
  return text.replace(/\s+/g, " ").trim();
}

/** A hyphen at which a line broke: in a number, date or word, or after `Non`. Other hyphens may have had a space after them. */
const BROKEN_AT = /(\d-)\n(?=\d)|([a-z]-)\n(?=[a-z])|(\b[Nn]on-)\n(?=[A-Za-z])/g;

/** Pure. Joins lines of a cell or paragraph with spaces. No space follows a hyphen at which the text broke (`2032-10-`, `01`). */
export function joinBrokenLines(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== "")
    .join("\n")
    .replace(BROKEN_AT, (broken) => broken.trimEnd())
    .replaceAll("\n", " ");
}

/** Pure. Keeps only letters, in lower case, to compare labels and headings, which the forms set in varying case. */
export function toLowerCaseLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/** Pure. The words of a run, each with its position. */
export function splitRunIntoWords(run: TextRun): readonly Pick<TextRun, "text" | "x" | "y">[] {
  return Array.from(run.text.matchAll(/\S+/g), (found) => ({
    text: found[0],
    x: run.starts[found.index] ?? run.x,
    y: run.y,
  }));
}
