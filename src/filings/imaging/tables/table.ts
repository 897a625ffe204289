/** Finds the printed table of a straightened page: its columns and rows. */
import { computeMedian } from "../../../base/median.ts";
import { countInkWithin, type Ink } from "../raster/ink.ts";
import { createDashCounter, findEvenlySpacedLines } from "./evenly-spaced-rules.ts";
import type { Strip } from "./strip.ts";
import { computeScale, MAX_RULE_THICKNESS } from "./strokes.ts";
import { countRulePixelsBetween, findVerticalRules, type Rule } from "./upright-rules.ts";

export type { Strip } from "./strip.ts";

export interface Table {
  readonly columns: readonly Strip[];
  /** Rows from top to bottom; black bands are not rows. */
  readonly lines: readonly Strip[];
  /** Lower end of the vertical rules. */
  readonly bottom: number;
}

/** Minimum number of columns: a transaction table has at least an asset, a type, a date and an amount. */
const MIN_COLUMNS = 4;
/** Minimum distance between vertical and between horizontal rules, in pixels at 200 dpi: closer rules are one double rule. */
const NARROWEST_COLUMN = 16;
const LOWEST_LINE = 9;
/** Maximum height of a row below the header, in pixels at 200 dpi. */
export const MAX_ROW_HEIGHT = 110;
/** Maximum number of searches for missed ruled lines, each in one part of the table. */
const MAX_STRETCHES = 8;
/** If no ruled line is below the last row, the expected row height is the median height of this many rows directly above. */
const ROWS_FOR_EXPECTED_HEIGHT = 5;
/** Maximum height of a form's checkbox, in pixels at 200 dpi. Lines with a longer unbroken part are ruled lines, not boxes. */
const TALLEST_BOX = 64;

/**
 * Finds the page's table with the most rules; null if there is none. @param thickest maximum thickness of a rule, in pixels at
 * 200 dpi. A higher limit also finds rules that touch a box, since they are thicker, but blotted print may then pass for rules.
 */
export function findTable(ink: Ink, across: Ink, thickest = MAX_RULE_THICKNESS): Table | null {
  const scale = computeScale(ink);
  const rules = findVerticalRules(ink, across, thickest).filter((rule) => rule.unbroken > TALLEST_BOX * scale);
  const body = findBody(ink, rules);
  if (!body) return null;
  const covered = rules.map((rule) => countRulePixelsBetween(rule, body.from, body.to));
  const usual = computeMedian(covered.filter((pixels) => pixels > 0));
  const longRules = rules.filter(
    (_, i) => (covered[i] as number) >= Math.max(0.3 * (body.to - body.from), 0.6 * usual),
  );
  const columns = findColumns(longRules, NARROWEST_COLUMN * scale);
  if (columns.length < MIN_COLUMNS) return null;
  const bottom = Math.max(body.to, findRulesEnd(longRules));
  return { columns, lines: findLines(ink, across, longRules, columns, { from: body.from, to: bottom }), bottom };
}

function findRulesEnd(rules: readonly Rule[]): number {
  return computeMedian(rules.map(({ spans }) => spans.at(-1)?.[1] ?? 0));
}

/** Height of the range searched for rows below the table's body, as a share of the page's height. */
const BELOW = 0.3;
/** Minimum thickness of a black band, in pixels at 200 dpi; ruled lines are thinner. */
const LOWEST_BAND = 24;
/** Maximum height of a black band or of a gap in a ruled line, as a fraction of the page height. A band hides vertical rules. */
const MAX_BAND = 0.07;

/** Finds the longest y range that most vertical ruled lines span. A faint copy or a black band may hide parts of the lines. */
function findBody(ink: Ink, rules: readonly Rule[]): Strip | null {
  const { height } = ink;
  const rulesAtHeight = new Uint16Array(height + 1);
  for (const rule of rules) {
    for (const [at, [from, to]] of rule.spans.entries()) {
      const next = rule.spans[at + 1]?.[0] ?? to;
      const isGap = next - to - countInkedRows(ink, rule, { from: to, to: next }) > height * MAX_BAND;
      const end = isGap ? to : next;
      for (let y = from; y < end; y += 1) rulesAtHeight[y] = (rulesAtHeight[y] as number) + 1;
    }
  }
  const most = rulesAtHeight.reduce((a, b) => Math.max(a, b), 0);
  if (most < MIN_COLUMNS + 1) return null;
  const needed = Math.max(MIN_COLUMNS + 1, 0.7 * most);
  let best: Strip | null = null;
  let from = -1;
  let gap = 0;
  for (let y = 0; y <= height; y += 1) {
    if ((rulesAtHeight[y] as number) >= needed) {
      if (from < 0) from = y;
      gap = 0;
      continue;
    }
    gap += 1;
    if (from < 0 || (y < height && gap <= height * MAX_BAND)) continue;
    const to = y - gap + 1;
    if (!best || to - from > best.to - best.from) best = { from, to };
    from = -1;
  }
  return best;
}

function findColumns(rules: readonly Rule[], narrowest: number): Strip[] {
  const strips: Strip[] = [];
  let left: Rule | undefined;
  for (const rule of rules) {
    if (left && rule.x - left.x < narrowest) {
      if (rule.length > left.length) left = rule;
      continue;
    }
    if (left) strips.push({ from: Math.round(left.x + left.reach), to: Math.round(rule.x - rule.reach) + 1 });
    left = rule;
  }
  return strips;
}

/** Finds the rows between horizontal rules. The ink of such a rule touches the vertical rules; text, crosses and boxes do not. */
function findLines(
  ink: Ink,
  across: Ink,
  rules: readonly Rule[],
  columns: readonly Strip[],
  body: Strip,
): readonly Strip[] {
  const scale = computeScale(ink);
  const top = Math.max(0, body.from - 6);
  const bottom = Math.min(ink.height, Math.round(body.to + BELOW * ink.height));
  const sides = findSideStrips(rules, Math.max(6, Math.round(8 * scale)));
  const crossed: number[] = [];
  for (let y = top; y < bottom; y += 1) {
    const inked = sides.filter(({ from, to }) => countInkedColumns(ink, from, to, y) >= 0.85 * (to - from));
    crossed.push(inked.length / sides.length);
  }
  const found = findLinesBetween(ink, rules, crossed, { top, body }, scale);
  if (findTallLines(found, body, scale).length === 0) return found.lines;
  // A row taller than `MAX_ROW_HEIGHT` is really several rows whose ruled lines were missed. In a faint copy, a ruled line is a
  // series of dashes that are thinner than a box or a letter.
  const dashed = crossed.map((share, i) => Math.max(share, measureDashedShare(ink, rules, top + i) >= 0.6 ? 1 : 0));
  const more = findLinesBetween(ink, rules, dashed, { top, body }, scale);
  return recoverLostRules(ink, across, columns, body, more);
}

/** Recovers missed horizontal rules by their even spacing. Searches between black bands, with one spacing for the whole page. */
function recoverLostRules(
  ink: Ink,
  across: Ink,
  columns: readonly Strip[],
  body: Strip,
  found: Lines,
): readonly Strip[] {
  const scale = computeScale(ink);
  const dashes = createDashCounter(ink, across, columns);
  let { lines } = found;
  let pitch: number | null = null;
  const tried = new Set<string>();
  const findNextTallLine = (): Strip | undefined =>
    findTallLines({ ...found, lines }, body, scale).find(({ from }) => !tried.has(`${from} ${pitch}`));
  for (let tall = findNextTallLine(); tall && tried.size < MAX_STRETCHES; tall = findNextTallLine()) {
    const { from } = tall;
    const to = found.bands.find((band) => band.from > from)?.from ?? body.to;
    tried.add(`${from} ${pitch}`);
    const spacing = findEvenlySpacedLines(ink, dashes, columns, { from, to }, pitch);
    if (!spacing) continue;
    lines = [...lines.filter((line) => line.to <= from), ...spacing.lines, ...lines.filter((line) => line.from >= to)];
    pitch ??= spacing.pitch;
  }
  return lines;
}

interface Lines {
  readonly lines: readonly Strip[];
  /** Y position of the lower edge of the last horizontal ruled line or black band. The body's top if there is neither. */
  readonly end: number;
  readonly bands: readonly Strip[];
}

/** Finds strips too tall to be one row, including the strip below the last rule. Skips the first strip, part of the header. */
function findTallLines({ lines, end }: Lines, body: Strip, scale: number): Strip[] {
  const rest = { from: Math.max(end, lines.at(-1)?.to ?? 0), to: body.to };
  return [...lines.slice(1), rest].filter(({ from, to }) => to - from > MAX_ROW_HEIGHT * scale);
}

function findLinesBetween(
  ink: Ink,
  rules: readonly Rule[],
  crossed: readonly number[],
  { top, body }: { top: number; body: Strip },
  scale: number,
): Lines {
  const ruled = findHorizontalRules(crossed, scale).map(({ from, to }) => ({ from: from + top, to: to + top }));
  const lines: Strip[] = [];
  for (let i = 1; i < ruled.length; i += 1) {
    const from = (ruled[i - 1] as Strip).to;
    const to = (ruled[i] as Strip).from;
    if (to - from < LOWEST_LINE * scale) continue;
    // The vertical rules of a few rows of low height below a black band are too short to be found, so `body` ends above the rows.
    // Accept a row there if it has ink where most of the vertical rules would continue.
    if (to > body.to + 6 && !hasVerticalRules(ink, rules, { from, to })) break;
    lines.push({ from, to });
  }
  const end = ruled.at(-1)?.to ?? body.from;
  const bands = ruled.filter(({ from, to }) => to - from > LOWEST_BAND * scale);
  return { lines: [...lines, ...findRowWithoutBottomRule(lines, end, body.to)], end, bands };
}

/** Returns a table's last row if it has no bottom rule and the vertical rules end about a row's height below the last rule. */
function findRowWithoutBottomRule(lines: readonly Strip[], from: number, to: number): Strip[] {
  const usual = computeMedian(lines.slice(-ROWS_FOR_EXPECTED_HEIGHT).map((line) => line.to - line.from));
  const isLine = lines.length >= ROWS_FOR_EXPECTED_HEIGHT && Math.abs(to - from - usual) <= 0.3 * usual;
  return isLine ? [{ from, to }] : [];
}

/** Returns the share of the columns that have ink across much of their width at a y position. */
function measureDashedShare(ink: Ink, rules: readonly Rule[], y: number): number {
  let dashed = 0;
  for (let i = 1; i < rules.length; i += 1) {
    const from = Math.round((rules[i - 1] as Rule).x) + 4;
    const to = Math.round((rules[i] as Rule).x) - 4;
    if (to > from && countInkedColumns(ink, from, to, y) >= 0.35 * (to - from)) dashed += 1;
  }
  return dashed / Math.max(1, rules.length - 1);
}

function hasVerticalRules(ink: Ink, rules: readonly Rule[], line: Strip): boolean {
  const rulesHere = rules.filter((rule) => countInkedRows(ink, rule, line) >= 0.85 * (line.to - line.from));
  return rulesHere.length >= 0.75 * rules.length;
}

/** Counts the pixel rows of a strip that have ink at a vertical rule's position: the rule itself, or a black band over it. */
function countInkedRows(ink: Ink, { x, reach }: Rule, { from, to }: Strip): number {
  const near = Math.max(1, reach);
  let inked = 0;
  for (let y = from; y < to; y += 1) if (countInkWithin(ink, x - near, y, x + near + 1, y + 1) > 0) inked += 1;
  return inked;
}

/** Returns the strips right next to the vertical rules, inside the table. */
function findSideStrips(rules: readonly Rule[], wide: number): Strip[] {
  const sides: Strip[] = [];
  for (const [i, rule] of rules.entries()) {
    const x = Math.round(rule.x);
    if (i > 0) sides.push({ from: x - rule.reach - wide, to: x });
    if (i < rules.length - 1) sides.push({ from: x + 1, to: x + rule.reach + wide + 1 });
  }
  return sides;
}

/** Counts the pixel columns with ink at a y position, or directly above or below it. */
function countInkedColumns({ width, height, at }: Ink, from: number, to: number, y: number): number {
  let sum = 0;
  for (let x = Math.max(0, from); x < Math.min(width, to); x += 1) {
    const i = y * width + x;
    if (at[i] || (y > 0 && at[i - width]) || (y < height - 1 && at[i + width])) sum += 1;
  }
  return sum;
}

// Finds horizontal rules and black bands. Looks only at the narrow strips directly beside the vertical rules. Returns the y
// ranges where ink crosses at least 45% of these strips.
function findHorizontalRules(crossed: readonly number[], scale: number): Strip[] {
  const strips: Strip[] = [];
  for (const [y, share] of crossed.entries()) {
    if (share < 0.45) continue;
    const last = strips.at(-1);
    if (last && y - last.to <= 3 * scale) strips[strips.length - 1] = { from: last.from, to: y + 1 };
    else strips.push({ from: y, to: y + 1 });
  }
  return strips;
}
