/** The frame that the form draws around every row of the table, before any text: what shows that text is missing. */
import { ParseError } from "../../../../base/errors.ts";
import type { PageContent } from "../pdf/page-content.ts";
import type { Line } from "./line.ts";

/** The left border of one row, or of the lines below one: a fill as thin as a hair. */
const BORDER = { width: 1.2, leastHeight: 6 };
/** A baseline may lie this far below the border's end, in points. */
const REACH = 3;
/** A frame that begins less than this below the first baseline of a repeated header (29.3 at most in recorded reports) was cut by the page break, or begins with it. */
const HEADER_DEPTH = 32;
/** A frame that ends above this has not been cut by the page's end, in points; those that are cut end at 730.5 or lower. */
const PAGE_END = 715;
/** Heights, in points, by the number of lines: a row in 9 points, the labelled lines below one in 8.25 or 8.55. Recorded rows leave up to 4.4 of room, labelled lines up to 1.3. */
const ROOM = { row: { one: 22.6, more: 10.5 }, details: { one: 21, more: 12.66 } };
const ROW_SIZE = 8.8;
const SLACK = 1;

/**
 * Pure. Only the lowest frame of a page may be empty, when its first line no longer fitted there; and one that no page break cuts is as high as its lines need.
 * `from` is where the table's first column begins, `header` the first baseline of its header, `lines` what is printed below it.
 * @throws {ParseError} `pdf_damaged` when a frame has room for more lines than are printed in it: then text is missing.
 */
export function checkFrames(
  page: number,
  { marks, runs }: Pick<PageContent, "marks" | "runs">,
  table: { readonly from: number; readonly header: number; readonly lines: readonly Line[] },
): void {
  const borders = marks
    .filter(
      ({ painted, x, width, height }) =>
        painted === "fill" && x < table.from && width < BORDER.width && height > BORDER.leastHeight,
    )
    .toSorted((one, other) => one.y - other.y);
  const lowest = borders.at(-1)?.y ?? 0;
  for (const { y, height } of borders) {
    const within = (baseline: number): boolean => baseline > y && baseline < y + height + REACH;
    if (y < lowest && !runs.some((run) => within(run.y))) {
      throw new ParseError("pdf_damaged", `Page ${page} has a row at ${Math.round(y)} points without any text in it.`);
    }
    const cut = (page > 1 && y < table.header + HEADER_DEPTH) || (y === lowest && y + height > PAGE_END);
    if (cut) continue;
    const lines = table.lines.filter((line) => within(line.y));
    const room = roomOf(height, lines, y === lowest);
    if (room > lines.length) {
      throw new ParseError(
        "pdf_damaged",
        `Page ${page} has a row at ${Math.round(y)} points with room for ${room} lines and ${lines.length} in it.`,
      );
    }
  }
}

/**
 * Number of lines that a frame was made for; 0 where that is not known: for one that holds both kinds of lines, and for the last row of a
 * table, below which there is a margin.
 */
function roomOf(height: number, lines: readonly Line[], last: boolean): number {
  const rows = lines.filter(({ runs }) => runs.some(({ size }) => size > ROW_SIZE)).length;
  if (lines.length === 0 || (rows > 0 && (rows < lines.length || last))) return 0;
  const { one, more } = rows > 0 ? ROOM.row : ROOM.details;
  return Math.floor((height - one + SLACK) / more) + 1;
}
