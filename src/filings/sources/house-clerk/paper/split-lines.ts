/** Splits a tall table row at the positions of its texts. The row is really several rows whose ruled lines are missing. */

import { computeMedian } from "../../../../base/median.ts";
import { type Bitmap, cropBitmap } from "../../../imaging/raster/bitmap.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { MAX_ROW_HEIGHT, type Strip } from "../../../imaging/tables/table.ts";
import { findComponents } from "../../../imaging/text/components.ts";

/** Minimum number of distances between ruled lines that is needed to establish the usual spacing. */
const MIN_USUAL = 5;
/** Maximum deviation from the usual spacing, as a share of it. */
const MAX_DEVIATION = 0.2;
/** Maximum distance from the top of a tall line to the middle of its first text, as a multiple of the usual spacing. */
const MAX_ABOVE = 1;
/** Maximum distance from the bottom of a tall line to the middle of its last text, as a multiple of the usual spacing. */
const MAX_BELOW = 1.35;
/** Minimum height of a letter, and maximum height of a white gap within one text. Both in pixels at 200 dpi. */
const SMALLEST_LETTER = 5;
const LOWEST_WHITE = 2;
/** Minimum ratio of width to height of a fragment of a ruled line. */
const FLAT = 6;
const MARGIN = 4;
/** Maximum distance of a fragment of a ruled line from the middle between two texts, in pixels at 200 dpi. */
const RULE = 3;

/** Splits a tall line if its asset texts have the usual spacing and each date gets its own part. Keeps all other lines. */
export function splitLines(page: Bitmap, layout: Layout, lines: readonly Strip[], scale: number): readonly Strip[] {
  const isTall = ({ from, to }: Strip): boolean => to - from > MAX_ROW_HEIGHT * scale;
  const pitches = lines.flatMap((line, at) => {
    const next = lines[at + 1];
    return next && !isTall(line) && !isTall(next) ? [next.from - line.from] : [];
  });
  if (pitches.length < MIN_USUAL) return lines;
  return lines.flatMap((line) =>
    isTall(line) ? (splitTallLine(page, layout, line, computeMedian(pitches), scale) ?? [line]) : [line],
  );
}

/** Splits a tall line into its parts; null if it is unclear where to split it. */
function splitTallLine(page: Bitmap, layout: Layout, line: Strip, pitch: number, scale: number): Strip[] | null {
  const texts = findTextLines(page, layout.asset, line, scale);
  const [first, last] = [texts[0], texts.at(-1)];
  if (!first || !last || texts.length < 2) return null;
  if (getMiddle(first) - line.from > MAX_ABOVE * pitch || line.to - getMiddle(last) > MAX_BELOW * pitch) return null;
  const isEven = texts.every((text, at) => {
    const before = texts[at - 1];
    return before === undefined || Math.abs(getMiddle(text) - getMiddle(before) - pitch) <= MAX_DEVIATION * pitch;
  });
  if (!isEven) return null;
  const cuts = texts.slice(1).map((text, at) => Math.round(((texts[at] as Strip).to + text.from) / 2));
  const edge = Math.round(RULE * scale);
  const parts = texts.map((_, at) => ({
    from: at === 0 ? line.from : (cuts[at - 1] as number) + edge,
    to: at === cuts.length ? line.to : (cuts[at] as number) - edge,
  }));
  const dates = [layout.transactionDate, layout.notificationDate].filter((date) => date !== null);
  return dates.every((date) => areTextsInSeparateParts(findTextLines(page, date, line, scale), parts)) ? parts : null;
}

function areTextsInSeparateParts(texts: readonly Strip[], parts: readonly Strip[]): boolean {
  const within = texts.map((text) => parts.findIndex(({ from, to }) => text.from >= from && text.to <= to));
  return within.length > 1 && !within.includes(-1) && new Set(within).size === within.length;
}

function getMiddle({ from, to }: Strip): number {
  return (from + to) / 2;
}

/** Vertical extents of a column's lines of text. */
function findTextLines(page: Bitmap, column: Strip, line: Strip, scale: number): Strip[] {
  const edge = Math.round(MARGIN * scale);
  const [left, width] = [column.from + edge, column.to - column.from - 2 * edge];
  const height = line.to - line.from;
  const inked = new Uint8Array(height + 1);
  for (const { box } of findComponents(cropBitmap(page, { left, top: line.from, width, height }))) {
    if (box.height < SMALLEST_LETTER * scale || box.width > FLAT * box.height) continue;
    inked.fill(1, box.top, box.top + box.height);
  }
  const strips: Strip[] = [];
  for (const [y, ink] of inked.entries()) {
    const last = strips.at(-1);
    const at = line.from + y;
    if (ink === 0) continue;
    if (last && at - last.to <= LOWEST_WHITE * scale) strips[strips.length - 1] = { from: last.from, to: at + 1 };
    else strips.push({ from: at, to: at + 1 });
  }
  return strips;
}
