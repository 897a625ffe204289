/** The House Clerk's disclosure site. docs/sources/house-clerk.md describes how the site behaves and when that changed. */
import { SourceError } from "../../../base/errors.ts";
import { fetchAndStore } from "../../../outbound/fetch-and-store.ts";
import type { HttpAnswer } from "../../../outbound/http-request.ts";
import type { SourceParts, SourceSite } from "../source.ts";
import { HOUSE_CLERK } from "./identity.ts";
import { indexReader } from "./readers.ts";

interface HouseClerkParts extends Omit<SourceParts, "config"> {
  /** `https://disclosures-clerk.house.gov`, or the URL of a stand-in server including its path prefix. */
  readonly baseUrl: string;
  readonly now?: () => Date;
}

/** Kinds of response: the start mark begins in the first `within` bytes, and the end mark is in the last `endWithin` bytes. */
const ZIP = {
  name: "a ZIP archive",
  accept: "application/zip, application/x-zip-compressed",
  start: "PK",
  within: 1,
  end: "PK\x05\x06",
  endWithin: 66_000,
};
const PDF = {
  name: "a PDF",
  accept: "application/pdf",
  start: "%PDF-",
  within: 1024,
  end: "%%EOF",
  endWithin: 2048,
};

export function createHouseClerkSite(parts: HouseClerkParts): SourceSite {
  const { http, keeper, read, baseUrl, log, offline = false, now = () => new Date() } = parts;
  const isMissing = (error: unknown) => error instanceof SourceError && error.code === "missing_document";
  return {
    id: HOUSE_CLERK,

    /** Requests the index conditionally; if the index is unchanged, reads the stored bytes again. */
    async list(year, signal) {
      const url = buildIndexUrl(baseUrl, year);
      const fetched = await fetchAndStore(http, keeper, url, {
        signal,
        accept: ZIP.accept,
        check: (answer) => checkAnswerKind(answer, ZIP),
      }).catch(async (error: unknown) => {
        const isExpected = !offline && isMissing(error) && mayLackIndex(year, now());
        if (isExpected && (await keeper.findLatest(url)) === undefined) return null;
        throw error;
      });
      if (fetched === null) return [];
      const { stored, unchanged } = fetched;
      const listings = await read(indexReader, await keeper.read(stored.sha256), { year });
      log.debug({ source: HOUSE_CLERK, year, filings: listings.length, unchanged }, "index read");
      return listings.map((listing) => ({ ...listing, url: `${baseUrl}${listing.url}` }));
    },

    async fetch(listing, signal) {
      const { stored } = await fetchAndStore(http, keeper, listing.url, {
        signal,
        accept: PDF.accept,
        check: (answer) => checkAnswerKind(answer, PDF),
      });
      return stored;
    },

    /** Always null: a report names its filer but not its filing date, so its content is not sufficient for a listing. */
    deriveListing: async () => null,
  };
}

export function buildIndexUrl(baseUrl: string, year: number): string {
  return `${baseUrl}/public_disc/financial-pdfs/${year}FD.zip`;
}

/** True until January 15 of the year: the Clerk creates a year's index with its first filings. */
export function mayLackIndex(year: number, now: Date): boolean {
  return now.getTime() < Date.UTC(year, 0, 16);
}

/** @throws {SourceError} `unexpected_page` for an error page instead of a document, `truncated` for an incomplete document. */
function checkAnswerKind({ url, headers, body }: HttpAnswer, kind: typeof PDF): void {
  const toLatin1 = (part: Uint8Array): string => Buffer.from(part).toString("latin1");
  const at = toLatin1(body.subarray(0, kind.within + kind.start.length)).indexOf(kind.start);
  if (at >= 0 && at < kind.within) {
    if (toLatin1(body.subarray(-kind.endWithin)).includes(kind.end)) return;
    throw new SourceError("truncated", `The response from ${url} is truncated: it does not end as ${kind.name} does.`);
  }
  const title = /<title[^>]*>([^<]*)</i.exec(Buffer.from(body.subarray(0, 8192)).toString("utf8"))?.[1]?.trim();
  throw new SourceError(
    "unexpected_page",
    `${url} answered with ${headers["content-type"] ?? "no content type"}${title ? `, titled "${title}"` : ""}; ${kind.name} was expected.`,
  );
}
