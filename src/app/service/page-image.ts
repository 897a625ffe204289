import type { Config } from "../../base/config.ts";
import { sourceOf } from "../../filings/sources/all.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";

/** The stored image of a page of a paper report, from 1; undefined if missing. */
export async function storedPageImage(
  config: Config,
  store: Pick<Store, "filings" | "documents">,
  filing: FilingRow,
  page: number,
) {
  const raw = await store.filings.printedReport(filing.id);
  const written = raw && sourceOf(filing.source).pagesOf(raw)[page - 1]?.image;
  const url = written ? sourceOf(filing.source).pageImageUrl(written, config) : null;
  return url === null ? undefined : store.documents.latest(url);
}
