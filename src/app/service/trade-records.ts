/** Reads single trades from the store. */
import type { TradeRecords } from "../../api/disclosures/trade.ts";
import type { Store } from "../../store/store.ts";

type RecordsStore = Pick<Store, "publications" | "filings" | "companies">;

export function tradeRecords(store: RecordsStore): TradeRecords {
  const { trade, detailed } = store.publications;
  return {
    trade,
    detailed,
    filing: store.filings.get,
    industries: store.companies.industriesOf,
  };
}
