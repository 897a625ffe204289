import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber } from "../../src/domain/bar-columns.ts";
import { classifyInstrument, findDirection } from "../../src/domain/direction.ts";
import { computeReportingGapDays, countDaysLate, isLate } from "../../src/domain/lateness.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { findSecuritySymbol } from "../../src/domain/traded-security.ts";
import { emptyDataset } from "../../src/publication/dataset/build.ts";
import type { TradeBands } from "../../src/publication/dataset/facts/trade-bands.ts";
import { KINDS, type Kind } from "../../src/publication/dataset/facts/trade-sums.ts";
import { day, trade } from "../store/made.ts";
import { buildTradeDataset, MEMBERS, makeTrades } from "./made-trades.ts";

const trades = makeTrades(2000).map((each, index) => (index % 13 === 0 ? { ...each, shortSale: true } : each));
const { facts } = await buildTradeDataset(trades);

const MEMBER = MEMBERS[0]?.id ?? "";

function describeTrades(some: readonly Trade[]) {
  const sumBand = (kind: Kind, isCounted = (_: Trade) => true) => {
    const own = some.filter((each) => describeKind(each) === kind && !each.isRepeat && isCounted(each));
    const sumCents = (of: (each: Trade) => number) =>
      own.reduce((sum, each) => sum + Math.round(of(each) * 100), 0) / 100;
    return {
      trades: own.length,
      lowUsd: sumCents(({ amount }) => amount.lowUsd),
      highUsd: sumCents(({ amount }) => amount.highUsd ?? amount.lowUsd),
      open: own.filter(({ amount }) => amount.highUsd === null).length,
    };
  };
  return {
    trades: some.length,
    repeats: some.filter(({ isRepeat }) => isRepeat).length,
    sharesAndFunds: { buys: sumBand("buys", isShareOrFund), sells: sumBand("sells", isShareOrFund) },
    ...(Object.fromEntries(KINDS.map((kind) => [kind, sumBand(kind)])) as Record<Kind, ReturnType<typeof sumBand>>),
  };
}

function isShareOrFund({ assetType, ticker }: Trade): boolean {
  if (assetType === "Other") return ticker !== "";
  return ["Stock", "Non-Public Stock", "REIT", "ETF", "Mutual Fund", "Private Fund"].includes(assetType);
}

function describeKind(each: Trade): Kind {
  const instrument = classifyInstrument(each);
  if (instrument === "short") return "shortSales";
  if (each.transactionType === "exchange") return "exchanges";
  if (each.transactionType === "other") return "others";
  const bought = each.transactionType === "purchase";
  if (instrument === "security") return bought ? "buys" : "sells";
  return bought ? "optionsBought" : "optionsSold";
}

function pickSums(found: TradeBands & { readonly trades: number }) {
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, found[kind]]));
  const { trades: of, repeats, sharesAndFunds } = found;
  return { trades: of, repeats, sharesAndFunds, ...sums };
}

test("lists every trade of a politician by trade date, earliest first", () => {
  for (const { id } of MEMBERS) {
    const own = trades.filter(({ politicianId }) => politicianId === id);
    const dated = facts.listDatedTrades(id);
    const described = own.map((each) =>
      [toDayNumber(each.transactionDate), describeKind(each), each.amount.lowUsd, isLate(each) === true].join(" "),
    );
    const found = dated.map(({ tradedDay, kind, lowUsd, isLate: late }) => [tradedDay, kind, lowUsd, late].join(" "));
    assert.deepEqual(found.toSorted(), described.toSorted());
    assert.deepEqual(
      dated.map(({ tradedDay }) => tradedDay),
      dated.map(({ tradedDay }) => tradedDay).toSorted((a, b) => a - b),
    );
  }
});

test("a politician's facts match figures computed directly from the politician's trades", async () => {
  for (const { id } of MEMBERS) {
    const own = trades.filter(({ politicianId }) => politicianId === id);
    const found = (await facts.getPoliticianFacts(id)) ?? assert.fail();
    assert.deepEqual(pickSums(found), describeTrades(own));
    const named = Map.groupBy(own, (each) => findSecuritySymbol(each) ?? each.company);
    assert.deepEqual(
      found.securities.map(({ trades: of }) => of),
      [...named.values()]
        .map(({ length }) => length)
        .sort((a, b) => b - a)
        .slice(0, 10),
    );
    assert.deepEqual(
      found.owners.map(({ owner, trades: of }) => [owner, of]),
      [...Map.groupBy(own, ({ owner }) => owner)].map(([owner, of]) => [owner, of.length]).sort(compareByCount),
    );
    const gaps = own.flatMap((each) => computeReportingGapDays(each) ?? []).sort((a, b) => a - b);
    const { allYears, years } = found.late;
    assert.equal(
      allYears.daysToDisclose?.median,
      ((gaps[Math.floor((gaps.length - 1) / 2)] ?? 0) + (gaps[Math.ceil((gaps.length - 1) / 2)] ?? 0)) / 2,
    );
    assert.equal(allYears.late, own.filter((each) => isLate(each) === true).length);
    const lateDays = own.flatMap((each) => countDaysLate(each) ?? []);
    assert.equal(allYears.lateInGrace, lateDays.filter((days) => days <= 30).length);
    assert.deepEqual(
      [allYears.daysLate?.count ?? 0, allYears.daysLate?.most],
      [lateDays.length, lateDays.length === 0 ? undefined : Math.max(...lateDays)],
    );
    assert.equal(allYears.judged, own.filter((each) => isLate(each) !== null).length);
    for (const row of years) {
      const of = own.filter(({ disclosureDate }) => disclosureDate.startsWith(`${row.year}-`));
      assert.deepEqual([row.trades, row.late], [of.length, of.filter((each) => isLate(each) === true).length]);
    }
    assert.equal(
      found.quarters.reduce((sum, each) => sum + KINDS.reduce((all, kind) => all + each[kind], 0), 0),
      own.length,
    );
    const dates = own.map(({ transactionDate }) => transactionDate).sort();
    assert.deepEqual([found.firstTraded, found.lastTraded], [dates[0], dates.at(-1)]);
  }
  assert.equal(await facts.getPoliticianFacts("Z999999"), undefined);
});

function compareByCount([one, left]: (string | number | null)[], [other, right]: (string | number | null)[]): number {
  const order = ["self", "spouse", "joint", "dependent"];
  return Number(right) - Number(left) || order.indexOf(String(one)) - order.indexOf(String(other));
}

test("a security's facts cover all its trades, and none of another security under the same symbol", async () => {
  for (const symbol of ["AAPL", "META", "FISV", "XYZ"]) {
    const own = trades.filter((each) => findSecuritySymbol(each) === symbol);
    const found = (await facts.getTickerFacts(symbol)) ?? assert.fail();
    assert.deepEqual(pickSums(found), describeTrades(own));
    const plain = own.filter((each) => classifyInstrument(each) === "security");
    const listMembers = (side: "bullish" | "bearish") =>
      new Set(plain.filter((each) => findDirection(each) === side).map(({ politicianId }) => politicianId)).size;
    assert.deepEqual([found.buyers, found.sellers], [listMembers("bullish"), listMembers("bearish")]);
  }
  assert.equal(await facts.getTickerFacts("NONE"), undefined);
});

test("counts of late trades per member and per year add up to the total, also with filters", async () => {
  const [people, years] = await Promise.all([facts.listLateRowsByPerson(), facts.listLateRowsByYear()]);
  const peopleByYear = (
    await Promise.all(years.map(({ year }) => facts.listLateRowsByPerson({ year: year ?? 0 })))
  ).flat();
  const sumLate = (rows: readonly { readonly late: number }[]) => rows.reduce((total, { late }) => total + late, 0);
  const late = trades.filter((each) => isLate(each) === true);
  assert.deepEqual([sumLate(people), sumLate(peopleByYear), sumLate(years)], [late.length, late.length, late.length]);
  for (const chamber of ["house", "senate"] as const) {
    for (const party of ["Democrat", "Republican"] as const) {
      const wanted = late.filter((each) => each.chamber === chamber && each.party === party).length;
      assert.equal(sumLate(await facts.listLateRowsByYear({ chamber, party })), wanted);
    }
  }
  assert.deepEqual(
    [await emptyDataset.facts.listLateRowsByPerson(), await emptyDataset.facts.listLateRowsByYear()],
    [[], []],
  );
});

test("a report counts once, by its first disclosure, whatever amends it", async () => {
  const first = { date: day("2026-04-01"), source: "original" as const };
  const made = [
    // Both lines of one late report, and an amendment that repeats one of them.
    trade("1", 1, { disclosureDate: day("2026-04-01"), transactionDate: day("2026-01-05") }),
    trade("1", 2, { disclosureDate: day("2026-04-01"), transactionDate: day("2026-03-20"), notificationDate: null }),
    trade("2", 1, {
      filedDate: day("2026-06-01"),
      disclosureDate: day("2026-04-01"),
      transactionDate: day("2026-01-06"),
      firstDisclosed: first,
    }),
    // An amendment whose original is no longer served and was filed in time.
    trade("3", 1, {
      filedDate: day("2026-06-01"),
      disclosureDate: day("2026-02-01"),
      transactionDate: day("2026-01-20"),
      firstDisclosed: { date: day("2026-02-01"), source: "original" },
    }),
  ].map((each) => ({ ...each, politicianId: MEMBER }));
  const found = (await (await buildTradeDataset(made)).facts.getPoliticianFacts(MEMBER))?.late.allYears;
  assert.deepEqual(
    { reports: found?.reports, lateReports: found?.lateReports, trades: found?.trades, late: found?.late },
    { reports: 2, lateReports: 1, trades: 4, late: 2 },
  );
});

test("judges what is unusual about a trade by the member's earlier trades", async () => {
  const makeTrade = (index: number, changes: Partial<Trade> = {}) =>
    trade(String(index), 1, { politicianId: MEMBER, transactionDate: day(`2026-01-${10 + index}`), ...changes });
  const small = Array.from({ length: 19 }, (_, index) => makeTrade(index));
  const few = (await buildTradeDataset(small)).facts.getTradeFacts(
    makeTrade(21, { ticker: "MSFT", currentTicker: "MSFT" }),
  );
  assert.deepEqual(few, {
    earlier: 19,
    knownSince: "2026-01-10",
    size: null,
    earlierInSecurity: 0,
    daysSinceLast: 3,
    daysSinceLastInSecurity: null,
  });
  const large = { lowUsd: 100_001, highUsd: 250_000 };
  const enough = (await buildTradeDataset([...small, makeTrade(19, { amount: large })])).facts;
  const same = enough.getTradeFacts(makeTrade(21, { amount: large }));
  assert.deepEqual(same.size, { percentile95: { lowUsd: 1001, highUsd: 15_000 }, isAbove: true, asLarge: 1 });
  assert.deepEqual([same.earlierInSecurity, same.daysSinceLastInSecurity], [20, 2]);
  // Trades on the same day and on later days do not count as earlier.
  assert.equal(enough.getTradeFacts(makeTrade(0)).earlier, 0);
  assert.equal(enough.getTradeFacts(makeTrade(0)).daysSinceLast, null);
});
