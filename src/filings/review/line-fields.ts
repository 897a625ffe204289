/** The fields of a line that a person may set: their names in the API and their valid values. */
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type DecidedField, type EnteredRow } from "../../domain/decision.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import type { FieldFault } from "../../domain/review.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { readAmount } from "../normalise/amounts.ts";
import { parseDay } from "../normalise/disclosure.ts";
import { toNullIfUnstated } from "../normalise/stated.ts";
import { parseTransactionType } from "../normalise/vocabulary.ts";
import { getSource } from "../sources/all.ts";

export type DecidedValues = Readonly<Partial<Record<DecidedField, string>>>;

/** Invalid fields, listed separately so that a form can show each message next to its field. */
export class FieldsError extends ConfigError {
  readonly faults: readonly FieldFault[];
  constructor(message: string, faults: readonly FieldFault[]) {
    super(message);
    this.faults = faults;
  }
}

export function toSnakeCase(field: DecidedField): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Rule {
  readonly describeAllowedValues: (source: FilingSourceId) => string;
  readonly isAllowed: (value: string, source: FilingSourceId) => boolean;
  readonly mayBeBlank?: true;
}

const DAY = "a valid date with a four-digit year, like 06/11/2020 or 2020-06-11";

const RULES: Readonly<Record<DecidedField, Rule>> = {
  owner: {
    describeAllowedValues: (source) => getSource(source).vocabulary.ownerWords,
    isAllowed: (value, source) => getSource(source).vocabulary.parseOwner(value) !== null,
    mayBeBlank: true,
  },
  asset: {
    describeAllowedValues: () => "a name on one line, of at most 500 characters",
    isAllowed: (value) => toNullIfUnstated(value) !== null && value.length <= 500 && !/\p{Cc}/u.test(value),
  },
  ticker: {
    describeAllowedValues: () => "a symbol like AAPL or BRK.B, or nothing",
    isAllowed: (value) => toCanonicalSymbol(value) !== null,
    mayBeBlank: true,
  },
  transactionType: {
    describeAllowedValues: () => "P, S, S (partial) or E",
    isAllowed: (value) => parseTransactionType(value) !== "other",
  },
  transactionDate: { describeAllowedValues: () => DAY, isAllowed: (value) => parseDay(value) !== null },
  notificationDate: {
    describeAllowedValues: () => `${DAY}, or nothing`,
    isAllowed: (value) => parseDay(value) !== null,
    mayBeBlank: true,
  },
  amount: {
    describeAllowedValues: () =>
      "one of the form's amount ranges, such as $1,001 - $15,000 or Over $50,000,000, or an exact amount, such as $318.74",
    isAllowed: (value) => readAmount(value) !== null,
  },
};

/** @throws {FieldsError} naming every invalid field, its value and what is valid. */
export function checkFields(values: DecidedValues, source: FilingSourceId): void {
  const faults = findFaults(values, source);
  if (faults.length > 0) throw new FieldsError(faults.map(({ sentence }) => sentence).join("\n"), faults);
}

/** Finds invalid fields, and says what is valid. @param row number, from 1, of a row being typed in. Null for an existing row. */
export function findFaults(
  values: DecidedValues,
  source: FilingSourceId,
  row: number | null = null,
): readonly FieldFault[] {
  return DECIDED_FIELDS.flatMap((field) => {
    const value = values[field];
    const { describeAllowedValues, mayBeBlank } = RULES[field];
    if (value === undefined || (value === "" && mayBeBlank) || isAllowedValue(field, value, source)) return [];
    return [
      { field, row, sentence: `${toSnakeCase(field)} must be ${describeAllowedValues(source)}, not "${value}".` },
    ];
  });
}

export function describeAllowedValues(field: DecidedField, source: FilingSourceId): string {
  return RULES[field].describeAllowedValues(source);
}

export function isAllowedValue(field: DecidedField, value: string, source: FilingSourceId): boolean {
  return RULES[field].isAllowed(value, source);
}

export function mayBeBlank(field: DecidedField): boolean {
  return RULES[field].mayBeBlank ?? false;
}

export function listMissingFields(values: DecidedValues): readonly DecidedField[] {
  return DECIDED_FIELDS.filter((field) => !RULES[field].mayBeBlank && (values[field] ?? "") === "");
}

/** Returns a page's typed-in rows, trimmed. @throws {ConfigError} naming every invalid field, with the number of its row. */
export function validateRows(typed: readonly EnteredRow[], source: FilingSourceId): readonly EnteredRow[] {
  if (typed.length === 0)
    throw new ConfigError("No row was typed in. If the page has no transactions, say so instead.");
  const rows = typed.map(trimRow);
  const faults = rows.flatMap((row, at) => findFaults(row, source, at + 1));
  if (faults.length > 0) {
    throw new FieldsError(faults.map(({ row, sentence }) => `Row ${row}: ${sentence}`).join("\n"), faults);
  }
  return rows;
}

/** Trims the fields and drops a blank ticker, so that it is taken from the asset's cell: `Sample, Inc. (SMPL) [ST]`. */
function trimRow(row: EnteredRow): EnteredRow {
  const fields = DECIDED_FIELDS.map((field) => [field, (row[field] ?? "").trim()] as const);
  return Object.fromEntries(fields.filter(([field, value]) => field !== "ticker" || value !== ""));
}
