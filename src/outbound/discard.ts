import { Readable } from "node:stream";

/** Reads an unwanted body up to a size and time limit, then closes it. The other side can thus finish without an error. */
export function discardBody(
  body: AsyncIterable<Uint8Array> | null,
  limit: { readonly bytes: number; readonly ms: number },
): void {
  if (!(body instanceof Readable)) return;
  let bytes = 0;
  const destroyBody = () => body.destroy();
  // Nobody waits for the end of the body, so its errors are ignored.
  body.on("error", () => {});
  if (limit.bytes === 0) return void destroyBody();
  const timer = setTimeout(destroyBody, limit.ms);
  body.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > limit.bytes) destroyBody();
  });
  body.once("close", () => clearTimeout(timer));
}
