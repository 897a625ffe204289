import { toVisibleText } from "../../base/visible-text.ts";
import type { AnyReader, ReadBytes } from "../../domain/bytes-reader.ts";

/**
 * Reads bytes in this process, without limits. Meant for a child process, or a caller that trusts the document. Makes control
 * characters visible in the result, its property names and error messages. These texts are then safe to display.
 */
export const readHere = (async ({ read }: AnyReader, bytes: Uint8Array, input: unknown) => {
  try {
    // pdf.js accepts no Buffer.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return showControlCharactersDeep(await read(plain, input as never));
  } catch (error) {
    if (error instanceof Error) error.message = toVisibleText(error.message);
    throw error;
  }
}) as ReadBytes;

function showControlCharactersDeep(value: unknown): unknown {
  if (typeof value === "string") return showControlCharacters(value);
  if (Array.isArray(value)) return value.map(showControlCharactersDeep);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [toVisibleText(name), showControlCharactersDeep(each)]),
  );
}

/** Makes control characters other than line feeds and tabs visible, and converts CRLF to LF. */
function showControlCharacters(text: string): string {
  return toVisibleText(text.replaceAll("\r\n", "\n"));
}
