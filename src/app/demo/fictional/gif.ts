import type { Bitmap } from "./pdf-writer.ts";

const CLEAR = 4;
const END = 5;
const MAX_CODES = 4096;

export function encodeGif(bitmap: Bitmap): Uint8Array {
  const { width, height } = bitmap;
  const header = Buffer.alloc(13);
  header.write("GIF89a", "latin1");
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  header[10] = 0xf0;
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0]);
  return new Uint8Array(Buffer.concat([header, palette, descriptor, encodeImageData(bitmap), Buffer.from([0x3b])]));
}

function encodeImageData(bitmap: Bitmap): Buffer {
  const bytes = encodePixelsAsLzw(bitmap);
  const blocks: Buffer[] = [Buffer.from([2])];
  for (let start = 0; start < bytes.length; start += 255) {
    const block = bytes.subarray(start, start + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}

/** LZW: repeatedly writes the code of the longest known run of pixels, filling each byte from its lowest bit. */
function encodePixelsAsLzw({ width, height, bits }: Bitmap): Buffer {
  const stride = Math.ceil(width / 8);
  const bytes = Buffer.alloc(width * height + 16);
  let size = 0;
  let buffered = 0;
  let count = 0;
  const writeCode = (code: number, length: number) => {
    buffered |= code << count;
    for (count += length; count >= 8; count -= 8, buffered >>= 8) bytes[size++] = buffered & 255;
  };
  // Maps a known run and the color of the next pixel to the code of the run that includes the pixel. The code is 0 if that longer
  // run is not known yet. The index is `2 * code of the known run + color of the next pixel`.
  const longer = new Uint16Array(2 * MAX_CODES);
  let next = END + 1;
  let length = 3;
  let run = -1;
  writeCode(CLEAR, length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = ((bits[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      const longerRun = run < 0 ? colour : (longer[run * 2 + colour] ?? 0);
      if (run < 0 || longerRun > 0) {
        run = longerRun;
        continue;
      }
      writeCode(run, length);
      longer[run * 2 + colour] = next;
      run = colour;
      next += 1;
      if (next > 2 ** length) length += 1;
      if (next < MAX_CODES) continue;
      writeCode(CLEAR, 12);
      longer.fill(0);
      next = END + 1;
      length = 3;
    }
  }
  writeCode(run, length);
  writeCode(END, length);
  bytes[size++] = buffered & 255;
  return bytes.subarray(0, size);
}
