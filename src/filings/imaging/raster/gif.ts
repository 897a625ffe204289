/**
 * Decodes a GIF's first picture to a gray bitmap (GIF89a specification). The Senate's page images are two-color GIFs. Checks
 * every length against the available bytes, and the number of pixels before allocation. The library omggif is not used: it leaves
 * the rest of a truncated picture blank without an error, and uses four bytes per pixel.
 */
import { ParseError } from "../../../base/errors.ts";
import type { Bitmap } from "./bitmap.ts";

/** Maximum number of pixels; the largest picture seen is 5484 by 7097. */
const MAX_PIXELS = 64_000_000;
const LONGEST_CODE = 12;

const EXTENSION = 0x21;
const PICTURE = 0x2c;
const END = 0x3b;

/** @throws {ParseError} `image_unknown_format`, `image_too_large`, `image_damaged`. */
export function readGif(bytes: Uint8Array): Bitmap {
  const magic = Buffer.from(bytes.subarray(0, 6)).toString("latin1");
  if (magic !== "GIF89a" && magic !== "GIF87a") {
    throw new ParseError(
      "image_unknown_format",
      "The page image is not a GIF, the only format known for the Senate's page images.",
    );
  }
  const from = new Bytes(bytes, 6);
  from.readBytes(4);
  const flags = from.readByte();
  from.readBytes(2);
  const globalPalette = readPalette(from, flags);
  for (;;) {
    const kind = from.readByte();
    if (kind === PICTURE) return readPicture(from, globalPalette);
    if (kind === END) throw new ParseError("image_damaged", "The GIF contains no picture.");
    if (kind !== EXTENSION) throw new ParseError("image_damaged", `The GIF has a block of an unknown type (${kind}).`);
    from.readBytes(1);
    from.readSubBlocks();
  }
}

/** A cursor over the file's bytes. */
class Bytes {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  readBytes(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new ParseError("image_damaged", "The GIF is truncated.");
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  readByte(): number {
    return this.readBytes(1)[0] as number;
  }

  readShort(): number {
    return this.readByte() | (this.readByte() << 8);
  }

  /** Reads the sub-blocks up to the empty terminator and joins them. */
  readSubBlocks(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let length = this.readByte(); length > 0; length = this.readByte()) parts.push(this.readBytes(length));
    return Buffer.concat(parts);
  }
}

/** Reads the palette as one gray value per color; null if the flags say that there is no palette. */
function readPalette(from: Bytes, flags: number): Uint8Array | null {
  if ((flags & 0x80) === 0) return null;
  const colours = from.readBytes(3 * 2 ** ((flags & 7) + 1));
  return Uint8Array.from({ length: colours.length / 3 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = colours.subarray(at * 3, at * 3 + 3);
    return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  });
}

function readPicture(from: Bytes, globalPalette: Uint8Array | null): Bitmap {
  from.readBytes(4);
  const width = from.readShort();
  const height = from.readShort();
  const flags = from.readByte();
  const palette = readPalette(from, flags) ?? globalPalette;
  if (width * height > MAX_PIXELS) {
    throw new ParseError(
      "image_too_large",
      `The page image has ${width} x ${height} pixels; at most ${MAX_PIXELS} are read.`,
    );
  }
  if (width * height === 0 || palette === null)
    throw new ParseError("image_damaged", "The GIF has no pixels or no color table.");
  const shortest = from.readByte();
  if (shortest < 2 || shortest > 8) throw new ParseError("image_damaged", `Invalid GIF code size: ${shortest} bits.`);
  const colours = decodeLzw(from.readSubBlocks(), shortest, width * height);
  const pixels = colours.map((colour) => palette[colour] ?? 255);
  return { width, height, pixels: (flags & 0x40) === 0 ? pixels : deinterlace(pixels, width, height) };
}

/** Decodes LZW with codes of up to twelve bits. @throws {ParseError} `image_damaged` unless the result has exactly `count` pixels. */
function decodeLzw(data: Uint8Array, shortest: number, count: number): Uint8Array {
  const out = new Uint8Array(count);
  const clear = 2 ** shortest;
  const prefix = new Uint16Array(2 ** LONGEST_CODE);
  const suffix = new Uint8Array(2 ** LONGEST_CODE);
  const length = new Uint32Array(2 ** LONGEST_CODE);
  for (let code = 0; code < clear; code += 1) {
    suffix[code] = code;
    length[code] = 1;
  }
  let size = shortest + 1;
  let next = clear + 2;
  let previous = -1;
  let first = 0;
  let written = 0;
  let bits = 0;
  let held = 0;
  for (const byte of data) {
    held |= byte << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & (2 ** size - 1);
      held >>>= size;
      bits -= size;
      if (code === clear) {
        size = shortest + 1;
        next = clear + 2;
        previous = -1;
        continue;
      }
      if (code === clear + 1) return requireAllPixels(out, written);
      const known = code < next && (code < clear || previous >= 0);
      if (!known && (previous < 0 || code !== next))
        throw new ParseError("image_damaged", "The GIF's picture is damaged.");
      const source = known ? code : previous;
      const run = (length[source] as number) + (known ? 0 : 1);
      if (written + run > count) throw new ParseError("image_damaged", "The GIF's picture exceeds its stated size.");
      let at = written + (length[source] as number) - 1;
      let link = source;
      for (; link >= clear; link = prefix[link] as number, at -= 1) out[at] = suffix[link] as number;
      out[at] = link;
      if (!known) out[written + run - 1] = link;
      first = link;
      written += run;
      if (previous >= 0 && next < 2 ** LONGEST_CODE) {
        prefix[next] = previous;
        suffix[next] = first;
        length[next] = (length[previous] as number) + 1;
        next += 1;
        if (next === 2 ** size && size < LONGEST_CODE) size += 1;
      }
      previous = code;
    }
  }
  return requireAllPixels(out, written);
}

function requireAllPixels(out: Uint8Array, written: number): Uint8Array {
  if (written === out.length) return out;
  throw new ParseError("image_damaged", `The GIF's picture ends after ${written} of ${out.length} pixels.`);
}

/** Reorders interlaced rows, which are stored in four passes: every eighth, the rows between those, every fourth, every second. */
function deinterlace(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(pixels.length);
  let row = 0;
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let y = start; y < height; y += step, row += 1)
      out.set(pixels.subarray(row * width, (row + 1) * width), y * width);
  }
  return out;
}
