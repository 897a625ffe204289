/** Each assistant tool's most expensive call. */
import { TOOLS } from "../../../src/api/mcp/tools/all.ts";
import { BUSIEST_MEMBER, BUSIEST_SYMBOL } from "../large-trades.ts";
import { type ExpensiveRequest, FEW_LETTERS, MANY_SYMBOLS, type Subjects } from "./question.ts";

type AssistantSubjects = Pick<Subjects, "versions" | "supersededTrade" | "longestFiling">;
type Calls = (subjects: AssistantSubjects) => readonly object[];

const CALLS: Readonly<Record<string, Calls>> = {
  search_trades: ({ versions }) => [
    { q: FEW_LETTERS, sort: "reporting_gap", limit: 25, skip: 20_000 },
    { ticker: MANY_SYMBOLS, sort: "-amount", limit: 25 },
    { as_of: versions[3], limit: 25 },
  ],
  get_trade: ({ supersededTrade }) => [{ id: supersededTrade }],
  get_politician: ({ versions }) => [{ name: "Example 599" }, { id: BUSIEST_MEMBER, as_of: versions[30] }],
  get_ticker_activity: () => [{ ticker: BUSIEST_SYMBOL }],
  get_filing: ({ longestFiling }) => [{ id: longestFiling, limit: 25, skip: 900 }],
  get_coverage: () => [{}],
  get_price_history: () => [{ symbol: "S40", from: "1970-01-01", to: "2030-01-01", limit: 260 }],
  get_performance: () => [{ politician_id: BUSIEST_MEMBER }, { chamber: "house", horizon: "252" }],
  explain_method: () => [{ topic: "lateness" }],
};

/** @throws {RangeError} naming a tool that has no call here. */
export function createAssistantRequests(subjects: AssistantSubjects): readonly ExpensiveRequest[] {
  const requests = createExpensiveCalls(subjects);
  return [...requests, { ...ACCEPTED, body: createBatch(requests), also: [400] }];
}

/** A request with a hundred calls. */
export function createBatch(calls: readonly ExpensiveRequest[]): readonly unknown[] {
  return Array.from({ length: 100 }, () => calls[0]?.body);
}

/** @throws {RangeError} naming a tool that has no call here. */
export function createExpensiveCalls(subjects: AssistantSubjects): readonly ExpensiveRequest[] {
  return TOOLS.flatMap(({ name }) => {
    const calls = CALLS[name];
    if (calls === undefined) {
      throw new RangeError(
        `The assistant's tool ${name} has no expensive call: add its most expensive arguments to CALLS.`,
      );
    }
    return calls(subjects).map((args) => createCall(name, args));
  });
}

const ACCEPTED = { path: "/mcp", headers: { accept: "application/json, text/event-stream" } };

export function createCall(name: string, args: object): ExpensiveRequest {
  return { ...ACCEPTED, body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } } };
}
