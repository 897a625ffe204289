import type { FileAnswer } from "../../http/response/file-answer.ts";
import { type ReadyFile, readParts } from "../../publication/export/ready-file.ts";

/** A finished file as a response. Its ETag is its digest, so equal bytes have equal tags however often the file is rebuilt. */
export function createReadyFileAnswer(
  file: ReadyFile,
  cacheControl: FileAnswer["cacheControl"],
  onEnd: () => void = () => {},
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
    onEnd,
  };
}

/** Headers of a file response, for the OpenAPI document. */
export const FILE_HEADERS = [
  "ETag",
  "Accept-Ranges",
  "Content-Disposition",
  "Repr-Digest",
  "Unencoded-Digest",
  "X-Dataset-Version",
  "X-Row-Count",
] as const;
