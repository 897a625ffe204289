/**
 * The Clerk of the House as the source of House reports. docs/sources/house-clerk.md describes how the Clerk's site behaves and
 * when that changed.
 */
import { buildOfficialUrl } from "../own-documents.ts";
import { checkSiteUrl } from "../site-check.ts";
import type { FilingSource } from "../source.ts";
import { HOUSE_CLERK, HOUSE_PREFIX } from "./identity.ts";
import { houseReaders } from "./readers.ts";
import { houseSaved } from "./saved.ts";
import { buildIndexUrl, createHouseClerkSite, mayLackIndex } from "./site.ts";
import { houseVocabulary } from "./vocabulary.ts";

const OFFICIAL_SITE = "https://disclosures-clerk.house.gov";

export const houseClerk: FilingSource = {
  id: HOUSE_CLERK,
  chamber: "house",
  siteName: "The House Clerk's site",
  idPrefix: HOUSE_PREFIX,
  docId: { pattern: "\\d{1,12}", hyphenate: (id) => id },
  toOfficialUrl: (url) => buildOfficialUrl(OFFICIAL_SITE, "/public_disc/", url),
  getDocumentsUrl: ({ HOUSE_CLERK_URL }) => `${HOUSE_CLERK_URL}/public_disc/`,
  document: { mediaType: "application/pdf", extension: "pdf" },
  formFeatures: { day: "signed", labelledDetails: false, classCodes: true },
  howToTurnOn: null,
  explainOff: () => null,
  createTransport: () => null,
  connect: ({ config, ...parts }) => createHouseClerkSite({ ...parts, baseUrl: config.HOUSE_CLERK_URL }),
  check(config, plain) {
    const now = new Date();
    const year = now.getUTCFullYear();
    const url = buildIndexUrl(config.HOUSE_CLERK_URL, year);
    return checkSiteUrl(plain, { url, begins: /^PK/, mayFail: false, mayBeMissing: mayLackIndex(year, now) });
  },
  read: houseReaders,
  /** The pages are part of the PDF, so none of them has an image of its own. */
  listPages: ({ pages }) => Array.from({ length: pages ?? 0 }, (_, at) => ({ image: null, page: at + 1 })),
  toPageImageUrl: (written) => written,
  vocabulary: houseVocabulary,
  saved: houseSaved,
};
