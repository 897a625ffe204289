/** The fields of a line that a person may set, with the API's names and their valid values. */

import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type DecidedField } from "../../domain/decision.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import type { FieldFault } from "../../domain/review.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { readAmount } from "../normalise/amounts.ts";
import { readDay } from "../normalise/disclosure.ts";
import { stated } from "../normalise/stated.ts";
import { readTransactionType } from "../normalise/vocabulary.ts";
import { sourceOf } from "../sources/all.ts";

export type DecidedValues = Readonly<Partial<Record<DecidedField, string>>>;

/** Invalid fields, listed separately so that a form can show each message next to its field. */
export class FieldsError extends ConfigError {
  readonly faults: readonly FieldFault[];
  constructor(message: string, faults: readonly FieldFault[]) {
    super(message);
    this.faults = faults;
  }
}

/** Converts `transactionDate` to `transaction_date`. */
export function fieldName(field: DecidedField): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Rule {
  readonly allowed: (source: FilingSourceId) => string;
  readonly holds: (value: string, source: FilingSourceId) => boolean;
  /** A line may have the field blank. */
  readonly mayBeBlank?: true;
}

const DAY = "a day that exists, its year in four digits, like 06/11/2020 or 2020-06-11";

const RULES: Readonly<Record<DecidedField, Rule>> = {
  owner: {
    allowed: (source) => sourceOf(source).vocabulary.ownerWords,
    holds: (value, source) => sourceOf(source).vocabulary.owner(value) !== null,
    mayBeBlank: true,
  },
  asset: {
    allowed: () => "a name on one line, of at most 500 characters",
    holds: (value) => stated(value) !== null && value.length <= 500 && !/\p{Cc}/u.test(value),
  },
  ticker: {
    allowed: () => "a symbol like AAPL or BRK.B, or nothing",
    holds: (value) => canonicalSymbol(value) !== null,
    mayBeBlank: true,
  },
  transactionType: {
    allowed: () => "P, S, S (partial) or E",
    holds: (value) => readTransactionType(value) !== "other",
  },
  transactionDate: { allowed: () => DAY, holds: (value) => readDay(value) !== null },
  notificationDate: {
    allowed: () => `${DAY}, or nothing`,
    holds: (value) => readDay(value) !== null,
    mayBeBlank: true,
  },
  amount: {
    allowed: () => "a bracket of the form like $1,001 - $15,000 or Over $50,000,000, or an exact sum like $318.74",
    holds: (value) => readAmount(value) !== null,
  },
};

/** @throws {FieldsError} naming every invalid field, its value and what is valid. */
export function checkFields(values: DecidedValues, source: FilingSourceId): void {
  const faults = findFaults(values, source);
  if (faults.length > 0) throw new FieldsError(faults.map(({ sentence }) => sentence).join("\n"), faults);
}

/** Invalid fields, with their values and what is valid. @param row number of a typed row, from 1; null for a line. */
export function findFaults(
  values: DecidedValues,
  source: FilingSourceId,
  row: number | null = null,
): readonly FieldFault[] {
  return DECIDED_FIELDS.flatMap((field) => {
    const value = values[field];
    const { allowed, mayBeBlank } = RULES[field];
    if (value === undefined || (value === "" && mayBeBlank) || mayHold(field, value, source)) return [];
    return [{ field, row, sentence: `${fieldName(field)} must be ${allowed(source)}, not "${value}".` }];
  });
}

/** A field's valid values, in words. */
export function allowedIn(field: DecidedField, source: FilingSourceId): string {
  return RULES[field].allowed(source);
}

export function mayHold(field: DecidedField, value: string, source: FilingSourceId): boolean {
  return RULES[field].holds(value, source);
}

export function mayBeBlank(field: DecidedField): boolean {
  return RULES[field].mayBeBlank ?? false;
}

/** Required fields without a value. */
export function missingFields(values: DecidedValues): readonly DecidedField[] {
  return DECIDED_FIELDS.filter((field) => !RULES[field].mayBeBlank && (values[field] ?? "") === "");
}
