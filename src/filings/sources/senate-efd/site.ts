/** The Senate's electronic financial disclosure site. Its behavior, with dates: docs/sources/senate-efd.md. */
import { SourceError } from "../../../base/errors.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import type { StoredDocument } from "../../../domain/stored-document.ts";
import { fetchAndStore } from "../../../outbound/fetch-and-store.ts";
import type { HttpAnswer } from "../../../outbound/http-request.ts";
import type { SourceParts, SourceSite } from "../source.ts";
import { SENATE_EFD } from "./identity.ts";
import { identifyPage } from "./page.ts";
import { toPageImageUrl } from "./page-image-url.ts";
import { listingReader, viewerReader } from "./readers.ts";
import { createSavedSearchReader } from "./saved-searches.ts";
import { createSenateSearch } from "./search-lists.ts";
import { describeAnswer, HttpSenateSession, type SenateSession } from "./session.ts";

interface SenateEfdParts extends Omit<SourceParts, "config" | "offline"> {
  /** `https://efdsearch.senate.gov`, or the URL of a stand-in server including its path prefix. */
  readonly baseUrl: string;
  /** Provides the pages; by default a session on the site. */
  readonly session?: SenateSession;
}

/** Call only if the operator accepts the site's terms (5 U.S.C. 13107(c)): the source accepts them on the operator's behalf. */
export function createSenateEfdSite({
  http,
  keeper,
  read,
  log,
  baseUrl,
  session: providedSession,
}: SenateEfdParts): SourceSite {
  const session = providedSession ?? new HttpSenateSession(http, read, baseUrl, log);

  /** Fetches and stores the viewer page's images. An image already stored is not fetched again: its content never changes. */
  async function storeImages(viewer: Uint8Array, url: string, signal: AbortSignal): Promise<void> {
    const sources = await read(viewerReader, viewer, null);
    if (sources.length === 0)
      throw new SourceError("unexpected_page", `${url} names no page image of the paper report.`);
    for (const source of sources) {
      const image = toPageImageUrl(source, baseUrl);
      if (image === null) {
        throw new SourceError(
          "unexpected_address",
          `A paper report names the page image "${source}", which is not on the Senate's hosts.`,
        );
      }
      if (await keeper.findLatest(image)) continue;
      await fetchAndStore(http, keeper, image, { signal, accept: "image/*", check: checkImage }).catch(
        (error: unknown) => {
          if (!(error instanceof SourceError) || error.code !== "missing_document") throw error;
          throw new SourceError("missing_page_image", `${url} names the page image ${image}, which does not exist.`, {
            cause: error,
          });
        },
      );
    }
  }

  return {
    id: SENATE_EFD,

    ...createSenateSearch({ session, keeper, read, baseUrl }),

    async fetch(listing, signal): Promise<StoredDocument> {
      const { url, kind } = listing;
      const answer = await session.get(url, signal);
      if (answer.status === 404) throw new SourceError("missing_document", `${url} does not exist (404).`);
      checkReport(answer, kind);
      const stored = await keeper.save({ url, headers: answer.headers, body: answer.body });
      if (kind === "paper") await storeImages(answer.body, url, signal);
      return stored;
    },

    listPages: createSavedSearchReader({ keeper, read }, baseUrl),
    deriveListing: (bytes, raw, docId) => read(listingReader, bytes, { raw, docId, baseUrl }),
  };
}

/** @throws {SourceError} `unexpected_status`, `unexpected_page` naming the title, or `truncated`. */
function checkReport(answer: HttpAnswer, kind: FilingListing["kind"]): void {
  if (answer.status !== 200) {
    throw new SourceError(
      "unexpected_status",
      `${answer.url} answered with ${describeAnswer(answer)}; 200 was expected.`,
    );
  }
  const html = Buffer.from(answer.body).toString("utf8");
  if (identifyPage(html).kind === (kind === "other" ? "other_report" : kind)) {
    if (/<\/html\s*>/i.test(html)) return;
    throw new SourceError("truncated", `The response from ${answer.url} is truncated: it has no end (</html>).`);
  }
  throw new SourceError(
    "unexpected_page",
    `${answer.url} answered with ${describeAnswer(answer)}; a report (${kind}) was expected.`,
  );
}

/** @throws {SourceError} `unexpected_page` for HTML and other responses that are not images. */
function checkImage({ url, headers, body }: HttpAnswer): void {
  const type = headers["content-type"] ?? "";
  const magic = Buffer.from(body.subarray(0, 4)).toString("latin1");
  if (/^(GIF8|\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*)/.test(magic)) return;
  throw new SourceError(
    "unexpected_page",
    `${url} answered with ${body.byteLength} bytes of ${type || "no type"}; an image was expected.`,
  );
}
