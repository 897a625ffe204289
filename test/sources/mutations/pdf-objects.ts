/** Reads the objects of a PDF file and compares them with its cross-reference table, to find missing or changed bytes. */
import { ParseError } from "../../../src/base/errors.ts";

export interface PdfObject {
  readonly number: number;
  readonly generation: number;
  /** The object's text (latin1) before its stream, or the whole object if it has no stream. */
  readonly head: string;
  /** The bytes of the object's stream as stored in the file; null without a stream. */
  readonly data: Buffer | null;
}

const OBJECT = /(?<![0-9])(\d{1,10}) (\d{1,5}) obj\b/g;
const STREAM_OR_END = /\bstream\r?\n|\bendobj\b/g;

/**
 * Reads every object in file order. Pure.
 * @throws {ParseError} `pdf_damaged` if an object does not end, a stream does not have the stated length, or a cross-reference
 * table in text form (ISO 32000-1, 7.5.4) does not match the objects.
 */
export function readObjects(bytes: Uint8Array): readonly PdfObject[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = file.toString("latin1");
  const objects: PdfObject[] = [];
  const places = new Map<number, number>();
  let from = 0;
  for (;;) {
    OBJECT.lastIndex = from;
    const found = OBJECT.exec(text);
    if (!found) break;
    const [number, generation] = [Number(found[1]), Number(found[2])];
    const begin = found.index + found[0].length;
    STREAM_OR_END.lastIndex = begin;
    const mark = STREAM_OR_END.exec(text);
    if (!mark) throw createDamagedError(`Object ${number} does not end.`);
    const head = text.slice(begin, mark.index);
    places.set(found.index, number);
    from = mark.index + mark[0].length;
    if (mark[0] === "endobj") {
      objects.push({ number, generation, head, data: null });
      continue;
    }
    const end = from + readStreamLength(head, text);
    if (!/^\s*endstream\s+endobj\b/.test(text.slice(end, end + 32))) {
      throw createDamagedError(`The stream of object ${number} does not have the stated length.`);
    }
    objects.push({ number, generation, head, data: file.subarray(from, end) });
    from = end;
  }
  checkTable(text, places);
  return objects;
}

/** Reads the stream length from `/Length` or from the object that `/Length` refers to; NaN if there is none. */
function readStreamLength(head: string, text: string): number {
  const [, given, named] = /\/Length\s+(\d+)(\s+\d+\s+R\b)?/.exec(head) ?? [];
  if (named === undefined) return Number(given);
  return Number(new RegExp(String.raw`(?<![0-9])${given} \d+ obj\s+(\d+)\s+endobj\b`).exec(text)?.[1]);
}

/** Checks that the table lists every object and nothing else. A cross-reference stream is checked only as an object. */
function checkTable(text: string, places: ReadonlyMap<number, number>): void {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const table = /^xref\s+((?:\d+ \d+\s+(?:\d{10} \d{5} [nf]\s+)+)+)trailer\b/.exec(text.slice(start));
  if (!table?.[1]) {
    if (/^\s*xref\b/.test(text.slice(start)))
      throw createDamagedError("The cross-reference table of the PDF is not well-formed.");
    return;
  }
  if (/\/Prev\b/.test(text.slice(start + table[0].length))) return;
  const createMismatchError = () =>
    createDamagedError("The cross-reference table of the PDF does not match the objects in the file.");
  let used = 0;
  for (const section of table[1].matchAll(/(\d+) (\d+)\s+((?:\d{10} \d{5} [nf]\s+)+)/g)) {
    const entries = (section[3] ?? "").match(/\d{10} \d{5} [nf]/g) ?? [];
    if (entries.length !== Number(section[2])) throw createMismatchError();
    for (const [at, entry] of entries.entries()) {
      if (!entry.endsWith("n")) continue;
      used += 1;
      if (places.get(Number(entry.slice(0, 10))) !== Number(section[1]) + at) throw createMismatchError();
    }
  }
  if (used !== places.size) throw createMismatchError();
}

export function createDamagedError(what: string): ParseError {
  return new ParseError("pdf_damaged", what);
}
