/**
 * Parses the query string by hand, to detect repeated, empty and unknown parameters, and unusual notations such as `limit=1e1`. A
 * parameter's name, such as `__proto__`, cannot reach the prototype of an object.
 */
import { z } from "zod";
import { type ParameterError, type Reason, truncateInput } from "../problems.ts";
import { type ParameterFault, toParameterError, toRefusalReason } from "./issues.ts";
import {
  buildBounds,
  buildParameterSchemas,
  describeAllowedValues,
  getItemSchema,
  type ParameterSchema,
  parseValue,
} from "./parameter.ts";

type Shape = z.core.$ZodShape;

type QueryReader<S extends Shape> = (query: string) => z.output<z.ZodObject<S>>;

/**
 * Creates a parser of raw query strings for a schema. Integers are plain decimal digits; a `limit` above its maximum is clamped;
 * choices are case-insensitive; lists are comma-separated or repeated. The parser throws {InvalidParametersError} naming every
 * wrong parameter.
 */
export function createQueryReader<S extends Shape>(
  schema: z.ZodObject<S>,
  unknown: "ignored" | "refused",
): QueryReader<S> {
  const schemas = buildParameterSchemas(schema.shape);
  // Cache only the latest (usually empty) query, which most requests repeat: a larger cache would slow a walk through all pages.
  let latest: { readonly query: string; readonly values: z.output<z.ZodObject<S>> } | undefined;
  return (query) => {
    if (latest?.query === query) return latest.values;
    const input = parseQuery(query);
    const wrong = new Map<string, ParameterFault>();
    const values: Record<string, unknown> = {};
    for (const [name, texts] of input) {
      const about = schemas.get(name);
      if (about === undefined) {
        if (unknown === "refused") wrong.set(name, createUnknownParameterFault(name, [...schemas.keys()]));
      } else if (isRepeated(texts, about))
        wrong.set(name, createParameterFault(name, "repeated", texts.join(","), about));
      else values[name] = parseParameter(texts, about);
    }
    const read = schema.safeParse(values, { reportInput: true });
    for (const issue of read.error?.issues ?? []) {
      const name = String(issue.path[0]);
      const about = schemas.get(name);
      if (about && !wrong.has(name)) wrong.set(name, createValueFault(issue, name, input.get(name), about));
    }
    if (!read.success || wrong.size > 0) {
      // Errors follow the order of the given parameters; errors for missing parameters come last.
      const names = new Set([...input.keys(), ...schemas.keys()]);
      throw toParameterError([...names].flatMap((name) => wrong.get(name) ?? []));
    }
    Object.freeze(read.data);
    latest = { query, values: read.data };
    return read.data;
  };
}

/** @throws {InvalidParametersError} that lists the names in `input` that are not in `known`, at most 20. */
export function throwIfUnknown(input: Iterable<string>, known: readonly string[]): void {
  const wrong = [...new Set(input)].filter((name) => !known.includes(name));
  if (wrong.length > 0) throw toParameterError(wrong.map((name) => createUnknownParameterFault(name, known)));
}

/** Maximum number of names in `X-Ignored-Parameters`. */
const MAX_NAMES = 20;

/** Value of `X-Ignored-Parameters`: up to 20 distinct unknown names, cut to 64 characters and percent-encoded; may be empty. */
export function formatUnknownNames(query: string, known: Readonly<Record<string, unknown>>): string {
  if (query === "") return "";
  const names = [...parseQuery(query).keys()].filter((name) => name !== "" && !Object.hasOwn(known, name));
  return [...new Set(names.map((name) => encodeURIComponent(truncateInput(name))))].slice(0, MAX_NAMES).join(", ");
}

export function isRequired(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && !z.safeParse(schema, undefined).success;
}

/** Parses names and all their values, decoded like a form (`+` is a space); text that cannot be decoded stays as it is. */
export function parseQuery(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (query === "") return found;
  for (const piece of query.split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const name = decodeQueryText(equals < 0 ? piece : piece.slice(0, equals));
    const value = equals < 0 ? "" : decodeQueryText(piece.slice(equals + 1));
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function decodeQueryText(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Returns whether a parameter that is not a list is repeated. `ticker=A,B` and `ticker=A&ticker=B` are the same list. */
function isRepeated(texts: readonly string[], schema: ParameterSchema): boolean {
  if (getItemSchema(schema)) return false;
  const isOneWord = schema.type === "integer" || schema.enum !== undefined;
  return texts.length > 1 || (isOneWord && texts.some((text) => text.includes(",")));
}

function parseParameter(texts: readonly string[], schema: ParameterSchema): unknown {
  const item = getItemSchema(schema);
  if (!item) return parseValue(texts[0] ?? "", schema);
  const pieces = texts.join(",").split(",");
  return [...new Set(pieces.map((piece) => parseValue(piece.trim(), item)))];
}

/** For each schema type, the error reason if a text cannot be parsed as that type. */
const NO_VALUE: Readonly<Record<string, Reason>> = {
  integer: "not_an_integer",
  number: "not_a_number",
  boolean: "not_allowed",
};

function createValueFault(
  issue: z.core.$ZodIssue,
  name: string,
  texts: readonly string[] | undefined,
  schema: ParameterSchema,
): ParameterFault {
  if (texts === undefined) {
    return { error: { in: "query", name, reason: "required" }, sentence: formatParameterRule(name, schema) };
  }
  const reason = toRefusalReason(issue);
  const text = typeof issue.path[1] === "number" ? String(issue.input) : texts.join(",");
  return createParameterFault(
    name,
    reason === "wrong_type" ? (NO_VALUE[String(schema.type)] ?? reason) : reason,
    text,
    schema,
  );
}

function createParameterFault(name: string, reason: Reason, text: string, schema: ParameterSchema): ParameterFault {
  const error: ParameterError = { in: "query", name, reason, value: truncateInput(text), ...buildBounds(schema) };
  return { error, sentence: formatParameterRule(name, schema, reason === "repeated") };
}

function formatParameterRule(name: string, schema: ParameterSchema, once = false): string {
  return `Query parameter '${name}' must ${once ? "be given once and " : ""}be ${describeAllowedValues(schema)}.`;
}

function createUnknownParameterFault(givenName: string, names: readonly string[]): ParameterFault {
  const name = truncateInput(givenName);
  const known = names.map((each) => `'${each}'`).join(", ");
  return {
    error: { in: "query", name, reason: "unknown_parameter" },
    sentence: `Unknown query parameter '${name}'. ${known === "" ? "This path has none" : `Known: ${known}`}.`,
  };
}
