/** Checks for a recorded answer of Yahoo, by its own content. */
import assert from "node:assert/strict";
import { type Chart, composeQuote, NO_DAYS, readChart, readQuotes } from "../../src/prices/providers/yahoo/answer.ts";
import { createTransport, openYahooSite } from "../../src/prices/providers/yahoo/site.ts";
import { createYahoo } from "../../src/prices/providers/yahoo/yahoo.ts";
import {
  ANY,
  now,
  options,
  type RecordedAnswer,
  recordedByYahooFinance,
  replaying,
  signal,
  symbolOf,
} from "./recorded-answers.ts";

export async function chartOf(answer: RecordedAnswer, symbol: string): Promise<Chart> {
  const site = openYahooSite(createTransport(options(answer)), () => now);
  return readChart(await site.fetchChart(symbol, "2020-01-01", signal()), symbol, now);
}

interface YahooChart {
  readonly meta: { readonly symbol: string; readonly gmtoffset: number };
  readonly timestamp?: readonly number[];
  readonly indicators: { readonly quote: readonly Record<string, readonly (number | null)[]>[] };
}

/** Days and closes that a chart itself tells, by its own offset; each day once, whole rows only. */
function toldBy({ meta, timestamp = [], indicators }: YahooChart): readonly [string, number][] {
  const columns = indicators.quote[0] ?? {};
  const days = new Map<string, number>();
  timestamp.forEach((at, row) => {
    const values = ["open", "high", "low", "close", "volume"].map((name) => columns[name]?.[row]);
    if (values.some((value) => value == null)) return;
    days.set(new Date((at + meta.gmtoffset) * 1000).toISOString().slice(0, 10), values[3] as number);
  });
  return [...days].sort(([a], [b]) => (a < b ? 1 : -1));
}

export async function chartIsRead(answer: RecordedAnswer): Promise<void> {
  const body = JSON.parse(answer.text) as { chart: { result: readonly YahooChart[] } };
  const [told] = body.chart.result;
  assert.ok(told);
  const { bars, dropped } = await chartOf(answer, told.meta.symbol);
  const expected = toldBy(told);
  assert.deepEqual(
    bars.map((bar) => bar.date),
    expected.map(([date]) => date),
  );
  for (const [row, [, close]] of expected.entries()) {
    assert.equal(Math.fround(bars[row]?.close ?? 0), Math.fround(close));
  }
  assert.ok(bars.length + dropped <= (told.timestamp?.length ?? 0));
}

async function quotesOf(answer: RecordedAnswer, symbols: readonly string[]) {
  const session = { ...answer, status: 200, text: "made-up-crumb", headers: { "set-cookie": "A3=made-up; Path=/" } };
  const given = options((url) => (url.pathname.includes("/finance/quote") ? answer : session));
  return readQuotes(await openYahooSite(createTransport(given), () => now).fetchQuotes(symbols, signal()), symbols);
}

/** Yahoo states the change of coins against the day before by the clock, not against the close. */
function assertChange(change: number | null, fields: Readonly<Record<string, number | string>>): void {
  const close = Number(fields["regularMarketPreviousClose"] ?? 0);
  const told =
    fields["quoteType"] === "CRYPTOCURRENCY"
      ? Number(fields["regularMarketPrice"]) - close
      : Number(fields["regularMarketChange"]);
  if (close === 0) assert.equal(change, null);
  else assert.ok(Math.abs((change ?? Number.NaN) - told) < 2e-4, `${change}, not ${told}`);
}

export async function quoteIsRead(file: string): Promise<void> {
  const answer = recordedByYahooFinance(file);
  const told = (JSON.parse(answer.text) as { quoteResponse: { result: Record<string, number | string>[] } })
    .quoteResponse.result;
  const symbols = new URL(answer.url).searchParams.get("symbols")?.split(",") ?? [];
  const read = await quotesOf(answer, symbols);
  assert.deepEqual(
    [...read.keys()],
    told.map(({ symbol }) => symbol),
  );
  for (const fields of told) {
    const found = read.get(String(fields["symbol"])) ?? assert.fail();
    const quote = composeQuote(ANY, NO_DAYS, found, now);
    if ((fields["currency"] ?? "USD") !== "USD") {
      assert.equal(quote, null);
      continue;
    }
    assert.equal(quote?.price, fields["regularMarketPrice"]);
    assert.equal(quote?.marketCap, fields["marketCap"] ?? null);
    assert.equal(quote?.peRatio, fields["trailingPE"] ?? null);
    assertChange(quote?.change ?? null, fields);
  }
}

export async function quoteHasNoPrice(file: string): Promise<void> {
  const answer = recordedByYahooFinance(file);
  const symbol = symbolIn(file);
  const found = (await quotesOf(answer, [symbol])).get(symbol);
  assert.ok(found);
  assert.throws(() => composeQuote(ANY, NO_DAYS, found, now), { code: "bad_answer" });
}

export async function isNoQuote(file: string): Promise<void> {
  assert.match(recordedByYahooFinance(file).text, /"quoteType":"NONE"/);
  assert.equal((await quotesOf(recordedByYahooFinance(file), [symbolIn(file)])).size, 0);
}

const symbolIn = (file: string) => /(?:quote|chart)-([A-Z]+)[-.]/.exec(file)?.[1] ?? assert.fail(file);
export const chartAsItWas = (file: string) => chartOf(recordedByYahooFinance(file), symbolIn(file));

/** Opens a session in Yahoo's way for the European Union: cookie, consent, cookie, token. */
export async function sessionIsOpened(file: string): Promise<void> {
  const recorded = (name: string) => recordedByYahooFinance(`yahoo-finance2-2025-03/${name}.json`);
  // One step was recorded twice.
  const first = file.endsWith(".json.json") ? "getCrumb-quote-AAPL.json" : "getCrumb-quote-AAPL";
  const steps: Readonly<Record<string, RecordedAnswer>> = {
    "GET /quote/AAPL": recorded(first),
    "GET /consent": recorded("getCrumb-quote-AAPL-consent.html"),
    "GET /v2/collectConsent": recorded("getCrumb-quote-AAPL-collectConsent.html"),
    "POST /v2/collectConsent": recorded("getCrumb-quote-AAPL-collectConsentSubmit"),
    "GET /copyConsent": recorded("getCrumb-quote-AAPL-copyConsent"),
    "GET /quote/AAPL?guccounter=1": recorded("getCrumb-quote-AAPL-consent-final-redirect.html"),
    "GET /v1/test/getcrumb": recorded("getCrumb-getcrumb"),
  };
  const taken: string[] = [];
  const fetch = replaying((url, method) => {
    if (url.pathname.includes("/finance/quote")) {
      assert.equal(url.searchParams.get("crumb"), steps["GET /v1/test/getcrumb"]?.text);
      return recorded("quote-AAPL");
    }
    const step = [`${method} ${url.pathname}${url.search}`, `${method} ${url.pathname}`].find((each) => each in steps);
    taken.push(step ?? "");
    return steps[step ?? ""] ?? assert.fail(`${method} ${url.href}`);
  });
  const quotes = await createYahoo({ ...options(recorded(first)), fetch }).fetchQuotes([symbolOf("AAPL")], signal());
  assert.equal(quotes.size, 1);
  assert.deepEqual(taken, Object.keys(steps));
}

export async function isRefused(answer: RecordedAnswer, code: string): Promise<void> {
  await assert.rejects(chartOf(answer, "AAPL"), { name: "SourceError", code });
}
