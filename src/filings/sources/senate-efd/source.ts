/** The Senate's electronic financial disclosures. The behavior of the site, with dates: docs/sources/senate-efd.md. */
import { formatCommand } from "../../../base/command-line.ts";
import { buildOfficialUrl } from "../own-documents.ts";
import type { FilingSource } from "../source.ts";
import { createBrowserTransport } from "./browser.ts";
import { checkSenateSite } from "./check.ts";
import { SENATE_EFD, SENATE_PREFIX } from "./identity.ts";
import { OFFICIAL_SITE, toPageImageUrl } from "./page-image-url.ts";
import { senateReaders } from "./readers.ts";
import { senateSaved } from "./saved.ts";
import { createSenateEfdSite } from "./site.ts";
import { senateVocabulary } from "./vocabulary.ts";

const HOW_TO_TURN_ON = `To turn it on, accept its agreement on the use of reports (5 U.S.C. 13107(c)): type ${formatCommand("setup")} and restart, or restart with SENATE_EFD_ACCEPT_TERMS=true.`;

export const senateEfd: FilingSource = {
  id: SENATE_EFD,
  chamber: "senate",
  siteName: "The Senate's site",
  idPrefix: SENATE_PREFIX,
  docId: {
    pattern: "[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}",
    hyphenate(id) {
      const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(id.replaceAll("-", "")) ?? [];
      return parts.slice(1).join("-");
    },
  },
  toOfficialUrl: (url) => buildOfficialUrl(OFFICIAL_SITE, "/search/", url),
  getDocumentsUrl: ({ SENATE_EFD_URL }) => `${SENATE_EFD_URL}/search/view/`,
  document: { mediaType: "text/html; charset=utf-8", extension: "html" },
  formFeatures: { day: "filed", labelledDetails: true, classCodes: false },
  howToTurnOn: HOW_TO_TURN_ON,
  explainOff: ({ SENATE_EFD_ACCEPT_TERMS: accepted }) =>
    accepted
      ? null
      : {
          detail: "SENATE_EFD_ACCEPT_TERMS is not true.",
          notice: `The Senate's source is off. ${HOW_TO_TURN_ON}`,
        },
  createTransport: ({ SENATE_EFD_BROWSER: executable, CONTACT: contact }) =>
    executable === null ? null : createBrowserTransport({ executable, contact }),
  connect({ config, offline = false, ...parts }) {
    const { http } = parts;
    const stored = {
      get: (url: string, signal: AbortSignal) => http.request({ url, signal }),
      post: (url: string, form: URLSearchParams, signal: AbortSignal) =>
        http.request({ url: `${url}?${form}`, signal }),
    };
    return createSenateEfdSite({ ...parts, baseUrl: config.SENATE_EFD_URL, ...(offline && { session: stored }) });
  },
  check: checkSenateSite,
  read: senateReaders,
  /** Each page of a paper report is a separate image. */
  listPages: ({ images = [] }) => images.map((image) => ({ image, page: 1 })),
  toPageImageUrl: (written, config) => toPageImageUrl(written, config.SENATE_EFD_URL),
  vocabulary: senateVocabulary,
  saved: senateSaved,
};
