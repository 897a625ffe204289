/** Builds trade headlines, also for mails and citations. Options and short sales never look like trades of the share itself. */
import { classifyInstrument, type Instrument, isOptionAsset } from "./direction.ts";
import type { Trade, TransactionType } from "./trade.ts";

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  purchase: "Purchase",
  sale_full: "Sale",
  sale_partial: "Partial sale",
  exchange: "Exchange",
  other: "Other",
};

type NamedTrade = Pick<Trade, "transactionType" | "assetType" | "option" | "company"> &
  (Pick<Trade, "shortSale"> | { readonly instrument: Instrument });

interface HeadlineParts {
  /** `Sale of put options on`. */
  readonly action: string;
  /** The company, or the asset's name without the kind of option (`action` contains the kind). */
  readonly asset: string;
}

/** Returns a headline: `Sale of put options on Novo Nordisk A/S`, `Short sale of Example Corp.`, `Partial sale of Apple Inc.` */
export function formatHeadline(trade: NamedTrade): string {
  const { action, asset } = buildHeadlineParts(trade);
  return `${action} ${asset}`;
}

export function buildHeadlineParts(trade: NamedTrade): HeadlineParts {
  const instrument = "instrument" in trade ? trade.instrument : classifyInstrument(trade);
  const { company } = trade;
  if (instrument === "short") {
    const action = SHORT_ACTIONS[trade.transactionType];
    return isOptionAsset(trade)
      ? { action: `${action} options on`, asset: removeOptionKind(company) }
      : { action, asset: company };
  }
  const action = ACTIONS[trade.transactionType];
  if (instrument === "security") return { action, asset: company };
  const thing = formatInstrument(instrument, trade);
  return thing === "" ? { action, asset: company } : { action: `${action} ${thing}`, asset: removeOptionKind(company) };
}

/** Lowercases the first letter of a headline, or of its action, for use after a colon or a comma: `sale of put options on`. */
export function lowercaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const ACTIONS: Readonly<Record<TransactionType, string>> = {
  purchase: "Purchase of",
  sale_full: "Sale of",
  sale_partial: "Partial sale of",
  exchange: "Exchange of",
  other: "Other transaction in",
};

const SHORT_ACTIONS: Readonly<Record<TransactionType, string>> = {
  purchase: "Purchase to cover a short sale of",
  sale_full: "Short sale of",
  sale_partial: "Short sale of",
  exchange: "Exchange of a short position in",
  other: "Other transaction in a short position in",
};

/** Names that already say warrant, right or contract. */
const NAMES_RIGHT = /\b(?:warrants?|wts?|rights?|cvrs?|contracts?)\b|\/ws\b/i;

function formatInstrument(
  instrument: Exclude<Instrument, "security" | "short">,
  { option, company }: NamedTrade,
): string {
  if (instrument !== "option") return `${instrument} options on`;
  if (NAMES_RIGHT.test(company) && !/\boptions?\b/i.test(company)) return "";
  if (/^warrant$/i.test(option?.type ?? "")) return "warrants of";
  return /^right$/i.test(option?.type ?? "") ? "rights of" : "options on";
}

/** Matches `PUT (EXMP) Example Corp`, `CALL/EXMP`, `Call options on Example`, but not company names like `Call Corp`. */
const LEADING_KIND =
  /^(?:(?:calls?|puts?)(?:\s+(?:options?|contracts?))?|options?)(?:\s+on\s+|\s*[/:-]\s*|\s+)(?!(?:corp|inc|co|ltd|now|care)\b)(?=\S)/i;
/** `EXMP PUT`, `Example Index option`, `Example call options`. */
const TRAILING_KIND = /[\s,-]+(?:(?:calls?|puts?)(?:\s+(?:options?|contracts?))?|(?:stock\s+)?options?)[\s.]*$/i;

function removeOptionKind(name: string): string {
  return name.replace(LEADING_KIND, "").replace(TRAILING_KIND, "") || name;
}
