/** An in-memory site and an in-memory document store, for sources that fetch whole files. */
import { createHash } from "node:crypto";
import type { DocumentKeeper, StoredDocument } from "../../src/domain/stored-document.ts";
import type { PoliteClient } from "../../src/outbound/client.ts";
import type { HttpRequest } from "../../src/outbound/http-request.ts";

/** Creates a client that returns the text for each URL, the status if `pages` has a number, and 404 for other URLs. */
export function createSite(
  pages: Readonly<Record<string, string | number>>,
): PoliteClient & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async request({ url }: HttpRequest) {
      asked.push(url);
      const page = pages[url] ?? 404;
      const [status, text] = typeof page === "number" ? [page, ""] : [200, page];
      return { url, status, headers: {}, setCookies: [], body: new TextEncoder().encode(text) };
    },
    close: async () => {},
  };
}

export function createMemoryKeeper(): DocumentKeeper & { readonly urls: string[] } {
  const bytes = new Map<string, Uint8Array>();
  const urls: string[] = [];
  return {
    urls,
    findLatest: async () => undefined,
    async save({ url, headers, body }): Promise<StoredDocument> {
      const sha256 = createHash("sha256").update(body).digest("hex");
      bytes.set(sha256, body);
      urls.push(url);
      return { url, headers, sha256, byteLength: body.length, fetchedAt: new Date() };
    },
    async read(sha256) {
      const found = bytes.get(sha256);
      if (found === undefined) throw new Error(`nothing stored under ${sha256}`);
      return found;
    },
  };
}
