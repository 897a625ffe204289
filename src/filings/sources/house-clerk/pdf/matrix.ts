/** Affine transform of a PDF, `[a b c d e f]`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Pure. Applies `inner` first, then `outer`. */
export function multiplyMatrices(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

/** Pure. Converts six numbers to a matrix; missing numbers are taken from the identity matrix. */
export function toMatrix(numbers: ArrayLike<number>): Matrix {
  const getNumber = (index: number): number => numbers[index] ?? IDENTITY[index] ?? 0;
  return [getNumber(0), getNumber(1), getNumber(2), getNumber(3), getNumber(4), getNumber(5)];
}
