/** Decodes the accepted content codings, up to a size limit. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { SourceError } from "../base/errors.ts";

type Decoder = (coded: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Decoders by the name in `Content-Encoding`. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", promisify(gunzip) as Decoder],
  ["x-gzip", promisify(gunzip) as Decoder],
  ["br", promisify(brotliDecompress) as Decoder],
]);

export const ACCEPTED_CODINGS = "gzip, br";

/** @throws {SourceError} `unexpected_encoding`, `too_large`, `truncated`. */
export async function decodeBody(
  coded: Buffer,
  contentEncoding: string | undefined,
  { label, maxBytes }: { readonly label: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  const coding = (contentEncoding ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coded.length === 0) return coded;
  const decoder = DECODERS.get(coding);
  if (!decoder) {
    throw new SourceError("unexpected_encoding", `${label} answered with coding "${coding}"; we asked for gzip or br.`);
  }
  try {
    return await decoder(coded, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw new SourceError("too_large", `${label} answered with more than ${maxBytes} bytes.`, { cause: error });
    }
    throw createTruncatedError(label, `its ${coding} data is incomplete (${(error as Error).message})`, error);
  }
}

export function createTruncatedError(label: string, why: string, cause?: unknown): SourceError {
  return new SourceError("truncated", `The response from ${label} is truncated: ${why}.`, { cause });
}
