/** A cell as it stands on the page, between its rules, with nothing taken off: where rules were taken off with parts of letters, a look at it errs otherwise. */
import type { PageBox } from "../../../domain/trade.ts";
import { type Bitmap, cropped, INK_BELOW } from "../raster/bitmap.ts";

/** Pixels around the cell in which its rules are looked for, and so many that are given where there are none. */
const MARGIN = 8;
const GIVEN = 2;
/** Rules of a page that is not quite straight lie so far inside. */
const INSIDE = 8;
/** Of a row of pixels across the cell, and of a column down it: more ink is a rule. */
const RULE_ACROSS = 0.4;
const RULE_DOWN = 0.7;

export function uncleaned(page: Bitmap, { left, top, width, height }: PageBox): Bitmap {
  const around = cropped(page, {
    left: left - MARGIN,
    top: top - MARGIN,
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
  });
  const isInk = (x: number, y: number) => (around.pixels[y * around.width + x] as number) < INK_BELOW;
  const rows = withinRules(
    around.height,
    (y) => share(around.width, (x) => isInk(x, y)) > RULE_ACROSS,
    Math.floor(around.height / 3),
  );
  const columns = withinRules(
    around.width,
    (x) => share(around.height, (y) => isInk(x, y)) > RULE_DOWN,
    MARGIN + INSIDE,
  );
  return cropped(around, {
    left: columns.from,
    top: rows.from,
    width: columns.to - columns.from,
    height: rows.to - rows.from,
  });
}

/** The places between the innermost rules at either end, which lie no further in than `most`. */
function withinRules(length: number, isRule: (at: number) => boolean, most: number): { from: number; to: number } {
  const reach = Math.min(most, MARGIN + INSIDE);
  let from = MARGIN - GIVEN;
  let to = length - from;
  for (let at = 0; at < reach; at += 1) {
    if (isRule(at)) from = Math.max(from, at + 1);
    if (isRule(length - 1 - at)) to = Math.min(to, length - 1 - at);
  }
  return { from, to };
}

function share(length: number, holds: (at: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < length; at += 1) count += holds(at) ? 1 : 0;
  return count / length;
}
