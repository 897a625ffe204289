import type { TradeRecords } from "../../api/disclosures/trade.ts";
import type { Store } from "../../store/store.ts";

type RecordsStore = Pick<Store, "publications" | "filings" | "companies">;

export function createTradeRecordReader(store: RecordsStore): TradeRecords {
  const { findTrade, readDetailed } = store.publications;
  return {
    findTrade,
    readDetailed,
    findFiling: store.filings.get,
    readIndustries: store.companies.readIndustriesOf,
  };
}
