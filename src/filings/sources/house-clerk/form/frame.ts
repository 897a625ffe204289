/** Detects missing text by the frame that the form draws around every row of the table. */
import { ParseError } from "../../../../base/errors.ts";
import type { PageContent } from "../pdf/page-content.ts";
import type { Line } from "./line.ts";

/** The left border of a row, or of the row's labelled text lines: a filled rectangle as thin as a hairline. */
const BORDER = { width: 1.2, leastHeight: 6 };
/** The baseline of a text line in a frame may be up to this many points below the lower end of the frame's left border. */
const REACH = 3;
// Maximum distance, in points, from the first baseline of a repeated header down to the top of a frame that starts at the page
// break or was cut there. In recorded reports, such frames are at most 29.3 points below the baseline.
const MAX_CUT_FRAME_DEPTH = 32;
/** A frame that ends above this y, in points, was not cut by the page's end; cut frames end at 730.5 or further down. */
const PAGE_END = 715;
// Frame height in points for the first line (`one`) and for each further line (`more`). In recorded reports, frames with row text
// are up to 4.4 points taller than this, and frames with labels (`details`) are up to 1.3 points taller.
const FRAME_HEIGHT = { row: { one: 22.6, more: 10.5 }, details: { one: 21, more: 12.66 } };
/** Text size in points that separates labels (8.25 or 8.55) from rows (9). */
const ROW_SIZE = 8.8;
const SLACK = 1;

/**
 * Pure. Checks a page's frames for missing text. Only the page's lowest frame may be empty: perhaps its first line did not fit on
 * the page. A frame not cut by a page break is only as high as its lines need: more room means missing text. `from` is the left
 * edge of the table's first column, `header` the first baseline of the table's header, `lines` the text below the header.
 * @throws {ParseError} `pdf_damaged` if text is missing.
 */
export function checkRowFrames(
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
    const isWithin = (baseline: number): boolean => baseline > y && baseline < y + height + REACH;
    if (y < lowest && !runs.some((run) => isWithin(run.y))) {
      throw new ParseError("pdf_damaged", `Page ${page} has an empty row ${Math.round(y)} points from the top.`);
    }
    const cut = (page > 1 && y < table.header + MAX_CUT_FRAME_DEPTH) || (y === lowest && y + height > PAGE_END);
    if (cut) continue;
    const lines = table.lines.filter((line) => isWithin(line.y));
    const room = countFittingLines(height, lines, y === lowest);
    if (room > lines.length) {
      throw new ParseError(
        "pdf_damaged",
        `The row ${Math.round(y)} points from the top of page ${page} has room for ${room} lines, but contains only ${lines.length}.`,
      );
    }
  }
}

// Counts the lines for which a frame has room. Returns 0, for unknown, if the frame has no lines or has both row text and labels.
// Also returns 0 for row text in the page's last frame, since that frame may have a margin.
function countFittingLines(height: number, lines: readonly Line[], last: boolean): number {
  const rows = lines.filter(({ runs }) => runs.some(({ size }) => size > ROW_SIZE)).length;
  if (lines.length === 0 || (rows > 0 && (rows < lines.length || last))) return 0;
  const { one, more } = rows > 0 ? FRAME_HEIGHT.row : FRAME_HEIGHT.details;
  return Math.floor((height - one + SLACK) / more) + 1;
}
