/** Stored addresses of documents, which may come from somebody else's backup: no site is asked for one that is not its own, or linked to it. */
import { SourceError } from "../../base/errors.ts";
import type { SourceSite } from "./source.ts";

/**
 * The site, which refuses to fetch a document whose address is not below `documentsUrl`, before anything is asked.
 * @param documentsUrl as `FilingSource.documentsUrl`.
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
 * The public address of a document, wherever it was fetched from: always on `site`, whatever the stored address says.
 * @param folder begins the part of the path that the official site has too: `/public_disc/`. Without it the path is taken whole.
 */
export function officialAddress(site: string, folder: string, url: string): string {
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
