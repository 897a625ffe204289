import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ask } from "../ask.ts";
import { getPerformance } from "./get-performance.ts";

const FIGURE = {
  state: "ok",
  n: 41,
  clusters: 12,
  mean: 0.06,
  interval: { low: 0.027, high: 0.096 },
  dollar_weighted: { low: -0.01, high: 0.11 },
};
const FEW = { ...FIGURE, state: "too_few_filings", n: 12, clusters: 8, interval: null };

async function fetchText(figures: object, asked: object): Promise<string> {
  const shared = { anchor: "copy", horizon: 63, benchmark: "SPY", return_kind: "total", prices_to: "2026-11-20" };
  const performance = { ...shared, n_decisions: 90, n_priced: 82, ...figures };
  const ask: Ask = async (path) => ({
    status: 200,
    body: path.endsWith("performance") ? performance : { sources: [], years: [], filings: {} },
    getHeader: () => "2026-11-20.1",
  });
  return (await getPerformance.call(ask, asked)).text;
}

test('the line "Purchases minus sales" comes first; the line "Sold" says that the seller missed the gain over SPY', async () => {
  const difference = { ...FIGURE, interval: { low: -0.005, high: 0.02 }, dollar_weighted: null };
  const [, ...lines] = (await fetchText({ difference, buys: FIGURE, sells: FIGURE }, { ticker: "META" })).split("\n");
  assert.match(
    lines[3] ?? "",
    /All of these returns are of the same security, over periods that often overlap: they say what the security did after members traded it/,
  );
  assert.deepEqual(lines.slice(0, 3), [
    "- Purchases minus sales: no clear difference (\u22120.5% to +2%, 41 decisions)",
    "- Bought: prices then beat SPY by 2.7% to 9.6% on average (41 decisions)",
    "- Sold: prices then beat SPY by 2.7% to 9.6% on average; the seller missed that gain (41 decisions)",
  ]);
});

test("without an interval, shows the mean and the dollar-weighted range, and says that the range is not a margin of error", async () => {
  const none = { ...FEW, state: "none", n: 0, mean: null, dollar_weighted: null };
  const text = await fetchText({ difference: none, buys: FEW, sells: none }, { politician_id: "X000001" });
  assert.match(text, /- Purchases minus sales: needs a purchase and a sale with prices\n/);
  assert.match(
    text,
    /- Bought: too few reports for an interval \(12 decisions in 8 reports; at least 10 reports are needed\)\. Prices then beat SPY by 6% on average; weighted by dollars, the average could be anything from \u22121% to \+11%, depending on the exact amounts\. That range is not a margin of error\. Luck alone could explain any of these figures\n/,
  );
  assert.match(text, /- Sold: no sale with a price\nThis is not what anybody earned/);
});

test("a year is accepted only with a politician_id", async () => {
  const figures = { difference: FIGURE, buys: FIGURE, sells: FIGURE };
  assert.match(
    await fetchText(figures, { politician_id: "X000001", year: "2025" }),
    /^X000001, trades of 2025: 90 dec/m,
  );
  await assert.rejects(fetchText(figures, { ticker: "META", year: "2025" }), /A year requires a politician_id/);
  await assert.rejects(
    fetchText(figures, { politician_id: "X000001", year: "last" }),
    /A year must be 4 digits, not "last"/,
  );
});
