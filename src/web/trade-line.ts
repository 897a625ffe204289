import type { Dataset, TradeSummary } from "../dataset/dataset.ts";
import type { PublicTrade } from "../domain/public-trade.ts";

/** A trade as a row of a table shows it: the public fields, and what is known of its owner, size and disclosure. */
export interface TradeLine
  extends PublicTrade,
    Pick<
      TradeSummary,
      | "filingId"
      | "amountLowUsd"
      | "amountHighUsd"
      | "owner"
      | "late"
      | "reportingGapDays"
      | "currentTicker"
      | "instrument"
      | "option"
    > {}

/** @throws {RangeError} for a position that is not below `tradeCount`. */
export function tradeLineAt(dataset: Pick<Dataset, "tradeAt" | "summaryAt">, position: number): TradeLine {
  const fields = JSON.parse(dataset.tradeAt(position).toString("utf8")) as PublicTrade;
  const { filingId, amountLowUsd, amountHighUsd, owner, late, reportingGapDays, currentTicker, instrument, option } =
    dataset.summaryAt(position);
  const known = { filingId, amountLowUsd, amountHighUsd, owner, late, reportingGapDays, currentTicker };
  return Object.assign(fields, known, { instrument, option });
}
