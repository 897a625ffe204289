/** The filter of an alert as JSON. The filter's fields follow the same rules as the parameters of `GET /trades`. */
import { z } from "zod";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { type Reason, truncateInput } from "../../http/problems.ts";
import { type ParameterFault, toParameterError, toRefusalReason } from "../../http/request/issues.ts";
import {
  buildBounds,
  buildParameterSchemas,
  describeAllowedValues,
  findAllowedWord,
  getItemSchema,
  type ParameterSchema,
} from "../../http/request/parameter.ts";
import { findInvertedRanges, toTradeFilter, tradeFilterShape } from "./trade-query.ts";

/** Maximum number of values in all lists of one filter together. */
const MAX_VALUES = 500;

/** The OpenAPI schema of a filter, in requests and responses. */
export const TradeFilterSchema = z.object(tradeFilterShape).meta({
  id: "TradeFilter",
  description: `Which trades: fields are combined with AND, values of one list with OR. At least one field, at most ${MAX_VALUES} values.`,
  examples: [{ chamber: "senate", ticker: ["NVDA", "MSFT"], transaction_type: ["purchase"], min_amount: 15001 }],
});

const schemas = buildParameterSchemas(tradeFilterShape);
const KNOWN = [...schemas.keys()].map((name) => `'${name}'`).join(", ");

/**
 * Parses the filter in a parsed JSON body. A list may be a single value; enum values are case-insensitive.
 * @throws {InvalidParametersError} naming up to 20 invalid fields.
 */
export function readFilterBody(body: unknown): TradeFilter {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw toParameterError([createFilterFault("wrong_type", `must be an object with at least one of ${KNOWN}`)]);
  }
  // In a merge patch, null removes a field. In a complete filter, a field with null is ignored.
  const input = Object.entries(body).filter(([, value]) => value !== null);
  const values: Record<string, unknown> = {};
  for (const [member, value] of input) {
    const schema = schemas.get(member);
    if (schema) values[member] = normaliseFilterValue(value, schema);
  }
  const read = TradeFilterSchema.safeParse(values, { reportInput: true });
  const wrong: ParameterFault[] = [];
  let count = 0;
  for (const [member] of input) {
    const schema = schemas.get(member);
    const issue = read.error?.issues.find(({ path: [first] }) => first === member);
    if (schema === undefined) wrong.push(createUnknownFieldFault(`filter.${member}`));
    else if (issue) wrong.push(createFieldFault(issue, `filter.${member}`, schema));
    else count += [values[member]].flat().length;
  }
  if (read.success && wrong.length === 0) {
    wrong.push(...findInvertedRanges(read.data, (name) => ({ place: "body", name: `filter.${name}`, noun: "Field" })));
    if (input.length === 0) wrong.push(createFilterFault("required", `must have at least one of ${KNOWN}`));
  }
  if (count > MAX_VALUES) {
    const { error, sentence } = createFilterFault("too_long", `may have at most ${MAX_VALUES} values, not ${count}`);
    wrong.push({ error: { ...error, value: String(count), max: MAX_VALUES }, sentence });
  }
  if (!read.success || wrong.length > 0) throw toParameterError(wrong);
  return toTradeFilter(read.data);
}

/** Turns a single value into a list where the schema has a list, and matches enum values case-insensitively. */
function normaliseFilterValue(input: unknown, schema: ParameterSchema): unknown {
  const item = getItemSchema(schema);
  if (item) return (Array.isArray(input) ? input : [input]).map((each) => normaliseFilterValue(each, item));
  return typeof input === "string" && schema.enum ? (findAllowedWord(input, schema.enum.map(String)) ?? input) : input;
}

function createFieldFault(issue: z.core.$ZodIssue, name: string, schema: ParameterSchema): ParameterFault {
  const { input } = issue;
  const isOfWrongType = issue.code === "invalid_value" && typeof input !== "string";
  const reason = isOfWrongType ? "wrong_type" : toRefusalReason(issue);
  const value = reason !== "wrong_type" && typeof input === "string" ? input : JSON.stringify(input);
  return {
    error: { in: "body", name, reason, value: truncateInput(value), ...buildBounds(schema) },
    sentence: `Field '${name}' must be ${describeExpectedJson(schema)}.`,
  };
}

function createUnknownFieldFault(givenName: string): ParameterFault {
  const name = truncateInput(givenName);
  return {
    error: { in: "body", name, reason: "unknown_member" },
    sentence: `Unknown field '${name}'. Known fields: ${KNOWN}.`,
  };
}

function createFilterFault(reason: Reason, must: string): ParameterFault {
  return { error: { in: "body", name: "filter", reason }, sentence: `Field 'filter' ${must}.` };
}

/** Describes what a schema requires in a JSON body, where numbers and booleans, unlike in a query string, are not strings. */
function describeExpectedJson(schema: ParameterSchema): string {
  const item = getItemSchema(schema);
  if (item) return `a list of strings, each ${describeAllowedValues(item)}`;
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "number") return "a number of dollars, at least 0, with at most two decimal places";
  return describeAllowedValues(schema);
}
