/** A file to download: streamed, resumable by `Range`, with a digest to verify it (RFC 9110 section 14, RFC 9530). */
import type { CACHE_CONTROL } from "./caching.ts";

export interface FileAnswer {
  readonly kind: "file";
  readonly contentType: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Reads from `start` to `end` (exclusive), as fast as the client reads. Requesting chunk `n + 2` may overwrite chunk `n`. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
  /** `read`, `size` and `sha256` refer to gzipped bytes. The bytes are sent as is or decompressed on the fly, never in parts. */
  readonly gzipped?: true;
  /**
   * SHA-256 of the whole file, base64: sent as `Repr-Digest`, or as `Unencoded-Digest` if the file is gzipped on the fly; not
   * sent if the file is decompressed on the fly.
   */
  readonly sha256: string;
  /** File name in `Content-Disposition`: letters, digits and `.-_`. */
  readonly filename: string;
  /** Strong ETag as sent, `"..."`: the same tag always means the same bytes. */
  readonly etag: string;
  readonly cacheControl: (typeof CACHE_CONTROL)[keyof typeof CACHE_CONTROL];
  /** Additional headers, as alternating names and values. */
  readonly headers: readonly string[];
  /** Called once, when the answer has ended for any reason. */
  readonly onEnd?: () => void;
}

/** Requested part of a file, `end` exclusive; null means the whole file. */
type Part = { readonly start: number; readonly end: number } | null | "unsatisfiable";

/** Parses the first range in `Range` (RFC 9110 section 14.2). Null (whole file) if none is valid or `If-Range` is not `etag`. */
export function parseByteRange(
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): Part {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return null;
  if (!/^\s*bytes\s*=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+)?)*\s*$/i.test(range)) return null;
  const [, from = "", to = ""] = /(\d*)-(\d*)/.exec(range) ?? [];
  if (from === "") {
    const last = Number(to);
    return last === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - last), end: size };
  }
  const start = Number(from);
  const end = to === "" ? size : Math.min(Number(to) + 1, size);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
