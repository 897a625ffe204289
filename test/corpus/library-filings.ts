import { documentsOf, filingsHere, pathOf } from "./manifest.ts";

/** One page each, since reading one by OCR takes seconds. */
const shortScans = filingsHere("scan").filter(({ pages, rows }) => pages === 1 && rows.length < 3);

/** Returns the paths of real filings of all four layouts, as far as they are here: 8 texts, 8 pages, a paper report and some scans. */
export function listLibraryPaths(scans: number): readonly string[] {
  return [
    ...filingsHere("text").slice(0, 8),
    ...filingsHere("page").slice(0, 8),
    ...shortScans.slice(0, scans),
    ...filingsHere("paper").slice(0, 1),
  ].flatMap((filing) => documentsOf(filing).slice(0, 1).map(pathOf));
}
