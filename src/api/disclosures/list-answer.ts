/** A page of a list as a response. The response has an ETag, a version and links to neighboring pages (RFC 8288). */
import { createHash } from "node:crypto";
import { ProblemError } from "../../http/failures.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import { buildLinkHeader, formatFilters, type Page } from "../../http/response/page-links.ts";
import type { Answer } from "../../http/route.ts";
import type { Dataset, DatasetPage, Datasets } from "../../publication/dataset/dataset.ts";

const NOTHING_PUBLISHED = "0";

/** The requested dataset version, or the current one. @throws {ProblemError} code `gone` for a version that is not stored. */
export function getPinnedDataset(datasets: Datasets, version: string | undefined): Dataset {
  if (version === undefined) return datasets.getCurrent();
  const dataset = datasets.findCached(version);
  if (dataset !== undefined) return dataset;
  const newest = datasets.getCurrent().version;
  throw new ProblemError({
    code: "gone",
    detail: `Dataset version ${version} is no longer stored; the newest is ${newest}. Start again from the first page.`,
    extra: { newest_version: newest },
  });
}

/** @param url URL of the list, without a query. @param filters active filters, in the order of the canonical query. */
export function createListAnswer(
  url: string,
  filters: Readonly<Record<string, string | undefined>>,
  page: Page,
  version: string,
  found: DatasetPage,
  pinnedBy: "version" | "as_of" = "version",
): Answer {
  const filter = formatFilters(filters);
  // Before the first publication, links name no version: there is nothing to paginate, and later requests should get newer data.
  const pin = version === NOTHING_PUBLISHED ? "" : `${pinnedBy}=${version}&`;
  const { limit, skip } = page;
  return {
    body: found.body,
    contentType: JSON_TYPE,
    cacheControl: CACHE_CONTROL.list,
    etag: formatWeakTag(`${version}?${hashFilterIfLong(filter)}limit=${limit}&skip=${skip}`),
    keep: { version },
    headers: ["X-Dataset-Version", version, ...buildLinkHeader(`${url}?${filter}${pin}`, page, found.total)],
  };
}

/** A filter as part of an ETag: the filter itself, or its digest if it is long. */
function hashFilterIfLong(filter: string): string {
  if (filter.length <= 200) return filter;
  return `${createHash("sha256").update(filter).digest("base64url")}&`;
}
