/** Yahoo's adapter on a local stand-in that can be told to misbehave, shared by the tests of a file. */
import assert from "node:assert/strict";
import { after, beforeEach } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { ProviderOptions } from "../../src/prices/providers/request.ts";
import { createYahoo } from "../../src/prices/providers/yahoo/yahoo.ts";
import { type ChartBody, chartBody, NOW, sendJson, startYahooSite } from "./yahoo-site.ts";

export const site = await startYahooSite();
after(() => site.stop());
beforeEach(() => {
  site.asked.length = 0;
  site.instead.clear();
  site.crumb = "crumb-1";
});

export function yahoo(change: Partial<ProviderOptions> = {}) {
  return createYahoo({
    baseUrl: site.url,
    contact: "https://operator.example",
    log: createLogger("silent"),
    getTime: () => NOW,
    ...change,
  });
}
type Yahoo = ReturnType<typeof yahoo>;

export const symbol = (text: string) => toCanonicalSymbol(text) ?? assert.fail(`${text} is no symbol`);
export const signal = () => AbortSignal.timeout(20_000);
export const quote = (provider: Yahoo, text = "SMPL") => provider.fetchQuote(symbol(text), signal());
export const bars = (provider: Yahoo, text = "SMPL") => provider.fetchDailyBars(symbol(text), signal());
export const chartPath = "/yahoo/v8/finance/chart/";
export const DAY_SECONDS = 86_400;

/** SMPL's chart changed by a fault, instead of the regular one. */
export function faulty(change: (chart: ChartBody["chart"]["result"][number]) => void): void {
  const body = chartBody("SMPL");
  for (const chart of body.chart.result) change(chart);
  site.instead.set(chartPath, (_, response) => sendJson(response, body));
}
