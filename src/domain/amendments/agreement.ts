/** Compares two lines by the five fields that define a transaction and by the other printed fields. */
import { countDaysBetween } from "../dates.ts";
import type { OptionTerms, Trade } from "../trade.ts";

type Field = "asset" | "date" | "type" | "amount" | "owner";
export const FIELD_COUNT = 5;

/** A trade with precomputed values for comparisons. */
export interface Row {
  readonly trade: Trade;
  /** The letters and digits of the asset's name, in upper case. */
  readonly name: string;
  /** Terms of an option; every field is null if the row states no terms. The whole object is null if the row is not an option. */
  readonly option: OptionTerms | null;
  /** All compared fields as one text; rows of one filing with equal text are separate lots. */
  readonly comparisonKey: string;
}

export interface Agreement {
  /** How many of the five fields that define a transaction are equal in both rows. */
  readonly fields: number;
  readonly differing: readonly Field[];
  /** How many of the printed fields other than these five are equal in both rows. */
  readonly otherFields: number;
}

export function toRow(trade: Trade): Row {
  const name = trade.assetNameRaw.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const option = readOptionTerms(trade);
  const { ticker, transactionDate, transactionType, amount, owner } = trade;
  const comparisonKey = JSON.stringify([
    [name, option, ticker, transactionDate, transactionType, amount.lowUsd, amount.highUsd, owner],
    listSecondaryValues(trade),
  ]);
  return { trade, name, option, comparisonKey };
}

const NO_TERMS: OptionTerms = { type: null, strike: null, expiry: null };

/** Returns the option terms that a row states. A filed report may class an option as a stock: `[ST]`, `Sold 20 call options`. */
function readOptionTerms({ assetType, option }: Trade): OptionTerms | null {
  if (option === null) return assetType === "Stock Option" ? NO_TERMS : null;
  const { type, strike, expiry } = option;
  return { type: type?.toLowerCase() ?? null, strike: strike === null ? null : normaliseStrike(strike), expiry };
}

/** Normalizes a strike price: `$1,700.00` and `$1700` are the same. */
function normaliseStrike(strike: string): string {
  const digits = strike.replace(/[$,\s]/g, "");
  return /^\d*\.?\d+$/.test(digits) ? String(Number(digits)) : digits;
}

export function compareRows(a: Row, b: Row): Agreement {
  const [left, right] = [a.trade, b.trade];
  const differing: Field[] = [];
  if (!isSameAsset(a, b)) differing.push("asset");
  if (left.transactionDate !== right.transactionDate) differing.push("date");
  if (left.transactionType !== right.transactionType) differing.push("type");
  if (left.amount.lowUsd !== right.amount.lowUsd || left.amount.highUsd !== right.amount.highUsd) {
    differing.push("amount");
  }
  if (left.owner !== right.owner) differing.push("owner");
  const others = listSecondaryValues(right);
  const otherFields = listSecondaryValues(left).filter((field, at) => field === others[at]).length;
  return { fields: FIELD_COUNT - differing.length, differing, otherFields };
}

// True if both rows have the same asset. Options must have equal terms, and a share never matches an option. The rows must also
// have the same name, or the same ticker and asset class. For options with stated terms, the class may differ.
function isSameAsset(a: Row, b: Row): boolean {
  if (!isSameOption(a, b)) return false;
  if (a.name === b.name) return true;
  return hasSameTicker(a, b) && (a.trade.assetType === b.trade.assetType || hasTerms(a.option));
}

function hasSameTicker(a: Row, b: Row): boolean {
  return a.trade.ticker !== "" && a.trade.ticker === b.trade.ticker;
}

/** True if neither row is an option, or both are and have the same terms. */
export function isSameOption({ option: one }: Row, { option: other }: Row): boolean {
  if (one === null || other === null) return one === other;
  return one.type === other.type && one.strike === other.strike && one.expiry === other.expiry;
}

function hasTerms(option: OptionTerms | null): boolean {
  return option !== null && [option.type, option.strike, option.expiry].some((term) => term !== null);
}

function listSecondaryValues(trade: Trade): readonly (string | null)[] {
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

/** Maximum days a typo (except in the year) shifts a date. Rows dated further apart may be two trades, often a week apart. */
const MAX_TYPO_DAYS = 5;

/** True if a difference in this field alone may be a correction: always for type, amount and owner, which have few values. */
export function mayBeCorrection(a: Row, b: Row, field: Field): boolean {
  if (field === "asset") return isNameExtended(a, b) || isNameExtended(b, a) || mayBeOptionCorrection(a, b);
  if (field !== "date") return true;
  const [left, right] = [a.trade, b.trade];
  if (left.transactionDate.slice(4) === right.transactionDate.slice(4)) return true;
  return Math.abs(countDaysBetween(left.transactionDate, right.transactionDate)) <= MAX_TYPO_DAYS;
}

/** Minimum length of a name that is compared with the beginning of a longer name. */
const MIN_LETTERS = 8;

/** True if a name was completed: `Echo Street Select` to `Echo Street Select, LP`. Other differing names mean other assets. */
function isNameExtended(short: Row, long: Row): boolean {
  return isSameOption(short, long) && short.name.length >= MIN_LETTERS && long.name.startsWith(short.name);
}

// True if one row may correct the other row's asset class, or may add option terms that the other row omits. A share in one row
// and its option in the other may be two trades. So two such rows must also have the same asset class or the same comment.
function mayBeOptionCorrection(a: Row, b: Row): boolean {
  if (!mayBeReclassified(a, b)) return false;
  const { trade: left } = a;
  const { trade: right } = b;
  if (a.option !== null && b.option !== null) return true;
  return left.assetType === right.assetType || (left.comment !== null && left.comment === right.comment);
}

/**
 * True if both rows have the same name or ticker, at least one is an option, and the option terms that both rows give are equal.
 */
export function mayBeReclassified(a: Row, b: Row): boolean {
  if (a.name !== b.name && !hasSameTicker(a, b)) return false;
  const [one, other] = [a.option ?? NO_TERMS, b.option ?? NO_TERMS];
  if (a.option === null && b.option === null) return false;
  const agrees = (left: string | null, right: string | null) => left === null || right === null || left === right;
  return agrees(one.type, other.type) && agrees(one.strike, other.strike) && agrees(one.expiry, other.expiry);
}
