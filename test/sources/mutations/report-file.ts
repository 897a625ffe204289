/**
 * Splits a report's PDF into decrypted objects, finds its pages and the texts that they draw, and writes a PDF from the objects.
 */
import { deflateSync, inflateRawSync } from "node:zlib";
import { createDecryption } from "./decryption.ts";
import { readObjects } from "./pdf-objects.ts";

export interface Part {
  readonly number: number;
  readonly head: string;
  /** The object's stream, decompressed; null for an object without a stream. */
  readonly data: Buffer | null;
  readonly packed: boolean;
}

/** One text that a page draws. */
export interface DrawnText {
  /** Start and end of the text's operators in the page content. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Splits a report from any of the generators into its parts. */
export function splitReport(bytes: Uint8Array): readonly Part[] {
  const objects = readObjects(bytes);
  const tail = Buffer.from(bytes).toString("latin1").slice(-4096);
  const encrypt = Number(/\/Encrypt\s+(\d+)/.exec(tail)?.[1]);
  const id = /\/ID\s*\[\s*<([0-9A-Fa-f]*)>/.exec(tail)?.[1] ?? "";
  const dictionary = objects.find(({ number }) => number === encrypt)?.head;
  const decrypt = dictionary === undefined ? null : createDecryption(dictionary, id);
  return objects
    .filter(({ number }) => number !== encrypt)
    .map(({ number, generation, head, data }) => {
      const packed = /\/Filter\s*\/FlateDecode/.test(head);
      const plain = data === null ? null : (decrypt?.(data, number, generation) ?? data);
      return { number, head, data: packed && plain ? inflateRawSync(plain.subarray(2)) : plain, packed };
    });
}

export function assembleReport(parts: readonly Part[]): Buffer {
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

/** Lists the parts that draw text, in file order. */
export function listDrawings(parts: readonly Part[]): readonly Part[] {
  return parts.filter(
    ({ data, head }) => data !== null && !/\/Length1|\/Image\b/.test(head) && /\bBT\s/.test(toLatin1(data)),
  );
}

export function replaceContent(parts: readonly Part[], of: Part, content: string): readonly Part[] {
  return parts.map((part) => (part === of ? { ...part, data: Buffer.from(content, "latin1") } : part));
}

export function toLatin1(data: Buffer | null): string {
  return data?.toString("latin1") ?? "";
}

export function listTexts(content: string): readonly DrawnText[] {
  return Array.from(content.matchAll(/\bBT\s[\s\S]*?\bET\b/g), (found) => ({
    from: found.index,
    to: found.index + found[0].length,
    text: Array.from(found[0].matchAll(/<([0-9A-Fa-f]+)>/g), ([, digits = ""]) => decodeText(digits)).join(""),
  }));
}

/** Changes a block of text operators so that it shows `text`. */
export function showText(block: string, text: string): string {
  const codes = Array.from(text, (letter) =>
    (letter.charCodeAt(0) - 29).toString(16).toUpperCase().padStart(4, "0"),
  ).join("");
  const first = block.search(/\[?</);
  return `${block.slice(0, first)}<${codes}> Tj ET`;
}

/** Moves a text by points. Newer forms position a text inside its operators, older forms before them. */
export function moveText(
  content: string,
  { from, to }: DrawnText,
  by: { readonly x: number; readonly y: number },
): string {
  const block = content.slice(from, to);
  const own = /1 0 0 -1 (-?[\d.]+) (-?[\d.]+) Tm/.exec(block);
  const formatMove = (found: RegExpExecArray, unit: number, operator: string): string =>
    `1 0 0 -1 ${(Number(found[1]) + by.x * unit).toFixed(3)} ${(Number(found[2]) + by.y * unit).toFixed(3)} ${operator}`;
  if (own) return content.slice(0, from) + block.replace(own[0], formatMove(own, 4 / 3, "Tm")) + content.slice(to);
  const before = /1 0 0 -1 (-?[\d.]+) (-?[\d.]+) cm\s*$/.exec(content.slice(Math.max(0, from - 80), from));
  if (!before) return content;
  return `${content.slice(0, from - before[0].length)}${formatMove(before, (4 / 3) * 32, "cm")} ${content.slice(from)}`;
}

function decodeText(digits: string): string {
  let text = "";
  for (let at = 0; at < digits.length; at += 4) {
    const code = Number.parseInt(digits.slice(at, at + 4), 16);
    text += String.fromCharCode(code >= 643 && code <= 668 ? code - 643 + 97 : code + 29);
  }
  return text;
}
