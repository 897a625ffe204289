import type { Config } from "../../base/config.ts";
import { getSource } from "../../filings/sources/all.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";

/** Finds the stored image of a page of a paper report; undefined if missing. @param page page number, starting at 1. */
export async function findStoredPageImage(
  config: Config,
  store: Pick<Store, "filings" | "documents">,
  filing: FilingRow,
  page: number,
) {
  const raw = await store.filings.readStoredReport(filing.id);
  const printedUrl = raw && getSource(filing.source).listPages(raw)[page - 1]?.image;
  const url = printedUrl ? getSource(filing.source).toPageImageUrl(printedUrl, config) : null;
  return url === null ? undefined : store.documents.findLatest(url);
}
