/** The trade fields that a return depends on, for trades of the current version and of former versions. */
import { splitIntoChunks } from "../../base/pause.ts";
import { classifyInstrument } from "../../domain/direction.ts";
import type { Trade } from "../../domain/trade.ts";
import { RECENT_FIRST, type TradeFilter } from "../../domain/trade-filter.ts";
import type { Dataset, TradeSummary } from "./dataset.ts";

export type ReturnTrade = Pick<
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

/** Matching trades of the current version, in chunks, newest disclosure first. */
export async function* readReturnTrades(dataset: Dataset, filter: TradeFilter): AsyncGenerator<readonly ReturnTrade[]> {
  for (const chunk of splitIntoChunks([...dataset.select(filter, RECENT_FIRST)], TRADES_AT_ONCE)) {
    yield chunk.map((position) => dataset.getSummaryAt(position));
  }
}

export function toReturnTrade(trade: Trade): ReturnTrade {
  const { id, filingId, politicianId, ticker, currentTicker, noCurrentTicker, assetType } = trade;
  const { transactionType, amount, disclosureDate, transactionDate, isRepeat } = trade;
  return {
    ...{ id, filingId, politicianId, ticker, currentTicker, noCurrentTicker, assetType, transactionType, amount },
    instrument: classifyInstrument(trade),
    ...{ disclosureDate, transactionDate, isRepeat },
  };
}
