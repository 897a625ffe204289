/** The fields of a trade, in any version, that its return depends on. */

import { inChunks } from "../../base/pause.ts";
import { instrumentOf } from "../../domain/direction.ts";
import type { Trade } from "../../domain/trade.ts";
import { RECENT_FIRST, type TradeFilter } from "../../domain/trade-filter.ts";
import type { Dataset, TradeSummary } from "./dataset.ts";

export type DecidedTrade = Pick<
  TradeSummary,
  | "id"
  | "filingId"
  | "politicianId"
  | "ticker"
  | "currentTicker"
  | "noCurrentTicker"
  | "assetType"
  | "instrument"
  | "transactionType"
  | "disclosureDate"
  | "transactionDate"
  | "amount"
  | "isRepeat"
>;

const TRADES_AT_ONCE = 500;

/** Matching trades of the current version, in chunks, in the order of the recent list. */
export async function* decidedTrades(dataset: Dataset, filter: TradeFilter): AsyncGenerator<readonly DecidedTrade[]> {
  for (const some of inChunks([...dataset.select(filter, RECENT_FIRST)], TRADES_AT_ONCE)) {
    yield some.map((position) => dataset.summaryAt(position));
  }
}

export function decidedTradeOf(trade: Trade): DecidedTrade {
  const { id, filingId, politicianId, ticker, currentTicker, noCurrentTicker, assetType } = trade;
  const { transactionType, amount, disclosureDate, transactionDate, isRepeat } = trade;
  return {
    ...{ id, filingId, politicianId, ticker, currentTicker, noCurrentTicker, assetType, transactionType, amount },
    instrument: instrumentOf(trade),
    ...{ disclosureDate, transactionDate, isRepeat },
  };
}
