/** The economic direction of a trade: an option or a short sale differs from a purchase or sale of the security itself. */
import { DIRECTION_DOUBTS, type Trade } from "./trade.ts";

type DirectionFacts = Pick<Trade, "transactionType" | "assetType" | "option" | "shortSale" | "directionDoubt">;

export const INSTRUMENTS = ["security", "call", "put", "option", "short"] as const;
/** `option` is a warrant, a right, a contract of unknown kind, or an option that was filed neither as a call nor as a put. */
export type Instrument = (typeof INSTRUMENTS)[number];

export function classifyInstrument({
  assetType,
  option,
  shortSale,
}: Pick<DirectionFacts, "assetType" | "option" | "shortSale">): Instrument {
  if (shortSale) return "short";
  if (option === null) return assetType === "Stock Option" ? "option" : "security";
  const kind = (option.type ?? "").trim().toLowerCase();
  return kind === "call" || kind === "put" ? kind : "option";
}

/** 1 for purchases, -1 for sales, 0 for exchanges and other types. */
export function toTradeSign(transactionType: Trade["transactionType"]): 1 | -1 | 0 {
  if (transactionType === "purchase") return 1;
  return transactionType === "sale_full" || transactionType === "sale_partial" ? -1 : 0;
}

export type Direction = "bullish" | "bearish";

/**
 * `bullish`: gains if the price rises, or closes a position that gained when the price fell: purchases, calls bought, puts sold,
 * shorts covered. `bearish` is the opposite. Null if the trade has no direction; see `explainNoDirection`.
 */
export function findDirection(trade: DirectionFacts): Direction | null {
  return explainNoDirection(trade) === null ? computeDirection(classifyInstrument(trade), trade.transactionType) : null;
}

/** Computes a trade's direction from the instrument and type. Call only if `explainNoDirection` returns null for the trade. */
export function computeDirection(instrument: Instrument, type: Trade["transactionType"]): Direction {
  return toTradeSign(type) * (instrument === "put" ? -1 : 1) > 0 ? "bullish" : "bearish";
}

export const DIRECTION_NOT_JUDGED = ["neither_bought_nor_sold", ...DIRECTION_DOUBTS, "option_kind_unknown"] as const;
type DirectionNotJudged = (typeof DIRECTION_NOT_JUDGED)[number];

/** Returns the reason why a trade has no direction; null if the trade has a direction. */
export function explainNoDirection(trade: DirectionFacts): DirectionNotJudged | null {
  if (toTradeSign(trade.transactionType) === 0) return "neither_bought_nor_sold";
  if (trade.directionDoubt !== null) return trade.directionDoubt;
  return isOptionOfUnknownKind(trade) ? "option_kind_unknown" : null;
}

/** True also for an option sold short, call or put: the Senate's form has a single field for `Put`, `Call` and `Short Sale`. */
function isOptionOfUnknownKind(trade: DirectionFacts): boolean {
  const instrument = classifyInstrument(trade);
  return instrument === "option" || (instrument === "short" && isOptionAsset(trade));
}

/** True if the asset is an option. Used only for trades that sell an asset short or buy back an asset that was sold short. */
export function isOptionAsset({ assetType, option }: Pick<DirectionFacts, "assetType" | "option">): boolean {
  return assetType === "Stock Option" || (option !== null && (option.strike !== null || option.expiry !== null));
}
