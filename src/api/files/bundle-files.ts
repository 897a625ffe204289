/** `/data/bundle/{file}`: the originals and readings of this instance, for others that start from it, beside the API's limits. */
import { NotFoundError } from "../../errors.ts";
import { readParts } from "../../export/ready-file.ts";
import { echoed } from "../http/problems.ts";
import { CACHE_CONTROL } from "../http/response/caching.ts";
import type { FileAnswer } from "../http/response/file-answer.ts";
import type { SitePage } from "../http/route.ts";

/** A bundle that is served as it lies in its folder. */
export interface BundleFolder {
  file(name: string): Promise<BundledFile | undefined>;
}

interface BundledFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** Its bytes are the same for ever. */
  readonly isFixed: boolean;
  /** Path of the file, or its bytes. */
  readonly at: string | Buffer;
}

/** @param bundle null where the operator serves none. */
export function bundlePages(bundle: BundleFolder | null): readonly SitePage[] {
  return [
    {
      name: "data_bundle",
      path: "/data/bundle/:file",
      async answer({ parameters: { file = "" } }) {
        if (bundle === null) {
          throw new NotFoundError("not_found", "This instance serves no bundle: its operator has not set BUNDLE_DIR.");
        }
        const found = await bundle.file(file);
        if (found === undefined) {
          throw new NotFoundError(
            "not_found",
            `The bundle has no file '${echoed(file)}'; bundle.json names its files.`,
          );
        }
        return answerOf(found);
      },
    },
  ];
}

function answerOf({ name, mediaType, bytes, sha256, isFixed, at }: BundledFile): FileAnswer {
  return {
    kind: "file",
    contentType: mediaType,
    size: bytes,
    read: (start, end) =>
      typeof at === "string" ? readParts([{ path: at, bytes }], start, end) : pieceOf(at, start, end),
    sha256: Buffer.from(sha256, "hex").toString("base64"),
    filename: name,
    etag: `"${sha256.slice(0, 32)}"`,
    cacheControl: isFixed ? CACHE_CONTROL.asset : CACHE_CONTROL.latest,
    headers: ["Cache-Groups", '"data", "data-bundle"'],
  };
}

async function* pieceOf(bytes: Buffer, start: number, end: number): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(start, end);
}
