/** A file to download: streamed, resumable by `Range`, with the digest that shows whether it came whole (RFC 9110 section 14, RFC 9530). */
import type { CACHE_CONTROL } from "./caching.ts";

export interface FileAnswer {
  readonly kind: "file";
  readonly contentType: string;
  /** Bytes of the whole. */
  readonly size: number;
  /** Bytes from `start` to before `end`, in pieces; read as fast as the client takes them. A piece may be overwritten when the next but one is asked for. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
  /** `read` gives the file compressed: it is sent so, or unpacked on its way, and never in parts. `size` and `sha256` are those of the compressed. */
  readonly gzipped?: true;
  /** SHA-256 of the whole, base64: sent as `Repr-Digest`. */
  readonly sha256: string;
  /** The name to save it under: letters, digits and `.-_`. */
  readonly filename: string;
  /** Strong, as sent: `"..."`. The same tag is the same bytes for ever. */
  readonly etag: string;
  readonly cacheControl: (typeof CACHE_CONTROL)[keyof typeof CACHE_CONTROL];
  /** Further headers, name and value in turn. */
  readonly headers: readonly string[];
  /** Called once, when the answer has ended in whatever way. */
  readonly ended?: () => void;
}

/** The requested part of a file; null is the whole. */
type Part = { readonly start: number; readonly end: number } | null | "unsatisfiable";

/**
 * Reads `Range` (RFC 9110 section 14.2): of several ranges the first; what is not a range of bytes is passed over.
 * The whole file is meant where `If-Range` names another representation.
 */
export function partOf(range: string | undefined, ifRange: string | undefined, etag: string, size: number): Part {
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
