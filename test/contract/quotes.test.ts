/** Tests `GET /market-data/public/quotes?symbols=A,B`. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { QuotesSchema } from "../../src/api/market-data/quote-schema.ts";
import { startService } from "./service.ts";

const QUOTES = "/api/v1/market-data/public/quotes";
const service = await startService({ limits: { freeQuota: 100 } });
after(() => service.close());
const ask = async (query: string) => {
  const answer = await service.ask(QUOTES + query);
  return { ...answer, body: JSON.parse(answer.text) };
};

test("quotes come in the requested order; unknown and unavailable symbols are listed separately", async () => {
  const { status, body, headers } = await ask("?symbols=brk-b,ZZZZ,AAPL,DOWN");
  assert.equal(status, 200);
  QuotesSchema.parse(body);
  assert.deepEqual(
    body.quotes.map((quote: { symbol: string }) => quote.symbol),
    ["BRK.B", "AAPL"],
  );
  assert.deepEqual([body.not_found, body.unavailable, body.stale], [["ZZZZ"], ["DOWN"], []]);
  assert.equal(headers["x-data-stale"], undefined);
  assert.equal(headers["cache-control"], "private, max-age=15");
});

test("lists the symbols with stale quotes, and sets X-Data-Stale", async () => {
  const { body, headers } = await ask("?symbols=AAPL,STALE");
  assert.deepEqual([body.stale, headers["x-data-stale"]], [["STALE"], "true"]);
});

test("a request for several quotes counts as one against the rate limit, even if conditional", async () => {
  const first = await ask("?symbols=AAPL,FUND,STALE");
  const second = await service.ask(`${QUOTES}?symbols=AAPL,FUND,STALE`, {
    headers: { "if-none-match": String(first.headers.etag) },
  });
  assert.equal(second.status, 304);
  const readRemaining = (answer: { headers: Record<string, unknown> }) =>
    Number(answer.headers["x-ratelimit-remaining"]);
  assert.equal(readRemaining(first) - readRemaining(second), 1);
});

test("accepts 20 symbols and rejects 21", async () => {
  const symbols = Array.from({ length: 21 }, (_, n) => `Q${String.fromCharCode(65 + n)}`);
  assert.equal((await ask(`?symbols=${symbols.slice(1)}`)).status, 200);
  const { status, body } = await ask(`?symbols=${symbols}`);
  assert.equal(status, 400);
  assert.deepEqual([body.errors[0].name, body.errors[0].reason, body.errors[0].max], ["symbols", "too_long", 20]);
  assert.match(body.detail, /1 to 20 values separated by commas/);
});

for (const [query, reason] of [
  ["", "required"],
  ["?symbols=", "too_short"],
  ["?symbols=AAPL,,FUND", "too_short"],
  ["?symbols=AAPL&symbols=", "too_short"],
  ["?symbol=AAPL&symbols=AAPL", "unknown_parameter"],
] as const) {
  test(`rejects "${query}": ${reason}`, async () => {
    const { status, body } = await ask(query);
    assert.deepEqual([status, body.code, body.errors[0].reason], [400, "invalid_parameter", reason]);
  });
}
