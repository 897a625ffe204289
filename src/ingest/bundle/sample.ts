/** Draws the pages of a bundle that are read here too, before any of its readings is taken. */
import { randomBytes } from "node:crypto";

/** One page in this many is drawn. */
const ONE_IN = 50;
/** Pages of one publisher and version of the reader that are read here at least, as far as there are as many. */
const LEAST_PAGES = 50;

/** @param checkedBefore pages of the same publisher and reader that were read here already. */
export function sampleSize(pages: number, checkedBefore: number): number {
  return Math.min(pages, Math.max(LEAST_PAGES - checkedBefore, Math.ceil(pages / ONE_IN), 1));
}

/**
 * Draws pages without putting back, one with many sure rows sooner than one with few: a page's chance goes with its rows plus one (Efraimidis and
 * Spirakis, Weighted random sampling with a reservoir, 2006).
 * @param random a number above 0 up to 1; by default from the system's generator, which no publisher can foresee.
 */
export function drawSample<Page extends { readonly sureRows: number }>(
  pages: readonly Page[],
  size: number,
  random: () => number = unforeseen,
): readonly Page[] {
  return pages
    .map((page) => ({ page, key: Math.log(random()) / (page.sureRows + 1) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, size)
    .map(({ page }) => page);
}

function unforeseen(): number {
  return (randomBytes(6).readUIntBE(0, 6) + 1) / 2 ** 48;
}
