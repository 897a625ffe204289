import { Readable } from "node:stream";

/** Reads a body that nobody wants, up to so much and for so long, so that the other side can end it without an error; then closes it. */
export function discard(
  body: AsyncIterable<Uint8Array> | null,
  most: { readonly bytes: number; readonly ms: number },
): void {
  if (!(body instanceof Readable)) return;
  let bytes = 0;
  const end = () => body.destroy();
  // However the body ends, nobody waits for it.
  body.on("error", () => {});
  if (most.bytes === 0) return void end();
  const timer = setTimeout(end, most.ms);
  body.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > most.bytes) end();
  });
  body.once("close", () => clearTimeout(timer));
}
