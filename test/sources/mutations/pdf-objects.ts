/** The objects of a PDF file as they lie in it, held against its cross-reference table: what shows that bytes are missing or changed. */
import { ParseError } from "../../../src/base/errors.ts";

export interface PdfObject {
  readonly number: number;
  readonly generation: number;
  /** All before its stream, or before its end, as text (latin1). */
  readonly head: string;
  /** The bytes of its stream as they lie in the file; null when it has none. */
  readonly data: Buffer | null;
}

const OBJECT = /(?<![0-9])(\d{1,10}) (\d{1,5}) obj\b/g;
const STREAM_OR_END = /\bstream\r?\n|\bendobj\b/g;

/**
 * Pure. Every object in the order of the file.
 * @throws {ParseError} `pdf_damaged` when an object does not end, a stream is not as long as it says, or the cross-reference table, where it is one
 * of text (ISO 32000-1, 7.5.4), and the objects do not agree.
 */
export function objectsOf(bytes: Uint8Array): readonly PdfObject[] {
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
    if (!mark) throw damaged(`Object ${number} does not end.`);
    const head = text.slice(begin, mark.index);
    places.set(found.index, number);
    from = mark.index + mark[0].length;
    if (mark[0] === "endobj") {
      objects.push({ number, generation, head, data: null });
      continue;
    }
    const end = from + lengthOf(head, text);
    if (!/^\s*endstream\s+endobj\b/.test(text.slice(end, end + 32))) {
      throw damaged(`The stream of object ${number} is not as long as it says.`);
    }
    objects.push({ number, generation, head, data: file.subarray(from, end) });
    from = end;
  }
  checkTable(text, places);
  return objects;
}

/** Its own, or that of the object which it names. NaN when there is none. */
function lengthOf(head: string, text: string): number {
  const [, given, named] = /\/Length\s+(\d+)(\s+\d+\s+R\b)?/.exec(head) ?? [];
  if (named === undefined) return Number(given);
  return Number(new RegExp(String.raw`(?<![0-9])${given} \d+ obj\s+(\d+)\s+endobj\b`).exec(text)?.[1]);
}

/** Every object is in the table and everything in the table is an object; a file whose table is no text has a stream that says the same, and is checked as one. */
function checkTable(text: string, places: ReadonlyMap<number, number>): void {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const table = /^xref\s+((?:\d+ \d+\s+(?:\d{10} \d{5} [nf]\s+)+)+)trailer\b/.exec(text.slice(start));
  if (!table?.[1]) {
    if (/^\s*xref\b/.test(text.slice(start))) throw damaged("The table of contents of the PDF is not well-formed.");
    return;
  }
  if (/\/Prev\b/.test(text.slice(start + table[0].length))) return;
  const wrong = () => damaged("The table of contents of the PDF does not name the objects that the file holds.");
  let used = 0;
  for (const section of table[1].matchAll(/(\d+) (\d+)\s+((?:\d{10} \d{5} [nf]\s+)+)/g)) {
    const entries = (section[3] ?? "").match(/\d{10} \d{5} [nf]/g) ?? [];
    if (entries.length !== Number(section[2])) throw wrong();
    for (const [at, entry] of entries.entries()) {
      if (!entry.endsWith("n")) continue;
      used += 1;
      if (places.get(Number(entry.slice(0, 10))) !== Number(section[1]) + at) throw wrong();
    }
  }
  if (used !== places.size) throw wrong();
}

export function damaged(what: string): ParseError {
  return new ParseError("pdf_damaged", what);
}
