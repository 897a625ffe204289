/** A fictional quote and bars, for tests. */
import type { Bar } from "../../src/domain/bar.ts";
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { isTradingDay } from "../../src/domain/exchange-calendar.ts";
import type { Quote } from "../../src/domain/quote.ts";

/** Priced at ten in the morning in New York on a Friday. */
export function createExampleQuote(change: Partial<Quote> = {}): Quote {
  return {
    symbol: "SMPL",
    companyName: "Sample Widgets Inc.",
    price: 100,
    change: 1,
    changePercent: 1.01,
    volume: 5_000,
    marketCap: 1_000_000,
    peRatio: 20,
    week52High: 120,
    week52Low: 80,
    pricedAt: new Date("2026-11-20T14:59:59Z"),
    ...change,
  };
}

/** Bars of `count` trading days up to and including `newest`, newest first. */
export function createTradingBars(newest: string, count: number, close = 100): Bar[] {
  const found: Bar[] = [];
  for (let date = newest as IsoDate; found.length < count; date = addDays(date, -1)) {
    if (isTradingDay(date)) found.push({ date, open: close, high: close + 5, low: close - 5, close, volume: 1_000 });
  }
  return found;
}
