/** How the text of one parameter becomes its value: the rules that query strings and JSON bodies share, made from the schema that describes them. */
import { z } from "zod";
import { isoDate } from "../../../domain/dates.ts";
import { echoed, type ParameterError, type Reason } from "../problems.ts";

interface IntegerRule {
  readonly kind: "integer";
  readonly min: number;
  readonly max: number;
  /** What is above the maximum is refused, not applied as it: the schema has a bound that is never reached (`lt`). */
  readonly isStrict: boolean;
}

/** Dollars: plain decimal digits, with at most two places after the point. */
interface NumberRule {
  readonly kind: "number";
}

interface ChoiceRule {
  readonly kind: "choice";
  readonly allowed: readonly string[];
}

interface BooleanRule {
  readonly kind: "boolean";
}

interface DateRule {
  readonly kind: "date";
}

/** A text of one form, which `form` names. */
interface FormRule {
  readonly kind: "form";
  readonly pattern: RegExp;
  readonly form: string;
}

interface TextRule {
  readonly kind: "text";
  readonly maxLength: number;
}

type ValueRule = IntegerRule | NumberRule | ChoiceRule | BooleanRule | DateRule | FormRule | TextRule;

interface ListRule {
  readonly kind: "list";
  readonly item: ValueRule;
  /** Number of values at most. */
  readonly most: number;
}

export type Rule = ValueRule | ListRule;

/** What is wrong with a text; the caller knows where it stood. */
export interface Fault {
  readonly reason: Reason;
  readonly value: string;
}

/** Texts of one form, by what a sentence calls them. */
export const FORMS = {
  symbol: { pattern: /^[A-Za-z][A-Za-z0-9]{0,5}([.$/-][A-Za-z]{1,2})?$/, form: "a ticker symbol such as BRK.B" },
  coin: { pattern: /^[A-Za-z0-9]{2,10}$/, form: "the symbol of a coin such as BTC" },
  politician: { pattern: /^[A-Za-z]\d{6}$/, form: "a Bioguide id such as P000197" },
  state: { pattern: /^[A-Za-z]{2}$/, form: "a state in two letters such as CA" },
  version: { pattern: /^(0|\d{4}-\d{2}-\d{2}\.\d{1,9})$/, form: "a dataset version such as 2026-11-20.1" },
  instant: { pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, form: "a time in UTC such as 2026-11-20T08:00:00Z" },
} as const;

/** @throws {TypeError} for a schema that no parameter has. */
export function ruleOf(schema: z.core.$ZodType): Rule {
  return ruleOfJson(z.toJSONSchema(schema, { io: "input" }));
}

function ruleOfJson(schema: z.core.JSONSchema._JSONSchema): Rule {
  if (typeof schema === "boolean") throw new TypeError("A parameter has a schema.");
  const {
    type,
    minimum,
    maximum,
    exclusiveMaximum,
    enum: allowed,
    pattern,
    format,
    items,
    maxItems,
    maxLength,
  } = schema;
  if (type === "integer") {
    const bound = typeof exclusiveMaximum === "number" ? exclusiveMaximum - 1 : null;
    return {
      kind: "integer",
      min: minimum ?? 0,
      max: Math.min(bound ?? maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      isStrict: bound !== null,
    };
  }
  if (type === "number") return { kind: "number" };
  if (type === "boolean") return { kind: "boolean" };
  if (type === "array" && items !== undefined && !Array.isArray(items)) {
    const item = ruleOfJson(items);
    if (item.kind !== "list") return { kind: "list", item, most: maxItems ?? Number.POSITIVE_INFINITY };
  }
  if (allowed) return { kind: "choice", allowed: allowed.map(String) };
  if (format === "date") return { kind: "date" };
  if (pattern !== undefined) {
    const known = Object.values(FORMS).find((each) => each.pattern.source === pattern);
    if (known) return { kind: "form", ...known };
  }
  if (type === "string" && maxLength !== undefined) return { kind: "text", maxLength };
  throw new TypeError(
    "A parameter is a number, a yes or no, a date, one of a few words, a text of a known form, or a list of those.",
  );
}

/** The value of a text. A whole number above its maximum is applied as the maximum, unless that is strict; words are compared without case. */
export function readValue(text: string, rule: ValueRule): { readonly value: string | number | boolean } | Fault {
  switch (rule.kind) {
    case "integer":
      return readInteger(text, rule);
    case "number":
      if (/^-/.test(text)) return { reason: "too_small", value: text };
      return /^\d{1,15}(\.\d{1,2})?$/.test(text) ? { value: Number(text) } : { reason: "not_a_number", value: text };
    case "boolean":
      return choice(text, ["true", "false"], (found) => found === "true");
    case "choice":
      return choice(text, rule.allowed, (found) => found);
    case "date":
      return isoDate(text) === null ? { reason: "not_a_date", value: text } : { value: text };
    case "form":
      return rule.pattern.test(text) ? { value: text } : { reason: "malformed", value: text };
    case "text":
      if (text.length > rule.maxLength) return { reason: "too_long", value: text };
      return text.trim() === "" ? { reason: "too_short", value: text } : { value: text };
  }
}

function readInteger(text: string, { min, max, isStrict }: IntegerRule): { readonly value: number } | Fault {
  if (/^-\d+$/.test(text)) return { reason: "too_small", value: text };
  if (!/^\d+$/.test(text)) return { reason: "not_an_integer", value: text };
  const value = Number(text);
  if (value < min) return { reason: "too_small", value: text };
  return value > (isStrict ? max : Number.MAX_SAFE_INTEGER)
    ? { reason: "too_large", value: text }
    : { value: Math.min(value, max) };
}

function choice<T>(text: string, allowed: readonly string[], make: (found: string) => T): { value: T } | Fault {
  // Lower case makes letters of others, as `k` of the Kelvin sign: a word of ASCII is meant by ASCII alone.
  const lower = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : "";
  const found = allowed.find((each) => each.toLowerCase() === lower);
  return found === undefined ? { reason: "not_allowed", value: text } : { value: make(found) };
}

/** What a rule allows, as members of a `ParameterError`. */
export function boundsOf(rule: Rule): Partial<Pick<ParameterError, "min" | "max" | "allowed">> {
  if (rule.kind === "list") return Number.isFinite(rule.most) ? { max: rule.most } : boundsOf(rule.item);
  if (rule.kind === "integer") return { min: rule.min, max: rule.max };
  if (rule.kind === "choice") return { allowed: rule.allowed };
  return rule.kind === "boolean" ? { allowed: ["true", "false"] } : {};
}

/** What a rule asks for, for a sentence: `an integer from 1 to 100`. */
export function demandOf(rule: Rule): string {
  switch (rule.kind) {
    case "integer":
      return `an integer from ${rule.min} to ${rule.max}`;
    case "number":
      return "an amount in dollars such as 15001 or 318.74";
    case "boolean":
      return "one of true, false";
    case "choice":
      return `one of ${rule.allowed.join(", ")}`;
    case "date":
      return "a day that exists, YYYY-MM-DD";
    case "form":
      return rule.form;
    case "text":
      return `a text of 1 to ${rule.maxLength} characters`;
    case "list":
      return `${Number.isFinite(rule.most) ? `1 to ${rule.most}` : "one or more"} of these, parted by commas: ${demandOf(rule.item)}`;
  }
}

/** The error of one parameter, its value cut to what may be echoed. */
export function faultError(place: ParameterError["in"], name: string, fault: Fault, rule: Rule): ParameterError {
  return { in: place, name, reason: fault.reason, value: echoed(fault.value), ...boundsOf(rule) };
}
