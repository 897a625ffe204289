/** Records that pages read from the store: single trades and filings, with their printed reports. */
import type { Ledger } from "../api/disclosures/filing.ts";
import type { FilingRecord } from "../api/disclosures/filing-schema.ts";
import type { TradeRecords } from "../api/disclosures/trade.ts";
import { reading } from "../http/response/store-unavailable.ts";

export type { FilingRecord };
export type FilingRow = FilingRecord["filing"];
/** A trade with its replacements and its publication time. */
export type PublishedTrade = NonNullable<Awaited<ReturnType<TradeRecords["trade"]>>>;

export interface Records
  extends Pick<Ledger, "filing" | "filings" | "listing" | "printed" | "changedSince" | "newsSince"> {
  readonly trade: TradeRecords["trade"];
}

/** The same, with an `UnavailableError` if the store does not answer. */
export function openRecords(trades: TradeRecords, ledger: Ledger): Records {
  return {
    trade: (id) => reading(trades.trade(id)),
    newsSince: (at) => reading(ledger.newsSince(at)),
    changedSince: (at, limit) => reading(ledger.changedSince(at, limit)),
    filing: (id) => reading(ledger.filing(id)),
    filings: (filter, page) => reading(ledger.filings(filter, page)),
    listing: (id) => reading(ledger.listing(id)),
    printed: (id) => reading(ledger.printed(id)),
  };
}
