/** Tests returns from trades and stored prices: which decisions count, from which close, and the resulting figures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../src/base/errors.ts";
import { createPause } from "../../src/base/pause.ts";
import { toDayNumber, toDayText } from "../../src/domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { isTradingDay } from "../../src/domain/exchange-calendar.ts";
import { getPricedSymbol, type ReportedTrade } from "../../src/prices/returns/decision.ts";
import {
  ReturnCalculator,
  type ReturnQuestions,
  type SourcedSeries,
} from "../../src/prices/returns/return-calculator.ts";
import { createFlatBars, createTestMarket } from "../market/made-providers.ts";
import { day } from "../store/made.ts";

const FIRST = day("2024-01-01");
const SESSIONS = 200;

/** The sessions of the exchanges. */
const DAYS = Array.from({ length: 2 * SESSIONS }, (_, n) => addDays(FIRST, n))
  .filter(isTradingDay)
  .slice(0, SESSIONS);

function createSeries(getClose: (session: number) => number | null, given: Partial<SourcedSeries> = {}): SourcedSeries {
  const priced = DAYS.map((date, session) => ({ date, close: getClose(session) })).filter(
    ({ close }) => close !== null,
  );
  return {
    days: Int32Array.from(priced, ({ date }) => toDayNumber(date)),
    close: Float64Array.from(priced, ({ close }) => close ?? 0),
    dividends: null,
    ended: false,
    origin: { providers: ["yahoo"] },
    ...given,
  };
}

/** Gains one dollar a session from 100. */
const RISING = createSeries((session) => 100 + session);
const MARKET = createSeries((session) => 400 + session);

function createPurchase(line: number, given: Partial<ReportedTrade> = {}): ReportedTrade {
  const transactionDate = given.transactionDate ?? (DAYS[line] as IsoDate);
  return {
    id: `txn_h${line}_01`,
    filingId: `h${line}`,
    politicianId: "X000001",
    symbol: "UP",
    assetType: "Stock",
    instrument: "security",
    transactionType: "purchase",
    transactionDate,
    disclosureDate: addDays(transactionDate, 30),
    amount: { lowUsd: 1_001, highUsd: 15_000 },
    isRepeat: false,
    ...given,
  };
}

const REQUEST: ReturnQuestions = {
  about: "politician X000001",
  scope: "member",
  anchors: ["skill"],
  horizons: [5],
  version: "2026-11-20.1",
};

function createCalculator(stored: Readonly<Record<string, SourcedSeries>>, filled: () => string = () => "") {
  const symbolsRead: string[] = [];
  const prices = {
    readPriceRevision: async () => filled(),
    readSeries: async (symbol: string) => {
      symbolsRead.push(symbol);
      return stored[symbol] ?? null;
    },
  };
  return { calculator: new ReturnCalculator(prices, createPause), symbolsRead };
}

async function* yieldAtOnce(trades: readonly ReportedTrade[]) {
  yield trades;
}

async function computeReturns(
  trades: readonly ReportedTrade[],
  request: Partial<ReturnQuestions> = {},
  stored: Readonly<Record<string, SourcedSeries>> = { SPY: MARKET, UP: RISING },
) {
  const { calculator } = createCalculator(stored);
  const [result] = await calculator.answer({ ...REQUEST, ...request }, () => yieldAtOnce(trades), "caller");
  return result;
}

function getOutcome({ returns }: Awaited<ReturnType<typeof computeReturns>>, at = 0) {
  const { outcome } = returns.at(at);
  assert.ok(outcome !== undefined && typeof outcome !== "string", String(outcome));
  return outcome;
}

test("a member's mean return equals the mean of the returns computed by hand", async () => {
  const found = await computeReturns(Array.from({ length: 12 }, (_, line) => createPurchase(line)));
  const byHand = Array.from({ length: 12 }, (_, at) => 5 / (100 + at) - 5 / (400 + at));
  const mean = byHand.reduce((sum, each) => sum + each, 0) / 12;
  assert.equal(found.performance.buys.state, "ok");
  assert.equal(found.performance.buys.estimate.clusters, 12);
  assert.ok(Math.abs((found.performance.buys.estimate.mean ?? 0) - mean) < 1e-12);
  const { low, high } = found.performance.buys.estimate.interval ?? assert.fail();
  assert.ok(low < mean && mean < high);
  assert.equal(found.performance.sells.state, "none");
  assert.deepEqual([found.sources, found.pricesTo], [["yahoo"], DAYS.at(-1)]);
});

test("computes the path around the trade on request, reads each price series once, and caches the path", async () => {
  const { calculator, symbolsRead } = createCalculator({ SPY: MARKET, UP: RISING });
  const trades = () => yieldAtOnce(Array.from({ length: 12 }, (_, line) => createPurchase(line + 60)));
  const ask = async (request: Partial<ReturnQuestions>) =>
    (await calculator.answer({ ...REQUEST, ...request }, trades, "caller"))[0];
  assert.equal((await ask({})).path, null);
  const { path, performance } = await ask({ path: true, horizons: [21] });
  const read = symbolsRead.filter((symbol) => symbol === "UP").length;
  assert.equal(read, 2);
  const point = path?.points.find(({ session }) => session === 21) ?? assert.fail();
  assert.deepEqual(point.buys, performance.buys);
  assert.equal(path?.points.find(({ session }) => session === 252)?.buys.state, "none");
  assert.equal((await ask({ path: true, horizons: [21] })).path, path);
  assert.equal((await ask({ horizons: [21] })).path, path, "a request without the path gets the same result");
  assert.equal(symbolsRead.filter((symbol) => symbol === "UP").length, read);
  for await (const [apart] of calculator.answerInBackground([{ ...REQUEST, path: true, horizons: [21] }], trades())) {
    assert.deepEqual(apart.path, path);
  }
});

test("the return after a disclosure starts at the close of the next trading day", async () => {
  const friday = DAYS.findIndex((each) => new Date(each).getUTCDay() === 5);
  const disclosedOn = (session: number) => createPurchase(0, { disclosureDate: DAYS[session] as IsoDate });
  const anchor = "copy";
  for (const session of [friday, friday + 1]) {
    assert.equal(
      toDayText(getOutcome(await computeReturns([disclosedOn(session)], { anchors: [anchor] })).fromDay),
      DAYS[session + 1],
    );
  }
});

test("a session without a benchmark price neither ends nor lengthens the period of a return", async () => {
  const hole = 4;
  const holed = { SPY: createSeries((session) => (session === hole ? null : 400 + session)), UP: RISING };
  const over = getOutcome(await computeReturns([createPurchase(0)], {}, holed));
  assert.deepEqual([over.fromDay, over.toDay].map(toDayText), [DAYS[0], DAYS[5]]);
  assert.ok(Math.abs(over.benchmark - 5 / 400) < 1e-12);
  const atEnds = await computeReturns(
    [createPurchase(hole), createPurchase(hole + 3), createPurchase(0)],
    {},
    { ...holed, SPY: createSeries((session) => (session === hole || session === hole + 8 ? null : 400 + session)) },
  );
  const outcomes = [0, 1, 2].map((at) => atEnds.returns.at(at).outcome);
  assert.deepEqual([outcomes[0], outcomes[1], typeof outcomes[2]], ["no_benchmark", "no_benchmark", "object"]);
  const { unpriced, pricedShare, buys } = atEnds.performance;
  assert.deepEqual([unpriced.no_benchmark, pricedShare, buys.state], [2, 1 / 3, "too_few_priced"]);
  assert.deepEqual(await createCalculator(holed).calculator.findMissingSessions(), [DAYS[hole]]);
  assert.deepEqual(await createCalculator({}).calculator.findMissingSessions(), []);
});

test("a decision before the benchmark's first price, or without a benchmark, has the outcome no_benchmark", async () => {
  const early = createPurchase(0, { transactionDate: day("2023-06-01") });
  assert.equal((await computeReturns([early])).returns.at(0).outcome, "no_benchmark");
  assert.equal((await computeReturns([createPurchase(0)], {}, { UP: RISING })).returns.at(0).outcome, "no_benchmark");
});

test("a return includes a dividend within the horizon, if dividends of both the security and the benchmark are known", async () => {
  const createDividends = (cash: ReadonlyMap<number, number>) => ({ from: 0, to: 30_000, cash });
  const paid = createDividends(new Map([[toDayNumber(DAYS[3] as IsoDate), 2]]));
  const stored = { SPY: { ...MARKET, dividends: createDividends(new Map()) }, UP: { ...RISING, dividends: paid } };
  const found = getOutcome(await computeReturns([createPurchase(0)], {}, stored));
  assert.equal(found.kind, "total");
  assert.ok(Math.abs(found.security - ((105 / 103) * (105 / 102) * (102 / 100) - 1)) < 1e-12);
  const without = getOutcome(await computeReturns([createPurchase(0)], {}, { ...stored, SPY: MARKET }));
  assert.deepEqual([without.kind, without.security], ["price", 105 / 100 - 1]);
});

test("a split-adjusted series has the same return as a series without the split", async () => {
  const split = createSeries((session) => (100 + session) / 10);
  const found = getOutcome(await computeReturns([createPurchase(0)], {}, { SPY: MARKET, UP: split }));
  assert.ok(Math.abs(found.security - 0.05) < 1e-12);
});

test("a return across a stored ten-for-one split includes the dividend and is not distorted by the split", async () => {
  const [from, split, exDay, to] = ["2026-11-11", "2026-11-16", "2026-11-17", "2026-11-18"].map(day);
  // Prices in dollars per share before the split: 100, 110 from the split on, 120 at the end. The dividend is 2 of these dollars.
  const prices = createFlatBars("2026-11-20", 40).map((bar) => {
    const close = bar.date >= (to as IsoDate) ? 120 : bar.date >= (split as IsoDate) ? 110 : 100;
    return { ...bar, open: close, high: close, low: close, close };
  });
  const createAnswer = (isSplit: boolean) => (symbol: string) => {
    const scale = isSplit && symbol === "UP" ? 10 : 1;
    const bars = (symbol === "SPY" ? createFlatBars("2026-11-20", 40, 400) : prices)
      .filter(({ date }) => isSplit || date < (split as IsoDate))
      .map(({ date, open, high, low, close, volume }) => ({
        ...{ date, open: open / scale, high: high / scale, low: low / scale, close: close / scale },
        volume: volume * scale,
      }));
    const cash = new Map(isSplit && symbol === "UP" ? [[toDayNumber(exDay as IsoDate), 2 / scale]] : []);
    const known = { from: toDayNumber(bars.at(-1)?.date as IsoDate), to: toDayNumber(bars[0]?.date as IsoDate) };
    return {
      bars,
      splits: scale === 1 ? [] : [{ date: split as IsoDate, ratio: 10 }],
      dividends: { ...known, cash, refused: [] },
    };
  };
  let isSplit = false;
  const { market, setTime } = createTestMarket(
    { yahoo: { bars: (symbol) => createAnswer(isSplit)(symbol) } },
    "2026-11-13T22:00:00Z",
  );
  for (const symbol of ["SPY", "UP"]) await market.getHistory(symbol, "5y", "1d");
  assert.equal((await market.readCloses("UP"))?.close.at(-1), 100);
  isSplit = true;
  setTime("2026-11-20T22:00:00Z");
  for (const symbol of ["SPY", "UP"]) await market.getHistory(symbol, "5y", "1d");
  assert.equal((await market.readCloses("UP"))?.close[0], 10);
  const calculator = new ReturnCalculator(
    { readPriceRevision: async () => "", readSeries: market.readCloses },
    createPause,
  );
  const trades = [createPurchase(0, { transactionDate: from as IsoDate })];
  const { kind, security, benchmark } = getOutcome(
    (await calculator.answer(REQUEST, () => yieldAtOnce(trades), "caller"))[0],
  );
  assert.deepEqual([kind, benchmark], ["total", 0]);
  assert.ok(Math.abs(security - ((110 / 100) * ((110 + 2) / 110) * (120 / 110) - 1)) < 1e-12, String(security));
});

test("counts a security delisted within the horizon, and also gives the mean if the shares became worthless", async () => {
  const ended = createSeries((session) => (session < 3 ? 100 + session : null), { ended: true });
  const trades = [
    createPurchase(0),
    ...Array.from({ length: 11 }, (_, n) => createPurchase(n + 1, { symbol: "STAYS" })),
  ];
  const found = await computeReturns(trades, {}, { SPY: MARKET, UP: ended, STAYS: RISING });
  const { delisted, estimate, meanIfDelistedWorthless } = found.performance.buys;
  assert.equal(delisted, 1);
  assert.equal(getOutcome(found).security, 102 / 100 - 1);
  assert.ok(Math.abs((estimate.mean ?? 0) - (meanIfDelistedWorthless ?? 0) - 1.02 / 12) < 1e-12);
});

const isListed = (symbol: string) => symbol !== "OLD" && symbol !== "GONE";

test("a security that gets a new symbol within the horizon has a single return across the change", async () => {
  const symbol = getPricedSymbol({ ticker: "OLD", currentTicker: "NEW", noCurrentTicker: null }, isListed);
  // The bars under the former symbol end on the third day; those of the new one have all days.
  const ended = createSeries((session) => (session < 3 ? 100 + session : null), { ended: true });
  const trades = [createPurchase(0, { symbol }), createPurchase(0, { id: "txn_h1_02", symbol: "NEW", filingId: "h1" })];
  for (const anchor of ["skill", "copy"] as const) {
    const found = await computeReturns(trades, { anchors: [anchor] }, { SPY: MARKET, OLD: ended, NEW: RISING });
    const { decisions, priced, unpriced, buys } = found.performance;
    assert.deepEqual([decisions, priced, unpriced.delisted, buys.delisted], [1, 1, 0, 0]);
    const { fromDay, security, delisted } = getOutcome(found);
    const from = DAYS.indexOf(toDayText(fromDay));
    assert.ok(!delisted && Math.abs(security - 5 / (100 + from)) < 1e-12);
  }
});

test("a trade in a symbol that belongs to another company today is not priced, but counted under no_ticker", async () => {
  const symbol = getPricedSymbol({ ticker: "UP", currentTicker: null, noCurrentTicker: null }, isListed);
  const found = await computeReturns([createPurchase(0, { symbol }), createPurchase(1)]);
  assert.deepEqual([found.performance.decisions, found.performance.unpriced.no_ticker], [1, 1]);
});

test("a security delisted within the horizon has a return; a trade after the delisting is counted as unpriced", async () => {
  const symbol = getPricedSymbol({ ticker: "GONE", currentTicker: null, noCurrentTicker: "not_listed" }, isListed);
  const gone = createSeries((session) => (session < 20 ? 100 + session : null), { ended: true });
  const others = Array.from({ length: 18 }, (_, line) => createPurchase(line));
  const trades = [...others, createPurchase(18, { symbol }), createPurchase(22, { symbol })];
  const { performance, returns } = await computeReturns(trades, {}, { SPY: MARKET, UP: RISING, GONE: gone });
  assert.deepEqual([performance.priced, performance.unpriced.delisted, performance.buys.delisted], [19, 1, 1]);
  assert.equal(performance.pricedShare, 19 / 20);
  const within = returns.at(18).outcome;
  assert.ok(typeof within === "object" && within.delisted);
  assert.ok(Math.abs(within.abnormal - (119 / 118 - 1 - 5 / 418)) < 1e-12);
  assert.equal(returns.at(19).outcome, "delisted");
});

test("leaves options, exchanges and coins out of the mean; gives no mean if under 90% of decisions have prices", async () => {
  const others = [
    createPurchase(20, { instrument: "call" }),
    createPurchase(21, { transactionType: "exchange" }),
    createPurchase(22, { assetType: "Cryptocurrency", symbol: null }),
  ];
  const trades = Array.from({ length: 12 }, (_, line) => createPurchase(line));
  const found = await computeReturns([...trades, ...others]);
  assert.deepEqual([found.performance.decisions, found.performance.priced], [12, 12]);
  const { option, exchange, coin } = found.performance.unpriced;
  assert.deepEqual([option, exchange, coin], [1, 1, 1]);
  const missing = [createPurchase(30, { symbol: "NONE" }), createPurchase(31, { symbol: "NONE" })];
  const { buys, unpriced, pricedShare } = (await computeReturns([...trades, ...missing])).performance;
  assert.deepEqual([buys.state, buys.estimate.mean, buys.bounds], ["too_few_priced", null, null]);
  assert.deepEqual([unpriced.no_bars, pricedShare], [2, 12 / 14]);
});

test("without stored prices, counts every decision as unpriced with the reason no_bars", async () => {
  const { performance, pricesTo } = await computeReturns([createPurchase(0)], {}, {});
  assert.deepEqual([performance.priced, performance.unpriced.no_bars, pricesTo], [0, 1, null]);
  assert.equal(performance.buys.state, "none");
});

test("rejects a request while stored prices cannot be read, and does not cache the failure", async () => {
  const stored: Record<string, SourcedSeries> = { SPY: MARKET, UP: RISING };
  let isAway = true;
  const readSeries = async (symbol: string) => {
    if (isAway && symbol !== "SPY") throw new UnavailableError("service_unavailable", "The store is away.", 5);
    return stored[symbol] ?? null;
  };
  const calculator = new ReturnCalculator({ readPriceRevision: async () => "", readSeries }, createPause);
  const ask = () => calculator.answer(REQUEST, () => yieldAtOnce([createPurchase(0)]), "caller");
  await assert.rejects(ask(), UnavailableError);
  isAway = false;
  assert.equal((await ask())[0].performance.priced, 1);
});

test("a trade without an upper amount counts in the mean, and may have any weight in the dollar-weighted bounds", async () => {
  const open = Array.from({ length: 12 }, (_, line) =>
    createPurchase(line, line === 11 ? { amount: { lowUsd: 1_001, highUsd: null } } : {}),
  );
  const { estimate, bounds } = (await computeReturns(open)).performance.buys;
  const computeAbnormal = (at: number) => 5 / (100 + at) - 5 / (400 + at);
  assert.equal(estimate.count, 12);
  // Its return is the lowest of all, and the amount paid for it has no upper limit.
  assert.ok(Math.abs((bounds?.low ?? 0) - computeAbnormal(11)) < 1e-12);
  assert.ok((bounds?.high ?? 0) < computeAbnormal(0));
});

test("computes the answer to a request once per dataset version", async () => {
  const { calculator, symbolsRead } = createCalculator({ SPY: MARKET, UP: RISING });
  const ask = async (version: string) => {
    const [result] = await calculator.answer({ ...REQUEST, version }, () => yieldAtOnce([createPurchase(0)]), "caller");
    return result;
  };
  const [one, same] = await Promise.all([ask("2026-11-20.1"), ask("2026-11-20.1")]);
  assert.equal(one, same);
  assert.equal(symbolsRead.filter((symbol) => symbol === "UP").length, 1);
  assert.notEqual(await ask("2026-11-20.2"), one);
});

test("reads prices once for several horizons, and returns the same results as separate requests, in order", async () => {
  const { calculator, symbolsRead } = createCalculator({ SPY: MARKET, UP: RISING });
  const trades = [createPurchase(0), createPurchase(1)];
  const both = await calculator.answer({ ...REQUEST, horizons: [21, 5] }, () => yieldAtOnce(trades), "caller");
  assert.deepEqual(both, [
    await computeReturns(trades, { horizons: [21] }),
    await computeReturns(trades, { horizons: [5] }),
  ]);
  assert.notDeepEqual(both[0], both[1]);
  assert.equal(symbolsRead.filter((symbol) => symbol === "UP").length, 1);
});

test("reads prices once for both anchors, and returns the same results as separate requests, anchor by anchor", async () => {
  const { calculator, symbolsRead } = createCalculator({ SPY: MARKET, UP: RISING });
  const trades = [createPurchase(0), createPurchase(1)];
  const change = { anchors: ["copy", "skill"], horizons: [21, 5] } as const;
  const all = await calculator.answer({ ...REQUEST, ...change }, () => yieldAtOnce(trades), "caller");
  const alone: unknown[] = [];
  for (const anchor of change.anchors) {
    for (const horizon of change.horizons) {
      alone.push(await computeReturns(trades, { anchors: [anchor], horizons: [horizon] }));
    }
  }
  assert.deepEqual(all, alone);
  assert.equal(symbolsRead.filter((symbol) => symbol === "UP").length, 1);
});

test("reads the trades once for all horizons and anchors, but again for another dataset version or member", async () => {
  const { calculator } = createCalculator({ SPY: MARKET, UP: RISING });
  let read = 0;
  const ask = (change: Partial<ReturnQuestions>) => {
    const trades = () => {
      read += 1;
      return yieldAtOnce([createPurchase(0)]);
    };
    return calculator.answer({ ...REQUEST, ...change }, trades, "caller");
  };
  for (const change of [{}, { horizons: [21] }, { anchors: ["copy"] }] as const) await ask(change);
  assert.equal(read, 1);
  await ask({ version: "2026-11-20.2" });
  await ask({ about: "politician X000002" });
  assert.equal(read, 3);
});

test("computes the answer to a request again after more prices are stored", async () => {
  const stored: Record<string, SourcedSeries> = { SPY: MARKET };
  const { calculator } = createCalculator(stored, () => String(Object.keys(stored).length));
  const priced = async () => {
    const [{ performance }] = await calculator.answer(REQUEST, () => yieldAtOnce([createPurchase(0)]), "caller");
    return performance.priced;
  };
  const revisions = [await calculator.readRevision()];
  assert.equal(await priced(), 0);
  stored["UP"] = RISING;
  revisions.push(await calculator.readRevision());
  assert.equal(await priced(), 1);
  assert.notEqual(revisions[0], revisions[1]);
});

test("gives each of many members separate results, and builds a portfolio from what the members bought", async () => {
  const trades = ["X000001", "X000002"].flatMap((politicianId, member) =>
    Array.from({ length: 12 }, (_, line) => createPurchase(line, { politicianId, filingId: `h${member}${line}` })),
  );
  const { members, alphas, performance } = await computeReturns(trades, { scope: "chamber", horizons: [126] });
  assert.deepEqual([...members.keys()], ["X000001", "X000002"]);
  assert.equal(performance.buys.estimate.count, 24);
  assert.equal(members.get("X000002")?.buys.estimate.count, 12);
  assert.ok((alphas?.buys?.days ?? 0) > 126);
  assert.equal(alphas?.sells, null);
});
