import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "../../src/domain/dates.ts";
import { classifyInstrument, findDirection } from "../../src/domain/direction.ts";
import { findDivision } from "../../src/domain/industry.ts";
import { computeReportingGapDays, countDaysLate, isLate } from "../../src/domain/lateness.ts";
import { CHAMBERS, PARTIES } from "../../src/domain/politician.ts";
import type { PublicTrade } from "../../src/domain/public-trade.ts";
import { splitSearchWords } from "../../src/domain/search-words.ts";
import { OWNERS, TRANSACTION_TYPES, type Trade } from "../../src/domain/trade.ts";
import {
  matchesTrade,
  RECENT_FIRST,
  TRADE_SORTS,
  type TradeFilter,
  type TradeSort,
} from "../../src/domain/trade-filter.ts";
import { emptyDataset } from "../../src/publication/dataset/build.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import type { TallyField } from "../../src/publication/dataset/trade-tally.ts";
import { day, trade } from "../store/made.ts";
import {
  ASSET_TYPES,
  buildTradeDataset,
  COINS,
  findTradeContext,
  MEMBERS,
  makeTrades,
  RARE_SYMBOLS,
  STATES,
  SYMBOLS,
} from "./made-trades.ts";

const trades = makeTrades(3000);
const dataset = await buildTradeDataset(trades);

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const days = fc.nat(1800).map((n) => addDays(day("2020-12-01"), n));
const texts = [
  "jose",
  "MUÑOZ",
  "ford",
  "at&t",
  "s&p 500",
  "inc",
  "o'hara",
  'adviser "without',
  "oil bo",
  "b",
  "zebra",
  "brk.b",
  "-smith",
];

const filters: fc.Arbitrary<TradeFilter> = fc
  .record(
    {
      ticker: fc.oneof(some([...SYMBOLS.filter((symbol) => symbol !== ""), "NONE"]), some(RARE_SYMBOLS)),
      coin: some([...COINS.filter((coin) => coin !== null), "NONE"]),
      politicianId: some([...MEMBERS.map(({ id }) => id), "Z999999"]),
      chamber: fc.constantFrom(...CHAMBERS),
      party: some(PARTIES),
      state: fc.constantFrom(...STATES, "ME"),
      transactionType: some(TRANSACTION_TYPES),
      assetType: some([...ASSET_TYPES, "stock", "Other"]),
      owner: fc.constantFrom(...OWNERS),
      minAmountUsd: fc.constantFrom(0, 318.74, 1001, 1001.01, 50_000_001),
      maxAmountUsd: fc.constantFrom(318.73, 318.74, 15_000, 1e9),
      disclosedFrom: days,
      disclosedTo: days,
      tradedFrom: days,
      tradedTo: days,
      industry: fc.subarray(["3571", "37", "481", "D", "I", "99"], { minLength: 1 }),
      late: fc.boolean(),
      lateNotJudged: fc.boolean(),
      amendmentPending: fc.boolean(),
      possibleDuplicate: fc.boolean(),
      words: fc.constantFrom(...texts).map(splitSearchWords),
    } satisfies Record<keyof TradeFilter, fc.Arbitrary<unknown>>,
    { requiredKeys: [] },
  )
  // All fields of the filter at once match nothing, so a case has at most four.
  .chain((filter) => fc.subarray(Object.keys(filter), { maxLength: 4 }).map((keys) => pick(filter, keys)));

function pick(filter: TradeFilter, keys: readonly string[]): TradeFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => keys.includes(key)));
}

const sorts: fc.Arbitrary<TradeSort> = fc.record({ by: fc.constantFrom(...TRADE_SORTS), descending: fc.boolean() });

function getSortKey(each: Trade, by: TradeSort["by"]): string | number | null {
  if (by === "disclosure_date") return each.disclosureDate;
  if (by === "transaction_date") return each.transactionDate;
  return by === "amount" ? each.amount.lowUsd : computeReportingGapDays(each);
}

/** Filters by checking every trade; a stable sort keeps equal trades in the order of the recent list. */
function filterSlowly(filter: TradeFilter, { by, descending }: TradeSort): readonly Trade[] {
  return trades
    .filter((each) => matchesTrade(filter, each, findTradeContext(each)))
    .sort((a, b) => {
      const [x, y] = [getSortKey(a, by), getSortKey(b, by)];
      if (x === null || y === null) return Number(x === null) - Number(y === null);
      const order = x < y ? -1 : x > y ? 1 : 0;
      return descending ? -order : order;
    });
}

function listIds(of: Dataset, filter: TradeFilter, sort: TradeSort, limit: number, skip: number) {
  const { body, total } = of.listTrades(filter, sort, limit, skip);
  const page = JSON.parse(String(body)) as { trades: { id: string }[]; total: number; limit: number; skip: number };
  assert.deepEqual([page.total, page.limit, page.skip], [total, limit, skip]);
  return { ids: page.trades.map(({ id }) => id), total };
}

test("any filter in any order finds the same trades as checking every trade, with their exact number", () => {
  fc.assert(
    fc.property(filters, sorts, fc.integer({ min: 1, max: 100 }), fc.nat(3100), (filter, sort, limit, skip) => {
      const expected = filterSlowly(filter, sort).map(({ id }) => id);
      assert.deepEqual(listIds(dataset, filter, sort, limit, skip), {
        ids: expected.slice(skip, skip + limit),
        total: expected.length,
      });
      const selected = [...dataset.select(filter, sort)].map((position) => dataset.getSummaryAt(position).id);
      assert.deepEqual(selected, expected);
    }),
    { numRuns: 400 },
  );
});

test("sorting by a value that no trade has lists each trade once, in the order of the recent list", async () => {
  const unknown = trades
    .slice(0, 20)
    .map((each): Trade => ({ ...each, firstDisclosed: { date: null, source: "unknown" } }));
  const { ids } = listIds(await buildTradeDataset(unknown), {}, { by: "reporting_gap", descending: true }, 100, 0);
  assert.deepEqual(
    ids,
    unknown.map(({ id }) => id),
  );
});

test("every field of the filter excludes some trades and includes others", () => {
  const each: readonly TradeFilter[] = [
    { ticker: ["AAPL"] },
    { ticker: ["AAPL", "BRK.B"] },
    { politicianId: ["E000001"] },
    { politicianId: ["E000001", "E000002"] },
    { chamber: "senate" },
    { party: ["Democrat"] },
    { party: ["Democrat", "Independent"] },
    { chamber: "house", party: ["Republican"] },
    { state: "VT" },
    { transactionType: ["purchase", "exchange"] },
    { assetType: ["corporate bond"] },
    { owner: "spouse" },
    { minAmountUsd: 15_001 },
    { maxAmountUsd: 15_000 },
    { disclosedFrom: day("2022-01-01") },
    { disclosedTo: day("2022-01-01") },
    { tradedFrom: day("2022-01-01") },
    { tradedTo: day("2022-01-01") },
    { late: true },
    { late: false },
    { lateNotJudged: true },
    { lateNotJudged: false },
    { amendmentPending: true },
    { possibleDuplicate: true },
    { words: ["ford"] },
  ];
  for (const filter of each) {
    const expected = filterSlowly(filter, RECENT_FIRST).map(({ id }) => id);
    assert.ok(expected.length > 100 && expected.length < trades.length, JSON.stringify(filter));
    assert.deepEqual(listIds(dataset, filter, RECENT_FIRST, 100, 50), {
      ids: expected.slice(50, 150),
      total: expected.length,
    });
  }
});

test("pages of any size together give the full list, each trade once", () => {
  fc.assert(
    fc.property(filters, sorts, fc.integer({ min: 300, max: 2000 }), (filter, sort, limit) => {
      const all: string[] = [];
      for (let skip = 0, total = 1; skip < total; skip += limit) {
        const page = listIds(dataset, filter, sort, limit, skip);
        total = page.total;
        all.push(...page.ids);
      }
      assert.equal(new Set(all).size, all.length);
      assert.deepEqual(
        all,
        filterSlowly(filter, sort).map(({ id }) => id),
      );
    }),
    { numRuns: 60 },
  );
});

test("filings are ordered by their first trades, and a page has all trades of each of its filings", async () => {
  const filed = makeTrades(700, 5).map((each, index) => ({ ...each, filingId: `h${(index * index) % 83}` }));
  const made = await buildTradeDataset(filed);
  fc.assert(
    fc.property(filters, sorts, fc.integer({ min: 1, max: 30 }), fc.nat(90), (filter, sort, limit, skip) => {
      const positions = [...made.select(filter, sort)];
      const groups = Map.groupBy(positions, (position) => filed[position]?.filingId ?? "");
      const filings = [...groups].slice(skip, skip + limit).map(([filingId, each]) => ({ filingId, positions: each }));
      assert.deepEqual(made.listTradesByFiling(filter, sort, limit, skip), filings);
      const counted = made.listTradesByFilingWithTally(filter, sort, limit, skip);
      assert.deepEqual(counted.filings, filings);
      assert.deepEqual([counted.tally.filings, counted.tally.trades], [groups.size, positions.length]);
      assert.deepEqual(
        made.listTradesByFilingWithTally(filter, sort, limit, skip),
        counted,
        "the same when it was counted before",
      );
    }),
    { numRuns: 300 },
  );
  const some = [...filed.keys()].filter((position) => filed[position]?.filingId === "h4");
  assert.deepEqual([made.findTradesOfFiling("h4"), made.findTradesOfFiling("h999")], [some, []]);
});

test("without a filter the list equals the recent list, byte for byte", () => {
  for (const [limit, skip] of [
    [100, 0],
    [7, 2995],
    [10, 5000],
    [1, Number.MAX_SAFE_INTEGER],
  ] as const) {
    assert.ok(
      dataset.listTrades({}, RECENT_FIRST, limit, skip).body.equals(dataset.listRecentTrades(limit, skip).body),
    );
  }
});

test("gives the JSON and the summary of the trade at a list position, and rejects a position out of range", () => {
  trades.forEach((each, position) => {
    if (position % 97 !== 0) return;
    const served = JSON.parse(String(dataset.getTradeAt(position))) as PublicTrade;
    assert.equal(served.id, each.id);
    assert.deepEqual(dataset.getSummaryAt(position), {
      id: each.id,
      filingId: each.filingId,
      politicianId: each.politicianId,
      politician: served.politician,
      chamber: each.chamber,
      party: each.party,
      ticker: each.ticker,
      company: each.company,
      currentTicker: each.currentTicker,
      noCurrentTicker: each.noCurrentTicker,
      transactionType: each.transactionType,
      instrument: classifyInstrument(each),
      option: each.option,
      direction: findDirection(each),
      disclosureDate: each.disclosureDate,
      transactionDate: each.transactionDate,
      amount: each.amount,
      owner: each.owner,
      late: isLate(each),
      daysLate: countDaysLate(each),
      reportingGapDays: computeReportingGapDays(each),
      assetType: each.assetType,
      isRepeat: false,
    });
  });
  for (const none of [-1, trades.length, 0.5, Number.NaN]) assert.throws(() => dataset.getTradeAt(none), RangeError);
});

test("counts trades by the values of each field, with the filter on that field left out", () => {
  const traits: Readonly<Record<TallyField, (each: Trade) => unknown>> = {
    chamber: ({ chamber }) => chamber,
    party: ({ party }) => party,
    transactionType: ({ transactionType }) => transactionType,
    late: isLate,
    owner: ({ owner }) => owner,
    industry: (each) => findDivision(findTradeContext(each).sic ?? "")?.letter,
  };
  fc.assert(
    fc.property(filters, (filter) => {
      const { tally } = dataset.listTradesByFilingWithTally(filter, RECENT_FIRST, 10, 0);
      const found = filterSlowly(filter, RECENT_FIRST);
      for (const [member, traitOf] of Object.entries(traits)) {
        const others = Object.keys(filter).filter((each) => each !== member);
        const matching = (member in filter ? filterSlowly(pick(filter, others), RECENT_FIRST) : found).map(traitOf);
        const counts: ReadonlyMap<unknown, number> = tally[member as TallyField];
        for (const [value, count] of counts) {
          assert.equal(count, matching.filter((each) => each === value).length, `${member} ${value}`);
        }
        assert.ok(matching.every((each) => each === undefined || each === null || counts.has(each)));
      }
    }),
    { numRuns: 150 },
  );
});

test("before the first publication every search is empty", () => {
  assert.equal(
    String(emptyDataset.listTrades({ chamber: "house" }, RECENT_FIRST, 5, 1).body),
    '{"trades":[],"total":0,"limit":5,"skip":1}',
  );
  assert.deepEqual([...emptyDataset.select({ words: ["a"] }, { by: "amount", descending: false })], []);
  assert.equal(String(emptyDataset.listTickerPage({}, 5, 0).body), '{"tickers":[],"total":0,"limit":5,"skip":0}');
  assert.equal(emptyDataset.getTicker("AAPL"), undefined);
});

test("lists a security's activity under its current symbol", async () => {
  const makePurchase = (line: number, ticker: string, transactionDate: string, changes: Partial<Trade> = {}) =>
    trade("1", line, { ticker, transactionDate: day(transactionDate), ...changes });
  const open = { lowUsd: 50_000_001, highUsd: null };
  const made = await buildTradeDataset(
    [
      makePurchase(1, "META", "2023-01-02", { company: "Meta Platforms, Inc.", politicianId: "E000002" }),
      makePurchase(2, "FB", "2021-05-05", { company: "Facebook", transactionType: "sale_partial" }),
      makePurchase(3, "FB", "2025-05-05", { company: "A fund called FB", amount: open }),
      makePurchase(4, "META", "2021-10-10", { company: "Roundhill" }),
      makePurchase(5, "", "2021-10-10"),
      makePurchase(6, "AAPL", "2024-01-01", { transactionType: "exchange" }),
      makePurchase(7, "AAPL", "2024-01-03", { amount: { lowUsd: 0.1, highUsd: 0.1 } }),
      makePurchase(8, "SQ", "2020-01-01"),
    ],
    MEMBERS,
  );
  const listTickers = (words: readonly string[], limit = 50, skip = 0) =>
    JSON.parse(String(made.listTickerPage({ words }, limit, skip).body)) as {
      tickers: Record<string, unknown>[];
      total: number;
    };
  assert.deepEqual(
    listTickers([]).tickers.map(({ ticker }) => ticker),
    ["AAPL", "META", "FB", "METV", "XYZ"],
    "by trades, then the latest trade, then the symbol",
  );
  assert.deepEqual(listTickers([]).tickers[1], {
    ticker: "META",
    company: "Meta Platforms, Inc.",
    trades: 2,
    buys: 1,
    sells: 1,
    buyers: 1,
    sellers: 1,
    calls_bought: 0,
    calls_sold: 0,
    puts_bought: 0,
    puts_sold: 0,
    other_options: 0,
    short_sales: 0,
    short_covers: 0,
    bullish: 1,
    bearish: 1,
    volume_low: 2002,
    volume_high: 30_000,
    last_trade_date: "2023-01-02",
    industry: {
      sic: "7370",
      description: "Services-Computer Programming, Data Processing, Etc.",
      division: "I",
    },
    no_current_ticker: null,
    ended_on: null,
  });
  assert.deepEqual([listTickers([], 1, 1).total, listTickers([], 1, 1).tickers[0]?.["ticker"]], [5, "META"]);
  assert.deepEqual(
    listTickers(["fund"]).tickers.map(({ ticker }) => ticker),
    ["FB"],
  );
  assert.deepEqual(listTickers(["m"]).total, 2, "META and METV");
  const readDetail = (symbol: string) =>
    JSON.parse(String(made.getTicker(symbol) ?? "null")) as Record<string, unknown> | null;
  assert.deepEqual(readDetail("META")?.["former_tickers"], ["FB"]);
  assert.equal(readDetail("FB")?.["volume_high"], null, "a range without an end");
  assert.equal(readDetail("FB")?.["company"], "A fund called FB", "the security that has the symbol today");
  assert.equal(readDetail("SQ")?.["ticker"], "XYZ", "a symbol without a security today leads to its new symbol");
  assert.equal(readDetail("AAPL")?.["volume_low"], 1001.1);
  assert.deepEqual(
    [readDetail("AAPL")?.["buys"], readDetail("AAPL")?.["trades"]],
    [1, 2],
    "an exchange is neither bought nor sold",
  );
  assert.equal(readDetail("NONE"), null);
  assert.equal(readDetail(""), null);
});

test("the symbol filter and that symbol's sums cover the same trades, and no sum mixes two issuers", async () => {
  const makePurchase = (line: number, ticker: string, on: string, company: string, changes: Partial<Trade> = {}) =>
    trade("1", line, { ticker, transactionDate: day(on), company, ...changes });
  const made = await buildTradeDataset([
    makePurchase(1, "GOOG", "2013-05-01", "Google Inc."),
    makePurchase(2, "GOOG", "2020-05-01", "Alphabet Inc."),
    makePurchase(3, "GOOGL", "2020-05-01", "Alphabet Inc."),
    makePurchase(4, "FB", "2021-05-05", "Meta Platforms, Inc."),
    makePurchase(5, "META", "2024-05-05", "Meta Platforms, Inc."),
    makePurchase(6, "META", "2025-12-05", "Meta Platforms, Inc."),
    makePurchase(7, "UA", "2016-08-08", "Under Armour, Inc."),
    makePurchase(8, "UA", "2021-10-18", "Under Armour, Inc."),
    makePurchase(9, "UAA", "2021-10-18", "Under Armour, Inc."),
    makePurchase(10, "GOLD", "2022-03-23", "Barrick Mining Corporation"),
    makePurchase(11, "GOLD", "2026-01-05", "Gold.com, Inc."),
    makePurchase(12, "COR", "2021-11-16", "CoreSite Realty Corporation", { currentTicker: null }),
    makePurchase(13, "COR", "2026-03-23", "Cencora, Inc."),
    makePurchase(14, "SI", "2020-11-20", "Silvergate Capital Corporation", { currentTicker: null }),
    makePurchase(15, "SQ", "2020-12-22", "Square, Inc."),
    makePurchase(16, "XYZ", "2025-02-03", "Block, Inc."),
    makePurchase(17, "IR", "2019-02-04", "Ingersoll-Rand plc"),
    makePurchase(18, "IR", "2021-02-03", "Ingersoll Rand Inc."),
    makePurchase(19, "AA", "2015-02-04", "Alcoa Inc."),
    makePurchase(20, "AA", "2021-02-03", "Alcoa Corp"),
  ]);
  const countTrades = (symbol: string) => made.select({ ticker: [symbol] }, RECENT_FIRST).length;
  const readDetail = (symbol: string) =>
    JSON.parse(String(made.getTicker(symbol) ?? "null")) as Record<string, number> | null;
  const readSums = (symbol: string) => [
    countTrades(symbol),
    readDetail(symbol)?.["trades"],
    readDetail(symbol)?.["other_issuers"],
  ];
  assert.deepEqual(readSums("GOOG"), [2, 2, 0], "class C, and the trade from when class A had this symbol; no GOOGL");
  assert.deepEqual(readSums("GOOGL"), [2, 2, 0]);
  assert.deepEqual(readSums("FB"), [2, 2, 0], "Meta's trades until a fund got the symbol");
  assert.deepEqual(readSums("META"), [3, 3, 0]);
  assert.deepEqual(readSums("UA"), [2, 2, 0]);
  assert.deepEqual(readSums("UAA"), [2, 2, 0]);
  assert.deepEqual(readSums("GOLD"), [2, 1, 1], "today's issuer; the former issuer is counted separately");
  assert.deepEqual(readSums("B"), [1, 1, 0]);
  assert.deepEqual(readSums("COR"), [2, 1, 1]);
  assert.deepEqual(readSums("IR"), [2, 1, 1], "similar names, but two issuers");
  assert.deepEqual(readSums("AA"), [2, 1, 1]);
  assert.deepEqual(readSums("SI"), [1, undefined, undefined], "found by the filed symbol, and in no sum");
  assert.deepEqual(readSums("SQ"), [2, 2, 0], "no issuer has this symbol now");
  const rows = JSON.parse(String(made.listTickerPage({}, 50, 0).body)) as { tickers: { ticker: string }[] };
  assert.ok(!rows.tickers.some(({ ticker }) => ticker === "SI"));
});

test("a discontinued or unlisted security has its trades and sums under the filed symbol", async () => {
  const makePurchase = (line: number, ticker: string, company: string, changes: Partial<Trade> = {}) =>
    trade("1", line, { ticker, company, currentTicker: null, transactionDate: day("2024-03-04"), ...changes });
  const ended = { noCurrentTicker: "ended", endedOn: day("2025-06-18") } as const;
  const unlisted = { noCurrentTicker: "not_listed" } as const;
  const made = await buildTradeDataset([
    makePurchase(1, "X", "Sample Steel Corporation", ended),
    makePurchase(2, "X", "Sample Steel Corporation", { ...ended, transactionType: "sale_full" }),
    makePurchase(3, "SMPFY", "Sample Foods SA", unlisted),
    makePurchase(4, "ZZGN", "Gone Example Inc.", unlisted),
    makePurchase(5, "ZZGN", "Quite Another Company", unlisted),
    makePurchase(6, "AAPL", "Orchard Example", { noCurrentTicker: "another_issuer" }),
    makePurchase(7, "AAPL", "Apple Inc.", { currentTicker: "AAPL" }),
    makePurchase(8, "AAPL", "Apple Inc.", {
      currentTicker: "AAPL",
      assetType: "Corporate Bond",
      transactionType: "sale_full",
    }),
  ]);
  const readDetail = (symbol: string) =>
    JSON.parse(String(made.getTicker(symbol) ?? "null")) as Record<string, unknown>;
  const readSums = (symbol: string) => {
    const { trades: all, buys, sells, other_issuers, no_current_ticker, ended_on } = readDetail(symbol);
    return [all, buys, sells, other_issuers, no_current_ticker, ended_on];
  };
  assert.deepEqual(readSums("X"), [2, 1, 1, 0, "ended", "2025-06-18"]);
  assert.deepEqual(readSums("SMPFY"), [1, 1, 0, 0, "not_listed", null]);
  assert.deepEqual(readSums("ZZGN"), [1, 1, 0, 1, "not_listed", null], "no sum covers two issuers");
  assert.deepEqual(readSums("AAPL"), [1, 1, 0, 2, null, null], "the sale of a bond is not a sale of the share");
  assert.equal(made.facts.getTickerFacts("X")?.trades, 2);
  assert.equal(made.facts.getTickerFacts("ZZGN")?.trades, 1);
  assert.equal(made.facts.getTickerFacts("AAPL")?.sells.trades, 0);
  const rows = JSON.parse(String(made.listTickerPage({}, 50, 0).body)) as { tickers: { ticker: string }[] };
  assert.deepEqual(
    rows.tickers.map(({ ticker }) => ticker),
    ["X", "AAPL", "SMPFY", "ZZGN"],
  );
});

test("counts options and short sales apart from purchases and sales, by kind and economic direction", async () => {
  const makeOption = (type: string) => ({ option: { type, strike: null, expiry: null }, assetType: "Stock Option" });
  const made = await buildTradeDataset([
    trade("1", 1, {}),
    trade("1", 2, { transactionType: "sale_partial" }),
    trade("1", 3, { ...makeOption("Call") }),
    trade("1", 4, { ...makeOption("Put") }),
    trade("1", 5, { ...makeOption("Put"), politicianId: "E000002" }),
    trade("1", 6, { ...makeOption("Put"), transactionType: "sale_full" }),
    trade("1", 7, { ...makeOption("Neither") }),
    trade("1", 8, { shortSale: true, transactionType: "sale_full" }),
    trade("1", 9, { shortSale: true }),
    trade("1", 10, { transactionType: "exchange" }),
    trade("1", 11, { directionDoubt: "inverse_fund" }),
    trade("1", 12, { ...makeOption("Call"), transactionType: "sale_full", directionDoubt: "words_contradict_type" }),
  ]);
  const getDirection = (line: number) => made.getSummaryAt(line - 1).direction;
  assert.deepEqual([getDirection(11), getDirection(12), getDirection(6)], [null, null, "bullish"]);
  const { tickers } = JSON.parse(String(made.listTickerPage({}, 1, 0).body)) as { tickers: Record<string, unknown>[] };
  const {
    ticker,
    company,
    volume_low,
    volume_high,
    last_trade_date,
    industry,
    no_current_ticker,
    ended_on,
    ...counts
  } = tickers[0] ?? {};
  assert.deepEqual(counts, {
    trades: 12,
    buys: 2,
    sells: 1,
    buyers: 1,
    sellers: 1,
    calls_bought: 1,
    calls_sold: 1,
    puts_bought: 2,
    puts_sold: 1,
    other_options: 1,
    short_sales: 1,
    short_covers: 1,
    bullish: 4,
    bearish: 4,
  });
});

test("the coin filter finds no ticker with the same letters, and the ticker filter finds no coin", async () => {
  const coin = { ticker: "", coin: "BTC", company: "Bitcoin", assetType: "Cryptocurrency" };
  const fund = { ticker: "BTC", company: "Grayscale Bitcoin Mini Trust", assetType: "ETF" };
  const held = [trade("1", 1, coin), trade("1", 2, fund), trade("1", 3, { ...coin, coin: "ETH" })];
  const made = await buildTradeDataset(held);
  const listFoundIds = (filter: Parameters<typeof made.select>[0]) =>
    [...made.select(filter, RECENT_FIRST)].map((position) => made.getSummaryAt(position).id);
  assert.deepEqual(listFoundIds({ coin: ["BTC"] }), [held[0]?.id]);
  assert.deepEqual(listFoundIds({ coin: ["ETH", "BTC"] }), [held[0]?.id, held[2]?.id]);
  assert.deepEqual(listFoundIds({ ticker: ["BTC"] }), [held[1]?.id]);
  assert.deepEqual(listFoundIds({ coin: ["XRP"] }), []);
  for (const each of held) {
    assert.equal(matchesTrade({ coin: ["BTC"] }, each, findTradeContext(each)), each.coin === "BTC");
  }
});

test("finds securities and trades of an industry, and counts by industry and division", async () => {
  const made = await buildTradeDataset([
    trade("1", 1, { ticker: "AAPL" }),
    trade("1", 2, { ticker: "AAPL", politicianId: "E000002", transactionType: "sale_full" }),
    trade("1", 3, { ticker: "AAPL", assetType: "Corporate Bond" }),
    trade("1", 4, { ticker: "F" }),
    trade("1", 5, { ticker: "T", option: { type: "Call", strike: null, expiry: null } }),
    trade("1", 6, { ticker: "XYZ" }),
  ]);
  const listTickersOf = (industry: readonly string[]) => {
    const { tickers } = JSON.parse(String(made.listTickerPage({ industry }, 50, 0).body)) as {
      tickers: { ticker: string }[];
    };
    return tickers.map(({ ticker }) => ticker);
  };
  assert.deepEqual(listTickersOf(["D"]), ["AAPL", "F"]);
  assert.deepEqual(listTickersOf(["48", "3571"]), ["AAPL", "T"]);
  assert.deepEqual(listTickersOf(["H"]), []);
  assert.equal(JSON.parse(String(made.getTicker("T"))).industry.sic, "4813");
  assert.equal(JSON.parse(String(made.getTicker("XYZ"))).industry, null, "unknown, and not guessed");
  assert.deepEqual([...made.listTradesByFilingWithTally({}, RECENT_FIRST, 0, 0).tally.industry].sort(), [
    ["D", 3],
    ["E", 1],
  ]);
  assert.equal(made.select({ industry: ["35", "48"] }, RECENT_FIRST).length, 3, "the bond is in no industry");
  assert.deepEqual(made.facts.listIndustries(), [
    {
      sic: "3571",
      description: "Electronic Computers",
      trades: 2,
      buys: 1,
      sells: 1,
      securities: 1,
      members: 2,
      lastTraded: "2026-01-20",
    },
    {
      sic: "3711",
      description: "Motor Vehicles & Passenger Car Bodies",
      trades: 1,
      buys: 1,
      sells: 0,
      securities: 1,
      members: 1,
      lastTraded: "2026-01-20",
    },
    {
      sic: "4813",
      description: "Telephone Communications (No Radiotelephone)",
      trades: 1,
      buys: 0,
      sells: 0,
      securities: 1,
      members: 1,
      lastTraded: "2026-01-20",
    },
  ]);
  const facts = made.facts.getIndustryFacts(made.select({ industry: ["3571"] }, RECENT_FIRST));
  assert.deepEqual(
    [facts?.trades, facts?.memberCount, facts?.securities.map(({ ticker }) => ticker)],
    [2, 2, ["AAPL"]],
  );
});
