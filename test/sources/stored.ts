/** A site and a keeper in memory, for the sources that fetch whole files. */
import { createHash } from "node:crypto";
import type { PoliteClient } from "../../src/outbound/client.ts";
import type { HttpRequest } from "../../src/outbound/http-request.ts";
import type { DocumentKeeper, StoredDocument } from "../../src/outbound/stored-document.ts";

/** Answers each address with its text, 404 for others; a number is an answer with that status. */
export function siteOf(pages: Readonly<Record<string, string | number>>): PoliteClient & { readonly asked: string[] } {
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

export function memoryKeeper(): DocumentKeeper & { readonly urls: string[] } {
  const bytes = new Map<string, Uint8Array>();
  const urls: string[] = [];
  return {
    urls,
    findLatest: async () => undefined,
    async keep({ url, headers, body }): Promise<StoredDocument> {
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
