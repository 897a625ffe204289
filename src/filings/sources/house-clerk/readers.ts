/** Readers of the Clerk's documents, run in the reader process. Their code is large, so it is loaded only when a document is read. */
import type { BytesReader } from "../../../domain/bytes-reader.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import type { SourceReaders } from "../source.ts";

export const indexReader: BytesReader<{ readonly year: number }, FilingListing[]> = {
  name: "house-index",
  read: async (bytes, { year }) => (await import("./index-reader.ts")).readHouseIndex(bytes, year),
};

export const houseReaders = {
  document: {
    name: "house-document",
    read: async (bytes, { docId }) => (await import("./read.ts")).readHouseDocument(bytes, docId),
  },
  page: {
    name: "house-scan-page",
    read: async (bytes, { page }) => (await import("./paper/page.ts")).readHouseScanPage(bytes, page),
  },
  pagePart: {
    name: "house-page-part",
    read: async (bytes, view) => {
      const { renderPdfPage } = await import("../../imaging/raster/pdf-page.ts");
      const { drawPagePart } = await import("../scans/page-part.ts");
      return drawPagePart(await renderPdfPage(bytes, view.page), view);
    },
  },
  evidence: {
    name: "house-evidence",
    read: async (bytes, line) => (await import("./evidence/draw.ts")).drawHouseLine(bytes, line),
  },
  siteReaders: [indexReader],
} as const satisfies SourceReaders;
