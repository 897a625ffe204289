/** Parses the text of a parameter by its zod schema, and describes for people what the schema accepts. */
import { z } from "zod";
import { INDUSTRY_NAME } from "../../domain/industry.ts";
import type { ParameterError } from "../problems.ts";
import { createCustomIssue } from "./issues.ts";

/** Text patterns, with the name that error messages use for each. */
export const FORMS = {
  symbol: { pattern: /^[A-Za-z][A-Za-z0-9]{0,5}([.$/-][A-Za-z]{1,2})?$/, form: "a ticker symbol such as BRK.B" },
  coin: { pattern: /^[A-Za-z0-9]{2,10}$/, form: "the symbol of a coin such as BTC" },
  politician: { pattern: /^[A-Za-z]\d{6}$/, form: "a Bioguide id such as P000197" },
  state: { pattern: /^[A-Za-z]{2}$/, form: "a state in two letters such as CA" },
  committee: {
    pattern: /^[A-Za-z]{4}([A-Za-z\d]{2})?$/,
    form: "the id of a committee such as SSAF, or of a subcommittee such as SSAF13",
  },
  industry: {
    pattern: INDUSTRY_NAME,
    form: "an SIC code of four digits such as 3571, the first two or three of it such as 35, or the letter of a division, A to J",
  },
  version: { pattern: /^(0|\d{4}-\d{2}-\d{2}\.\d{1,9})$/, form: "a dataset version such as 2026-11-20.1" },
  moment: {
    pattern: /^\d{4}-\d{2}-\d{2}(\.\d{1,9}|T\d{2}:\d{2}:\d{2}Z)?$/,
    form: "a dataset version such as 2026-11-20.1, a day such as 2026-11-20, or a time in UTC such as 2026-11-20T08:00:00Z",
  },
  instant: { pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, form: "a time in UTC such as 2026-11-20T08:00:00Z" },
} as const;

const DOLLARS = /^\d{1,15}(\.\d{1,2})?$/;

/** US dollars, with at most two decimal places. */
export const dollars = z
  .number()
  .min(0)
  .refine(
    (value) => DOLLARS.test(String(value)),
    createCustomIssue("not_a_number", "must have at most two decimal places"),
  );

export const createNonBlankTextSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.trim() !== "", createCustomIssue("too_short", "must not be blank"));

/** Schema of a one-line, human-readable text without control characters. */
export const createLabelSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\x00-\x1f\x7f]*$/);

/** JSON Schema of the input of one parameter, or of one member of a JSON body. */
export type ParameterSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

/** Parameter schemas of a shape, keyed by name. @throws {TypeError} for a schema type that parameters do not support. */
export function buildParameterSchemas(shape: z.core.$ZodShape): ReadonlyMap<string, ParameterSchema> {
  return new Map(
    Object.entries(shape).map(([name, each]) => {
      const schema = z.toJSONSchema(each, { io: "input" });
      describeAllowedValues(schema);
      return [name, schema];
    }),
  );
}

/** Schema of a list's values; undefined if the parameter is not a list. */
export function getItemSchema({ type, items }: ParameterSchema): ParameterSchema | undefined {
  return type === "array" && typeof items === "object" && !Array.isArray(items) ? items : undefined;
}

/**
 * Parses a text into a value. A text that cannot be parsed is returned unchanged, and the schema then refuses it. An integer
 * above its maximum becomes the maximum, unless the maximum is exclusive; words are case-insensitive.
 */
export function parseValue(text: string, schema: ParameterSchema): string | number | boolean {
  const { type, maximum, exclusiveMaximum } = schema;
  if (type === "integer") {
    if (/^-\d+$/.test(text)) return -1;
    if (!/^\d+$/.test(text)) return text;
    // Number() turns too many digits into Infinity, which a schema does not accept as a number.
    const value = Math.min(Number(text), Number.MAX_VALUE);
    return exclusiveMaximum === undefined && Number.isSafeInteger(value) ? Math.min(value, maximum ?? value) : value;
  }
  if (type === "number") {
    if (text.startsWith("-")) return -1;
    return DOLLARS.test(text) ? Number(text) : text;
  }
  if (type === "boolean") {
    const word = findAllowedWord(text, ["true", "false"]);
    return word === undefined ? text : word === "true";
  }
  return findAllowedWord(text, (schema.enum ?? []).map(String)) ?? text;
}

/** Finds the word, ignoring case. Only ASCII input can match: lower-casing turns the Kelvin sign, for example, into `k`. */
export function findAllowedWord(text: string, words: readonly string[]): string | undefined {
  const lower = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : null;
  return words.find((each) => each.toLowerCase() === lower);
}

/** The bounds or allowed words of a schema, as members of a `ParameterError`. */
export function buildBounds(schema: ParameterSchema): Partial<Pick<ParameterError, "min" | "max" | "allowed">> {
  const item = getItemSchema(schema);
  if (item) return schema.maxItems === undefined ? buildBounds(item) : { max: schema.maxItems };
  if (schema.type === "integer") return getIntegerBounds(schema);
  if (schema.enum) return { allowed: schema.enum.map(String) };
  return schema.type === "boolean" ? { allowed: ["true", "false"] } : {};
}

function getIntegerBounds({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, exclusiveMaximum }: ParameterSchema) {
  return { min: minimum, max: typeof exclusiveMaximum === "number" ? exclusiveMaximum - 1 : maximum };
}

/** Describes accepted values, as in `an integer from 1 to 100`. @throws {TypeError} for a schema type unsupported in parameters. */
export function describeAllowedValues(schema: ParameterSchema): string {
  const { type, format, pattern, maxLength, maxItems } = schema;
  const item = getItemSchema(schema);
  if (item) {
    const many = maxItems === undefined ? "one or more" : `1 to ${maxItems}`;
    return item.enum
      ? `${many} of ${item.enum.join(", ")}, separated by commas`
      : `${many} values separated by commas, each ${describeAllowedValues(item)}`;
  }
  if (type === "integer") {
    const { min, max } = getIntegerBounds(schema);
    return `an integer from ${min} to ${max}`;
  }
  if (type === "number") return "an amount in dollars such as 15001 or 318.74";
  if (type === "boolean") return "one of true, false";
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (format === "date") return "a valid date, YYYY-MM-DD";
  const known = Object.values(FORMS).find((each) => each.pattern.source === pattern);
  if (known) return known.form;
  if (type === "string" && maxLength !== undefined) return `a string of 1 to ${maxLength} characters`;
  throw new TypeError(
    "A parameter is a number, a boolean, a date, one of a few words, a string of a known form, or a list of these.",
  );
}

/** OpenAPI description of the path parameter `{symbol}`. */
export const SYMBOL_PARAMETER = {
  description: "Ticker symbol, upper or lower case; `BRK.B`, `BRK-B`, `BRK%2FB` and `BRKB` are the same.",
  example: "AAPL",
};
