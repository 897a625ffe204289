/** Readers of the Senate's pages and page images, run in the reader process. Their code is large, so it is loaded only when needed. */
import type { BytesReader } from "../../../domain/bytes-reader.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import type { RawFiling } from "../../../domain/printed-report.ts";
import type { SourceReaders } from "../source.ts";
import type { AgreementForm } from "./agreement.ts";
import type { SearchPage } from "./search.ts";

/** Reads the form of the terms page; null if the page has none. */
export const agreementReader: BytesReader<null, AgreementForm | null> = {
  name: "senate-agreement",
  read: async (bytes) => (await import("./agreement.ts")).readAgreement(bytes),
};

/** Reads one response of the search. `year` is used for rows whose submission date is invalid. */
export const searchReader: BytesReader<{ readonly year: number; readonly baseUrl: string }, SearchPage> = {
  name: "senate-search",
  read: async (bytes, { year, baseUrl }) => (await import("./search.ts")).readSearchPage(bytes, year, baseUrl),
};

/** Reads the URLs of a paper report's page images, in order, as written in its viewer page. */
export const viewerReader: BytesReader<null, string[]> = {
  name: "senate-viewer",
  read: async (bytes) => (await import("./viewer.ts")).readViewerImages(bytes),
};

interface ListingInput {
  readonly raw: RawFiling;
  readonly docId: string;
  readonly baseUrl: string;
}

/** Derives the listing of an electronic report from its page. */
export const listingReader: BytesReader<ListingInput, FilingListing | null> = {
  name: "senate-listing",
  read: async (bytes, { raw, docId, baseUrl }) =>
    (await import("./filed-page.ts")).deriveListing(bytes, raw, docId, baseUrl),
};

export const senateReaders = {
  document: {
    name: "senate-document",
    read: async (bytes, { docId }) => (await import("./read.ts")).readSenateDocument(bytes, docId),
  },
  page: {
    name: "senate-paper-page",
    read: async (bytes) => (await import("./paper/page.ts")).readSenatePaperPage(bytes),
  },
  pagePart: {
    name: "senate-page-part",
    read: async (bytes, view) => {
      const { readPageImage } = await import("./paper/page-image.ts");
      const { drawPagePart } = await import("../scans/page-part.ts");
      return drawPagePart(readPageImage(bytes), view);
    },
  },
  evidence: {
    name: "senate-evidence",
    read: async (bytes, line) => (await import("./evidence.ts")).drawSenateLine(bytes, line),
  },
  siteReaders: [agreementReader, searchReader, viewerReader, listingReader],
} as const satisfies SourceReaders;
