/** A damaged report can still open, with a part of its pages: this tells it by checksums, lengths and the grammar of its contents, which pdf.js passes over. */
import { inflateSync } from "node:zlib";
import { faultOfContent } from "./content-grammar.ts";
import { type Decrypt, decryptionOf } from "./decryption.ts";
import { damaged, objectsOf, type PdfObject } from "./objects.ts";

/** As `inflation.ts` has checked before. */
const MAX_UNPACKED = 64 * 1024 * 1024;
/** RFC 1950, 2.2. */
const WIDEST_WINDOW = Buffer.of(0x78, 0x9c);
/** Its pixels say nothing that is read. */
const PICTURE = /\/Subtype\s*\/Image\b/;

/**
 * Pure. Unpacks every Flate stream, but for pictures and the outlines of letters, against its checksum (Adler-32) and reads through those that draw a page.
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
      PICTURE.test(object.head) ||
      !/\/Filter\s*\[?\s*\/FlateDecode\s*[\]/>\r\n]/.test(object.head)
    )
      continue;
    const plain = unpacked(object, decrypt(object.data, object.number, object.generation));
    if (!drawing.has(object.number) && !/\/Subtype\s*\/Form\b/.test(object.head)) continue;
    const fault = faultOfContent(plain);
    if (fault !== null) throw damaged(`The content in object ${object.number} ${fault}.`);
  }
}

/** The numbers of the objects that others name under a key, alone or in a list. */
function numbersNamed(objects: readonly PdfObject[], key: string): ReadonlySet<number> {
  const list = new RegExp(String.raw`/${key}\s*(\d+\s+\d+\s+R|\[(?:\s*\d+\s+\d+\s+R)+\s*\])`, "g");
  const named = objects.flatMap(({ head }) => [...head.matchAll(list)].map(([, found = ""]) => found));
  return new Set(named.flatMap((found) => [...found.matchAll(/(\d+)\s+\d+\s+R/g)].map(([, number]) => Number(number))));
}

/** Inflates against the checksum under a header of our own: the Clerk's generator states a window too small for the strict. */
function unpacked({ number }: PdfObject, packed: Buffer): Buffer {
  try {
    return inflateSync(Buffer.concat([WIDEST_WINDOW, packed.subarray(WIDEST_WINDOW.length)]), {
      maxOutputLength: MAX_UNPACKED,
    });
  } catch (error) {
    throw damaged(`The stream of object ${number} cannot be unpacked: ${(error as Error).message}.`);
  }
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
