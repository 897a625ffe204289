/** The economic direction of a trade: an option or a short sale is no plain purchase or sale of the security. */
import type { Trade } from "./trade.ts";

type Facts = Pick<Trade, "transactionType" | "assetType" | "option" | "shortSale">;

export const INSTRUMENTS = ["security", "call", "put", "option", "short"] as const;
/** `option`: one that the filing calls neither a call nor a put, a warrant, a right, or a contract of an unnamed kind. */
export type Instrument = (typeof INSTRUMENTS)[number];

export function instrumentOf({
  assetType,
  option,
  shortSale,
}: Pick<Facts, "assetType" | "option" | "shortSale">): Instrument {
  if (shortSale) return "short";
  if (option === null) return assetType === "Stock Option" ? "option" : "security";
  const kind = (option.type ?? "").trim().toLowerCase();
  return kind === "call" || kind === "put" ? kind : "option";
}

/** 1 for what is bought, -1 for what is sold, 0 for exchanges and others. */
export function sideOf(transactionType: Trade["transactionType"]): 1 | -1 | 0 {
  if (transactionType === "purchase") return 1;
  return transactionType === "sale_full" || transactionType === "sale_partial" ? -1 : 0;
}

export type Direction = "bullish" | "bearish";

/**
 * `bullish`: it gains when the price rises, or ends what gained when it fell: purchases, calls bought, puts sold, shorts covered. `bearish` is the
 * opposite; null where the filing does not say.
 */
export function directionOf(trade: Facts): Direction | null {
  return directionBy(instrumentOf(trade), trade.transactionType);
}

/** The direction by instrument and type. */
export function directionBy(instrument: Instrument, type: Trade["transactionType"]): Direction | null {
  const side = sideOf(type) * (instrument === "put" ? -1 : 1);
  if (side === 0 || instrument === "option") return null;
  return side > 0 ? "bullish" : "bearish";
}
