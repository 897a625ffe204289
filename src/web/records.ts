/** Gives pages access to records in the store: single trades and filings, with their printed reports. */
import type { Ledger } from "../api/disclosures/filing.ts";
import type { FilingRecord } from "../api/disclosures/filing-schema.ts";
import type { TradeRecords } from "../api/disclosures/trade.ts";
import { UnavailableError } from "../base/errors.ts";
import { awaitRead } from "../http/response/store-unavailable.ts";

export type { FilingRecord };
export type FilingRow = FilingRecord["filing"];
/** A trade with its publication times, and with the trade or filing that replaces it, if any. */
export type PublishedTrade = NonNullable<Awaited<ReturnType<TradeRecords["findTrade"]>>>;

export interface Records
  extends Pick<
    Ledger,
    "findFiling" | "listFilings" | "findListing" | "readPrinted" | "readChangedSince" | "readNewTrades"
  > {
  readonly findTrade: TradeRecords["findTrade"];
}

/** The methods of the returned object throw `UnavailableError` if the store does not answer. */
export function createRecords(trades: TradeRecords, ledger: Ledger): Records {
  return {
    findTrade: (id) => awaitRead(trades.findTrade(id)),
    readNewTrades: (at) => awaitRead(ledger.readNewTrades(at)),
    readChangedSince: (at, limit) => awaitRead(ledger.readChangedSince(at, limit)),
    findFiling: (id) => awaitRead(ledger.findFiling(id)),
    listFilings: (filter, page) => awaitRead(ledger.listFilings(filter, page)),
    findListing: (id) => awaitRead(ledger.findListing(id)),
    readPrinted: (id) => awaitRead(ledger.readPrinted(id)),
  };
}

/** The answer; null while the store, the prices or the returns are not available. */
export async function awaitIfAvailable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UnavailableError) return null;
    throw error;
  }
}
