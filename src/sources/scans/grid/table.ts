/** The printed table of a straightened page: where its columns and its lines are. */
import { type Ink, inkWithin } from "../raster/ink.ts";
import { coverage, type Rule, uprightRules } from "./rules.ts";
import { scaleOf } from "./strokes.ts";

/** What lies between two rules: `[from, to)` in pixels, without the rules' own ink. */
export interface Strip {
  readonly from: number;
  readonly to: number;
}

export interface Table {
  /** From the left. */
  readonly columns: readonly Strip[];
  /** From the top; bands of black are no lines. */
  readonly lines: readonly Strip[];
}

/** A table of transactions has an asset, a type, a date and an amount at the least. */
const FEWEST_COLUMNS = 4;
/** Two rules nearer than this are one, drawn double; and so with lines. At 200 dpi. */
const NARROWEST_COLUMN = 16;
const LOWEST_LINE = 9;
/** The sides of the forms' boxes are shorter than this. */
const TALLEST_BOX = 64;

/** The page's largest table by the number of its rules; null where there is none. */
export function findTable(ink: Ink, across: Ink): Table | null {
  const scale = scaleOf(ink);
  const rules = uprightRules(ink, across);
  const body = bodyOf(rules, ink.height);
  if (!body) return null;
  const tall = body.to - body.from;
  const standing = rules.filter(
    (rule) => coverage(rule, body.from, body.to) >= 0.45 * tall && rule.unbroken > Math.min(TALLEST_BOX * scale, 0.6 * tall),
  );
  const columns = between(standing, NARROWEST_COLUMN * scale);
  if (columns.length < FEWEST_COLUMNS) return null;
  return { columns, lines: linesOf(ink, standing, body, scale) };
}

/** The heights between which most rules stand side by side. */
function bodyOf(rules: readonly Rule[], height: number): Strip | null {
  const standing = new Uint16Array(height + 1);
  for (const rule of rules) {
    for (const [from, to] of rule.spans) for (let y = from; y < to; y += 1) standing[y] = (standing[y] as number) + 1;
  }
  const most = standing.reduce((a, b) => Math.max(a, b), 0);
  if (most < FEWEST_COLUMNS + 1) return null;
  const needed = Math.max(FEWEST_COLUMNS + 1, 0.7 * most);
  let best: Strip | null = null;
  let from = -1;
  let gap = 0;
  for (let y = 0; y <= height; y += 1) {
    if ((standing[y] as number) >= needed) {
      if (from < 0) from = y;
      gap = 0;
      continue;
    }
    gap += 1;
    if (from < 0 || (y < height && gap <= height / 60)) continue;
    const to = y - gap + 1;
    if (!best || to - from > best.to - best.from) best = { from, to };
    from = -1;
  }
  return best;
}

function between(rules: readonly Rule[], narrowest: number): Strip[] {
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

/**
 * Lines lie between level rules. A level rule is told by the ink right beside the upright ones: there neither text nor a cross stands, nor does a box's edge reach there.
 */
function linesOf(ink: Ink, rules: readonly Rule[], body: Strip, scale: number): Strip[] {
  const right = rules.slice(1);
  const near = Math.max(2, Math.round(2 * scale));
  const far = Math.max(near + 3, Math.round(7 * scale));
  const crossed: number[] = [];
  const top = Math.max(0, body.from - 6);
  const bottom = Math.min(ink.height, body.to + 6);
  for (let y = top; y < bottom; y += 1) {
    let sides = 0;
    let inked = 0;
    for (const [i, rule] of right.entries()) {
      const x = Math.round(rule.x);
      const reach = rule.reach;
      for (const [from, to] of [
        [x - reach - far, x - reach - near],
        [x + reach + near, x + reach + far],
      ] as const) {
        if (i === right.length - 1 && from > x) continue;
        sides += 1;
        if (inkWithin(ink, from, y - 1, to, y + 2) > 0.6 * (to - from)) inked += 1;
      }
    }
    crossed.push(sides > 0 ? inked / sides : 0);
  }
  const ruled = levelRules(crossed, scale).map(({ from, to }) => ({ from: from + top, to: to + top }));
  const lines: Strip[] = [];
  for (let i = 1; i < ruled.length; i += 1) {
    const from = (ruled[i - 1] as Strip).to;
    const to = (ruled[i] as Strip).from;
    if (to - from >= LOWEST_LINE * scale) lines.push({ from, to });
  }
  return lines;
}

/** Stretches of height where most sides are inked; a black band is one of them. */
function levelRules(crossed: readonly number[], scale: number): Strip[] {
  const strips: Strip[] = [];
  for (const [y, share] of crossed.entries()) {
    if (share < 0.45) continue;
    const last = strips.at(-1);
    if (last && y - last.to <= 3 * scale) strips[strips.length - 1] = { from: last.from, to: y + 1 };
    else strips.push({ from: y, to: y + 1 });
  }
  return strips;
}
