/** A damaged report can still open, with a part of its pages: this tells it by checksums, lengths and the grammar of its contents, which pdf.js passes over. */
import { inflateRawSync } from "node:zlib";
import { faultOfContent } from "./content-grammar.ts";
import { type Decrypt, decryptionOf } from "./decryption.ts";
import { damaged, objectsOf, type PdfObject } from "./objects.ts";

/** As `inflation.ts` has checked before. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const ZLIB_HEADER = 2;

/**
 * Pure. Unpacks every Flate stream, but for the outlines of letters, against its checksum (Adler-32) and reads through those that draw a page.
 * @throws {ParseError} `pdf_damaged`.
 */
export function checkSoundness(bytes: Uint8Array): void {
  const objects = objectsOf(bytes);
  const decrypt = decryptOf(bytes, objects);
  if (decrypt === null) return;
  const drawing = numbersNamed(objects, "Contents");
  const outlines = numbersNamed(objects, "FontFile[23]?");
  for (const object of objects) {
    if (
      object.data === null ||
      outlines.has(object.number) ||
      !/\/Filter\s*\[?\s*\/FlateDecode\s*[\]/>\r\n]/.test(object.head)
    )
      continue;
    const plain = unpacked(object, decrypt(object.data, object.number, object.generation));
    if (!drawing.has(object.number) && !/\/Subtype\s*\/Form\b/.test(object.head)) continue;
    const fault = faultOfContent(plain.toString("latin1"));
    if (fault !== null) throw damaged(`The content in object ${object.number} ${fault}.`);
  }
}

/** The numbers of the objects that others name under a key, alone or in a list. */
function numbersNamed(objects: readonly PdfObject[], key: string): ReadonlySet<number> {
  const list = new RegExp(String.raw`/${key}\s*(\d+\s+\d+\s+R|\[(?:\s*\d+\s+\d+\s+R)+\s*\])`, "g");
  const named = objects.flatMap(({ head }) => [...head.matchAll(list)].map(([, found = ""]) => found));
  return new Set(named.flatMap((found) => [...found.matchAll(/(\d+)\s+\d+\s+R/g)].map(([, number]) => Number(number))));
}

/** Inflates without the wrapping of zlib, whose window size the Clerk's generator states too small for the strict. */
function unpacked({ number }: PdfObject, packed: Buffer): Buffer {
  try {
    const { buffer, engine } = inflateRawSync(packed.subarray(ZLIB_HEADER), {
      maxOutputLength: MAX_UNPACKED,
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (packed.readUInt32BE(ZLIB_HEADER + engine.bytesWritten) === adler32(buffer)) return buffer;
  } catch (error) {
    throw damaged(`The stream of object ${number} cannot be unpacked: ${(error as Error).message}.`);
  }
  throw damaged(`The stream of object ${number} does not unpack to what its checksum says.`);
}

/** RFC 1950, 8.2: the sums stay below 2^32 for 5552 bytes. */
function adler32(data: Buffer): number {
  let [one, two] = [1, 0];
  for (let from = 0; from < data.length; from += 5552) {
    const end = Math.min(from + 5552, data.length);
    for (let at = from; at < end; at++) {
      one += data[at] ?? 0;
      two += one;
    }
    one %= 65521;
    two %= 65521;
  }
  return two * 65536 + one;
}

/** Null when the file is encrypted in a way that is not known here. */
function decryptOf(bytes: Uint8Array, objects: readonly PdfObject[]): Decrypt | null {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    "latin1",
    Math.max(0, bytes.length - 4096),
  );
  const named = /\/Encrypt\s+(\d+)\s+\d+\s+R/.exec(tail)?.[1];
  if (named === undefined) return /\/Encrypt\b/.test(tail) ? null : (data) => data;
  const dictionary = objects.find(({ number }) => number === Number(named))?.head;
  const id = /\/ID\s*\[\s*<([0-9A-Fa-f]*)>/.exec(tail)?.[1];
  return dictionary === undefined || id === undefined ? null : decryptionOf(dictionary, id);
}
