/** A report's PDF taken apart and put together again: its objects without encryption, its pages, and the texts that they draw. */
import { deflateSync, inflateRawSync } from "node:zlib";
import { decryptionOf } from "./decryption.ts";
import { objectsOf } from "./pdf-objects.ts";

export interface Part {
  readonly number: number;
  readonly head: string;
  /** Unpacked; null for an object without a stream. */
  readonly data: Buffer | null;
  readonly packed: boolean;
}

/** One text as its page draws it. */
export interface DrawnText {
  /** Start and end of its operators in the content. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The parts of a report, whichever of its generators wrote it. */
export function partsOf(bytes: Uint8Array): readonly Part[] {
  const objects = objectsOf(bytes);
  const tail = Buffer.from(bytes).toString("latin1").slice(-4096);
  const encrypt = Number(/\/Encrypt\s+(\d+)/.exec(tail)?.[1]);
  const id = /\/ID\s*\[\s*<([0-9A-Fa-f]*)>/.exec(tail)?.[1] ?? "";
  const dictionary = objects.find(({ number }) => number === encrypt)?.head;
  const decrypt = dictionary === undefined ? null : decryptionOf(dictionary, id);
  return objects
    .filter(({ number }) => number !== encrypt)
    .map(({ number, generation, head, data }) => {
      const packed = /\/Filter\s*\/FlateDecode/.test(head);
      const plain = data === null ? null : (decrypt?.(data, number, generation) ?? data);
      return { number, head, data: packed && plain ? inflateRawSync(plain.subarray(2)) : plain, packed };
    });
}

export function assembled(parts: readonly Part[]): Buffer {
  let body = Buffer.from("%PDF-1.4\n");
  const entries = new Map<number, number>();
  const pieces = [body];
  let at = body.length;
  for (const { number, head, data, packed } of parts) {
    entries.set(number, at);
    const stream = data === null ? null : packed ? deflateSync(data) : data;
    const opened = stream === null ? head : head.replace(/\/Length\s+\d+(?:\s+\d+\s+R)?/, `/Length ${stream.length}`);
    const piece = Buffer.concat([
      Buffer.from(`${number} 0 obj${opened}`, "latin1"),
      stream === null ? Buffer.alloc(0) : Buffer.concat([Buffer.from("stream\n"), stream, Buffer.from("\nendstream")]),
      Buffer.from(`\nendobj\n`),
    ]);
    pieces.push(piece);
    at += piece.length;
  }
  const root = parts.find(({ head }) => /\/Type\s*\/Catalog\b/.test(head))?.number;
  const size = Math.max(...entries.keys()) + 1;
  const table = Array.from({ length: size }, (_, number) => {
    const offset = entries.get(number);
    return offset === undefined ? "0000000000 65535 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  body = Buffer.concat(pieces);
  const tail = `xref\n0 ${size}\n${table.join("")}trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([body, Buffer.from(tail)]);
}

/** The parts that draw text, in the order of the file. */
export function drawings(parts: readonly Part[]): readonly Part[] {
  return parts.filter(
    ({ data, head }) => data !== null && !/\/Length1|\/Image\b/.test(head) && /\bBT\s/.test(latin(data)),
  );
}

export function withContent(parts: readonly Part[], of: Part, content: string): readonly Part[] {
  return parts.map((part) => (part === of ? { ...part, data: Buffer.from(content, "latin1") } : part));
}

export function latin(data: Buffer | null): string {
  return data?.toString("latin1") ?? "";
}

export function textsOf(content: string): readonly DrawnText[] {
  return Array.from(content.matchAll(/\bBT\s[\s\S]*?\bET\b/g), (found) => ({
    from: found.index,
    to: found.index + found[0].length,
    text: Array.from(found[0].matchAll(/<([0-9A-Fa-f]+)>/g), ([, digits = ""]) => decoded(digits)).join(""),
  }));
}

/** The same text operators showing something else. */
export function showing(block: string, text: string): string {
  const codes = Array.from(text, (letter) =>
    (letter.charCodeAt(0) - 29).toString(16).toUpperCase().padStart(4, "0"),
  ).join("");
  const first = block.search(/\[?</);
  return `${block.slice(0, first)}<${codes}> Tj ET`;
}

/** The text elsewhere, by points: the newer forms place it within, the older ones before it. */
export function shifted(
  content: string,
  { from, to }: DrawnText,
  by: { readonly x: number; readonly y: number },
): string {
  const block = content.slice(from, to);
  const own = /1 0 0 -1 (-?[\d.]+) (-?[\d.]+) Tm/.exec(block);
  const moved = (found: RegExpExecArray, unit: number, operator: string): string =>
    `1 0 0 -1 ${(Number(found[1]) + by.x * unit).toFixed(3)} ${(Number(found[2]) + by.y * unit).toFixed(3)} ${operator}`;
  if (own) return content.slice(0, from) + block.replace(own[0], moved(own, 4 / 3, "Tm")) + content.slice(to);
  const before = /1 0 0 -1 (-?[\d.]+) (-?[\d.]+) cm\s*$/.exec(content.slice(Math.max(0, from - 80), from));
  if (!before) return content;
  return `${content.slice(0, from - before[0].length)}${moved(before, (4 / 3) * 32, "cm")} ${content.slice(from)}`;
}

function decoded(digits: string): string {
  let text = "";
  for (let at = 0; at < digits.length; at += 4) {
    const code = Number.parseInt(digits.slice(at, at + 4), 16);
    text += String.fromCharCode(code >= 643 && code <= 668 ? code - 643 + 97 : code + 29);
  }
  return text;
}
