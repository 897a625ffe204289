import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleTrade } from "../../domain/public-trade.ts";
import {
  fetchTradeListing,
  formatShownCount,
  formatTradeRows,
  formatUnknownLateness,
  type ListedTrade,
  parseLimit,
} from "./listed-trades.ts";

const toStyle = (columns: number | null) => ({ columns, paint: (_: string, text: string) => text });
const toTrade = (changes: Partial<ListedTrade>): ListedTrade => ({
  ...createExampleTrade({}),
  late: false,
  ...changes,
});

const trades = [
  toTrade({ company: "Example Company With a Very Long Name Indeed", late: true }),
  toTrade({ asset_type: "Stock Option", ticker: "", late: null, transaction_type: "sale_partial" }),
];

test("a file gets the full text; a terminal truncates the longest names, but never an amount", () => {
  const whole = formatTradeRows(trades, toStyle(null));
  assert.equal(
    whole,
    [
      "disclosed   traded      member                   type          ticker  asset                                         amount            late",
      "2026-02-20  2026-02-03  Jane Example (I, House)  Purchase      AAPL    Example Company With a Very Long Name Indeed  $1,001 - $15,000  late",
      "2026-02-20  2026-02-03  Jane Example (I, House)  Partial sale  -       Apple Inc. [Stock Option]                     $1,001 - $15,000  -",
      "",
    ].join("\n"),
  );
  assert.equal(formatTradeRows(trades, toStyle(200)), whole);
  for (const columns of [80, 100, 120, 137]) {
    const text = formatTradeRows(trades, toStyle(columns));
    assert.ok(Math.max(...text.split("\n").map((line) => line.length)) <= columns, text);
    assert.equal(text.match(/\$1,001 - \$15,000/g)?.length, 2, text);
    assert.match(text, /Example Company/, text);
    assert.match(text, /Apple Inc\. \[/, text);
  }
  assert.equal(formatTradeRows([], toStyle(80)), "");
});

test("text from a filing can neither end a line nor move the cursor", () => {
  const text = formatTradeRows([toTrade({ company: "Name\n\u001b[2J\u2028end" })], toStyle(null));
  assert.equal(text.split("\n").length, 3);
  assert.match(text, /Name ␛\[2J end/);
});

test("says how many of the trades are shown, and how many have no lateness verdict", () => {
  const listing = { trades, total: 1234, dataset_version: "7" };
  assert.equal(
    formatShownCount(listing, "--limit all"),
    "2 of 1,234 trades shown, newest disclosure first; --limit all shows all.",
  );
  assert.equal(formatShownCount({ ...listing, total: 2 }, "--limit all"), "2 trades.");
  assert.equal(formatShownCount({ ...listing, trades: [], total: 0 }, "--limit all"), "No known trade matches.");
  assert.equal(formatUnknownLateness(trades), "Lateness not judged: 1 trade (-).");
  assert.equal(formatUnknownLateness(trades.slice(0, 1)), null);
});

test('a limit is a number or "all"', () => {
  assert.equal(parseLimit("5"), 5);
  assert.equal(parseLimit("all"), Number.MAX_SAFE_INTEGER);
  for (const text of ["0", "-1", "ten", "1.5", ""]) {
    assert.throws(() => parseLimit(text), {
      message: `--limit must be "all" or a whole number, at least 1, not "${text}".`,
    });
  }
});

test("fetches the API's lists page by page, all from one version", async () => {
  const requests: unknown[] = [];
  const listing = await fetchTradeListing(
    async (_, query = {}) => {
      requests.push([query["late"], query["late_not_judged"], query["version"], query["limit"], query["skip"]]);
      const number = query["late"] ? 1 : query["late_not_judged"] ? 0 : Number(query["limit"]);
      const page = Array.from({ length: number }, (_, at) => ({ id: `txn_${Number(query["skip"]) + at}` }));
      const total = number < 2 ? number : 400;
      return { status: 200, body: { trades: page, total }, getHeader: () => "9" };
    },
    {},
    150,
  );
  assert.deepEqual(requests, [
    [undefined, undefined, undefined, 100, 0],
    [undefined, undefined, "9", 50, 100],
    [true, undefined, "9", 100, 0],
    [undefined, true, "9", 100, 0],
  ]);
  assert.equal(listing.trades.length, 150);
  assert.deepEqual([listing.trades[0]?.late, listing.trades[1]?.late], [true, false]);
});
