/**
 * Runs a small convolutional network on a picture of a line of text. For each step from left to right, it outputs probabilities
 * of an alphabet's characters (connectionist temporal classification). Its weights come from `training/`. Deterministic.
 */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

/** Stored weights: for each layer its shape (outputs, inputs, rows, columns), and signed bytes with one scale per output. */
interface TrainedNetwork {
  readonly layers: readonly {
    readonly shape: readonly number[];
    readonly units: readonly number[];
    readonly biases: readonly number[];
    readonly weights: string;
  }[];
}

/** Feature maps. The array `values` is ordered by row, then by column, and last by plane. */
interface Planes {
  readonly count: number;
  readonly height: number;
  readonly width: number;
  readonly values: Float32Array;
}

/** A convolution. The array `weights` is ordered by input, then by kernel row, then by kernel column, and last by output. */
interface Layer {
  readonly outputs: number;
  readonly inputs: number;
  readonly high: number;
  readonly wide: number;
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** Number of white columns added on each side of a picture. */
const PADDING = 8;
/** Number of columns that are pooled after each of the first three layers; max pooling always spans two rows. */
const POOLED_COLUMNS = [2, 1, 1] as const;

/** Builds the function that runs a network on the output of `resizeInk`. */
export function createNetwork(trained: TrainedNetwork): (ink: Planes) => Float32Array[] {
  const layers = trained.layers.map(decodeLayer);
  return (ink) => {
    let planes = ink;
    for (const [at, layer] of layers.entries()) {
      planes = convolve(planes, layer, at < layers.length - 1);
      const pooled = POOLED_COLUMNS[at];
      if (pooled !== undefined) planes = maxPool(planes, pooled);
    }
    return softmax(planes);
  };
}

/** Resizes a picture to the given rows and columns and pads its sides with white columns; each value is a share of ink. */
export function resizeInk({ width, height, pixels }: Bitmap, rows: number, columns: number): Planes {
  const wide = columns + 2 * PADDING + (columns % 2);
  const values = new Float32Array(rows * wide);
  const across = computeResamplingWeights(width, columns);
  const down = computeResamplingWeights(height, rows);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      let ink = 0;
      for (const row of down[y] as Weights) {
        for (const column of across[x] as Weights) {
          if ((pixels[row.at * width + column.at] as number) < INK_BELOW) ink += row.share * column.share;
        }
      }
      values[y * wide + PADDING + x] = ink;
    }
  }
  return { count: 1, height: rows, width: wide, values };
}

/** Source pixels that contribute to one target pixel, with weights that add up to 1. */
type Weights = readonly { readonly at: number; readonly share: number }[];

/** Weights of a linear (triangle) resampling filter along one axis. Its radius is one pixel of the coarser of the two sizes. */
function computeResamplingWeights(from: number, to: number): Weights[] {
  const step = from / to;
  const reach = Math.max(1, step);
  return Array.from({ length: to }, (_, index) => {
    const middle = (index + 0.5) * step;
    const first = Math.max(0, Math.ceil(middle - reach - 0.5));
    const last = Math.min(from - 1, Math.floor(middle + reach - 0.5));
    const near = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const reached = near.map((at) => ({ at, share: 1 - Math.abs(at + 0.5 - middle) / reach })).filter(hasPositiveShare);
    const total = reached.reduce((sum, { share }) => sum + share, 0);
    return reached.map(({ at, share }) => ({ at, share: share / total }));
  });
}

function hasPositiveShare({ share }: { readonly share: number }): boolean {
  return share > 0;
}

// Computes a convolution with zero padding. If the kernel is as high as the input, nothing is added above or below, and the
// output has one row. A ReLU follows if `activated` is true. The loop adds each input value to all outputs that the value
// reaches. Inputs of 0, which are half of all, can then be skipped.
function convolve(from: Planes, { outputs, inputs, high, wide, weights, biases }: Layer, activated = true): Planes {
  const { width } = from;
  const above = high === from.height ? 0 : high >> 1;
  const height = from.height + 2 * above - high + 1;
  const values = new Float32Array(outputs * height * width);
  for (let at = 0; at < values.length; at += outputs) values.set(biases, at);
  const beside = wide >> 1;
  for (let input = 0; input < inputs; input += 1) {
    const kernels = input * high * wide * outputs;
    for (let y = 0; y < from.height; y += 1) {
      const firstRow = Math.max(0, y + above - height + 1);
      const lastRow = Math.min(high - 1, y + above);
      for (let x = 0; x < width; x += 1) {
        const value = from.values[(y * width + x) * inputs + input] as number;
        if (value === 0) continue;
        const left = Math.max(0, x + beside - width + 1);
        const right = Math.min(wide - 1, x + beside);
        for (let dy = firstRow; dy <= lastRow; dy += 1) {
          for (let dx = left; dx <= right; dx += 1) {
            const kernel = kernels + (dy * wide + dx) * outputs;
            const to = ((y + above - dy) * width + x + beside - dx) * outputs;
            for (let output = 0; output < outputs; output += 1) {
              (values[to + output] as number) += value * (weights[kernel + output] as number);
            }
          }
        }
      }
    }
  }
  if (activated) for (let at = 0; at < values.length; at += 1) if ((values[at] as number) < 0) values[at] = 0;
  return { count: outputs, height, width, values };
}

function maxPool({ count, height, width, values }: Planes, columnsOf: 1 | 2): Planes {
  const [high, wide] = [height >> 1, Math.floor(width / columnsOf)];
  const out = new Float32Array(high * wide * count).fill(Number.NEGATIVE_INFINITY);
  for (let y = 0; y < 2 * high; y += 1) {
    for (let x = 0; x < wide * columnsOf; x += 1) {
      const to = ((y >> 1) * wide + Math.floor(x / columnsOf)) * count;
      const source = (y * width + x) * count;
      for (let plane = 0; plane < count; plane += 1) {
        out[to + plane] = Math.max(out[to + plane] as number, values[source + plane] as number);
      }
    }
  }
  return { count, height: high, width: wide, values: out };
}

function softmax({ count, width, values }: Planes): Float32Array[] {
  return Array.from({ length: width }, (_, step) => {
    const scores = Float32Array.from({ length: count }, (_, seen) => values[step * count + seen] as number);
    const highest = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - highest));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  });
}

/** Decodes a stored layer. The weights are signed bytes, one output after another, with one scale factor per output (`units`). */
function decodeLayer({ shape, units, weights, biases }: TrainedNetwork["layers"][number]): Layer {
  const [outputs, inputs, high, wide] = shape as [number, number, number, number];
  const bytes = Int8Array.from(Buffer.from(weights, "base64"));
  const kernelSize = inputs * high * wide;
  return {
    outputs,
    inputs,
    high,
    wide,
    weights: Float32Array.from(bytes, (_, at) => {
      const [kernel, output] = [Math.floor(at / outputs), at % outputs];
      return (bytes[output * kernelSize + kernel] as number) * (units[output] as number);
    }),
    biases: Float32Array.from(biases),
  };
}
