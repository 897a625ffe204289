/**
 * How often the intervals and bounds of returns hold the truth, and how often luck passes for skill:
 * `node bench/calibration.ts FOLDER [--simulations 200] [--seed 2026]`. FOLDER is a data folder with real trades.
 * The decisions, their days, filings, amounts and securities are real; prices are made: a market, and securities that move with it and by
 * themselves, all with the same expected return, so that nobody has skill. Every figure is computed by the service's own code.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { atOnce } from "../src/dataset/slices.ts";
import { dayNumber } from "../src/domain/bar-columns.ts";
import { addDays, type IsoDate } from "../src/domain/dates.ts";
import { createLogger } from "../src/log.ts";
import { isTradingDay } from "../src/market/calendar.ts";
import { HORIZONS } from "../src/performance/abnormal-return.ts";
import { type Decision, DecisionWriter, reportedTradeOf } from "../src/performance/decision.ts";
import { dollarWeightedBounds } from "../src/performance/dollar-bounds.ts";
import { discoveries, FALSE_DISCOVERY_RATE } from "../src/performance/many-members.ts";
import { type DecisionReturn, decisionReturns, performanceOf } from "../src/performance/performance.ts";
import { type ReturnIndex, returnIndexOf } from "../src/performance/price-series.ts";
import { openStore } from "../src/store/open.ts";
import { randomFrom } from "../test/seeded-random.ts";

const FIRST_DAY = "2011-12-01" as IsoDate;
const LAST_DAY = "2027-12-31" as IsoDate;
const SESSIONS_A_YEAR = 252;
/** Yearly volatility of the market, and the range of what securities add to it by themselves. */
const MARKET_VOLATILITY = 0.18;
const [LEAST_OWN, MOST_OWN] = [0.15, 0.6];
const SIDES = ["buys", "sells", "difference"] as const;

const { values: given, positionals } = parseArgs({
  options: { simulations: { type: "string", default: "200" }, seed: { type: "string", default: "2026" } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Usage: node bench/calibration.ts FOLDER [--simulations 200] [--seed 2026]");
const simulations = Number(given.simulations);
const random = randomFrom(Number(given.seed));

/** How many of how many. */
class Share {
  #hits = 0;
  #cases = 0;

  count(hit: boolean): void {
    this.#cases += 1;
    if (hit) this.#hits += 1;
  }

  toString(): string {
    return this.#cases === 0 ? "-" : `${((100 * this.#hits) / this.#cases).toFixed(1)} % of ${this.#cases}`;
  }
}

const decisions = await decisionsOf(folder);
const bySymbol = Map.groupBy(decisions, ({ symbol }) => symbol);
const members = [...Map.groupBy(decisions, ({ politicianId }) => politicianId).values()];
const sessions = tradingDays();
console.log(
  `${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}; seed ${given.seed}, ${simulations} simulations; ` +
    `${decisions.length} decisions of ${members.length} members on ${bySymbol.size} securities`,
);

const memberCoverage = sharesByHorizon();
const groupCoverage = sharesByHorizon();
const falseFindings = new Map(HORIZONS.map((horizon) => [horizon, new Share()]));
const boundsHold = new Share();
for (let simulation = 0; simulation < simulations; simulation += 1) {
  const market = madeIndex(randomWalk(MARKET_VOLATILITY, new Float64Array(sessions.length)));
  const indices = new Map([...bySymbol.keys()].map((symbol) => [symbol, madeSecurity(market)]));
  for (const horizon of HORIZONS) {
    const returnOf = new Map<Decision, DecisionReturn>();
    for (const [symbol, own] of bySymbol) {
      const index = indices.get(symbol) ?? null;
      for (const each of decisionReturns(own, index, market, { anchor: "copy", horizon })) {
        returnOf.set(each.decision, each);
      }
    }
    const pValues: number[] = [];
    for (const member of members) {
      const returns = member.map((decision) => returnOf.get(decision) as DecisionReturn);
      const figures = atOnce(performanceOf(returns, noRows(), "member"));
      for (const side of SIDES) countCoverage(memberCoverage.get(horizon)?.[side], figures[side].estimate.interval);
      if (figures.buys.estimate.pValue !== null) pValues.push(figures.buys.estimate.pValue);
      countBounds(returns);
    }
    falseFindings.get(horizon)?.count(discoveries(pValues).includes(true));
    const all = atOnce(performanceOf([...returnOf.values()], noRows(), "several"));
    for (const side of SIDES) countCoverage(groupCoverage.get(horizon)?.[side], all[side].estimate.interval);
  }
}

console.log(
  "\n| sessions | members: purchases | sales | difference | all members: purchases | sales | difference | a false finding among members |",
);
console.log("|---:|---:|---:|---:|---:|---:|---:|---:|");
for (const horizon of HORIZONS) {
  const own = memberCoverage.get(horizon);
  const all = groupCoverage.get(horizon);
  console.log(
    `| ${horizon} | ${SIDES.map((side) => own?.[side]).join(" | ")} | ${SIDES.map((side) => all?.[side]).join(" | ")} | ${falseFindings.get(horizon)} |`,
  );
}
console.log(
  `\nIntervals are to hold the truth in 90 %; false findings are to come in at most ${100 * FALSE_DISCOVERY_RATE} %.`,
);
console.log(`The bounds hold the dollar-weighted mean of amounts drawn within their ranges: ${boundsHold}.`);

async function decisionsOf(dataDir: string): Promise<readonly Decision[]> {
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("fatal") });
  const writer = new DecisionWriter();
  for await (const chunk of store.publications.trades()) {
    for (const trade of chunk) writer.add(reportedTradeOf(trade, trade.currentTicker));
  }
  await store.close();
  const last = addDays(LAST_DAY, -400);
  return writer
    .finish()
    .decisions.filter(({ transactionDate, disclosureDate }) => transactionDate > FIRST_DAY && disclosureDate < last);
}

function noRows() {
  return new DecisionWriter().finish().unpriced;
}

function tradingDays(): Int32Array {
  const days: number[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) if (isTradingDay(day)) days.push(dayNumber(day));
  return Int32Array.from(days);
}

function sharesByHorizon() {
  return new Map(
    HORIZONS.map((horizon) => [horizon, { buys: new Share(), sells: new Share(), difference: new Share() }]),
  );
}

function gaussian(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Adds a walk whose exponential expects to stay where it is. */
function randomWalk(yearlyVolatility: number, from: Float64Array): Float64Array {
  const daily = yearlyVolatility / Math.sqrt(SESSIONS_A_YEAR);
  let at = 0;
  return from.map((value) => {
    at += daily * gaussian() - daily ** 2 / 2;
    return value + at;
  });
}

function madeSecurity(market: ReturnIndex): ReturnIndex {
  const own = LEAST_OWN + random() * (MOST_OWN - LEAST_OWN);
  return madeIndex(randomWalk(own, market.price.map(Math.log)));
}

function madeIndex(logarithms: Float64Array): ReturnIndex {
  return returnIndexOf({ days: sessions, close: logarithms.map(Math.exp), dividends: null, ended: false });
}

function countCoverage(
  share: Share | undefined,
  interval: { readonly low: number; readonly high: number } | null,
): void {
  if (interval !== null) share?.count(interval.low <= 0 && interval.high >= 0);
}

function countBounds(returns: readonly DecisionReturn[]): void {
  const weighted = returns.flatMap(({ decision, outcome }) =>
    typeof outcome === "string" ? [] : [{ ...decision, abnormal: outcome.abnormal }],
  );
  const bounds = dollarWeightedBounds(weighted);
  if (bounds === null) return;
  let [sum, dollars] = [0, 0];
  for (const { lowUsd, highUsd, abnormal } of weighted) {
    const amount = lowUsd + random() * ((highUsd ?? 10 * lowUsd) - lowUsd);
    sum += amount * abnormal;
    dollars += amount;
  }
  const truth = sum / dollars;
  boundsHold.count(bounds.low <= truth + 1e-12 && truth - 1e-12 <= bounds.high);
}
