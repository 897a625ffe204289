/** Tests faults of Nasdaq, Tiingo and Finnhub: what is not an answer is never taken for one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fetch } from "../../src/outbound/fetch.ts";
import type { MarketProvider } from "../../src/prices/market.ts";
import { createFinnhubProvider } from "../../src/prices/providers/finnhub.ts";
import { createNasdaqProvider } from "../../src/prices/providers/nasdaq/nasdaq.ts";
import { createTiingoProvider } from "../../src/prices/providers/tiingo.ts";
import { type Answer, type Answers, createFetch, createOptions, createSignal, KEY, SMPL } from "./json-answers.ts";

const NOT_AN_ANSWER: Readonly<Record<string, Answer | Error>> = {
  "HTML with status 200": { body: "<!DOCTYPE html><title>Just a moment...</title>" },
  "plain text": { body: "upstream connect error" },
  "an empty body": { body: "" },
  "truncated JSON": { body: '{"data":{"symbol":"SMPL","comp' },
  "NaN in the JSON": { body: '{"c":NaN,"data":NaN}' },
  "the JSON null": { body: "null" },
  "a number": { body: "42" },
  'a {"error":...} with status 200': { body: { error: "internal" } },
  'a {"detail":...} with status 200': { body: { detail: "oops" } },
  "another format": { body: { data: { some: "thing" }, some: "thing" } },
  "a list of strings": { body: ["a", "b"] },
  "9 MB": { body: " ".repeat(9_000_000) },
  "a redirect": { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "" },
  "400": { status: 400, body: { message: "bad" } },
  "404 in HTML": { status: 404, body: "<html>Not Found</html>" },
  "a broken connection": new TypeError("terminated"),
};
const REFUSALS: Readonly<Record<string, readonly [Answer, { code: string; retryAfterSeconds?: number }]>> = {
  "401": [{ status: 401, body: { error: "Invalid API key" } }, { code: "blocked" }],
  "403 in HTML": [{ status: 403, body: "<H1>Access Denied</H1>" }, { code: "blocked" }],
  "429": [
    { status: 429, headers: { "retry-after": "42" }, body: "" },
    { code: "rate_limited", retryAfterSeconds: 42 },
  ],
  "429's text with status 200": [{ body: "Edge: Too Many Requests" }, { code: "rate_limited" }],
  "a limit in JSON with status 200": [
    { body: { detail: "Error: You have run over your hourly request allocation." } },
    { code: "rate_limited" },
  ],
  "a limit in JSON with status 403": [
    { status: 403, body: { error: "API limit reached. Please try again later." } },
    { code: "rate_limited" },
  ],
  "a symbol outside the key's plan": [
    { status: 403, body: { error: "You don't have access to this resource." } },
    { code: "bad_answer" },
  ],
  "503": [
    { status: 503, headers: { "retry-after": "7" }, body: {} },
    { code: "server_error", retryAfterSeconds: 7 },
  ],
};

const CREATORS = { nasdaq: createNasdaqProvider, tiingo: createTiingoProvider, finnhub: createFinnhubProvider };
for (const id of ["nasdaq", "tiingo", "finnhub"] as const) {
  const createProvider = (answers: Answers): MarketProvider => CREATORS[id](createOptions(createFetch(answers)));
  for (const [what, answer] of Object.entries(NOT_AN_ANSWER)) {
    test(`${id}: ${what} is a SourceError, not an answer`, async () => {
      const { fetchQuote, fetchQuotes, fetchDailyBars } = createProvider({ "": answer });
      for (const ask of [
        fetchQuote && (() => fetchQuote(SMPL, createSignal())),
        fetchQuotes && (() => fetchQuotes([SMPL], createSignal())),
        fetchDailyBars && (() => fetchDailyBars(SMPL, createSignal())),
      ]) {
        if (ask === undefined) continue;
        await assert.rejects(ask, (error: Error) => error.name === "SourceError" && !error.message.includes(KEY));
      }
    });
  }
  for (const [what, [answer, expected]] of Object.entries(REFUSALS)) {
    test(`${id}: ${what} is ${expected.code}`, async () => {
      await assert.rejects(async () => createProvider({ "": answer }).fetchQuote?.(SMPL, createSignal()), expected);
    });
  }
  test(`${id}: silence is a timeout, without a retry`, async () => {
    let asked = 0;
    const silent: Fetch = (_, init) => {
      asked += 1;
      return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(init.signal.reason)));
    };
    const provider = CREATORS[id]({ ...createOptions(silent), timeoutMs: 50 });
    await assert.rejects(async () => provider.fetchQuote?.(SMPL, createSignal()), { code: "timeout" });
    assert.equal(asked, 1);
  });
}
