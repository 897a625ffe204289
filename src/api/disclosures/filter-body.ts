/** The filter of an alert as JSON: its members follow the same rules as the parameters of `GET /trades`. */
import { z } from "zod";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { InvalidParametersError } from "../http/failures.ts";
import { echoed, type ParameterError } from "../http/problems.ts";
import { boundsOf, demandOf, type Fault, faultError, type Rule, readValue, ruleOf } from "../http/request/parameter.ts";
import { invertedRanges, invertedSentences, toTradeFilter, tradeFilterShape, wireTradeFilter } from "./trade-query.ts";

/** Values that the lists of one filter may name together. */
const MOST_VALUES = 500;

/** Wrong members that one problem names at most. */
const MOST_ERRORS = 20;

/** What the OpenAPI document says of a filter, in requests and in answers. */
export const TradeFilterSchema = z.object(tradeFilterShape).meta({
  id: "TradeFilter",
  description: `Which trades: members are combined with and, values of one list with or. At least one member, at most ${MOST_VALUES} values.`,
  examples: [{ chamber: "senate", ticker: ["NVDA", "MSFT"], transaction_type: ["purchase"], min_amount: 15001 }],
});

const rules = new Map<string, Rule>(Object.entries(tradeFilterShape).map(([name, each]) => [name, ruleOf(each)]));

type Members = z.output<typeof TradeFilterSchema>;

/**
 * The filter in a parsed JSON body. Lists may be one value; words are compared without case.
 * @param path where it stands in the body, for the names in errors: `filter.ticker`.
 * @throws {InvalidParametersError} naming every wrong member.
 */
export function readFilterBody(body: unknown, path = "filter"): TradeFilter {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    const sentence = `Member '${path}' must be an object with at least one of ${known()}.`;
    throw new InvalidParametersError(sentence, [{ in: "body", name: path, reason: "wrong_type" }]);
  }
  const found: { error: ParameterError; sentence: string }[] = [];
  const values: Record<string, unknown> = {};
  let count = 0;
  for (const [member, given] of Object.entries(body)) {
    // A merge patch takes a member away with null; in a whole filter it says nothing.
    if (given === null) continue;
    const name = `${path}.${member}`;
    const rule = rules.get(member);
    if (rule === undefined) {
      const error = { in: "body", name: echoed(name), reason: "unknown_member" } as const;
      found.push({ error, sentence: `Member '${echoed(name)}' is not known here; known are ${known()}.` });
      continue;
    }
    const read = readMember(given, rule);
    if ("reason" in read) {
      const error = faultError("body", name, read, rule);
      found.push({ error, sentence: `Member '${name}' must be ${demand(rule)}.` });
      continue;
    }
    count += Array.isArray(read.value) ? read.value.length : 1;
    values[member] = read.value;
  }
  const members = values as Members;
  const inverted = found.length > 0 ? [] : invertedRanges(members, "body", `${path}.`);
  for (const error of inverted) found.push({ error, sentence: invertedSentences([error]) });
  if (found.length === 0 && count === 0) {
    const error = { in: "body", name: path, reason: "required" } as const;
    found.push({ error, sentence: `Member '${path}' must have at least one of ${known()}.` });
  }
  if (count > MOST_VALUES) {
    const error = { in: "body", name: path, reason: "too_long", value: String(count), max: MOST_VALUES } as const;
    found.push({ error, sentence: `Member '${path}' may name ${MOST_VALUES} values, not ${count}.` });
  }
  if (found.length > 0) {
    const named = found.slice(0, MOST_ERRORS);
    throw new InvalidParametersError(
      named.map(({ sentence }) => sentence).join(" "),
      named.map(({ error }) => error),
    );
  }
  return toTradeFilter(members);
}

/** The filter as it stands in answers. */
export const filterBody = wireTradeFilter;

type Read = { readonly value: unknown } | Fault;

function readMember(given: unknown, rule: Rule): Read {
  if (rule.kind !== "list") return readOne(given, rule);
  const items = Array.isArray(given) ? given : [given];
  if (items.length === 0) return { reason: "too_short", value: "[]" };
  const values: unknown[] = [];
  for (const each of items) {
    const read = readOne(each, rule.item);
    if ("reason" in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

/** Numbers and yes or no are of their own type in JSON, not a text. */
function readOne(given: unknown, rule: Exclude<Rule, { kind: "list" }>): Read {
  if (typeof given !== typeOf(rule)) return { reason: "wrong_type", value: JSON.stringify(given) ?? "undefined" };
  return readValue(String(given), rule);
}

function typeOf({ kind }: Rule): "boolean" | "number" | "string" {
  if (kind === "boolean") return kind;
  return kind === "number" || kind === "integer" ? "number" : "string";
}

function demand(rule: Rule): string {
  const { allowed } = boundsOf(rule);
  if (rule.kind === "list") {
    const item = allowed ? `texts, each one of ${allowed.join(", ")}` : `texts, each ${demandOf(rule.item)}`;
    return `a list of ${item}`;
  }
  if (rule.kind === "boolean") return "true or false";
  if (rule.kind === "number") return "a number of dollars, at least 0, with at most two decimal places";
  return demandOf(rule);
}

function known(): string {
  return [...rules.keys()].map((name) => `'${name}'`).join(", ");
}
