import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "./dates.ts";
import { computeReportingGapDays, isLate } from "./lateness.ts";
import { splitSearchWords } from "./search-words.ts";
import { createUnamendedState, type Trade } from "./trade.ts";
import { matchesTrade, type TradeContext, type TradeFilter } from "./trade-filter.ts";

const toDay = (text: string): IsoDate => text as IsoDate;

const trade: Trade = {
  id: "txn_h1_01",
  filingId: "h1",
  line: 1,
  politicianId: "E000001",
  chamber: "house",
  party: "Democrat",
  ticker: "FB",
  tickerSource: "filed",
  currentTicker: "META",
  noCurrentTicker: null,
  endedOn: null,
  coin: null,
  company: "Facebook, Inc. – Class A",
  transactionType: "purchase",
  amount: { lowUsd: 1001, highUsd: 15_000 },
  amountRaw: "$1,001 - $15,000",
  filedDate: toDay("2022-02-15"),
  disclosureDate: toDay("2022-02-15"),
  ...createUnamendedState(toDay("2022-02-15")),
  transactionDate: toDay("2022-01-10"),
  notificationDate: null,
  dateSuspect: null,
  lateExemption: null,
  assetType: "Stock",
  assetTypeRaw: "ST",
  assetNameRaw: "Facebook",
  comment: "Bought\nby an adviser",
  owner: "spouse",
  ownerUnread: null,
  notificationUnread: null,
  assetNameUnsure: false,
  capGainsOver200: false,
  option: null,
  shortSale: false,
  directionDoubt: null,
  assetDetails: null,
  account: null,
  location: null,
  filingStatus: "New",
  received: null,
  page: 1,
  box: null,
  confidence: "printed",
};
const politician = { name: "José Muñoz", state: "CA" };

test("late means more than 30 days after notification or 45 after the transaction, whichever comes first", () => {
  const judge = (transaction: string, notification: string | null, disclosure: string) =>
    isLate({
      transactionDate: toDay(transaction),
      notificationDate: notification === null ? null : toDay(notification),
      firstDisclosed: { date: toDay(disclosure), source: "filing" },
    });
  assert.equal(judge("2026-01-01", null, "2026-02-15"), false, "45 days");
  assert.equal(judge("2026-01-01", null, "2026-02-16"), true, "46 days");
  assert.equal(judge("2026-01-01", "2026-01-05", "2026-02-04"), false, "30 days after the notification");
  assert.equal(judge("2026-01-01", "2026-01-05", "2026-02-05"), true, "31 days after the notification");
  assert.equal(judge("2026-01-01", "2026-02-10", "2026-02-15"), false);
  assert.equal(judge("2026-01-01", "2026-02-10", "2026-02-16"), true, "45 days come before 30 after the notification");
  assert.equal(judge("2026-01-01", "2016-01-05", "2026-02-04"), false, "a notification before the trade is ignored");
  assert.equal(judge("2026-01-01", "2026-01-01", "2026-02-01"), true);
});

test("the reporting gap is the number of days from transaction to disclosure", () => {
  assert.equal(computeReportingGapDays(trade), 36);
  const firstDisclosed = { date: toDay("2024-03-01"), source: "title" } as const;
  assert.equal(computeReportingGapDays({ transactionDate: toDay("2024-02-28"), firstDisclosed }), 2);
});

test("a trade with a suspect date has neither gap nor lateness, and no lateness filter finds it", () => {
  const slip: Trade = { ...trade, transactionDate: toDay("2021-01-10"), dateSuspect: "transaction_year_alone" };
  assert.equal(computeReportingGapDays(slip), null);
  assert.equal(isLate(slip), null);
  assert.deepEqual(
    [true, false].map((late) => matchesTrade({ late }, slip, politician)),
    [false, false],
  );
});

test("a trade with an unknown first disclosure has neither gap nor lateness, and no lateness filter finds it", () => {
  const amended: Trade = { ...trade, firstDisclosed: { date: null, source: "unknown" } };
  assert.equal(computeReportingGapDays(amended), null);
  assert.equal(isLate(amended), null);
  assert.deepEqual(
    [true, false].map((late) => matchesTrade({ late }, amended, politician)),
    [false, false],
  );
  assert.ok(matchesTrade({}, amended, politician));
});

type Value<Member extends keyof TradeFilter> = NonNullable<TradeFilter[Member]>;

test("each field of a filter includes some trades and excludes others", () => {
  const known: TradeContext = { ...politician, sic: "3571" };
  const members: { readonly [Member in keyof Required<TradeFilter>]: readonly [Value<Member>, Value<Member>] } = {
    ticker: [["X", "FB"], ["X"]],
    coin: [["BTC"], ["ETH"]],
    politicianId: [["E000001"], ["E000002"]],
    chamber: ["house", "senate"],
    party: [["Republican", "Democrat"], ["Republican"]],
    state: ["CA", "TX"],
    transactionType: [["purchase"], ["sale_full", "sale_partial"]],
    assetType: [["stock"], ["Stock Option"]],
    industry: [["35"], ["36"]],
    owner: ["spouse", "self"],
    minAmountUsd: [1001, 1002],
    maxAmountUsd: [15_000, 14_999],
    disclosedFrom: [toDay("2022-02-15"), toDay("2022-02-16")],
    disclosedTo: [toDay("2022-02-15"), toDay("2022-02-14")],
    tradedFrom: [toDay("2022-01-10"), toDay("2022-01-11")],
    tradedTo: [toDay("2022-01-10"), toDay("2022-01-09")],
    late: [false, true],
    lateNotJudged: [false, true],
    amendmentPending: [false, true],
    possibleDuplicate: [false, true],
    words: [splitSearchWords("MUNOZ adviser fb"), splitSearchWords("munoz advisory")],
  };
  const coin: Trade = { ...trade, coin: "BTC" };
  for (const [member, [yes, no]] of Object.entries(members)) {
    assert.equal(matchesTrade({ [member]: yes }, coin, known), true, member);
    assert.equal(matchesTrade({ [member]: no }, coin, known), false, member);
  }
  const cases: readonly (readonly [TradeFilter, TradeFilter])[] = [
    [{}, { ticker: [] }],
    [{ ticker: ["META"] }, { ticker: ["METV"] }],
    [{ words: splitSearchWords("inc. – class") }, { words: splitSearchWords("lass") }],
  ];
  for (const [yes, no] of cases) {
    assert.equal(matchesTrade(yes, trade, politician), true, JSON.stringify(yes));
    assert.equal(matchesTrade(no, trade, politician), false, JSON.stringify(no));
  }
  assert.equal(matchesTrade({ chamber: "house", state: "TX" }, trade, politician), false, "every field must match");
});

test("an amount without an upper bound exceeds every maximum; a trade without an owner matches no owner", () => {
  const open = { ...trade, amount: { lowUsd: 50_000_001, highUsd: null }, owner: null };
  assert.equal(matchesTrade({ maxAmountUsd: 1e15 }, open, politician), false);
  assert.equal(matchesTrade({ minAmountUsd: 50_000_001 }, open, politician), true);
  assert.equal(matchesTrade({ owner: "self" }, open, politician), false);
});

test("a coin filter finds its trades, and `lateNotJudged` finds trades whose lateness is not judged", () => {
  const coin: Trade = { ...trade, ticker: "", currentTicker: null, coin: "BTC", lateExemption: "real_property" };
  const match = (filter: TradeFilter, one: Trade) => matchesTrade(filter, one, politician);
  assert.deepEqual([match({ coin: ["ETH", "BTC"] }, coin), match({ coin: ["ETH"] }, coin)], [true, false]);
  assert.deepEqual([match({ lateNotJudged: true }, coin), match({ lateNotJudged: false }, coin)], [true, false]);
  assert.deepEqual([match({ lateNotJudged: true }, trade), match({ lateNotJudged: false }, trade)], [false, true]);
});
