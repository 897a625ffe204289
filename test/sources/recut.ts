/** Repaginates a report: the same lines in the same order, with the page breaks of the form's generator in other places. */
import { findColumnStart, readTableHeader } from "../../src/filings/sources/house-clerk/form/columns.ts";
import { groupIntoLines, joinRuns } from "../../src/filings/sources/house-clerk/form/line.ts";
import { readSections } from "../../src/filings/sources/house-clerk/form/sections.ts";
import { isBoxFont } from "../../src/filings/sources/house-clerk/form/tick-box.ts";
import type { Mark } from "../../src/filings/sources/house-clerk/pdf/mark.ts";
import type { PageContent } from "../../src/filings/sources/house-clerk/pdf/page-content.ts";
import type { TextRun } from "../../src/filings/sources/house-clerk/pdf/text-run.ts";

/** One line of a report, with the capital-gains box beside it. */
interface FlowLine {
  readonly part: "head" | "table" | "tail";
  /** Whether this is a full-size table line, which begins or continues a row. The lines below a row are smaller. */
  readonly main: boolean;
  readonly begins: boolean;
  readonly y: number;
  readonly runs: readonly TextRun[];
  readonly boxRuns: readonly TextRun[];
  readonly boxMarks: readonly Mark[];
}

export interface Flow {
  readonly lines: readonly FlowLine[];
  readonly header: readonly TextRun[];
}

const FIRST_BASELINE = 86.2;
/** Distance from the header's first baseline to the baseline of the line below the header, by the size of that line. */
const BELOW_HEADER = { main: 37.5, small: 36.7 };
const NEAR_BOX = 9;

/** Reads the lines of a report in printed order, each with the box beside it. Pure. */
export function readFlow(pages: readonly PageContent[]): Flow {
  const read = pages.map((content, at) => {
    const { columns, rest } = readTableHeader(content.runs);
    const lines = groupIntoLines(
      at + 1,
      rest.filter(({ font }) => !isBoxFont(font)),
    );
    return { content, columns, rest, lines };
  });
  const sections = readSections(read.flatMap(({ lines }) => lines));
  const table = new Set(
    sections.transactions.filter(({ runs }) => !joinRuns(runs).startsWith("* For the complete list")),
  );
  const seen = new Set<unknown>();
  const lines = read.flatMap(({ content, columns, rest, lines }): FlowLine[] =>
    lines.map((line) => {
      const inTable = table.has(line);
      if (inTable) seen.add(line);
      const main = inTable && line.runs.some(({ size }) => size > 8.8);
      const date = columns ? findColumnStart(columns, "date") : Infinity;
      const begins = main && line.runs.some(({ x }) => Math.abs(x - date) < 1);
      const gains = columns ? findColumnStart(columns, "gains") : Infinity;
      const isBeside = (y: number, x: number) => begins && x >= gains && y > line.y - NEAR_BOX && y < line.y + 3;
      return {
        part: inTable ? "table" : seen.size === 0 ? "head" : "tail",
        main,
        begins,
        y: line.y,
        runs: line.runs,
        boxRuns: rest.filter(({ font, x, y }) => isBoxFont(font) && isBeside(y - 4, x)),
        boxMarks: content.marks.filter(({ x, y, width }) => width < 11 && isBeside(y, x)),
      };
    }),
  );
  const header = pages[0]?.runs.filter((run) => !read[0]?.rest.includes(run)) ?? [];
  return { lines, header };
}

const shiftDown = <T extends { readonly y: number }>(items: readonly T[], by: number): T[] =>
  items.map((item) => ({ ...item, y: item.y + by }));

/**
 * Starts a new page before each line in or below the table for which `cut` returns true. Like the generator, draws the box of a
 * row on both pages if the row is cut after its first line. Pure.
 */
export function repaginate({ lines, header }: Flow, cut: (line: FlowLine, at: number) => boolean): PageContent[] {
  const top = header[0]?.y ?? 0;
  const pages: { runs: TextRun[]; marks: Mark[] }[] = [];
  let page = { runs: [] as TextRun[], marks: [] as Mark[] };
  let y = 0;
  let before: FlowLine | undefined;
  for (const [at, line] of lines.entries()) {
    const first = pages.length === 0;
    const starts = first || (line.part !== "head" && before !== undefined && before.part !== "head" && cut(line, at));
    const gap = before === undefined ? 0 : line.y > before.y && line.y - before.y < 60 ? line.y - before.y : 26.2;
    if (starts) {
      page = { runs: [], marks: [] };
      pages.push(page);
      if (first) y = line.y;
      else if (line.part === "table") {
        page.runs.push(...shiftDown(header, FIRST_BASELINE - top));
        y = FIRST_BASELINE + (line.main ? BELOW_HEADER.main : BELOW_HEADER.small);
        if (before?.begins && line.main) addBox(page, before, y - gap);
      } else y = 80.2;
    } else {
      y += gap;
      if (before?.part === "head" && line.part === "table") {
        page.runs.push(...shiftDown(header, y - top));
        y += BELOW_HEADER.main;
      }
    }
    page.runs.push(...shiftDown(line.runs, y - line.y));
    addBox(page, line, y);
    before = line;
  }
  return pages.map((each) => ({ ...each, imageShare: 0, canvasTop: null }));
}

function addBox(page: { runs: TextRun[]; marks: Mark[] }, line: FlowLine, y: number): void {
  page.runs.push(...shiftDown(line.boxRuns, y - line.y));
  page.marks.push(...shiftDown(line.boxMarks, y - line.y));
}
