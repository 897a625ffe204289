import { visibleText } from "../../base/visible-text.ts";

/** Escapes control characters of documents and pages, so that a terminal takes none of their text for a command. */
export function printOnlyText(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): void {
  if (stream.isTTY !== true) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? visibleText(chunk) : chunk, ...rest)) as NodeJS.WriteStream["write"];
}
