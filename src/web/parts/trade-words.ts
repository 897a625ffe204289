import type { Instrument } from "../../domain/direction.ts";
import type { OptionTerms, Owner, TransactionType } from "../../domain/trade.ts";

export const OWNER_NAMES: Readonly<Record<Owner, string>> = {
  self: "Self",
  spouse: "Spouse",
  joint: "Joint",
  dependent: "Dependent child",
};

const INSTRUMENT_NAMES: Readonly<Record<Instrument, string>> = {
  security: "",
  call: "Call option",
  put: "Put option",
  option: "Option",
  short: "Short sale",
};

/** `Call option, strike $25.00, expires 2021-09-17`, as far as stated in the filing; empty unless it is an option or a short sale. */
export function formatInstrumentTerms(instrument: Instrument, option: OptionTerms | null): string {
  if (instrument === "security") return "";
  const named = instrument === "option" ? (option?.type ?? INSTRUMENT_NAMES.option) : INSTRUMENT_NAMES[instrument];
  return [named, ...listOptionTerms(option)].join(", ");
}

/** `strike $25.00`, `expires 2021-09-17`, as far as stated in the filing. */
export function listOptionTerms(option: OptionTerms | null): readonly string[] {
  const strike = option?.strike == null ? [] : [`strike ${option.strike}`];
  const expiry = option?.expiry == null ? [] : [`expires ${option.expiry}`];
  return [...strike, ...expiry];
}

/** Formats the type of asset, shown after the asset's name. Empty for a share. For an option, includes the terms. */
export function formatAssetKind(trade: {
  readonly assetType: string;
  readonly instrument: Instrument;
  readonly option: OptionTerms | null;
}): string {
  const terms = formatInstrumentTerms(trade.instrument, trade.option);
  const isSaid = trade.assetType === "Stock" || (trade.assetType === "Stock Option" && terms !== "");
  return [...(isSaid ? [] : [trade.assetType]), ...(terms === "" ? [] : [terms])].join(", ");
}

/** CSS classes of a cell with a transaction type. The style sheet uses the classes to add a symbol to the cell. */
export function getTypeCssClass(type: TransactionType, instrument: Instrument): string {
  return instrument === "security" || instrument === "short" ? `type ${type}` : `type ${type} of-option`;
}
