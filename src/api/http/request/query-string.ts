/** The query string, read by hand: what is repeated, empty, oddly written or unknown is seen, and nothing reaches a prototype. */
import { z } from "zod";
import { InvalidParametersError } from "../failures.ts";
import { echoed, type ParameterError } from "../problems.ts";
import { demandOf, faultError, type Rule, readValue, ruleOf } from "./parameter.ts";

type Shape = z.core.$ZodShape;

/** Good queries remembered for each endpoint. */
const KNOWN_QUERIES = 500;

/** Wrong parameters that one problem names at most. */
const MOST_ERRORS = 20;

type QueryReader<S extends Shape> = (query: string) => z.output<z.ZodObject<S>>;

/**
 * A reader of raw query strings for a schema whose members `ruleOf` knows. Integers are plain decimal digits; a `limit`
 * above its maximum is applied as the maximum; choices are compared without case; lists are parted by commas, or repeated.
 * The reader throws {InvalidParametersError} that names every wrong parameter.
 */
export function queryReader<S extends Shape>(schema: z.ZodObject<S>, unknown: "ignored" | "refused"): QueryReader<S> {
  const rules = new Map(Object.entries(schema.shape).map(([name, each]) => [name, ruleOf(each)]));
  const required = Object.keys(schema.shape).filter((name) => isRequired(schema.shape[name]));
  // Clients ask with few different queries again and again.
  const known = new Map<string, z.output<z.ZodObject<S>>>();
  return (query) => {
    const before = known.get(query);
    if (before) return before;
    const values: Record<string, unknown> = {};
    const errors: ParameterError[] = [];
    for (const [name, texts] of parseQuery(query)) {
      const rule = rules.get(name);
      const read = rule ? readParameter(name, texts, rule) : unknownParameter(name, unknown);
      if (read === null) continue;
      if (typeof read === "object" && "reason" in read) errors.push(read);
      else values[name] = read;
    }
    for (const name of required) {
      if (values[name] === undefined && !errors.some((error) => error.name === name)) {
        errors.push({ in: "query", name, reason: "required" });
      }
    }
    if (errors.length > 0) {
      const named = errors.slice(0, MOST_ERRORS);
      throw new InvalidParametersError(sentences(named, rules), named);
    }
    const parsed = schema.parse(values);
    Object.freeze(parsed);
    if (known.size >= KNOWN_QUERIES) known.clear();
    if (query.length <= 200) known.set(query, parsed);
    return parsed;
  };
}

/** Whether a parameter must be given. */
export function isRequired(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && !z.safeParse(schema, undefined).success;
}

/** Names and all their values, decoded as a form (`+` is a space); what cannot be decoded stays as it is. */
export function parseQuery(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (query === "") return found;
  for (const piece of query.split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const name = decoded(equals < 0 ? piece : piece.slice(0, equals));
    const value = equals < 0 ? "" : decoded(piece.slice(equals + 1));
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function decoded(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

type Value = string | number | boolean;

function readParameter(name: string, texts: readonly string[], rule: Rule): Value | readonly Value[] | ParameterError {
  // A list may come in one piece or several: `ticker=A,B` and `ticker=A&ticker=B` say the same.
  const text = rule.kind === "list" ? texts.join(",") : (texts[0] ?? "");
  if (rule.kind !== "list") {
    const single = rule.kind === "integer" || rule.kind === "choice";
    if (texts.length > 1 || (single && text.includes(","))) {
      return faultError("query", name, { reason: "repeated", value: texts.join(",") }, rule);
    }
    const read = readValue(text, rule);
    return "reason" in read ? faultError("query", name, read, rule) : read.value;
  }
  const values = new Set<Value>();
  for (const piece of text.split(",")) {
    const read = readValue(piece.trim(), rule.item);
    if ("reason" in read) return faultError("query", name, read, rule);
    values.add(read.value);
  }
  if (values.size > rule.most) return faultError("query", name, { reason: "too_long", value: text }, rule);
  return [...values];
}

function unknownParameter(name: string, unknown: "ignored" | "refused"): ParameterError | null {
  return unknown === "ignored" ? null : { in: "query", name: echoed(name), reason: "unknown_parameter" };
}

function sentences(errors: readonly ParameterError[], rules: ReadonlyMap<string, Rule>): string {
  return errors.map((error) => sentence(error, rules)).join(" ");
}

function sentence(error: ParameterError, rules: ReadonlyMap<string, Rule>): string {
  const rule = rules.get(error.name);
  if (!rule) {
    const known = [...rules.keys()].map((name) => `'${name}'`).join(", ");
    return `Query parameter '${error.name}' is not known here; ${known === "" ? "there are none" : `known are ${known}`}.`;
  }
  const once = error.reason === "repeated" ? "be given once and " : "";
  return `Query parameter '${error.name}' must ${once}be ${demandOf(rule)}.`;
}
