/** The labelled lines below a row: filing status, subholding, location, description, comments. */
import { ParseError } from "../../../../base/errors.ts";
import { joined, joinRuns, type Line, letters } from "./line.ts";

export type DetailName = "filingStatus" | "subholding" | "location" | "description" | "comment";
export type Details = Readonly<Partial<Record<DetailName, string>>>;

const LABELS: ReadonlyMap<string, DetailName> = new Map<string, DetailName>(
  Object.entries({
    filingstatus: "filingStatus",
    subholdingof: "subholding",
    location: "location",
    description: "description",
    comment: "comment",
    comments: "comment",
  } as const),
);
/** A line that goes on begins below its label, not as far to the right as a label's text; in points. */
const INDENT = 3;
/** Ratio of size below which a letter is a small capital: in the older forms the labels have letters of 6 points among 8.25. */
const SMALLER = 0.8;

/**
 * Pure. A line without a label goes on with the text of the line above. Labels are known by the small capitals that only the form itself is set in,
 * so a line in which a filer typed `Description:` is none.
 * @throws {ParseError} `pdf_unknown_layout` on a label that is not known, stands twice, or on text that no label stands before.
 */
export function readDetails(lines: readonly Line[]): Details {
  const found = new Map<DetailName, string[]>();
  const left = Math.min(...lines.map(({ runs }) => runs[0]?.x ?? Infinity));
  let current: string[] | undefined;
  for (const line of lines) {
    const text = joinRuns(line.runs);
    const label = labelOf(line);
    if (label !== null) {
      const name = LABELS.get(letters(label));
      if (name === undefined) throw unknown(line, `has the label "${label}", which is none of the form's`);
      if (found.has(name)) throw unknown(line, `repeats the label "${label}" within one row`);
      current = [text.slice(text.indexOf(":") + 1).trim()];
      found.set(name, current);
    } else if (current && (line.runs[0]?.x ?? 0) - left < INDENT) {
      current.push(text);
    } else {
      throw unknown(line, `has text that belongs to no label: "${text}"`);
    }
  }
  return Object.fromEntries(Array.from(found, ([name, texts]) => [name, joined(texts)]));
}

/** The label that a line begins with, without its colon; null when the line begins with what a filer typed. */
function labelOf(line: Line): string | null {
  const sizes = line.runs.map(({ size }) => size);
  const full = Math.max(...sizes);
  const before: string[] = [];
  let small = false;
  for (const run of line.runs) {
    small ||= run.smallCapitals || run.size < SMALLER * full;
    const colon = run.text.indexOf(":");
    before.push(colon < 0 ? run.text : run.text.slice(0, colon));
    if (colon >= 0) return small ? before.join("").trim() : null;
  }
  return small ? before.join("").trim() : null;
}

function unknown(line: Line, what: string): ParseError {
  return new ParseError(
    "pdf_unknown_layout",
    `A line below a row on page ${line.page} ${what} (known: filing status, subholding of, location, description, comments).`,
  );
}
