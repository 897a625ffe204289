/** The readers, by name. All of them run in a child process, since documents from outside may be made to stop or stall their reader. */

import { readCommitteeMembers } from "../reference/legislators/read-committee-members.ts";
import { readCommittees } from "../reference/legislators/read-committees.ts";
import { readLegislators } from "../reference/legislators/read-legislators.ts";
import { readNasdaqListed, readNasdaqOther } from "../reference/tickers/read-nasdaq-directory.ts";
import { readSecTickers } from "../reference/tickers/read-sec-tickers.ts";
import { readHouseIndex } from "../sources/house-clerk/index-reader.ts";
import { readHouseDocument } from "../sources/house-clerk/read.ts";
import { readAgreement } from "../sources/senate-efd/agreement.ts";
import { listingOfPage } from "../sources/senate-efd/filed-page.ts";
import { readSenateDocument } from "../sources/senate-efd/read.ts";
import { readSearchPage } from "../sources/senate-efd/search.ts";
import { readViewerImages } from "../sources/senate-efd/viewer.ts";
import type { ReaderName, Readers } from "../sources/source.ts";

type Reader<K extends ReaderName> = (
  bytes: Uint8Array,
  input: Readers[K]["input"],
) => Readers[K]["output"] | Promise<Readers[K]["output"]>;

export const READERS: { readonly [K in ReaderName]: Reader<K> } = {
  "house-index": (bytes, { year }) => readHouseIndex(bytes, year),
  "house-document": (bytes, { docId }) => readHouseDocument(bytes, docId),
  "senate-document": (bytes, { docId }) => readSenateDocument(bytes, docId),
  "senate-agreement": (bytes) => readAgreement(bytes),
  "senate-search": (bytes, { year, baseUrl }) => readSearchPage(bytes, year, baseUrl),
  "senate-viewer": (bytes) => readViewerImages(bytes),
  "senate-listing": (bytes, { raw, docId, baseUrl }) => listingOfPage(bytes, raw, docId, baseUrl),
  // What draws and reads pages is large, and loaded only by a process that is given one.
  "house-scan-page": async (bytes, { page }) =>
    (await import("../sources/house-clerk/paper/page.ts")).readHouseScanPage(bytes, page),
  "senate-paper-page": async (bytes) =>
    (await import("../sources/senate-efd/paper/page.ts")).readSenatePaperPage(bytes),
  "scan-crop": async (bytes, crop) => (await import("../sources/scans/crop.ts")).cropPage(bytes, crop),
  legislators: (bytes, { current }) => readLegislators(bytes, current),
  committees: (bytes) => readCommittees(bytes),
  "committee-members": (bytes) => readCommitteeMembers(bytes),
  "sec-tickers": (bytes) => readSecTickers(bytes),
  "nasdaq-listed": (bytes) => readNasdaqListed(bytes),
  "nasdaq-other": (bytes) => readNasdaqOther(bytes),
};
