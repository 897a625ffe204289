/** Checks of recorded Yahoo answers against their own content. */
import assert from "node:assert/strict";
import { type Chart, composeQuote, NO_DAYS, readChart, readQuotes } from "../../src/prices/providers/yahoo/answer.ts";
import { createTransport, createYahooSite } from "../../src/prices/providers/yahoo/site.ts";
import { createYahooProvider } from "../../src/prices/providers/yahoo/yahoo.ts";
import {
  ANY,
  createOptions,
  createReplayFetch,
  createSignal,
  now,
  type RecordedAnswer,
  readYahooRecording,
  toSymbol,
} from "./recorded-answers.ts";

export async function readRecordedChart(answer: RecordedAnswer, symbol: string): Promise<Chart> {
  const site = createYahooSite(createTransport(createOptions(answer)), () => now);
  return readChart(await site.fetchChart(symbol, "2020-01-01", createSignal()), symbol, now);
}

interface YahooChart {
  readonly meta: { readonly symbol: string; readonly gmtoffset: number };
  readonly timestamp?: readonly number[];
  readonly indicators: { readonly quote: readonly Record<string, readonly (number | null)[]>[] };
}

/** Days and closes of a chart by its own UTC offset: each day once, and only complete rows. */
function readDaysAndCloses({ meta, timestamp = [], indicators }: YahooChart): readonly [string, number][] {
  const columns = indicators.quote[0] ?? {};
  const days = new Map<string, number>();
  timestamp.forEach((at, row) => {
    const values = ["open", "high", "low", "close", "volume"].map((name) => columns[name]?.[row]);
    if (values.some((value) => value == null)) return;
    days.set(new Date((at + meta.gmtoffset) * 1000).toISOString().slice(0, 10), values[3] as number);
  });
  return [...days].sort(([a], [b]) => (a < b ? 1 : -1));
}

export async function assertChartIsRead(answer: RecordedAnswer): Promise<void> {
  const body = JSON.parse(answer.text) as { chart: { result: readonly YahooChart[] } };
  const [told] = body.chart.result;
  assert.ok(told);
  const { bars, dropped } = await readRecordedChart(answer, told.meta.symbol);
  const expected = readDaysAndCloses(told);
  assert.deepEqual(
    bars.map((bar) => bar.date),
    expected.map(([date]) => date),
  );
  for (const [row, [, close]] of expected.entries()) {
    assert.equal(Math.fround(bars[row]?.close ?? 0), Math.fround(close));
  }
  assert.ok(bars.length + dropped <= (told.timestamp?.length ?? 0));
}

async function readRecordedQuotes(answer: RecordedAnswer, symbols: readonly string[]) {
  const session = { ...answer, status: 200, text: "made-up-crumb", headers: { "set-cookie": "A3=made-up; Path=/" } };
  const given = createOptions((url) => (url.pathname.includes("/finance/quote") ? answer : session));
  return readQuotes(
    await createYahooSite(createTransport(given), () => now).fetchQuotes(symbols, createSignal()),
    symbols,
  );
}

/** Yahoo states a coin's change from the same time on the day before, not from the previous close. */
function assertChange(change: number | null, fields: Readonly<Record<string, number | string>>): void {
  const close = Number(fields["regularMarketPreviousClose"] ?? 0);
  const told =
    fields["quoteType"] === "CRYPTOCURRENCY"
      ? Number(fields["regularMarketPrice"]) - close
      : Number(fields["regularMarketChange"]);
  if (close === 0) assert.equal(change, null);
  else assert.ok(Math.abs((change ?? Number.NaN) - told) < 2e-4, `${change}, not ${told}`);
}

export async function assertQuoteIsRead(file: string): Promise<void> {
  const answer = readYahooRecording(file);
  const told = (JSON.parse(answer.text) as { quoteResponse: { result: Record<string, number | string>[] } })
    .quoteResponse.result;
  const symbols = new URL(answer.url).searchParams.get("symbols")?.split(",") ?? [];
  const read = await readRecordedQuotes(answer, symbols);
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

export async function assertQuoteHasNoPrice(file: string): Promise<void> {
  const answer = readYahooRecording(file);
  const symbol = getSymbol(file);
  const found = (await readRecordedQuotes(answer, [symbol])).get(symbol);
  assert.ok(found);
  assert.throws(() => composeQuote(ANY, NO_DAYS, found, now), { code: "bad_answer" });
}

export async function assertNoQuote(file: string): Promise<void> {
  assert.match(readYahooRecording(file).text, /"quoteType":"NONE"/);
  assert.equal((await readRecordedQuotes(readYahooRecording(file), [getSymbol(file)])).size, 0);
}

const getSymbol = (file: string) => /(?:quote|chart)-([A-Z]+)[-.]/.exec(file)?.[1] ?? assert.fail(file);
export const readChartFile = (file: string) => readRecordedChart(readYahooRecording(file), getSymbol(file));

/** Opens a session in Yahoo's way for the European Union: cookie, consent, cookie, token. */
export async function assertSessionIsOpened(file: string): Promise<void> {
  const recorded = (name: string) => readYahooRecording(`yahoo-finance2-2025-03/${name}.json`);
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
  const fetch = createReplayFetch((url, method) => {
    if (url.pathname.includes("/finance/quote")) {
      assert.equal(url.searchParams.get("crumb"), steps["GET /v1/test/getcrumb"]?.text);
      return recorded("quote-AAPL");
    }
    const step = [`${method} ${url.pathname}${url.search}`, `${method} ${url.pathname}`].find((each) => each in steps);
    taken.push(step ?? "");
    return steps[step ?? ""] ?? assert.fail(`${method} ${url.href}`);
  });
  const quotes = await createYahooProvider({ ...createOptions(recorded(first)), fetch }).fetchQuotes(
    [toSymbol("AAPL")],
    createSignal(),
  );
  assert.equal(quotes.size, 1);
  assert.deepEqual(taken, Object.keys(steps));
}

export async function assertRefused(answer: RecordedAnswer, code: string): Promise<void> {
  await assert.rejects(readRecordedChart(answer, "AAPL"), { name: "SourceError", code });
}
