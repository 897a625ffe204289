/** Compares two lines: the five fields that make a transaction, and what else is printed of it. */
import { daysBetween } from "../dates.ts";
import type { OptionTerms, Trade } from "../trade.ts";

type Field = "asset" | "date" | "type" | "amount" | "owner";
export const FIELDS = 5;

/** A trade with the values that comparisons need, worked out once. */
export interface Row {
  readonly trade: Trade;
  /** The asset's name in capitals, letters and digits only. */
  readonly name: string;
  /** The terms that a row of an option states, all null where it states none; null for a row of no option. */
  readonly option: OptionTerms | null;
  /** All that is compared, as one text: rows with the same are separate lots. */
  readonly whole: string;
}

export interface Agreement {
  /** Number of equal fields among the five. */
  readonly fields: number;
  readonly differing: readonly Field[];
  /** Equal ones among the other printed fields. */
  readonly further: number;
}

export function rowOf(trade: Trade): Row {
  const name = trade.assetNameRaw.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const option = optionOf(trade);
  const { ticker, transactionDate, transactionType, amount, owner } = trade;
  const whole = JSON.stringify([
    [name, option, ticker, transactionDate, transactionType, amount.lowUsd, amount.highUsd, owner],
    furtherFields(trade),
  ]);
  return { trade, name, option, whole };
}

const NO_TERMS: OptionTerms = { type: null, strike: null, expiry: null };

/** Reads the option from the row's words: it may be filed as a share (`[ST]`, `Sold 20 call options`), and an amendment corrects the class. */
function optionOf({ assetType, option }: Trade): OptionTerms | null {
  if (option === null) return assetType === "Stock Option" ? NO_TERMS : null;
  const { type, strike, expiry } = option;
  return { type: type?.toLowerCase() ?? null, strike: strike === null ? null : sumOf(strike), expiry };
}

/** `$1,700.00` and `$1700` are one strike. */
function sumOf(strike: string): string {
  const digits = strike.replace(/[$,\s]/g, "");
  return /^\d*\.?\d+$/.test(digits) ? String(Number(digits)) : digits;
}

export function agreementOf(a: Row, b: Row): Agreement {
  const [left, right] = [a.trade, b.trade];
  const differing: Field[] = [];
  if (!sameAsset(a, b)) differing.push("asset");
  if (left.transactionDate !== right.transactionDate) differing.push("date");
  if (left.transactionType !== right.transactionType) differing.push("type");
  if (left.amount.lowUsd !== right.amount.lowUsd || left.amount.highUsd !== right.amount.highUsd) {
    differing.push("amount");
  }
  if (left.owner !== right.owner) differing.push("owner");
  const others = furtherFields(right);
  const further = furtherFields(left).filter((field, at) => field === others[at]).length;
  return { fields: FIELDS - differing.length, differing, further };
}

/** The same name, or the same ticker and class; an option only with the same terms, and never the share itself. */
function sameAsset(a: Row, b: Row): boolean {
  if (!isSameOption(a, b)) return false;
  if (a.name === b.name) return true;
  return hasSameTicker(a, b) && (a.trade.assetType === b.trade.assetType || statesTerms(a.option));
}

function hasSameTicker(a: Row, b: Row): boolean {
  return a.trade.ticker !== "" && a.trade.ticker === b.trade.ticker;
}

/** Neither is of an option, or both are, with the same terms. */
export function isSameOption({ option: one }: Row, { option: other }: Row): boolean {
  if (one === null || other === null) return one === other;
  return one.type === other.type && one.strike === other.strike && one.expiry === other.expiry;
}

function statesTerms(option: OptionTerms | null): boolean {
  return option !== null && [option.type, option.strike, option.expiry].some((term) => term !== null);
}

function furtherFields(trade: Trade): readonly (string | null)[] {
  const { notificationDate, account, comment, assetTypeRaw, location, capGainsOver200, received } = trade;
  return [
    notificationDate,
    account,
    comment,
    assetTypeRaw,
    location,
    capGainsOver200 === null ? null : String(capGainsOver200),
    received === null ? null : `${received.ticker} ${received.name}`,
  ];
}

/** A slip of the pen in a date moves it by days, or into another year; but the same is often bought again a week later. */
const MOST_DAYS = 5;

/** True if the one field in which two lines differ may be corrected in one of them. Type, amount and owner have few values: any may become any. */
export function isCorrection(a: Row, b: Row, field: Field): boolean {
  if (field === "asset") return isCompletion(a, b) || isCompletion(b, a) || isOptionCorrected(a, b);
  if (field !== "date") return true;
  const [left, right] = [a.trade, b.trade];
  if (left.transactionDate.slice(4) === right.transactionDate.slice(4)) return true;
  return Math.abs(daysBetween(left.transactionDate, right.transactionDate)) <= MOST_DAYS;
}

/** A name with fewer letters is too short to be taken for the beginning of another. */
const LEAST_LETTERS = 8;

/** `Echo Street Select` completed to `Echo Street Select, LP`. Another name is another asset, traded on that day as well. */
function isCompletion(short: Row, long: Row): boolean {
  return isSameOption(short, long) && short.name.length >= LEAST_LETTERS && long.name.startsWith(short.name);
}

/** The same but for the class, or for terms that one of them does not state. A share becomes its option only with the same words: both may have been traded. */
function isOptionCorrected(a: Row, b: Row): boolean {
  if (!isReclassified(a, b)) return false;
  const { trade: left } = a;
  const { trade: right } = b;
  if (a.option !== null && b.option !== null) return true;
  return left.assetType === right.assetType || (left.comment !== null && left.comment === right.comment);
}

/** One security by name or ticker, of which at least one row names an option, and no term of the one contradicts the other's. */
export function isReclassified(a: Row, b: Row): boolean {
  if (a.name !== b.name && !hasSameTicker(a, b)) return false;
  const [one, other] = [a.option ?? NO_TERMS, b.option ?? NO_TERMS];
  if (a.option === null && b.option === null) return false;
  const agrees = (left: string | null, right: string | null) => left === null || right === null || left === right;
  return agrees(one.type, other.type) && agrees(one.strike, other.strike) && agrees(one.expiry, other.expiry);
}
