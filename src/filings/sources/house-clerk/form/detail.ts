/** Reads the labelled lines below a row: filing status, subholding, location, description, comments. */
import { ParseError } from "../../../../base/errors.ts";
import { joinBrokenLines, joinRuns, type Line, toLowerCaseLetters } from "./line.ts";

type DetailName = "filingStatus" | "subholding" | "location" | "description" | "comment";
type Details = Readonly<Partial<Record<DetailName, string>>>;

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
/** Maximum points by which a continuation line is indented from the labels; the text after a label is further right. */
const INDENT = 3;
/** Letters below this share of the line's largest size are small capitals: 6 points in older forms, among letters of 8.25. */
const SMALLER = 0.8;

/**
 * Pure. A line without a label continues the line above. Labels are recognized by small capitals, which only the form itself
 * uses. A `Description:` typed by a filer is therefore not a label. @throws {ParseError} `pdf_unknown_layout` for an unknown or
 * repeated label, or text that belongs to no label.
 */
export function readDetails(lines: readonly Line[]): Details {
  const found = new Map<DetailName, string[]>();
  const left = Math.min(...lines.map(({ runs }) => runs[0]?.x ?? Infinity));
  let current: string[] | undefined;
  for (const line of lines) {
    const text = joinRuns(line.runs);
    const label = findLabel(line);
    if (label !== null) {
      const name = LABELS.get(toLowerCaseLetters(label));
      if (name === undefined)
        throw createUnknownLineError(line, `has the label "${label}", which the form does not have`);
      if (found.has(name)) throw createUnknownLineError(line, `repeats the label "${label}" within one row`);
      current = [text.slice(text.indexOf(":") + 1).trim()];
      found.set(name, current);
    } else if (current && (line.runs[0]?.x ?? 0) - left < INDENT) {
      current.push(text);
    } else {
      throw createUnknownLineError(line, `has text that belongs to no label: "${text}"`);
    }
  }
  return Object.fromEntries(Array.from(found, ([name, texts]) => [name, joinBrokenLines(texts)]));
}

/** The label at the start of a line, without its colon; null if the line starts with the filer's text. */
function findLabel(line: Line): string | null {
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

function createUnknownLineError(line: Line, what: string): ParseError {
  return new ParseError(
    "pdf_unknown_layout",
    `A line below a row on page ${line.page} ${what} (known: filing status, subholding of, location, description, comments).`,
  );
}
