import { documentsOf, filingsHere, pathOf } from "./manifest.ts";

/** One page each, since reading one by OCR takes seconds. */
const shortScans = filingsHere("scan").filter(({ pages, rows }) => pages === 1 && rows.length < 3);

/** Paths of up to 20 real filings of all four layouts, as far as they are here. */
export const libraryPaths: readonly string[] = [
  ...filingsHere("text").slice(0, 8),
  ...filingsHere("page").slice(0, 8),
  ...shortScans.slice(0, 3),
  ...filingsHere("paper").slice(0, 1),
].flatMap((filing) => documentsOf(filing).slice(0, 1).map(pathOf));
