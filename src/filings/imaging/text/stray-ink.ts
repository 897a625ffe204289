/** Removes ink that is not text from a cell: pieces of printed ruled lines, and stroke ends from neighboring cells. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Component } from "./components.ts";

/** Minimum height of a letter or digit, in pixels. */
const MIN_LETTER = 5;
/** Maximum distance in pixels of a rule's pieces from the cell's upper or lower edge, and from its sides. Rules may slant. */
const EDGE = 6;
const SIDE_EDGE = 12;

/**
 * Returns the height of capitals and digits: the greatest height that more than a third of the letters share, which excludes
 * slashes and commas. Null if there are no letters.
 */
export function findUsualHeight(components: readonly Component[]): number | null {
  const all = components.map(({ box }) => box.height).filter((height) => height >= MIN_LETTER);
  const heights = all.filter((height) => height >= Math.max(...all) / 2).sort((a, b) => b - a);
  const listSimilarHeights = (height: number) =>
    heights.filter((other) => Math.abs(other - height) <= Math.max(1, 0.08 * height));
  return heights.find((height) => listSimilarHeights(height).length > heights.length / 3) ?? getMedian(heights);
}

function getMedian(sorted: readonly number[]): number | null {
  return sorted[sorted.length >> 1] ?? null;
}

/** Returns the components of a cell that are text. @param inner the cell's own area, without the margin examined around it. */
export function removeStrayInk(components: readonly Component[], inner: PageBox): Component[] {
  const height = findUsualHeight(components);
  if (height === null) return [];
  const likely = components.filter(({ box }) => !isPieceOfRule(box, inner, height));
  return likely.filter(
    (component) => !isThinAtEdge(component, inner) || hasLetterBeside(component.box, likely, inner, height),
  );
}

/** Returns whether the component lies near the left or right edge. */
function isAtSide({ left, width }: PageBox, inner: PageBox): boolean {
  return left <= inner.left + SIDE_EDGE || left + width >= inner.left + inner.width - SIDE_EDGE;
}

/** Returns whether the component lies near the upper or lower edge. */
function isAtEdge({ top, height }: PageBox, inner: PageBox, edge = EDGE): boolean {
  return top <= inner.top + edge || top + height >= inner.top + inner.height - edge;
}

// Minimum width-to-height ratio of a piece of a rule. Periods and hyphens are narrower: a limit of 1 removed them from 34 names
// in 1,606 rows. If pieces of rules are not removed, 16 dates in those rows are not certain and three fewer rows are published.
const FLAT = 2.5;

/** Returns whether the component is a piece of a horizontal rule: thin and long, or thin and at the upper or lower edge. */
function isPieceOfRule(box: PageBox, inner: PageBox, letterHeight: number): boolean {
  if (box.height <= 3 && box.width > 1.3 * letterHeight) return true;
  return box.height <= 4 && box.height < 0.35 * letterHeight && isAtEdge(box, inner) && box.width >= FLAT * box.height;
}

// Returns whether the component is thin ink at an edge of the cell. Thin ink fills little of its box or is at most 5 pixels wide.
// Such ink is a corner or a crossing of ruled lines, or a stroke. Without this check, a stroke may be read as a letter, which
// makes six dates in 1,632 rows uncertain.
function isThinAtEdge({ box, places }: Component, inner: PageBox): boolean {
  const thin = places.length / (box.width + box.height) <= 3.5 && places.length / (box.width * box.height) < 0.3;
  return (isAtSide(box, inner) || isAtEdge(box, inner)) && (thin || box.width <= 5);
}

/** Returns whether there is a letter next to the component on the same line. */
function hasLetterBeside(box: PageBox, others: readonly Component[], inner: PageBox, letterHeight: number): boolean {
  return others.some((component) => {
    const other = component.box;
    if (other === box || other.height < 0.5 * letterHeight || isThinAtEdge(component, inner)) return false;
    const gap = Math.max(other.left - box.left - box.width, box.left - other.left - other.width);
    const shared = Math.min(other.top + other.height, box.top + box.height) - Math.max(other.top, box.top);
    return gap <= 1.2 * letterHeight && shared >= 0.5 * Math.min(other.height, box.height);
  });
}
