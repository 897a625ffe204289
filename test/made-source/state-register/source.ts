/** An invented public body: a register that lists a year's reports on one page, and has a page for each report. */
import { SourceError } from "../../../src/base/errors.ts";
import type { BytesReader } from "../../../src/domain/bytes-reader.ts";
import { parseUsDate } from "../../../src/domain/dates.ts";
import type { FilingListing } from "../../../src/domain/filing.ts";
import type { RawFiling } from "../../../src/domain/printed-report.ts";
import { checkSiteUrl } from "../../../src/filings/sources/site-check.ts";
import type { FilingSource, SourceParts, SourceSite } from "../../../src/filings/sources/source.ts";
import { fetchAndStore } from "../../../src/outbound/fetch-and-store.ts";
import { readListPage, readReportPage } from "./pages.ts";

const ID = "state-register";
const SITE = "https://register.example";

const listReader: BytesReader<null, FilingListing[]> = {
  name: "state-list",
  read: (bytes) => readListPage(bytes, { source: ID, idPrefix: "r", site: SITE }),
};

const documentReader: BytesReader<{ readonly docId: string }, RawFiling> = {
  name: "state-document",
  read: (bytes, { docId }) => readReportPage(bytes, { source: ID, docId }),
};

function connect({ http, keeper, read }: SourceParts): SourceSite {
  return {
    id: ID,
    async list(year, signal) {
      try {
        const { stored } = await fetchAndStore(http, keeper, `${SITE}/state/${year}.html`, { signal });
        return await read(listReader, await keeper.read(stored.sha256), null);
      } catch (error) {
        if (error instanceof SourceError && error.code === "missing_document") return [];
        throw error;
      }
    },
    fetch: async ({ url }, signal) => (await fetchAndStore(http, keeper, url, { signal })).stored,
    deriveListing: async () => null,
  };
}

export const stateRegister: FilingSource = {
  id: ID,
  chamber: "house",
  siteName: "The State's register",
  idPrefix: "r",
  docId: { pattern: "[a-z]{3}\\d{3}", hyphenate: (id) => id },
  toOfficialUrl: (url) => `https://register.example${new URL(url).pathname}`,
  getDocumentsUrl: () => `${SITE}/`,
  document: { mediaType: "text/html; charset=utf-8", extension: "html" },
  formFeatures: { day: "filed", labelledDetails: false, classCodes: false },
  howToTurnOn: null,
  explainOff: () => null,
  createTransport: () => null,
  connect,
  check: (_, plain) => checkSiteUrl(plain, { url: `${SITE}/state/`, begins: /^</, mayFail: true }),
  read: { document: documentReader, siteReaders: [listReader] },
  listPages: () => [],
  toPageImageUrl: (written) => written,
  vocabulary: {
    parseOwner: (printed) => (printed === "Myself" ? "self" : printed === "Partner" ? "spouse" : null),
    ownerWords: "Myself or Partner",
    getPrintedClass: ({ assetType }) => assetType,
    classifyAsset: (printed) => (printed === "Share" ? "Stock" : "Other"),
    getPrintedDay: ({ filedDate }) => (parseUsDate(filedDate ?? "") === null ? null : filedDate),
    isSignatureDay: false,
    findStatedAmendment: ({ amendment }) => amendment,
    stray: { by: "day", code: "html_wrong_document" },
  },
  saved: {
    forms: ["a page of the register"],
    recognize: () => null,
    findDocumentId: () => null,
    explainUnlisted: (docId) => `The register does not list ${docId}.`,
  },
};
