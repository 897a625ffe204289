import type { Bitmap } from "./pdf-writer.ts";

const CLEAR = 4;
const END = 5;
const MOST_CODES = 4096;

/** A black-and-white GIF. */
export function writeGif(bitmap: Bitmap): Uint8Array {
  const { width, height } = bitmap;
  const header = Buffer.alloc(13);
  header.write("GIF89a", "latin1");
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  header[10] = 0xf0;
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0]);
  return new Uint8Array(Buffer.concat([header, palette, descriptor, imageData(bitmap), Buffer.from([0x3b])]));
}

function imageData(bitmap: Bitmap): Buffer {
  const bytes = packed(codesOf(bitmap));
  const blocks: Buffer[] = [Buffer.from([2])];
  for (let start = 0; start < bytes.length; start += 255) {
    const block = bytes.subarray(start, start + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}

/** LZW: each code with its length in bits. */
function* codesOf({ width, height, bits }: Bitmap): Generator<readonly [code: number, length: number]> {
  const stride = Math.ceil(width / 8);
  const longer = new Map<number, number>();
  let next = END + 1;
  let length = 3;
  let run = -1;
  yield [CLEAR, length];
  for (let at = 0; at < width * height; at += 1) {
    const column = at % width;
    const colour = ((bits[Math.floor(at / width) * stride + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
    const known = run < 0 ? colour : longer.get(run * 2 + colour);
    if (known !== undefined) {
      run = known;
      continue;
    }
    yield [run, length];
    longer.set(run * 2 + colour, next);
    run = colour;
    next += 1;
    if (next > 2 ** length) length += 1;
    if (next < MOST_CODES) continue;
    yield [CLEAR, 12];
    longer.clear();
    next = END + 1;
    length = 3;
  }
  yield [run, length];
  yield [END, length];
}

/** Bits from the lowest of each byte on. */
function packed(codes: Iterable<readonly [number, number]>): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let count = 0;
  for (const [code, length] of codes) {
    held |= code << count;
    for (count += length; count >= 8; count -= 8, held >>= 8) bytes.push(held & 255);
  }
  return Buffer.from([...bytes, held & 255]);
}
