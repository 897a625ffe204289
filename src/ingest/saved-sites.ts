/** Saved documents in place of the official sites: the sources ask them as they ask the sites, with the same checks. */
import path from "node:path";
import { SourceError } from "../errors.ts";
import type { PoliteClient } from "../outbound/client.ts";
import type { HttpAnswer } from "../outbound/exchange.ts";
import type { SenateSession } from "../sources/senate-efd/session.ts";
import type { SavedDocument } from "./saved-documents.ts";
import { readSaved } from "./saved-documents.ts";

/** Answers every address with one file. */
export function oneFile(file: string): PoliteClient {
  return { request: ({ url }) => answer(url, file), close: async () => {} };
}

/** A report of the Senate: its page, and of a paper report the page images that lie below its folder, or else are the only ones of their name. */
export function oneReport(
  page: string,
  saved: readonly SavedDocument[],
): { readonly session: SenateSession; readonly http: PoliteClient } {
  const images = saved.filter(({ kind }) => kind === "image").map(({ file }) => file);
  return {
    session: {
      get: (url) => answer(url, page),
      post: async (url) => {
        throw new SourceError("unexpected_status", `${url} is not among what was saved.`);
      },
    },
    http: {
      async request({ url }) {
        const file = imageAt(url, path.dirname(page), images);
        if (file !== undefined) return answer(url, file);
        return { url, status: 404, headers: {}, setCookies: [], body: new Uint8Array() };
      },
      close: async () => {},
    },
  };
}

function imageAt(url: string, folder: string, images: readonly string[]): string | undefined {
  const name = decodeURIComponent(path.posix.basename(new URL(url).pathname)).toLowerCase();
  const named = images.filter((file) => path.basename(file).toLowerCase() === name);
  const beside = named.filter((file) => !path.relative(folder, file).startsWith(".."));
  const [found, ...more] = beside.length > 0 ? beside : named;
  return more.length === 0 ? found : undefined;
}

async function answer(url: string, file: string): Promise<HttpAnswer> {
  const body = await readSaved(file);
  return { url, status: 200, headers: { "content-type": typeOf(body) }, setCookies: [], body };
}

const TYPES = [
  [/^%PDF-/, "application/pdf"],
  [/^PK/, "application/zip"],
  [/^GIF8/, "image/gif"],
  [/^\x89PNG/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^(II\*\0|MM\0\*)/, "image/tiff"],
  [/^(\xef\xbb\xbf)?\s*</, "text/html; charset=utf-8"],
] as const;

function typeOf(body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, 64)).toString("latin1");
  return TYPES.find(([pattern]) => pattern.test(start))?.[1] ?? "application/octet-stream";
}
