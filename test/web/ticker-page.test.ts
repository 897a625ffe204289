/** The page of a security over HTTP, with prices and without. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { madeMarket } from "../contract/made-market.ts";
import { startService } from "../contract/service.ts";
import { eventually } from "../eventually.ts";

const HTML = { headers: { accept: "text/html" } };

test("a security's page has buyers and sellers, the days to disclose, and both marks on the price", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/tickers/AAPL", HTML);
  assert.equal(status, 200);
  assert.match(text, /Median disclosure is [\d.]+ days after the trade|The one trade whose dates/);
  assert.match(text, /<path class="price" d="M/);
  assert.match(text, /<g class="mark (buys|sells|others)"><title>[^<]+disclosed/);
  assert.match(text, /<caption class="unseen">Trades with prices<\/caption>/);
  assert.match(text, /href="\/trades\.csv\?ticker=AAPL" download/);
  assert.doesNotMatch(text, / style=|<script>|NaN|undefined|Infinity/);
});

test("without a kept price the page waits for no provider, says so, and asks for it once in the background", async () => {
  const made = madeMarket();
  const asked: string[] = [];
  const market = {
    ...made,
    keptHistory: async () => null,
    history: async (symbol: string) => {
      asked.push(symbol);
      return Promise.reject(new Error("no provider answers"));
    },
  };
  await using service = await startService({ market });
  for (let n = 0; n < 3; n += 1) {
    const { status, text } = await service.ask("/tickers/AAPL", HTML);
    assert.equal(status, 200);
    assert.match(text, /No price of AAPL is kept here yet/);
  }
  await eventually("a question in the background", () => asked.length > 0);
  assert.deepEqual(asked, ["AAPL"]);
});

test("a page is kept until its prices change, and shows those that come between two versions", async () => {
  const made = madeMarket();
  let known = false;
  const market: typeof made = {
    ...made,
    keptHistory: async (...asked) => (known ? made.keptHistory(...asked) : null),
    history: async () => Promise.reject(new Error("no provider answers")),
  };
  await using service = await startService({ market });
  const first = await service.ask("/tickers/AAPL", HTML);
  assert.match(first.text, /No price of AAPL is kept here yet/);
  assert.match(first.text, /whatever they name; those that are not read may name AAPL too\./);
  known = true;
  const second = await service.ask("/tickers/AAPL", HTML);
  assert.match(second.text, /<path class="price" d="M/);
  const again = await service.ask("/tickers/AAPL", HTML);
  assert.equal(again.headers.etag, second.headers.etag);
});

test("another spelling and a former symbol lead to the page; an unknown one offers the nearest", async () => {
  await using service = await startService();
  const moved = await service.ask("/tickers/aapl", HTML);
  assert.deepEqual([moved.status, moved.headers["location"]], [308, "/tickers/AAPL"]);
  const unknown = await service.ask("/tickers/AAPLE", HTML);
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /<a href="\/tickers\/AAPL">AAPL<\/a>/);
  assert.equal((await service.ask("/tickers/%3Cb%3E", HTML)).status, 404);
});

test("who traded before a day is found by a filter, and the files keep it", async () => {
  await using service = await startService();
  const { text } = await service.ask("/tickers/AAPL?traded_to=2025-12-31", HTML);
  assert.match(text, /\/trades\.csv\?ticker=AAPL&amp;traded_to=2025-12-31/);
});
