import { visibleText } from "../visible-text.ts";

/** What documents and pages say is printed as text: on a terminal nothing of it is a command to the terminal. */
export function printOnlyText(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): void {
  if (stream.isTTY !== true) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? visibleText(chunk) : chunk, ...rest)) as NodeJS.WriteStream["write"];
}
