/** The Yahoo provider on a local stand-in that can be told to misbehave, shared by the tests of a file. */
import assert from "node:assert/strict";
import { after, beforeEach } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { ProviderOptions } from "../../src/prices/providers/request.ts";
import { createYahooProvider } from "../../src/prices/providers/yahoo/yahoo.ts";
import { type ChartBody, createChartBody, NOW, sendJson, startYahooSite } from "./yahoo-site.ts";

export const site = await startYahooSite();
after(() => site.stop());
beforeEach(() => {
  site.requests.length = 0;
  site.overrides.clear();
  site.crumb = "crumb-1";
});

export function createTestYahoo(change: Partial<ProviderOptions> = {}) {
  return createYahooProvider({
    baseUrl: site.url,
    contact: "https://operator.example",
    log: createLogger("silent"),
    getTime: () => NOW,
    ...change,
  });
}
type Yahoo = ReturnType<typeof createTestYahoo>;

export const toSymbol = (text: string) => toCanonicalSymbol(text) ?? assert.fail(`${text} is no symbol`);
export const createSignal = () => AbortSignal.timeout(20_000);
export const fetchQuote = (provider: Yahoo, text = "SMPL") => provider.fetchQuote(toSymbol(text), createSignal());
export const fetchBars = (provider: Yahoo, text = "SMPL") => provider.fetchDailyBars(toSymbol(text), createSignal());
export const chartPath = "/yahoo/v8/finance/chart/";
export const DAY_SECONDS = 86_400;

/** Answers with SMPL's chart changed by a fault, instead of the regular one. */
export function answerWithFault(change: (chart: ChartBody["chart"]["result"][number]) => void): void {
  const body = createChartBody("SMPL");
  for (const chart of body.chart.result) change(chart);
  site.overrides.set(chartPath, (_, response) => sendJson(response, body));
}
