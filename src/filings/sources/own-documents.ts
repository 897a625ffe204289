/** Rejects stored document URLs that do not belong to the site; a backup from another party may contain them. */
import { SourceError } from "../../base/errors.ts";
import type { SourceSite } from "./source.ts";

/** Wraps a site: rejects documents whose URL is not below `documentsUrl` (`FilingSource.getDocumentsUrl`), before any request. */
export function addUrlCheck(site: SourceSite, documentsUrl: string): SourceSite {
  return {
    ...site,
    async fetch(listing, signal) {
      if (!isUrlInFolder(listing.url, documentsUrl)) {
        throw new SourceError(
          "foreign_address",
          `The document's stored address, ${JSON.stringify(listing.url.slice(0, 200))}, is not under ${documentsUrl}, so the document is not downloaded. The address will be corrected when the site lists the document again.`,
        );
      }
      return site.fetch(listing, signal);
    },
  };
}

/**
 * Returns a document's public URL, always on `site`, whatever host the stored URL has. @param folder such as `/public_disc/`. The
 * part of the stored path before this folder is dropped. A path without the folder is kept whole.
 */
export function buildOfficialUrl(site: string, folder: string, url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const begin = Math.max(0, path.indexOf(folder));
  return path.startsWith("/") ? site + path.slice(begin) : `${site}/`;
}

function isUrlInFolder(url: string, folder: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password, pathname } = new URL(url);
  const folderUrl = new URL(folder);
  return origin === folderUrl.origin && username === "" && password === "" && pathname.startsWith(folderUrl.pathname);
}
