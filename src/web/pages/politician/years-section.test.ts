import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../../base/errors.ts";
import { toDayNumber } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { YearReturns } from "../../../prices/returns/years.ts";
import type { DatedTrade } from "../../../publication/dataset/facts/marked-trades.ts";
import { createLinks } from "../../links.ts";
import { renderYearsSection } from "./years-section.ts";

function createTrade(day: string, more: Partial<DatedTrade> = {}): DatedTrade {
  return { kind: "buys", tradedDay: toDayNumber(day as IsoDate), lowUsd: 1001, isLate: false, ...more };
}

const trades = [
  createTrade("2023-05-05", { kind: "exchanges" }),
  createTrade("2025-05-05", { kind: "optionsSold", isLate: true }),
  createTrade("2025-06-05"),
  createTrade("2025-07-05", { kind: "sells" }),
];

async function renderSection(ask: () => Promise<readonly YearReturns[]>): Promise<string> {
  const links = createLinks("http://127.0.0.1/api/v1");
  return String(await renderYearsSection({ links, path: "/politicians/X000001", name: "Jane Example", trades, ask }));
}

test("the table has the numbers of each year, even one without trades, and links to its trades", async () => {
  const estimate = { count: 2, clusters: 1, mean: 0.1, interval: null };
  const figure = { state: "too_few_filings", estimate, bounds: { low: 0.05, high: 0.2 } };
  const none = { state: "none", estimate: { ...estimate, count: 0, mean: null }, bounds: null };
  const performance = { buys: figure, sells: none, difference: none } as unknown as YearReturns["performance"];
  const text = await renderSection(async () => [{ year: 2025, performance }]);
  const rows = [...text.matchAll(/<tr><th scope="row">(.+?)<\/tr>/gs)].map(([, row = ""]) => row);
  const numbers = rows.map((row) => [...row.matchAll(/class="number">(\d+)</g)].map(([, number]) => Number(number)));
  assert.deepEqual(numbers, [
    [3, 1, 1, 1, 0, 1],
    [0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 1, 0],
  ]);
  assert.match(
    rows[0] ?? "",
    /href="\/politicians\/X000001\?traded_from=2025-01-01&amp;traded_to=2025-12-31#trades">2025</,
  );
  assert.match(
    rows[0] ?? "",
    /beat SPY by 10% on average; weighted by dollars.+That range is not a margin of error\. Luck alone could explain any of these figures/,
  );
  assert.match(rows[1] ?? "", /^2024<\/th>/);
});

test("shows the dots even if returns cannot be computed, and the caption says so", async () => {
  const text = await renderSection(() => Promise.reject(new UnavailableError("service_unavailable", "busy", 5)));
  assert.match(text, /Returns cannot be computed right now\./);
  assert.match(text, /id="dots-0"/);
});
