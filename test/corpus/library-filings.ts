import { getDocumentPath, listDocuments, listPresentFilings } from "./manifest.ts";

/** Scans of one page, since reading a page by OCR takes seconds. */
const shortScans = listPresentFilings("scan").filter(({ pages, rows }) => pages === 1 && rows.length < 3);

/**
 * Returns the paths of real filings of all four layouts, as far as they are in the folder: up to 8 text reports, 8 Senate pages,
 * and this many scans and paper reports. The known paper report has four images, each read by OCR.
 */
export function listLibraryPaths(scans: number, papers: 0 | 1): readonly string[] {
  return [
    ...listPresentFilings("text").slice(0, 8),
    ...listPresentFilings("page").slice(0, 8),
    ...shortScans.slice(0, scans),
    ...listPresentFilings("paper").slice(0, papers),
  ].flatMap((filing) => listDocuments(filing).slice(0, 1).map(getDocumentPath));
}
