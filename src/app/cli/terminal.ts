import { styleText } from "node:util";
import { toVisibleText } from "../../base/visible-text.ts";

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/** The original write functions of the streams that `installControlCharacterFilter` filters. */
const originalWrites = new WeakMap<object, Write>();

/** Escapes control characters in everything written to a terminal, so that text of documents cannot act as commands. */
export function installControlCharacterFilter(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): void {
  if (stream.isTTY !== true) return;
  const write = stream.write.bind(stream) as Write;
  originalWrites.set(stream, write);
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? toVisibleText(chunk) : chunk, ...rest)) as NodeJS.WriteStream["write"];
}

/** Writes text with colors. Each part of `text` that comes from outside must be sanitized with `toVisibleText`. */
export function writeWithColors(stream: Pick<NodeJS.WriteStream, "write">, text: string): void {
  const write = originalWrites.get(stream);
  if (write === undefined) stream.write(text);
  else write(text);
}

type Color = "bold" | "dim" | "green" | "red" | "yellow";

export interface Look {
  /** Width of the terminal. Null if the output goes elsewhere, for example to a file, where nothing is truncated. */
  readonly columns: number | null;
  /** Colors the text, or returns it unchanged if colors are unavailable or turned off (NO_COLOR). */
  readonly paint: (color: Color, text: string) => string;
}

export function createTerminalStyle(stream: NodeJS.WriteStream): Look {
  return {
    columns: stream.isTTY ? stream.columns : null,
    paint: (color, text) => styleText(color, text, { stream }),
  };
}
