import { makeControlsVisible } from "../../base/visible-text.ts";
import type { AnyReader, ReadBytes } from "../../domain/bytes-reader.ts";

/**
 * Reads bytes in this very process, without limits: for a child process, and for who trusts the document. The bytes stay as they are. Every text in the
 * answer, in the names of its members and in the message of an error is made safe to show.
 */
export const readHere = (async ({ read }: AnyReader, bytes: Uint8Array, input: unknown) => {
  try {
    // pdf.js takes nothing but a plain array.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return walk(await read(plain, input as never));
  } catch (error) {
    if (error instanceof Error) error.message = makeControlsVisible(error.message);
    throw error;
  }
}) as ReadBytes;

function walk(value: unknown): unknown {
  if (typeof value === "string") return normaliseLineEnds(value);
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [makeControlsVisible(name), walk(member)]));
}

/** An end of a line stays one, however the document writes it. */
function normaliseLineEnds(text: string): string {
  return makeControlsVisible(text.replaceAll("\r\n", "\n"));
}
