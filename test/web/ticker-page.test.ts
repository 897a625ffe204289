/** The page of a security over HTTP, with prices and without. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "fast-png";
import { XMLValidator } from "fast-xml-parser";
import { NotFoundError } from "../../src/base/errors.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { makeMarket } from "../contract/made-market.ts";
import { startService } from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { eventually } from "../eventually.ts";
import { day, trade } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };

test("a security's page has buyers and sellers, the days to disclose, and marks on the price chart", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/tickers/AAPL", HTML);
  assert.equal(status, 200);
  assert.match(text, /Half were public within [\d.]+ days?; the slowest took \d+|The one trade with known dates/);
  assert.match(text, /<path class="price" d="M/);
  assert.match(text, /<a class="mark \w+" href="[^"]+"><title>[^<]+disclosed/);
  assert.match(text, /<caption class="unseen">Trades with prices<\/caption>/);
  assert.match(text, /href="\/trades\.csv\?ticker=AAPL" download/);
  assert.doesNotMatch(text, / style=|<script>|NaN|undefined|Infinity/);
});

test("without a stored price, the page says so, and requests the price once in the background instead of waiting", async () => {
  const made = makeMarket();
  const asked: string[] = [];
  const market = {
    ...made,
    readStoredHistory: async () => null,
    getHistory: async (symbol: string) => {
      asked.push(symbol);
      return Promise.reject(new Error("no provider answers"));
    },
  };
  await using service = await startService({ market });
  for (let n = 0; n < 3; n += 1) {
    const { status, text } = await service.ask("/tickers/AAPL", HTML);
    assert.equal(status, 200);
    assert.match(text, /No price of AAPL is stored yet|No source had a price of AAPL/);
  }
  await eventually("a request in the background", () => asked.length > 0);
  assert.deepEqual(asked, ["AAPL"]);
});

test("if no source has a price, the page states the time of the last request, the reason, and the time of the next attempt", async () => {
  let now = Date.parse("2026-02-21T08:00:00Z");
  const market: ReturnType<typeof makeMarket> = {
    ...makeMarket(),
    readStoredHistory: async () => null,
    getHistory: async () => Promise.reject(new NotFoundError("symbol_not_found", "No security is known by it.")),
  };
  await using service = await startService({ market, readWallClockMs: () => now });
  const fetchText = async () => (await service.ask("/tickers/AAPL", HTML)).text.replaceAll(/<[^>]+>/g, "");
  await eventually("the sources have answered", async () => (await fetchText()).includes("No source had a price"));
  now += 60_000;
  assert.match(
    await fetchText(),
    /No source had a price of AAPL at Feb 21, 2026, 08:00 UTC\. No security is known by it\. The next attempt is made when this page is opened after Feb 21, 2026, 08:15 UTC\./,
  );
  assert.doesNotMatch(await fetchText(), /in a minute/);
});

test("a chart is also available as SVG, PNG and CSV, with the page's filters and its source", async () => {
  await using service = await startService({ dataNotice: "This is made up." });
  const { text } = await service.ask("/tickers/AAPL?transaction_type=purchase", HTML);
  assert.match(text, /href="\/tickers\/AAPL\/price\.svg\?transaction_type=purchase" download/);
  const svg = await service.ask("/tickers/AAPL/price.svg?transaction_type=purchase");
  assert.equal(svg.headers["content-type"], "image/svg+xml");
  assert.deepEqual(XMLValidator.validate(svg.text), true);
  assert.match(
    svg.text,
    /Source: Congress Trades, https:\/\/api\.example\/tickers\/AAPL\?transaction_type=purchase, dataset/,
  );
  assert.match(svg.text, /This is made up\./);
  assert.match(svg.text, /<a class="mark buys" href="https:\/\/api\.example\//);
  assert.doesNotMatch(svg.text, /class="mark sells"|var\(--|NaN|undefined/);
  const png = await service.ask("/tickers/AAPL/price.png");
  assert.equal(decode(png.bytes).width, 2 * (760 + 32));
  const csv = (await service.ask("/tickers/AAPL/price.csv")).text.trimEnd().split("\r\n");
  assert.equal(csv[0], "week,close_usd,bought,sold,options_bought,options_sold,exchanges,short_sales,others");
  assert.match(csv.at(-1) ?? "", /^"Prices: weekly closing prices from yahoo, nasdaq/);
  const activity = (await service.ask("/politicians/X000001/trades-by-quarter.csv")).text.split("\r\n");
  assert.match(activity[0] ?? "", /^quarter,bought,sold,options_bought/);
  assert.ok(
    activity.some((line) => line.startsWith('"Source: Congress Trades, https://api.example/politicians/X000001')),
  );
  for (const path of [
    "tickers/ZZZZZ/price.svg",
    "tickers/ZZZZZ/trades-by-quarter.png",
    "politicians/Z000000/trades-by-quarter.csv",
  ]) {
    assert.equal((await service.ask(`/${path}`)).status, 404, path);
  }
});

test("a chart mark for several trades links to the list of that week, and a mark for a single trade to the trade", async () => {
  await using service = await startService();
  const { text } = await service.ask("/tickers/AAPL", HTML);
  const marks = [...text.matchAll(/<a class="mark \w+" href="([^"]+)"><title>([\d,]+) /g)];
  const marked = marks.reduce((sum, [, , number]) => sum + Number(number?.replaceAll(",", "")), 0);
  const listed = Number(/<strong>([\d,]+)<\/strong> trades?\./.exec(text)?.[1]?.replaceAll(",", ""));
  const left = Number(
    /([\d,]+) trades? in the list below (?:is|are) not marked/.exec(text)?.[1]?.replaceAll(",", "") ?? 0,
  );
  assert.equal(marked + left, listed, "every trade is marked on the chart or counted as unmarked");
  for (const [, address = "", number] of marks) {
    if (number === "1") {
      assert.match(address, /^\/trades\/txn_/);
      continue;
    }
    assert.match(address, /^\/tickers\/AAPL\?traded_from=[\d-]+&amp;traded_to=[\d-]+#trades$/);
    const list = await service.ask(address.replaceAll("&amp;", "&").replace(/#.*/, ""), HTML);
    assert.equal(list.status, 200);
  }
});

test("caches the page, but shows new prices even if the dataset version has not changed", async () => {
  const made = makeMarket();
  let known = false;
  const market: typeof made = {
    ...made,
    readStoredHistory: async (...asked) => (known ? made.readStoredHistory(...asked) : null),
    getHistory: async () => Promise.reject(new Error("no provider answers")),
  };
  await using service = await startService({ market });
  const first = await service.ask("/tickers/AAPL", HTML);
  assert.match(first.text, /No price of AAPL is stored yet|No source had a price of AAPL/);
  assert.match(first.text, /cover the reports on all securities; the unread reports may include trades in AAPL too\./);
  known = true;
  const second = await service.ask("/tickers/AAPL", HTML);
  assert.match(second.text, /<path class="price" d="M/);
  const again = await service.ask("/tickers/AAPL", HTML);
  assert.equal(again.headers.etag, second.headers.etag);
});

test("a lower-case symbol redirects to the page, and an unknown symbol suggests the closest symbol", async () => {
  await using service = await startService();
  const moved = await service.ask("/tickers/aapl", HTML);
  assert.deepEqual([moved.status, moved.headers["location"]], [308, "/tickers/AAPL"]);
  const unknown = await service.ask("/tickers/AAPLE", HTML);
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /<a href="\/tickers\/AAPL">AAPL<\/a>/);
  assert.equal((await service.ask("/tickers/%3Cb%3E", HTML)).status, 404);
});

test("the download link keeps the page's filter", async () => {
  await using service = await startService();
  const { text } = await service.ask("/tickers/AAPL?traded_to=2025-12-31", HTML);
  assert.match(text, /\/trades\.csv\?ticker=AAPL&amp;traded_to=2025-12-31/);
});

test("the page of a discontinued or unlisted security has the trades, the sums, and why there is no current symbol", async () => {
  const createTrade = (line: number, ticker: string, changes: Partial<Trade>) =>
    trade("1", line, { ticker, company: `Sample ${ticker}`, currentTicker: null, ...changes });
  const dataset = await buildTradeDataset([
    createTrade(1, "ZZED", { noCurrentTicker: "ended", endedOn: day("2025-06-18") }),
    createTrade(2, "ZZED", { noCurrentTicker: "ended", endedOn: day("2025-06-18") }),
    createTrade(3, "SMPFY", { noCurrentTicker: "not_listed" }),
    createTrade(4, "ZZAN", { noCurrentTicker: "another_issuer" }),
  ]);
  await using service = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
  const fetchPage = async (symbol: string) =>
    (await service.ask(`/tickers/${symbol}`, HTML)).text.replaceAll(/<[^>]+>/g, "");
  const ended = await fetchPage("ZZED");
  assert.match(ended, /The security ceased to exist on 2025-06-18/);
  assert.match(ended, /2 trades by 1 member/);
  assert.match(ended, /Bought and sold/);
  assert.match(await fetchPage("SMPFY"), /This symbol is on none of our ticker lists.*1 trade by 1 member/s);
  assert.match(await fetchPage("ZZAN"), /a different security has the symbol today/);
});
