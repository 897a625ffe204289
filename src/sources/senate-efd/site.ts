/** The Senate's electronic financial disclosure site. Its ways, with dates: docs/sources/senate-efd.md. */

import type { ReadBytes } from "../../domain/bytes-reader.ts";
import type { FilingListing } from "../../domain/filing.ts";
import { SourceError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import type { PoliteClient } from "../../outbound/client.ts";
import type { HttpAnswer } from "../../outbound/exchange.ts";
import { fetchKept } from "../../outbound/fetch-kept.ts";
import type { DocumentKeeper, KeptDocument } from "../../outbound/kept-document.ts";
import type { SourceSite } from "../source.ts";
import { SENATE_EFD } from "./identity.ts";
import { identifyPage } from "./page.ts";
import { pageImageUrl, type SenateSite } from "./page-image-url.ts";
import { listingReader, searchReader, viewerReader } from "./readers.ts";
import { savedSearches } from "./saved-searches.ts";
import { searchForm, searchUrl } from "./search.ts";
import { described, HttpSenateSession, type SenateSession } from "./session.ts";

/** Senators and candidates file some hundreds of these reports a year; more is no answer of the Senate's. */
const MOST_REPORTS = 10_000;
const MOST_PAGES = 200;

interface SenateEfdParts extends SenateSite {
  readonly http: PoliteClient;
  readonly keeper: DocumentKeeper;
  readonly read: ReadBytes;
  readonly log: Logger;
  /** Gives the pages; a session on the site by default. */
  readonly session?: SenateSession;
}

/** Made only for an operator who accepts the site's agreement (5 U.S.C. 13107(c)): the source accepts it in their name. */
export function createSenateEfd({ http, keeper, read, log, session: given, ...site }: SenateEfdParts): SourceSite {
  const { baseUrl } = site;
  const session = given ?? new HttpSenateSession(http, read, baseUrl, log);

  async function searchPage(year: number, start: number, signal: AbortSignal, order: "asc" | "desc" = "asc") {
    const url = searchUrl(baseUrl);
    const form = searchForm(year, start, order);
    const answer = await session.post(url, form, signal);
    if (answer.status !== 200) {
      throw new SourceError("unexpected_status", `${url} answered with ${described(answer)}; 200 was expected.`);
    }
    const page = await read(searchReader, answer.body, { year, baseUrl });
    await keeper.keep({ url: `${url}?${form}`, headers: answer.headers, body: answer.body });
    return page;
  }

  /** The viewer page's images, each fetched once: their addresses never change what they hold. */
  async function keepImages(viewer: Uint8Array, url: string, signal: AbortSignal): Promise<void> {
    const sources = await read(viewerReader, viewer, null);
    if (sources.length === 0)
      throw new SourceError("unexpected_page", `${url} names no page image of the paper report.`);
    for (const source of sources) {
      const image = pageImageUrl(source, site);
      if (await keeper.latest(image)) continue;
      await fetchKept(http, keeper, image, { signal, accept: "image/*", check: checkImage }).catch((error: unknown) => {
        if (!(error instanceof SourceError) || error.code !== "missing_document") throw error;
        throw new SourceError("missing_page_image", `${url} names the page image ${image}, which does not exist.`, {
          cause: error,
        });
      });
    }
  }

  return {
    id: SENATE_EFD,

    async list(year, signal) {
      const found = new Map<string, FilingListing>();
      for (let pages = 1; ; pages += 1) {
        const { total, listings } = await searchPage(year, found.size, signal);
        if (total > MOST_REPORTS || pages > MOST_PAGES) {
          throw new SourceError(
            "search_too_long",
            `The Senate's search for ${year} names ${total} reports and does not end after ${pages} pages; at most ${MOST_REPORTS} on ${MOST_PAGES} pages are read.`,
          );
        }
        for (const each of listings) {
          if (found.has(each.docId)) {
            throw new SourceError("search_overlaps", `The Senate's search for ${year} lists ${each.docId} twice.`);
          }
          found.set(each.docId, each);
        }
        if (found.size === total) return [...found.values()];
        if (listings.length === 0 || found.size > total) {
          throw new SourceError(
            "search_incomplete",
            `The Senate's search for ${year} found ${total} reports and listed ${found.size}.`,
          );
        }
      }
    },

    async listNewest(year, isKnown, signal) {
      const found = new Map<string, FilingListing>();
      for (let start = 0, pages = 1; pages <= MOST_PAGES; pages += 1) {
        const { total, listings } = await searchPage(year, start, signal, "desc");
        start += listings.length;
        // A report that is submitted meanwhile moves the others on, so that the next page may begin with one already read.
        for (const each of listings) found.set(each.docId, each);
        if (listings.length === 0 || start >= total || listings.some(({ id }) => isKnown(id))) break;
      }
      return [...found.values()];
    },

    async fetch(listing, signal): Promise<KeptDocument> {
      const { url, kind } = listing;
      const answer = await session.get(url, signal);
      if (answer.status === 404) throw new SourceError("missing_document", `${url} does not exist (404).`);
      checkReport(answer, kind);
      const kept = await keeper.keep({ url, headers: answer.headers, body: answer.body });
      if (kind === "paper") await keepImages(answer.body, url, signal);
      return kept;
    },

    listPages: savedSearches({ keeper, read, baseUrl }),
    listingOf: (bytes, raw, docId) => read(listingReader, bytes, { raw, docId, baseUrl }),
  };
}

const PAGE_OF_KIND = { ptr: "ptr", paper: "paper", other: "other_report" } as const satisfies Record<
  FilingListing["kind"],
  string
>;

/** @throws {SourceError} `unexpected_status`, `unexpected_page` naming the title, or `truncated`. */
function checkReport(answer: HttpAnswer, kind: FilingListing["kind"]): void {
  if (answer.status !== 200) {
    throw new SourceError("unexpected_status", `${answer.url} answered with ${described(answer)}; 200 was expected.`);
  }
  const html = Buffer.from(answer.body).toString("utf8");
  if (identifyPage(html).kind === PAGE_OF_KIND[kind]) {
    if (/<\/html\s*>/i.test(html)) return;
    throw new SourceError("truncated", `The answer of ${answer.url} is cut short: it has no end (</html>).`);
  }
  throw new SourceError(
    "unexpected_page",
    `${answer.url} answered with ${described(answer)}; a report (${kind}) was expected.`,
  );
}

/** @throws {SourceError} `unexpected_page` for HTML and other answers that are no image. */
function checkImage({ url, headers, body }: HttpAnswer): void {
  const type = headers["content-type"] ?? "";
  const magic = Buffer.from(body.subarray(0, 4)).toString("latin1");
  if (/^(GIF8|\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*)/.test(magic)) return;
  throw new SourceError(
    "unexpected_page",
    `${url} answered with ${body.byteLength} bytes of ${type || "no type"}; an image was expected.`,
  );
}
