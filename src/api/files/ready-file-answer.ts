import type { FileAnswer } from "../../http/response/file-answer.ts";
import { type ReadyFile, readParts } from "../../publication/export/ready-file.ts";

/** A file that is ready, as an answer. Its tag is its digest: the same bytes have it however often they are made. */
export function readyFileAnswer(
  file: ReadyFile,
  cacheControl: FileAnswer["cacheControl"],
  ended: () => void = () => {},
): FileAnswer {
  return {
    kind: "file",
    contentType: file.mediaType,
    size: file.bytes,
    read: (start, end) => readParts(file.parts, start, end),
    sha256: Buffer.from(file.sha256, "hex").toString("base64"),
    filename: file.name,
    etag: `"${file.sha256.slice(0, 32)}"`,
    cacheControl,
    headers: ["X-Dataset-Version", file.datasetVersion, "X-Row-Count", String(file.rows)],
    ended,
  };
}

/** Headers of a file's answer, for the OpenAPI document. */
export const FILE_HEADERS = [
  "ETag",
  "Accept-Ranges",
  "Content-Disposition",
  "Repr-Digest",
  "Unencoded-Digest",
  "X-Dataset-Version",
  "X-Row-Count",
] as const;
