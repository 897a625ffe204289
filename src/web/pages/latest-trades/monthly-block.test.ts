import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../../domain/dates.ts";
import type { SinceDisclosure } from "../../../prices/returns/since-disclosure.ts";
import { NOTHING_COVERED, type YearCoverage } from "../../../publication/dataset/coverage.ts";
import type { MonthlyTrades, MostTraded } from "../../../publication/dataset/facts/monthly-trades.ts";
import { createLinks } from "../../links.ts";
import { formatMonthlySummary, renderMonthlyReturns } from "./monthly-block.ts";

const states = { ...NOTHING_COVERED.totals.states, parsed: 3, needs_ocr: 1 };
const year = { ...NOTHING_COVERED.totals, source: "house-clerk", year: 2026, states } as unknown as YearCoverage;
const months = Array.from({ length: 12 }, (_, at) => ({
  year: at === 0 ? 2025 : 2026,
  month: at === 0 ? 12 : at,
  buyers: at,
  sellers: at === 11 ? 4 : 0,
}));

type ShownOverview = Parameters<typeof renderMonthlyReturns>[0]["overview"];

function renderBlock(
  bought: readonly MostTraded[],
  years: readonly YearCoverage[] = [year],
  overview: ShownOverview = null,
): string {
  const monthly = { months, from: "2026-10-22", to: "2026-11-20", bought, sold: [] } as unknown as MonthlyTrades;
  return String(
    renderMonthlyReturns({ links: createLinks("http://127.0.0.1/api/v1"), coverage: { years }, monthly, overview }),
  );
}

test("shows the number of members per month in a chart and a table, and says how many of each year's reports are unread", () => {
  const text = renderBlock([]);
  assert.match(text, /<title>Nov 2026: bought by 11, sold by 4<\/title>/);
  assert.match(text, /<th scope="row">Dec 2025<\/th><td class="number">0<\/td>/);
  assert.match(
    text,
    /This site has not read 1 of 4 reports from 2026\. Trades in unread reports, and rows that wait for review, are not counted\./,
  );
  assert.doesNotMatch(renderBlock([], []), /not read|NaN/);
});

test("lists securities bought by several members with the amount range, and says if no security had two sellers", () => {
  const amounts = { trades: 3, lowUsd: 3003, highUsd: 45_000, open: 0 };
  const text = renderBlock([
    { symbol: "EXMP", company: "Example <Corp>", members: 2, amounts, positions: [] },
  ]).replaceAll(/<[^>]+>/g, " ");
  assert.match(text, /EXMP\s+Example &lt;Corp&gt;\s+2\s+\$3,003 to \$45,000\s+3 trades/);
  assert.match(text, /No security was sold by two or more members\./);
});

test("shows the mean change since the disclosures minus SPY's, or the reason for a missing value", () => {
  const amounts = { trades: 3, lowUsd: 3003, highUsd: 45_000, open: 0 };
  const renderCell = (since: SinceDisclosure | null, pricesTo = "2026-11-25" as IsoDate | null) => {
    const overview = since && { monthly: { bought: [since], sold: [] }, pricesTo, benchmarkGap: "failed" as const };
    const text = renderBlock([{ symbol: "EXMP", company: "", members: 2, amounts, positions: [] }], [], overview);
    return /3 trades<\/small><\/td>(<td.*?<\/td>)<\/tr>/.exec(text)?.[1]?.replaceAll(/<(?!td)[^>]+>/g, "");
  };
  const to = "2026-11-25" as IsoDate;
  assert.equal(renderCell(null), '<td class="number" title="being computed">–');
  assert.match(
    String(renderCell({ mean: 0.0214, priced: 3, decisions: 3, to })),
    />\+2\.1% mean of 3 decisions, to Nov 25, 2026$/,
  );
  assert.match(String(renderCell({ mean: -0.01, priced: 1, decisions: 2, to })), />−1% mean of 1 of 2 decisions, to/);
  assert.match(String(renderCell("too_recent")), />not known yet, because there is no later closing price$/);
  assert.match(String(renderCell("no_bars")), />no closing price is stored for that day$/);
  assert.match(String(renderCell("no_benchmark")), />SPY&#39;s closing price is missing for the first or last day$/);
  assert.match(String(renderCell("no_benchmark", null)), />prices of SPY could not be fetched yet$/);
});

test("the collapsed section names the security with the most buyers and the security with the most sellers", () => {
  const formatGist = (bought: readonly object[], sold: readonly object[]) =>
    formatMonthlySummary({ bought, sold } as unknown as MonthlyTrades);
  const [most, other] = [
    { symbol: "EXMP", members: 3 },
    { symbol: "OTHR", members: 2 },
  ];
  assert.equal(formatGist([most, other], [other]), "EXMP bought by 3 members, OTHR sold by 2 members");
  assert.equal(formatGist([], [other]), "OTHR sold by 2 members");
  assert.equal(formatGist([], []), "no security was bought or sold by two or more members");
});
