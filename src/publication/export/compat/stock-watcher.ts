/** Rows of `all_transactions.json` as published by House Stock Watcher until 2023 and Senate Stock Watcher until 2021. */
import {
  ABSENT,
  type CompatTrade,
  formatPrintedAmount,
  formatUsDay,
  SENATE_OWNERS,
  SENATE_TYPES,
} from "./compat-trade.ts";

/** For each discontinued service: the name of our data file, our path, and the folder of the file at that service. */
export const STOCK_WATCHERS = [
  {
    file: "house-stock-watcher.json",
    chamber: "house",
    base: "/compat/house-stock-watcher",
    folder: "data",
    row: toHouseWatcherRow,
  },
  {
    file: "senate-stock-watcher.json",
    chamber: "senate",
    base: "/compat/senate-stock-watcher",
    folder: "aggregate",
    row: toSenateWatcherRow,
  },
] as const;

/** The discontinued services took sectors and industries from a market data provider; these are unknown to this service. */
const UNKNOWN = { industry: null, sector: null } as const;

function toHouseWatcherRow({ trade, name, state, stateDistrict, documentUrl }: CompatTrade): object {
  return {
    disclosure_year: Number(trade.disclosureDate.slice(0, 4)),
    disclosure_date: formatUsDay(trade.disclosureDate),
    transaction_date: trade.transactionDate,
    owner: trade.owner ?? ABSENT,
    ticker: trade.ticker === "" ? ABSENT : trade.ticker,
    asset_description: trade.company,
    type: trade.transactionType === "other" ? "" : trade.transactionType,
    amount: formatPrintedAmount(trade.amount, (dollars) => `${dollars} +`),
    representative: name,
    district: stateDistrict ?? "",
    state: stateDistrict?.slice(0, 2) ?? state,
    ptr_link: documentUrl,
    cap_gains_over_200_usd: trade.capGainsOver200,
    ...UNKNOWN,
    party: trade.party,
  };
}

function toSenateWatcherRow({ trade, name, state, documentUrl }: CompatTrade): object {
  return {
    transaction_date: formatUsDay(trade.transactionDate),
    owner: trade.owner === null ? "N/A" : SENATE_OWNERS[trade.owner],
    ticker: trade.ticker === "" ? ABSENT : trade.ticker,
    asset_description: trade.company,
    asset_type: trade.assetTypeRaw ?? trade.assetType,
    type: SENATE_TYPES[trade.transactionType],
    amount: formatPrintedAmount(trade.amount, (dollars) => `Over ${dollars}`),
    comment: trade.comment ?? ABSENT,
    party: trade.party,
    state,
    ...UNKNOWN,
    senator: name,
    ptr_link: documentUrl,
    disclosure_date: formatUsDay(trade.disclosureDate),
  };
}
