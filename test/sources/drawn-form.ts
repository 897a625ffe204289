/** Draws a form like the House's for tests: rules, boxes and marks. It contains no part of a real document. */
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";

export interface DrawnLine {
  /** Indexes of the marked type and of the marked amount. */
  readonly type: number | null;
  readonly amount: number | null;
  readonly style: "cross" | "check" | "filled";
}

export interface DrawnForm {
  readonly boxes: boolean;
  /** Number of pixels missing from each 90 pixels of a rule. */
  readonly gap: number;
  readonly lines: readonly (DrawnLine | null)[];
}

const WIDTH = 2200;
const HEIGHT = 1700;
/** Widths of the columns: owner, asset, four types, two dates, eleven amounts. */
export const COLUMNS = [58, 420, 62, 62, 62, 62, 124, 144, ...Array<number>(11).fill(76)];
const LEFT = 120;
const TOP = 700;
const HEADER = 270;
const LINE = 72;

export function drawForm({ boxes, gap, lines }: DrawnForm): Bitmap {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const drawDot = (x: number, y: number): void => {
    if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) pixels[Math.round(y) * WIDTH + Math.round(x)] = 0;
  };
  const drawBlock = (x: number, y: number, width: number, height: number): void => {
    for (let j = 0; j < height; j += 1) for (let i = 0; i < width; i += 1) drawDot(x + i, y + j);
  };
  const drawStroke = (fromX: number, fromY: number, toX: number, toY: number): void => {
    const steps = Math.ceil(Math.hypot(toX - fromX, toY - fromY));
    for (let i = 0; i <= steps; i += 1)
      drawBlock(fromX + ((toX - fromX) * i) / steps, fromY + ((toY - fromY) * i) / steps, 4, 4);
  };
  const isWhole = (place: number): boolean => gap === 0 || place % 90 >= gap;
  const edges = [LEFT];
  for (const width of COLUMNS) edges.push((edges.at(-1) as number) + width + 4);
  const right = edges.at(-1) as number;
  const tops = [TOP, ...Array.from({ length: lines.length + 1 }, (_, i) => TOP + HEADER + i * LINE)];
  const bottom = tops.at(-1) as number;
  for (const x of edges) for (let y = TOP; y <= bottom; y += 1) if (isWhole(y)) drawBlock(x, y, 4, 1);
  for (const y of tops) for (let x = LEFT; x < right; x += 1) if (isWhole(x)) drawBlock(x, y, 1, 4);
  // Some ink in the heading of every column.
  for (const x of edges.slice(0, -1)) for (let y = TOP + 60; y < TOP + 220; y += 16) drawBlock(x + 16, y, 14, 9);
  lines.forEach((line, i) => {
    const top = TOP + HEADER + i * LINE;
    const getBoxCorner = (column: number): [number, number] => [
      (edges[column] as number) + (COLUMNS[column] as number) / 2 - 22,
      top + 16,
    ];
    const marked = [...Array.from({ length: 4 }, (_, k) => k + 2), ...Array.from({ length: 11 }, (_, k) => k + 8)];
    if (boxes) {
      for (const column of marked) {
        const [x, y] = getBoxCorner(column);
        for (const [dx, dy, w, h] of [
          [0, 0, 46, 5],
          [0, 41, 46, 5],
          [0, 0, 5, 46],
          [41, 0, 5, 46],
        ] as const)
          drawBlock(x + dx, y + dy, w, h);
      }
    }
    if (!line) return;
    for (let x = 0; x < 300; x += 22) drawBlock((edges[1] as number) + 20 + x, top + 24, 12, 20);
    for (const date of [6, 7])
      for (let x = 0; x < 80; x += 18) drawBlock((edges[date] as number) + 16 + x, top + 26, 10, 18);
    for (const column of [line.type === null ? null : line.type + 2, line.amount === null ? null : line.amount + 8]) {
      if (column === null) continue;
      const [x, y] = getBoxCorner(column);
      if (line.style === "filled") drawBlock(x + 9, y + 9, 28, 28);
      if (line.style === "check") {
        drawStroke(x + 10, y + 22, x + 18, y + 34);
        drawStroke(x + 18, y + 34, x + 44, y - 6);
      }
      if (line.style === "cross") {
        drawStroke(x + 8, y + 8, x + 36, y + 36);
        drawStroke(x + 36, y + 8, x + 8, y + 36);
      }
    }
  });
  return { width: WIDTH, height: HEIGHT, pixels };
}

/** Position in the asset column, in pixels, left of which `leanLeftRules` distorts the form. */
export const LEAN_END = 560;
/** How far the left rules lean, in pixels per 560 pixels of height. */
const LEAN = 36;

/** Shifts everything before `ASSET_END` to the left, increasingly toward the bottom and toward the left edge. */
export function leanLeftRules(form: Bitmap): Bitmap {
  const pixels = form.pixels.slice();
  for (let y = 0; y < form.height; y += 1) {
    const shift = Math.round((LEAN * Math.max(0, y - TOP)) / 560);
    for (let x = 0; x < LEAN_END; x += 1) {
      const from = x + Math.round(shift * (1 - x / LEAN_END));
      pixels[y * form.width + x] = form.pixels[y * form.width + Math.min(LEAN_END, from)] as number;
    }
  }
  return { ...form, pixels };
}
