/**
 * Measures how often the intervals and bounds of returns contain the true value, and how often luck is mistaken for skill:
 * `node bench/calibration.ts FOLDER [--simulations 900] [--seed 2026] [--alphas]`. FOLDER is a data folder with real trades. The
 * decisions with their days, filings, amounts and securities are real. Prices are simulated: a market, and securities that move
 * with it and on their own, all with the same expected return, so that nobody has skill. The service's own code computes every
 * figure. Prices are simulated only for the sessions at which returns begin and end. `--alphas` simulates all sessions in
 * between, ten times as many, and also counts the alphas.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createLogger } from "../src/base/log.ts";
import { toDayNumber } from "../src/domain/bar-columns.ts";
import { addDays, type IsoDate } from "../src/domain/dates.ts";
import { isTradingDay } from "../src/domain/exchange-calendar.ts";
import { findAnchorSession, HORIZONS } from "../src/prices/returns/abnormal-return.ts";
import type { Alpha } from "../src/prices/returns/calendar-time.ts";
import { COVERAGE, type MeanEstimate } from "../src/prices/returns/clustered-mean.ts";
import { type Decision, DecisionWriter, toReportedTrade } from "../src/prices/returns/decision.ts";
import { computeDollarWeightedBounds } from "../src/prices/returns/dollar-bounds.ts";
import { GroupPortfolios } from "../src/prices/returns/group-portfolios.ts";
import { FALSE_DISCOVERY_RATE, markDiscoveries } from "../src/prices/returns/many-members.ts";
import {
  computeDecisionReturns,
  computePerformance,
  createSessionLookup,
  type DecisionReturn,
} from "../src/prices/returns/performance.ts";
import { computeReturnIndex, type ReturnIndex } from "../src/prices/returns/price-series.ts";
import { computeTwoSidedQuantile } from "../src/prices/returns/student-t.ts";
import { toReturnTrade } from "../src/publication/dataset/decided-trade.ts";
import { runWithoutPauses } from "../src/publication/dataset/slices.ts";
import { openStore } from "../src/store/open.ts";
import { createSeededRandom } from "../test/seeded-random.ts";

const FIRST_DAY = "2011-12-01" as IsoDate;
const LAST_DAY = "2027-12-31" as IsoDate;
const SESSIONS_A_YEAR = 252;
/** Yearly volatility of the market, and the range of the securities' own yearly volatility. */
const MARKET_VOLATILITY = 0.18;
const [MIN_OWN, MAX_OWN] = [0.15, 0.6];
const SIDES = ["buys", "sells", "difference"] as const;

const { values: given, positionals } = parseArgs({
  options: {
    simulations: { type: "string", default: "900" },
    seed: { type: "string", default: "2026" },
    alphas: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error("Usage: node bench/calibration.ts FOLDER [--simulations 900] [--seed 2026] [--alphas]");
const simulations = Number(given.simulations);
const random = createSeededRandom(Number(given.seed));
/** The second number of each Box-Muller pair, kept for the next call. */
let spare: number | null = null;

/** Share of hits among cases, with its standard error. The cases of one simulation share their prices and count as one draw. */
class Share {
  readonly #simulations: { hits: number; cases: number }[] = [];

  /** @param hit null if there is no case. */
  count(simulation: number, hit: boolean | null): void {
    if (hit === null) return;
    const counts = this.#simulations[simulation] ?? { hits: 0, cases: 0 };
    this.#simulations[simulation] = counts;
    counts.cases += 1;
    if (hit) counts.hits += 1;
  }

  toString(): string {
    const counted = this.#simulations.filter((each) => each !== undefined);
    const cases = counted.reduce((sum, each) => sum + each.cases, 0);
    if (cases === 0) return "-";
    const share = counted.reduce((sum, each) => sum + each.hits, 0) / cases;
    const squares = counted.reduce((sum, each) => sum + (each.hits - share * each.cases) ** 2, 0);
    return `${(100 * share).toFixed(1)} ± ${((100 * Math.sqrt(squares)) / cases).toFixed(1)} of ${cases}`;
  }
}

const decisions = await loadDecisions(folder);
const sessions = listTradingDays();
const securities = Array.from(
  Map.groupBy(decisions, ({ symbol }) => symbol),
  ([, own]) => ({ decisions: own, places: listNeededSessions(own) }),
);
const members = [...Map.groupBy(decisions, ({ politicianId }) => politicianId).values()];
console.log(
  `${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}; seed ${given.seed}, ${simulations} simulations; ` +
    `${decisions.length} decisions of ${members.length} members on ${securities.length} securities`,
);

const memberCoverage = createSharesByHorizon();
const groupCoverage = createSharesByHorizon();
const alphaCoverage = createSharesByHorizon();
const falseFindings = new Map(HORIZONS.map((horizon) => [horizon, new Share()]));
const boundsHold = new Share();
for (let simulation = 0; simulation < simulations; simulation += 1) {
  const market = simulateMarket();
  const priced = securities.map(({ decisions: own, places }) => ({ own, index: simulateSecurity(market, places) }));
  for (const horizon of HORIZONS) {
    const question = { sessionOf: createSessionLookup("copy", market), horizon };
    const returnOf = new Map<Decision, DecisionReturn>();
    const portfolios = given.alphas ? new GroupPortfolios(market, question) : null;
    for (const { own, index } of priced) {
      for (const each of computeDecisionReturns(own, index, market, question)) returnOf.set(each.decision, each);
      portfolios?.addDecisions(own, index);
    }
    const pValues: number[] = [];
    for (const member of members) {
      const returns = member.map((decision) => returnOf.get(decision) as DecisionReturn);
      const figures = runWithoutPauses(computePerformance(returns, createNoRows(), "member"));
      for (const side of SIDES)
        memberCoverage.get(horizon)?.[side].count(simulation, holdsZero(figures[side].estimate));
      if (figures.buys.estimate.pValue !== null) pValues.push(figures.buys.estimate.pValue);
      boundsHold.count(simulation, areBoundsRight(returns));
    }
    falseFindings.get(horizon)?.count(simulation, markDiscoveries(pValues).includes(true));
    const all = runWithoutPauses(computePerformance([...returnOf.values()], createNoRows(), "several"));
    const alphas = portfolios && runWithoutPauses(portfolios.computeAlphas());
    for (const side of SIDES) {
      groupCoverage.get(horizon)?.[side].count(simulation, holdsZero(all[side].estimate));
      alphaCoverage.get(horizon)?.[side].count(simulation, isNearZero(alphas?.[side] ?? null));
    }
  }
}

const columns = ["purchases", "sales", "difference"].join(" | ");
console.log(`\n| sessions | a member's ${columns} | all members' ${columns} | a false finding among members |`);
console.log("|---:|---:|---:|---:|---:|---:|---:|---:|");
for (const horizon of HORIZONS) {
  const cells = [memberCoverage, groupCoverage].flatMap((shares) => SIDES.map((side) => shares.get(horizon)?.[side]));
  console.log(`| ${horizon} | ${cells.join(" | ")} | ${falseFindings.get(horizon)} |`);
}
if (given.alphas) {
  console.log(`\n| sessions | alpha of all members' ${columns} |`);
  console.log("|---:|---:|---:|---:|");
  for (const horizon of HORIZONS) {
    console.log(`| ${horizon} | ${SIDES.map((side) => alphaCoverage.get(horizon)?.[side]).join(" | ")} |`);
  }
}
console.log(
  `\nPercent of the cases, with standard errors. Target: 90% of the intervals contain the true value; at most ${100 * FALSE_DISCOVERY_RATE}% false findings.`,
);
console.log(`The bounds contain the dollar-weighted mean of amounts drawn within their ranges: ${boundsHold}.`);

async function loadDecisions(dataDir: string): Promise<readonly Decision[]> {
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("fatal") });
  const writer = new DecisionWriter();
  for await (const chunk of store.publications.streamTrades()) {
    for (const trade of chunk) writer.add(toReportedTrade(toReturnTrade(trade), trade.currentTicker));
  }
  await store.close();
  const last = addDays(LAST_DAY, -400);
  return writer
    .toDecisions()
    .decisions.filter(({ transactionDate, disclosureDate }) => transactionDate > FIRST_DAY && disclosureDate < last);
}

function createNoRows() {
  return new DecisionWriter().toDecisions().unpriced;
}

function listTradingDays(): Int32Array {
  const days: number[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) if (isTradingDay(day)) days.push(toDayNumber(day));
  return Int32Array.from(days);
}

function createSharesByHorizon() {
  return new Map(
    HORIZONS.map((horizon) => [horizon, { buys: new Share(), sells: new Share(), difference: new Share() }]),
  );
}

/** Lists the indexes of the sessions for which a security's prices are needed, ascending. */
function listNeededSessions(own: readonly Decision[]): Int32Array {
  const anchors = own.map(({ disclosureDate }) => findAnchorSession(sessions, "copy", toDayNumber(disclosureDate)));
  const ends = anchors.flatMap((anchor) => [anchor, ...HORIZONS.map((horizon) => anchor + horizon)]);
  if (!given.alphas) return Int32Array.from(new Set(ends)).sort();
  const first = Math.min(...ends);
  return Int32Array.from({ length: Math.max(...ends) - first + 1 }, (_, at) => first + at);
}

/** Draws a number from the standard normal distribution. */
function drawNormal(): number {
  const kept = spare;
  spare = null;
  if (kept !== null) return kept;
  const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()];
  spare = radius * Math.sin(angle);
  return radius * Math.cos(angle);
}

/** Simulates prices at some sessions, with an expected return of zero. */
function simulatePrices(yearlyVolatility: number, places: Int32Array): Float64Array {
  const daily = yearlyVolatility / Math.sqrt(SESSIONS_A_YEAR);
  let logarithm = 0;
  return Float64Array.from(places, (place, at) => {
    const steps = place - (places[at - 1] ?? place);
    logarithm += daily * Math.sqrt(steps) * drawNormal() - (steps * daily ** 2) / 2;
    return Math.exp(logarithm);
  });
}

function simulateMarket(): ReturnIndex {
  return createIndex(sessions, simulatePrices(MARKET_VOLATILITY, Int32Array.from(sessions.keys())));
}

function simulateSecurity(market: ReturnIndex, places: Int32Array): ReturnIndex {
  const own = simulatePrices(MIN_OWN + random() * (MAX_OWN - MIN_OWN), places);
  return createIndex(
    Int32Array.from(places, (place) => sessions[place] as number),
    own.map((value, at) => value * (market.price[places[at] as number] as number)),
  );
}

function createIndex(days: Int32Array, close: Float64Array): ReturnIndex {
  return computeReturnIndex({ days, close, dividends: null, ended: false });
}

/** Whether the interval contains zero, the true value; null without an interval. */
function holdsZero({ interval }: MeanEstimate): boolean | null {
  return interval && interval.low <= 0 && interval.high >= 0;
}

function isNearZero(alpha: Alpha | null): boolean | null {
  return alpha && Math.abs(alpha.daily) <= computeTwoSidedQuantile(1 - COVERAGE, alpha.days) * alpha.standardError;
}

/** Whether the bounds contain the mean weighted by amounts that are drawn within their ranges; null without bounds. */
function areBoundsRight(returns: readonly DecisionReturn[]): boolean | null {
  const weighted = returns.flatMap(({ decision, outcome }) =>
    typeof outcome === "string" ? [] : [{ ...decision, abnormal: outcome.abnormal }],
  );
  const bounds = runWithoutPauses(computeDollarWeightedBounds(weighted));
  if (bounds === null) return null;
  let [sum, dollars] = [0, 0];
  for (const { lowUsd, highUsd, abnormal } of weighted) {
    const amount = lowUsd + random() * ((highUsd ?? 10 * lowUsd) - lowUsd);
    sum += amount * abnormal;
    dollars += amount;
  }
  const truth = sum / dollars;
  return bounds.low <= truth + 1e-12 && truth - 1e-12 <= bounds.high;
}
