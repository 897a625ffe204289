/** Compresses bodies with gzip or br as negotiated (RFC 9110 section 12.5.3), and caches them: each is compressed once. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { getOrAdd } from "../../base/get-or-add.ts";

export type Coding = "br" | "gzip";

/** Smaller bodies are sent uncompressed. */
export const COMPRESS_FROM_BYTES = 1024;

/** The parsed `Accept-Encoding`: the preferred coding, and whether an uncompressed body is refused. */
interface Wish {
  readonly coding: Coding | null;
  readonly refusesIdentity: boolean;
  /** True if gzip is accepted, even if br is preferred; false if the client prefers no compression. */
  readonly acceptsGzip: boolean;
}

const NO_WISH: Wish = { coding: null, refusesIdentity: false, acceptsGzip: false };
const wishes = new LRUCache<string, Wish>({ max: 256 });

/** Parses `Accept-Encoding`. With equal weights, br is preferred over gzip; malformed parts are ignored. */
export function readAcceptEncoding(header: string | undefined): Wish {
  if (header === undefined || header === "") return NO_WISH;
  const known = wishes.get(header);
  if (known) return known;
  const wish = chooseCoding(parseQualities(header));
  if (header.length <= 200) wishes.set(header, wish);
  return wish;
}

function chooseCoding(qualities: ReadonlyMap<string, number>): Wish {
  const any = qualities.get("*");
  const br = qualities.get("br") ?? any ?? 0;
  const zip = qualities.get("gzip") ?? qualities.get("x-gzip") ?? any ?? 0;
  const identity = qualities.get("identity") ?? (any === 0 ? 0 : null);
  const best: Coding | null = br > 0 && br >= zip ? "br" : zip > 0 ? "gzip" : null;
  const preferred = identity !== null && identity > Math.max(br, zip) ? null : best;
  return { coding: preferred, refusesIdentity: identity === 0, acceptsGzip: preferred !== null && zip > 0 };
}

function parseQualities(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of header.split(",")) {
    const [, coding, quality] = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? [];
    if (coding !== undefined) found.set(coding.toLowerCase(), Math.min(1, Number(quality ?? 1)));
  }
  return found;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compressed bodies, keyed by representation and version. Old versions are not requested again, so they get evicted. */
export class CompressedBodies {
  readonly #ready: LRUCache<string, Buffer>;
  readonly #pending = new Map<string, Promise<Buffer>>();
  /** Compressed bodies without a key, cached for as long as the body itself is in memory. */
  readonly #unkeyed = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

  constructor(maxBytes: number) {
    this.#ready = new LRUCache({ maxSize: maxBytes, sizeCalculation: (body, key) => body.length + key.length });
  }

  getCompressed(key: string, coding: Coding): Buffer | undefined {
    return this.#ready.get(`${coding} ${key}`);
  }

  /** Compresses a body that has no key; each buffer is compressed only once per coding. */
  compressAndCacheByBody(coding: Coding, body: Buffer): Promise<Buffer> {
    const made = getOrAdd(this.#unkeyed, body, () => new Map<Coding, Promise<Buffer>>());
    return getOrAdd(made, coding, () => compress(coding, body));
  }

  /** Compresses off the main thread; concurrent callers share the same work. */
  compressAndCache(key: string, coding: Coding, body: Buffer): Promise<Buffer> {
    const name = `${coding} ${key}`;
    const pending = this.#pending.get(name);
    if (pending) return pending;
    const work = compress(coding, body)
      .then((compressed) => {
        this.#ready.set(name, compressed);
        return compressed;
      })
      .finally(() => this.#pending.delete(name));
    this.#pending.set(name, work);
    return work;
  }
}

function compress(coding: Coding, body: Buffer): Promise<Buffer> {
  if (coding === "gzip") return gzipAsync(body, { level: 6 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotliAsync(body, { params });
}
