/** Checks for recorded answers of Tiingo, Nasdaq and Finnhub, and for files that are no bars. */
import assert from "node:assert/strict";
import type { IsoDate } from "../../src/domain/dates.ts";
import { parseBarsFile } from "../../src/prices/providers/file.ts";
import { createFinnhub } from "../../src/prices/providers/finnhub.ts";
import { createNasdaq } from "../../src/prices/providers/nasdaq/nasdaq.ts";
import { createTiingo } from "../../src/prices/providers/tiingo.ts";
import { bodyOf, options, recordedByVcr, signal, symbolOf, textOf } from "./recorded-answers.ts";

const HAND = "examples-handcopied";

export async function tiingoIsRead(file: string): Promise<void> {
  const [answer] = recordedByVcr(file);
  assert.ok(answer);
  const told = JSON.parse(answer.text) as { date: string; close: number; volume: number }[];
  const bars = await createTiingo(options(answer)).fetchDailyBars(symbolOf("GOOGL"), signal());
  assert.deepEqual(
    bars?.bars.map(({ date, close, volume }) => [date, close, volume]),
    told.map(({ date, close, volume }) => [date.slice(0, 10), close, volume]).reverse(),
  );
}

export async function nasdaqQuoteIsRead(): Promise<void> {
  const provider = createNasdaq(options((url) => bodyOf(`${HAND}/nasdaq-quote-${partOf(url)}.IREN.2026-09-03.json`)));
  assert.deepEqual(await provider.fetchQuote(symbolOf("IREN"), signal()), {
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
const partOf = (url: URL) => url.pathname.split("/").at(-1) ?? "";

export async function nasdaqHistoryIsRead(file: string): Promise<void> {
  const answer = await createNasdaq(options(bodyOf(file))).fetchDailyBars(symbolOf("AMAT"), signal());
  assert.deepEqual(answer?.bars, [
    { date: "2026-08-14", open: 499.4, high: 523, low: 497.1, close: 507.18, volume: 13_132_340 },
  ]);
}

export async function finnhubIsRead(): Promise<void> {
  const files: Readonly<Record<string, string>> = { quote: "quote.AAPL.2024-11-22", profile2: "profile2.AAPL.2024-11" };
  const provider = createFinnhub(
    options((url) =>
      bodyOf(`${HAND}/finnhub-${files[partOf(url)] ?? "error.candle-403"}.json`, partOf(url) in files ? 200 : 403),
    ),
  );
  const quote = await provider.fetchQuote(symbolOf("AAPL"), signal());
  assert.deepEqual(
    [quote?.price, quote?.change, quote?.changePercent, quote?.marketCap, quote?.companyName, quote?.pricedAt],
    [229.87, 1.35, 0.59, 3_474_674_353_644, "Apple Inc", new Date("2024-11-22T21:00:00Z")],
  );
}

export function isNoFileOfBars(file: string): void {
  assert.throws(() => parseBarsFile(textOf(file), file, "2026-11-20" as IsoDate), { code: "bad_answer" });
}

/** The page of another site, where Tiingo's own 404 is JSON. */
export async function isNoAnswerOfTiingo(file: string): Promise<void> {
  const [answer] = recordedByVcr(file);
  assert.equal(answer?.status, 404);
  await assert.rejects(createTiingo(options(answer)).fetchDailyBars(symbolOf("NONE"), signal()), {
    code: "bad_answer",
  });
}
