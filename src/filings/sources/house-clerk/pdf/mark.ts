/** Computes the bounding boxes of painted paths. */
import type { Matrix } from "./matrix.ts";
import { OPS, PATH } from "./pdfjs.ts";

/** Bounding box of a filled or stroked path. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly painted: "fill" | "stroke";
}

const STROKES: ReadonlySet<unknown> = new Set([OPS.stroke, OPS.closeStroke]);
const PATH_LENGTH: Readonly<Record<number, number>> = {
  [PATH.moveTo]: 2,
  [PATH.lineTo]: 2,
  [PATH.curveTo]: 6,
  [PATH.quadraticCurveTo]: 4,
  [PATH.closePath]: 0,
};

/** The box of a painted path; null if it only clips, or is empty. */
export function findPaintedBox(args: readonly unknown[], matrix: Matrix): Mark | null {
  const [paint, paths] = args as [number, readonly (ArrayLike<number> | null)[]];
  const path = paths[0];
  if (!path || paint === OPS.endPath) return null;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < path.length; ) {
    const length = PATH_LENGTH[path[at] ?? -1];
    if (length === undefined) return null;
    for (let point = at + 1; point < at + 1 + length; point += 2) {
      const [px, py] = [path[point] ?? 0, path[point + 1] ?? 0];
      const x = matrix[0] * px + matrix[2] * py + matrix[4];
      const y = matrix[1] * px + matrix[3] * py + matrix[5];
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
    }
    at += 1 + length;
  }
  if (minX === Infinity) return null;
  return { x: minX, y: minY, width: maxX - minX, height: maxY - minY, painted: STROKES.has(paint) ? "stroke" : "fill" };
}
