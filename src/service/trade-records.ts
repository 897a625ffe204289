/** Single trades as the store has them, and whose reading they are. */
import type { TradeRecords } from "../api/disclosures/trade.ts";
import type { Config } from "../config.ts";
import type { Store } from "../store/store.ts";
import { storedPageImage } from "./page-image.ts";

type RecordsStore = Pick<Store, "publications" | "filings" | "companies" | "documents" | "taken">;

export function tradeRecords(config: Config, store: RecordsStore): TradeRecords {
  const { trade, detailed } = store.publications;
  return {
    trade,
    detailed,
    filing: store.filings.get,
    industries: store.companies.industriesOf,
    takenFrom: (read) => takenFrom(config, store, read),
  };
}

/** A few questions by key; the printed report is looked at for paper reports alone, whose pages are documents of their own. */
async function takenFrom(
  config: Config,
  store: RecordsStore,
  { filingId, page }: Parameters<TradeRecords["takenFrom"]>[0],
): ReturnType<TradeRecords["takenFrom"]> {
  const filing = await store.filings.get(filingId);
  if (filing === undefined || filing.documentSha256 === null) return null;
  const whole = await store.taken.document(filing.url);
  if (whole !== undefined || page === null) return whole ?? null;
  if (filing.kind !== "paper") return (await store.taken.page(filing.documentSha256, page)) ?? null;
  const image = await storedPageImage(config, store, filing, page);
  if (image === undefined) return null;
  return (await store.taken.document(image.url)) ?? (await store.taken.page(image.sha256, page)) ?? null;
}
