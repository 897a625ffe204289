/** Compares two lines: the five fields that make a transaction, and what else is printed of it. */
import { daysBetween } from "../dates.ts";
import type { Trade } from "../trade.ts";

type Field = "asset" | "date" | "type" | "amount" | "owner";
export const FIELDS = 5;

/** A trade with the values that comparisons need, worked out once. */
export interface Row {
  readonly trade: Trade;
  /** The asset's name in capitals, letters and digits only. */
  readonly name: string;
  readonly option: string;
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
  const option = trade.assetType === "Stock Option" ? JSON.stringify(trade.option) : "";
  const { ticker, transactionDate, transactionType, amount, owner } = trade;
  const whole = JSON.stringify([
    [name, option, ticker, transactionDate, transactionType, amount.lowUsd, amount.highUsd, owner],
    furtherFields(trade),
  ]);
  return { trade, name, option, whole };
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
  if (a.option !== b.option) return false;
  if (a.name === b.name) return true;
  return a.trade.ticker !== "" && a.trade.ticker === b.trade.ticker && a.trade.assetType === b.trade.assetType;
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
  if (field === "asset") return isCompletion(a, b) || isCompletion(b, a);
  if (field !== "date") return true;
  const [left, right] = [a.trade, b.trade];
  if (left.transactionDate.slice(4) === right.transactionDate.slice(4)) return true;
  return Math.abs(daysBetween(left.transactionDate, right.transactionDate)) <= MOST_DAYS;
}

/** A name with fewer letters is too short to be taken for the beginning of another. */
const LEAST_LETTERS = 8;

/** `Echo Street Select` completed to `Echo Street Select, LP`. Another name is another asset, traded on that day as well. */
function isCompletion(short: Row, long: Row): boolean {
  return short.option === long.option && short.name.length >= LEAST_LETTERS && long.name.startsWith(short.name);
}
