import { NotFoundError } from "../../base/errors.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { isFilingId } from "../../filings/sources/all.ts";
import { truncateInput } from "../../http/problems.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import type { FileAnswer } from "../../http/response/file-answer.ts";
import { CACHED_BRIEFLY, createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Coverage } from "../../publication/dataset/coverage.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { FilingTable } from "../../store/filings.ts";
import type { PublicationTable } from "../../store/publications.ts";
import { DocumentQuery, type FilingRecord, FilingSchema, toWireFiling } from "./filing-schema.ts";

/** The ledger of every known filing, and the stored originals. */
export interface Ledger {
  getCoverage(): Coverage;
  findFiling(id: string): Promise<FilingRecord | undefined>;
  /** The filing without its lines. */
  findListing(id: string): Promise<FilingRecord["filing"] | undefined>;
  /** The report as the parser read it, before any review decision; undefined when no document has been read. */
  readPrinted(id: string): Promise<RawFiling | undefined>;
  readonly listFilings: FilingTable["list"];
  readonly readChangedSince: PublicationTable["readChangedSince"];
  readonly readNewTrades: PublicationTable["readNewTrades"];
  /** The stored document of a filing or, if `page` is not null, the image of that page; undefined if nothing is stored. */
  findOriginal(id: string, page: number | null): Promise<Original | undefined>;
}

/** A stored document, byte for byte as downloaded. */
export interface Original {
  readonly sha256: string;
  readonly byteLength: number;
  readonly mediaType: OriginalMediaType;
  readonly filename: string;
  /** Bytes from `start` up to, but not including, `end`. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
}

const MEDIA_TYPES = [
  "application/pdf",
  "text/html; charset=utf-8",
  "image/gif",
  "image/png",
  "image/jpeg",
  "image/tiff",
  "application/octet-stream",
] as const;
export type OriginalMediaType = (typeof MEDIA_TYPES)[number];

/** With these headers, a browser gives a source's document no permissions, and the document cannot pass for one of our pages. */
const SANDBOX_HEADERS = ["Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'none'"];

const ID_PARAMETER = {
  id: { description: "`h` and a DocID of the House, or `s` and a UUID of the Senate.", example: "h20024542" },
};

/** `GET /filings/{id}`. @throws {NotFoundError} */
export function createFilingRoute(datasets: Datasets, ledger: Ledger, baseUrl: string): Route {
  return createPublicRoute({
    name: "filing",
    path: "/filings/:id",
    query: NoQuery,
    description: {
      summary: "One filing",
      description:
        "A filing listed in an index: its state and the reason, what its lines became, and where its document is.",
      parameters: ID_PARAMETER,
      response: FilingSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async ({ id = "" }) => {
      const { version } = datasets.getCurrent();
      const found = isFilingId(id) ? await awaitRead(ledger.findFiling(id)) : undefined;
      if (!found) throw new NotFoundError("not_found", `There is no filing '${truncateInput(id)}'.`);
      const answer = createJsonAnswerWithDigest(toWireFiling(found, baseUrl), ["X-Dataset-Version", version]);
      return { ...answer, keep: CACHED_BRIEFLY };
    },
  });
}

/** `GET /filings/{id}/document`. @throws {NotFoundError} */
export function createDocumentRoute(ledger: Ledger): Route {
  return createPublicRoute({
    name: "filing_document",
    path: "/filings/:id/document",
    query: DocumentQuery,
    description: {
      summary: "The original of a filing",
      description:
        "The original as fetched from the official site: a House PDF or a Senate page. For a paper report of " +
        "the Senate, that is the viewer page, and `?page=` gives the image of one page. Resumes with `Range`; `ETag` is the " +
        "SHA-256 of the bytes.",
      parameters: ID_PARAMETER,
      response: null,
      media: MEDIA_TYPES,
      headers: ["ETag", "Accept-Ranges", "Content-Disposition", "Repr-Digest"],
      problems: ["invalid_parameter", "not_found", "range_not_satisfiable"],
    },
    answer: async ({ id = "" }, { page }) => {
      const filing = isFilingId(id) ? await awaitRead(ledger.findFiling(id)) : undefined;
      if (!filing) throw new NotFoundError("not_found", `There is no filing '${truncateInput(id)}'.`);
      const original = await awaitRead(ledger.findOriginal(id, page ?? null));
      if (!original) throw new NotFoundError("not_found", explainMissingOriginal(filing, page ?? null));
      return createFileAnswer(original);
    },
  });
}

function explainMissingOriginal({ filing: { id, state }, document }: FilingRecord, page: number | null): string {
  if (document === null) return `No document is stored for the filing '${id}'; its state is '${state}'.`;
  if (page === null) return `The document of the filing '${id}' is missing from the documents folder.`;
  const images = document.seen?.images ?? 0;
  if (images === 0) return `The document of the filing '${id}' has no page images; request it without 'page'.`;
  return `The paper report '${id}' has ${images} page images; there is no page ${page}.`;
}

function createFileAnswer({ sha256, byteLength, mediaType, filename, read }: Original): FileAnswer {
  return {
    kind: "file",
    contentType: mediaType,
    size: byteLength,
    read,
    sha256: Buffer.from(sha256, "hex").toString("base64"),
    filename,
    etag: `"${sha256}"`,
    cacheControl: CACHE_CONTROL.history,
    headers: SANDBOX_HEADERS,
  };
}
