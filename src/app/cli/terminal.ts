import { styleText } from "node:util";
import { visibleText } from "../../base/visible-text.ts";

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/** How the streams that print only text write all bytes. */
const writesAll = new WeakMap<object, Write>();

/** Escapes control characters of documents and pages, so that a terminal takes none of their text for a command. */
export function printOnlyText(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): void {
  if (stream.isTTY !== true) return;
  const write = stream.write.bind(stream) as Write;
  writesAll.set(stream, write);
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? visibleText(chunk) : chunk, ...rest)) as NodeJS.WriteStream["write"];
}

/** Writes text with colors. @param text every part that is not ours has gone through `visibleText`. */
export function writeColored(stream: Pick<NodeJS.WriteStream, "write">, text: string): void {
  const write = writesAll.get(stream);
  if (write === undefined) stream.write(text);
  else write(text);
}

type Color = "bold" | "dim" | "green" | "red" | "yellow";

/** How text is laid out where it is read. */
export interface Look {
  /** Columns of the terminal; null where nothing is cut, as in a file. */
  readonly columns: number | null;
  /** Plain text stays as it is where colors are not shown, or not wanted (NO_COLOR). */
  readonly paint: (color: Color, text: string) => string;
}

export function lookOf(stream: NodeJS.WriteStream): Look {
  return {
    columns: stream.isTTY ? stream.columns : null,
    paint: (color, text) => styleText(color, text, { stream }),
  };
}
