import type { IncomingMessage } from "node:http";

/** Declared body length in bytes; infinite for a chunked body. */
export function getBodyLength({ headers }: IncomingMessage): number {
  if (headers["transfer-encoding"] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers["content-length"] ?? 0);
}

/** `onBody` gets the body (empty unless `keep`), or null beyond `maxBytes`; it is not called if the client disconnects. */
export function receiveBody(
  request: IncomingMessage,
  { maxBytes, keep }: { readonly maxBytes: number; readonly keep: boolean },
  onBody: (body: Buffer | null) => void,
): void {
  let bytes = 0;
  const chunks: Buffer[] = [];
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      if (keep) chunks.push(chunk);
      return;
    }
    request.off("data", onData);
    request.off("end", onEnd);
    onBody(null);
  };
  const onEnd = (): void => onBody(Buffer.concat(chunks));
  request.on("data", onData);
  request.on("end", onEnd);
  request.on("error", () => request.off("end", onEnd));
}
