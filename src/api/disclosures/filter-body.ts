/** The filter of an alert as JSON: its members follow the same rules as the parameters of `GET /trades`. */
import { z } from "zod";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { echoed, type Reason } from "../../http/problems.ts";
import { invalid, refusalReason, type Wrong } from "../../http/request/issues.ts";
import {
  boundsOf,
  demandOf,
  itemOf,
  type ParameterSchema,
  parameterSchemas,
  wordOf,
} from "../../http/request/parameter.ts";
import { invertedRanges, toTradeFilter, tradeFilterShape } from "./trade-query.ts";

/** Maximum number of values in all lists of one filter together. */
const MOST_VALUES = 500;

/** The OpenAPI schema of a filter, in requests and responses. */
export const TradeFilterSchema = z.object(tradeFilterShape).meta({
  id: "TradeFilter",
  description: `Which trades: members are combined with and, values of one list with or. At least one member, at most ${MOST_VALUES} values.`,
  examples: [{ chamber: "senate", ticker: ["NVDA", "MSFT"], transaction_type: ["purchase"], min_amount: 15001 }],
});

const schemas = parameterSchemas(tradeFilterShape);
const KNOWN = [...schemas.keys()].map((name) => `'${name}'`).join(", ");

/**
 * Parses the filter in a parsed JSON body. A list may be a single value; enum values are case-insensitive.
 * @param path location of the filter in the body, for names in errors: `filter.ticker`.
 * @throws {InvalidParametersError} naming every wrong member.
 */
export function readFilterBody(body: unknown, path = "filter"): TradeFilter {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalid([wrongFilter(path, "wrong_type", `must be an object with at least one of ${KNOWN}`)]);
  }
  // A merge patch removes a member with null; in a whole filter, null is ignored.
  const given = Object.entries(body).filter(([, value]) => value !== null);
  const values: Record<string, unknown> = {};
  for (const [member, value] of given) {
    const schema = schemas.get(member);
    if (schema) values[member] = meant(value, schema);
  }
  const read = TradeFilterSchema.safeParse(values, { reportInput: true });
  const wrong: Wrong[] = [];
  let count = 0;
  for (const [member] of given) {
    const schema = schemas.get(member);
    const issue = read.error?.issues.find(({ path: [first] }) => first === member);
    if (schema === undefined) wrong.push(unknownMember(`${path}.${member}`));
    else if (issue) wrong.push(wrongMember(issue, `${path}.${member}`, schema));
    else count += [values[member]].flat().length;
  }
  if (read.success && wrong.length === 0) {
    wrong.push(...invertedRanges(read.data, (name) => ({ place: "body", name: `${path}.${name}`, noun: "Member" })));
    if (given.length === 0) wrong.push(wrongFilter(path, "required", `must have at least one of ${KNOWN}`));
  }
  if (count > MOST_VALUES) {
    const { error, sentence } = wrongFilter(path, "too_long", `may name ${MOST_VALUES} values, not ${count}`);
    wrong.push({ error: { ...error, value: String(count), max: MOST_VALUES }, sentence });
  }
  if (!read.success || wrong.length > 0) throw invalid(wrong);
  return toTradeFilter(read.data);
}

/** Turns a single value into a list where the schema has a list, and matches enum values case-insensitively. */
function meant(given: unknown, schema: ParameterSchema): unknown {
  const item = itemOf(schema);
  if (item) return (Array.isArray(given) ? given : [given]).map((each) => meant(each, item));
  return typeof given === "string" && schema.enum ? (wordOf(given, schema.enum.map(String)) ?? given) : given;
}

function wrongMember(issue: z.core.$ZodIssue, name: string, schema: ParameterSchema): Wrong {
  const { input } = issue;
  const isOfWrongType = issue.code === "invalid_value" && typeof input !== "string";
  const reason = isOfWrongType ? "wrong_type" : refusalReason(issue);
  const value = reason !== "wrong_type" && typeof input === "string" ? input : JSON.stringify(input);
  return {
    error: { in: "body", name, reason, value: echoed(value), ...boundsOf(schema) },
    sentence: `Member '${name}' must be ${demand(schema)}.`,
  };
}

function unknownMember(given: string): Wrong {
  const name = echoed(given);
  return {
    error: { in: "body", name, reason: "unknown_member" },
    sentence: `Member '${name}' is not known here; known are ${KNOWN}.`,
  };
}

function wrongFilter(name: string, reason: Reason, must: string): Wrong {
  return { error: { in: "body", name, reason }, sentence: `Member '${name}' ${must}.` };
}

/** What a schema requires, worded for JSON, where numbers and booleans have types of their own and are not strings. */
function demand(schema: ParameterSchema): string {
  const item = itemOf(schema);
  if (item) return `a list of texts, each ${demandOf(item)}`;
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "number") return "a number of dollars, at least 0, with at most two decimal places";
  return demandOf(schema);
}
