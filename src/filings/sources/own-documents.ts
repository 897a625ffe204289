/** Guards against stored document URLs from another party's backup: only a site's own URLs are requested from it. */
import { SourceError } from "../../base/errors.ts";
import type { SourceSite } from "./source.ts";

/**
 * A site that refuses, before any request, to fetch a document whose URL is not below `documentsUrl`. @param documentsUrl like
 * `FilingSource.documentsUrl`.
 */
export function refuseForeign(site: SourceSite, documentsUrl: string): SourceSite {
  return {
    ...site,
    async fetch(listing, signal) {
      if (!isBelow(listing.url, documentsUrl)) {
        throw new SourceError(
          "foreign_address",
          `The document's stored address, ${JSON.stringify(listing.url.slice(0, 200))}, is not below ${documentsUrl} and is not asked for; ` +
            "a list of the site that names the document sets it right.",
        );
      }
      return site.fetch(listing, signal);
    },
  };
}

/**
 * A document's public URL, wherever it was fetched from: always on `site`, whatever URL is stored. @param folder first part of the path on the
 * official site: `/public_disc/`. If it is missing, the whole path is used.
 */
export function toOfficialAddress(site: string, folder: string, url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const begin = Math.max(0, path.indexOf(folder));
  return path.startsWith("/") ? site + path.slice(begin) : `${site}/`;
}

function isBelow(url: string, folder: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password, pathname } = new URL(url);
  const own = new URL(folder);
  return origin === own.origin && username === "" && password === "" && pathname.startsWith(own.pathname);
}
