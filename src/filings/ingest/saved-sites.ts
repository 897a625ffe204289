/** Answers requests to the official sites with saved documents. The code in `sources/` makes the usual requests and checks. */
import path from "node:path";
import type { PoliteClient } from "../../outbound/client.ts";
import type { HttpAnswer } from "../../outbound/http-request.ts";
import type { SavedDocument } from "./saved-documents.ts";
import { readSavedFile } from "./saved-documents.ts";

export function createOneFileClient(file: string): PoliteClient {
  return { request: ({ url }) => answerWithFile(url, file), close: async () => {} };
}

/**
 * Creates a client that returns `file` for the URL `document`. For an image's URL, the client looks for a saved image with the
 * URL's file name, first in the folder of `file` and its subfolders. If no image there has the name, the client looks among all
 * saved images. The client returns the image only if exactly one image was found.
 */
export function createSavedFilesClient(document: string, file: string, saved: readonly SavedDocument[]): PoliteClient {
  const images = saved.filter(({ kind }) => kind === "image").map((image) => image.file);
  return {
    async request({ url }) {
      const found = url === document ? file : findImage(url, path.dirname(file), images);
      if (found !== undefined) return answerWithFile(url, found);
      return { url, status: 404, headers: {}, setCookies: [], body: new Uint8Array() };
    },
    close: async () => {},
  };
}

function findImage(url: string, folder: string, images: readonly string[]): string | undefined {
  const name = decodeURIComponent(path.posix.basename(new URL(url).pathname)).toLowerCase();
  const named = images.filter((file) => path.basename(file).toLowerCase() === name);
  const beside = named.filter((file) => !path.relative(folder, file).startsWith(".."));
  const [found, ...more] = beside.length > 0 ? beside : named;
  return more.length === 0 ? found : undefined;
}

async function answerWithFile(url: string, file: string): Promise<HttpAnswer> {
  const body = await readSavedFile(file);
  return { url, status: 200, headers: { "content-type": detectMediaType(body) }, setCookies: [], body };
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

function detectMediaType(body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, 64)).toString("latin1");
  return TYPES.find(([pattern]) => pattern.test(start))?.[1] ?? "application/octet-stream";
}
