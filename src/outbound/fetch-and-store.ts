/** Sends a conditional GET and stores the response before any other code reads it. */
import { SourceError } from "../base/errors.ts";
import type { DocumentKeeper, StoredDocument } from "../domain/stored-document.ts";
import type { PoliteClient } from "./client.ts";
import type { HttpAnswer } from "./http-request.ts";

interface FetchAndStoreOptions {
  readonly signal: AbortSignal;
  readonly accept?: string;
  readonly maxBytes?: number;
  /** Checks a 200 response before it is stored. @throws {SourceError} if it is not the requested page. */
  readonly check?: (answer: HttpAnswer) => void;
}

/**
 * Sends ETag and Last-Modified of the newest stored response. `unchanged` is true on a 304, or if the site sends the same bytes.
 * @throws {SourceError} `missing_document` (404), `unexpected_status` (other than 200 and 304); errors of `check` and the client.
 */
export async function fetchAndStore(
  http: PoliteClient,
  keeper: DocumentKeeper,
  url: string,
  { signal, accept, maxBytes, check }: FetchAndStoreOptions,
): Promise<{ readonly stored: StoredDocument; readonly unchanged: boolean }> {
  const latest = await keeper.findLatest(url);
  const headers: Record<string, string> = accept === undefined ? {} : { accept };
  const etag = latest?.headers["etag"];
  const lastModified = latest?.headers["last-modified"];
  if (etag) headers["if-none-match"] = etag;
  if (lastModified) headers["if-modified-since"] = lastModified;
  const answer = await http.request({ url, headers, signal, ...(maxBytes === undefined ? {} : { maxBytes }) });
  if (answer.status === 304 && latest) return { stored: latest, unchanged: true };
  if (answer.status === 404) throw new SourceError("missing_document", `${url} does not exist (404).`);
  if (answer.status !== 200) {
    throw new SourceError(
      "unexpected_status",
      `${url} answered with status ${answer.status}; 200 or 304 was expected.`,
    );
  }
  check?.(answer);
  const stored = await keeper.save({ url, headers: answer.headers, body: answer.body });
  return { stored, unchanged: stored.sha256 === latest?.sha256 };
}
