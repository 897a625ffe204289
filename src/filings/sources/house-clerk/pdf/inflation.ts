/** Limits the unpacked size of a PDF before pdf.js reads it: a few kilobytes can unpack to gigabytes. */
import { constants, inflateSync } from "node:zlib";
import { ParseError } from "../../../../base/errors.ts";

/** An A4 page scanned in gray at 600 dpi takes 35 MB. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const MAX_UNPACKED_TOGETHER = 1024 * 1024 * 1024;
/** A stream may be compressed several times. */
const MAX_LAYERS = 8;

/**
 * Pure. Unpacks every unencrypted Flate stream to count its bytes, and discards the result. Encrypted streams look like noise
 * here and are ignored. @throws {ParseError} `pdf_too_large`.
 */
export function checkUnpackedSize(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let together = 0;
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    if (file.subarray(at - 3, at).toString("latin1") === "end") continue;
    const start = at + 6 + (file[at + 6] === 0x0d ? 1 : 0) + 1;
    let packed: Buffer | null = file.subarray(start);
    for (let layer = 0; layer < MAX_LAYERS && packed !== null; layer++) {
      packed = inflateStream(packed);
      together += packed?.length ?? 0;
      if (together > MAX_UNPACKED_TOGETHER)
        throw createTooLargeError(`The PDF unpacks to more than ${MAX_UNPACKED_TOGETHER} bytes.`);
    }
  }
}

/** Null if the bytes are not a zlib stream. */
function inflateStream(packed: Buffer): Buffer | null {
  const [method = 0, flags = 0] = packed;
  if ((method & 0x0f) !== 8 || (method * 256 + flags) % 31 !== 0) return null;
  try {
    return inflateSync(packed, { maxOutputLength: MAX_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") return null;
    throw createTooLargeError(`A stream of the PDF unpacks to more than ${MAX_UNPACKED} bytes.`);
  }
}

function createTooLargeError(what: string): ParseError {
  return new ParseError("pdf_too_large", what);
}
