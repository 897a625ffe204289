/** Checks for recorded answers of Tiingo, Nasdaq and Finnhub, and for files without bars. */
import assert from "node:assert/strict";
import type { IsoDate } from "../../src/domain/dates.ts";
import { parseBarsFile } from "../../src/prices/providers/file.ts";
import { createFinnhubProvider } from "../../src/prices/providers/finnhub.ts";
import { createNasdaqProvider } from "../../src/prices/providers/nasdaq/nasdaq.ts";
import { createTiingoProvider } from "../../src/prices/providers/tiingo.ts";
import { createOptions, createSignal, readBody, readText, readVcrRecordings, toSymbol } from "./recorded-answers.ts";

const HAND = "examples-handcopied";

export async function assertTiingoIsRead(file: string): Promise<void> {
  const [answer] = readVcrRecordings(file);
  assert.ok(answer);
  const told = JSON.parse(answer.text) as { date: string; close: number; volume: number }[];
  const bars = await createTiingoProvider(createOptions(answer)).fetchDailyBars(toSymbol("GOOGL"), createSignal());
  assert.deepEqual(
    bars?.bars.map(({ date, close, volume }) => [date, close, volume]),
    told.map(({ date, close, volume }) => [date.slice(0, 10), close, volume]).reverse(),
  );
}

export async function assertNasdaqQuoteIsRead(): Promise<void> {
  const provider = createNasdaqProvider(
    createOptions((url) => readBody(`${HAND}/nasdaq-quote-${getLastPathPart(url)}.IREN.2026-09-03.json`)),
  );
  assert.deepEqual(await provider.fetchQuote(toSymbol("IREN"), createSignal()), {
    symbol: "IREN",
    companyName: "IREN Limited Ordinary Shares",
    price: 41.65,
    change: 2.05,
    changePercent: 5.18,
    volume: 44_902_065,
    marketCap: 16_412_542_689,
    peRatio: null,
    week52High: 76.87,
    week52Low: 25.31,
    pricedAt: new Date("2026-09-03T20:00:00Z"),
  });
}
const getLastPathPart = (url: URL) => url.pathname.split("/").at(-1) ?? "";

export async function assertNasdaqHistoryIsRead(file: string): Promise<void> {
  const answer = await createNasdaqProvider(createOptions(readBody(file))).fetchDailyBars(
    toSymbol("AMAT"),
    createSignal(),
  );
  assert.deepEqual(answer?.bars, [
    { date: "2026-08-14", open: 499.4, high: 523, low: 497.1, close: 507.18, volume: 13_132_340 },
  ]);
}

export async function assertFinnhubIsRead(): Promise<void> {
  const files: Readonly<Record<string, string>> = { quote: "quote.AAPL.2024-11-22", profile2: "profile2.AAPL.2024-11" };
  const provider = createFinnhubProvider(
    createOptions((url) =>
      readBody(
        `${HAND}/finnhub-${files[getLastPathPart(url)] ?? "error.candle-403"}.json`,
        getLastPathPart(url) in files ? 200 : 403,
      ),
    ),
  );
  const quote = await provider.fetchQuote(toSymbol("AAPL"), createSignal());
  assert.deepEqual(
    [quote?.price, quote?.change, quote?.changePercent, quote?.marketCap, quote?.companyName, quote?.pricedAt],
    [229.87, 1.35, 0.59, 3_474_674_353_644, "Apple Inc", new Date("2024-11-22T21:00:00Z")],
  );
}

export function assertNoBarsFile(file: string): void {
  assert.throws(() => parseBarsFile(readText(file), file, "2026-11-20" as IsoDate), { code: "bad_answer" });
}

/** Checks a 404 page of another site; Tiingo's own 404 is JSON. */
export async function assertNotTiingoAnswer(file: string): Promise<void> {
  const [answer] = readVcrRecordings(file);
  assert.equal(answer?.status, 404);
  await assert.rejects(createTiingoProvider(createOptions(answer)).fetchDailyBars(toSymbol("NONE"), createSignal()), {
    code: "bad_answer",
  });
}
