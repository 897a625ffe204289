/** Tests the judge of a publication on a fake transaction that only records its writes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPublicationJudge, type JudgeOptions } from "../../src/accounts/alerts/judge.ts";
import type { Industry } from "../../src/domain/industry.ts";
import type { Account, Alert, EventType } from "../../src/domain/premium.ts";
import { toPublicTrade } from "../../src/domain/public-trade.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { PublicationChange, PublicationScope } from "../../src/store/publication.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { day, NOON, trade } from "../store/made.ts";

const OPTIONS: JudgeOptions = {
  sources: {
    listAll: async () => [
      {
        source: "house-clerk",
        lastAttemptAt: NOON,
        lastSuccessAt: NOON,
        lastError: null,
        lastErrorAt: null,
        listingCompletedAt: null,
        firstRunEndedAt: null,
      },
    ],
  },
  bodies: ALL_ON.map((body) => ({ ...body, isOff: body.chamber === "senate" })),
  emails: true,
  baseUrl: "https://api.example/api/v1",
  reason: "reparsed",
};

const makeAccount = (id: string): Account => ({
  id,
  name: id,
  plan: "premium",
  createdAt: NOON,
  expiresAt: null,
  disabledAt: null,
  contact: null,
});

function makeAlert(changes: Partial<Alert> = {}): Alert {
  return {
    id: "alr_1",
    accountId: "acc_1",
    name: "Apple",
    alertType: "trade",
    status: "active",
    filter: { ticker: ["AAPL"] },
    days: null,
    politicians: null,
    webhookIds: [],
    notificationEmail: null,
    daily: null,
    nextDigestAt: null,
    createdAt: NOON,
    updatedAt: NOON,
    lastTriggeredAt: null,
    matchCount: 0,
    ...changes,
  };
}

function makeChange(changes: Partial<PublicationChange> = {}): PublicationChange {
  const { added = [], changed = [], removed = [], superseded = [] } = changes;
  const ids = [...added, ...changed.map((pair) => pair.trade), ...removed].map(({ id }) => id);
  return {
    version: { version: "2026-11-20.1", publishedAt: NOON },
    added,
    changed,
    removed,
    superseded,
    announced: new Set(ids),
    corrected: new Set(ids),
    ...changes,
  };
}

interface Appended {
  readonly accountId: string;
  readonly type: EventType;
  readonly data: Record<string, unknown>;
  readonly endpointIds: readonly string[] | undefined;
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

async function judge(
  given: PublicationChange,
  world: {
    readonly accounts?: readonly Account[];
    readonly alerts?: readonly Alert[];
    /** Trades published before. */
    readonly before?: readonly Trade[];
    /** `alert trade` pairs that have fired. */
    readonly matches?: Set<string>;
    readonly industries?: ReadonlyMap<string, Industry>;
    readonly options?: Partial<JudgeOptions>;
  } = {},
): Promise<{ events: Appended[]; mails: Mail[] }> {
  const { accounts = [makeAccount("acc_1")], alerts = [], before = [], matches = new Set() } = world;
  const events: Appended[] = [];
  const mails: Mail[] = [];
  const stored = [...before, ...given.added];
  const scope: PublicationScope = {
    listPremiumAccounts: async () => accounts,
    listActiveAlerts: async () => alerts,
    listTradesOfPolitician: async (politicianId, from, to) =>
      stored.filter(
        (each) => each.politicianId === politicianId && each.transactionDate >= from && each.transactionDate <= to,
      ),
    listTradesOfTicker: async (ticker, types, from, to) =>
      stored.filter(
        (each) =>
          each.ticker === ticker &&
          types.includes(each.transactionType) &&
          each.transactionDate >= from &&
          each.transactionDate <= to,
      ),
    readIndustries: async () => world.industries ?? new Map(),
    findPolitician: async (id) => ({ name: `Ann Example ${id}`, state: "CA" }),
    async appendEvent(accountId, type, data, endpointIds) {
      events.push({ accountId, type, data: data as Appended["data"], endpointIds });
      return { id: "evt_1", accountId, sequence: events.length, type, createdAt: NOON, body: "" };
    },
    async recordMatches({ id: alertId }, ids) {
      const fresh = ids.filter((id) => !matches.has(`${alertId} ${id}`));
      for (const id of fresh) matches.add(`${alertId} ${id}`);
      return fresh;
    },
    async queueEmail({ notificationEmail: to }, subject, text) {
      mails.push({ to: to ?? "", subject, text });
    },
  };
  await createPublicationJudge({ ...OPTIONS, ...world.options })(given, scope);
  return { events, mails };
}

/** Returns the trades in the event of an alert. */
function getTrades(event: Appended | undefined): readonly Record<string, unknown>[] {
  assert.ok(event);
  return event.data["trades"] as Record<string, unknown>[];
}

const listTypes = (events: readonly Appended[]) => events.map(({ type }) => type);

test("every premium account gets an event per new trade, oldest first, and the publication's event last", async () => {
  const older = trade("1", 1, { disclosureDate: day("2026-02-01") });
  const newer = trade("2", 1);
  const { events } = await judge(makeChange({ added: [newer, older] }), {
    accounts: [makeAccount("acc_1"), makeAccount("acc_2")],
  });
  for (const id of ["acc_1", "acc_2"]) {
    const own = events.filter(({ accountId }) => accountId === id);
    assert.deepEqual(listTypes(own), ["trade.created", "trade.created", "dataset.published"]);
    assert.deepEqual(
      own.slice(0, 2).map(({ data }) => (data["trade"] as { id: string }).id),
      [older.id, newer.id],
    );
  }
  assert.deepEqual(events[0]?.data, {
    trade: toPublicTrade(older, "Ann Example E000001"),
    summary: { headline: "Purchase of Apple Inc.", direction: "bullish", late: false },
    evidence_url: `https://api.example/evidence/${older.id}.png`,
  });
  assert.deepEqual(events.at(-1)?.data, {
    dataset_version: "2026-11-20.1",
    trades_added: 2,
    trades_updated: 0,
    trades_removed: 0,
    trade_events: 2,
    sources: { house: { status: "ok" }, senate: { status: "off" } },
  });
});

test("a trade listed before the source's first complete listing creates no event and fires no alert", async () => {
  const { events } = await judge(makeChange({ added: [trade("1", 1)], announced: new Set() }), {
    alerts: [makeAlert()],
  });
  assert.deepEqual(listTypes(events), ["dataset.published"]);
  assert.equal(events[0]?.data["trades_added"], 1);
});

test("correcting a trade listed before the source's first complete listing creates an event, but fires no alert", async () => {
  const former = trade("1", 1);
  const changed = { trade: { ...former, comment: "Corrected" }, previous: former };
  const { events } = await judge(makeChange({ changed: [changed], removed: [trade("1", 2)], announced: new Set() }), {
    alerts: [makeAlert()],
  });
  assert.deepEqual(listTypes(events), ["trade.updated", "trade.removed", "dataset.published"]);
  assert.equal(events[2]?.data["trade_events"], 2);
});

test("a changed trade's event gives the former values of its public fields and the reason, such as an amended line", async () => {
  const former = trade("1", 1);
  const bigger = { ...former, amount: { lowUsd: 15_001, highUsd: 50_000 } };
  const { events } = await judge(
    makeChange({
      changed: [
        { trade: bigger, previous: former },
        { trade: { ...trade("1", 2, { ticker: "MSFT" }), filingStatus: "Amended" }, previous: trade("1", 2) },
        { trade: { ...former, lateExemption: "may_be_fund" }, previous: former },
      ],
    }),
  );
  assert.deepEqual(listTypes(events), ["trade.updated", "trade.updated", "trade.updated", "dataset.published"]);
  assert.deepEqual(events[0]?.data["previous"], { amount_range: "$1,001 - $15,000" });
  assert.equal(events[0]?.data["reason"], "reparsed");
  assert.deepEqual(events[1]?.data["previous"], { ticker: "AAPL" });
  assert.equal(events[1]?.data["reason"], "amended");
  assert.deepEqual(events[2]?.data["previous"], { late: false });
});

test("a removed trade's event gives its id", async () => {
  const gone = trade("1", 1);
  const { events } = await judge(makeChange({ removed: [gone] }), { options: { reason: "corrected" } });
  assert.deepEqual(events[0]?.data, { trade_id: gone.id, politician_id: "E000001", reason: "corrected" });
});

test("an alert fires once per publication with all matches, newest first, and never twice for a trade", async () => {
  const added = [trade("1", 1), trade("1", 2), trade("1", 3, { ticker: "MSFT" })];
  const matches = new Set<string>();
  const world = { alerts: [makeAlert({ webhookIds: ["whk_1"], notificationEmail: "ann@example.org" })], matches };
  const { events, mails } = await judge(makeChange({ added }), world);
  const fired = events.filter(({ type }) => type === "alert.triggered");
  assert.equal(fired.length, 1);
  assert.deepEqual(fired[0]?.endpointIds, ["whk_1"]);
  assert.deepEqual(fired[0]?.data["alert"], { id: "alr_1", name: "Apple" });
  assert.equal(fired[0]?.data["total_matches"], 2);
  assert.deepEqual(
    getTrades(fired[0]).map(({ id }) => id),
    [added[1]?.id, added[0]?.id],
  );
  assert.equal(mails.length, 1);
  assert.equal(mails[0]?.to, "ann@example.org");
  assert.equal(mails[0]?.subject, "congress-trades: 2 trades for Apple");
  assert.match(mails[0]?.text ?? "", /: purchase of Apple Inc\. \(AAPL\)\n {2}\$1,001 - \$15,000, traded 2026-01-20/);
  const again = await judge(makeChange({ added }), world);
  assert.ok(!listTypes(again.events).includes("alert.triggered"));
  assert.equal(again.mails.length, 0);
});

test("an industry alert fires only for shares of its companies, not for their bonds or unknown securities", async () => {
  const added = [
    trade("1", 1),
    trade("1", 2, { assetType: "Corporate Bond" }),
    trade("1", 3, { ticker: "MSFT" }),
    trade("1", 4, { ticker: "NVDA" }),
  ];
  const industries = new Map([
    ["AAPL", { sic: "3571", description: "Electronic Computers" }],
    ["MSFT", { sic: "7372", description: "Services-Prepackaged Software" }],
  ]);
  const listFiredTickers = async (industry: readonly string[]) => {
    const { events } = await judge(makeChange({ added }), {
      alerts: [makeAlert({ filter: { industry } })],
      industries,
    });
    const fired = events.find(({ type }) => type === "alert.triggered");
    return fired === undefined ? [] : getTrades(fired).map(({ ticker }) => ticker);
  };
  assert.deepEqual(await listFiredTickers(["3571"]), ["AAPL"]);
  assert.deepEqual(await listFiredTickers(["D", "73"]), ["MSFT", "AAPL"]);
  assert.deepEqual(await listFiredTickers(["H"]), []);
});

test("queues no mail if none can be sent, and none for an account without premium", async () => {
  const added = [trade("1", 1)];
  const off = await judge(makeChange({ added }), {
    alerts: [makeAlert({ notificationEmail: "ann@example.org" })],
    options: { emails: false },
  });
  assert.ok(listTypes(off.events).includes("alert.triggered"));
  assert.equal(off.mails.length, 0);
  const free = await judge(makeChange({ added }), {
    alerts: [makeAlert({ accountId: "acc_free", notificationEmail: "ann@example.org" })],
  });
  assert.deepEqual(listTypes(free.events), ["trade.created", "dataset.published"]);
  assert.equal(free.mails.length, 0);
});

test("politician_activity: fires for the first trade after a gap longer than the quiet days, not for later trades", async () => {
  const quiet = makeAlert({ alertType: "politician_activity", days: 90, filter: { politicianId: ["E000001"] } });
  const added = [
    trade("2", 1, { transactionDate: day("2026-04-02") }),
    trade("2", 2, { transactionDate: day("2026-04-03") }),
    trade("2", 3, { transactionDate: day("2026-04-01"), politicianId: "E000002" }),
  ];
  const listFired = async (before: readonly Trade[], publication = added) => {
    const { events } = await judge(makeChange({ added: publication }), { alerts: [quiet], before });
    const [found] = events.filter(({ type }) => type === "alert.triggered");
    return found === undefined ? [] : getTrades(found).map(({ id }) => id);
  };
  const makeTradeOn = (date: string) => [trade("1", 1, { transactionDate: day(date) })];
  assert.deepEqual(await listFired(makeTradeOn("2026-01-01")), [added[0]?.id], "91 days are more than 90");
  assert.deepEqual(await listFired(makeTradeOn("2026-01-02")), [], "90 days are not");
  assert.deepEqual(await listFired([], added.slice(0, 1)), [added[0]?.id], "a member's first trade ever");
});

test("politician_activity: quiet days run from the previous trade, even if a later trade is already known", async () => {
  const quiet = makeAlert({ alertType: "politician_activity", days: 30, filter: { minAmountUsd: 1 } });
  const fires = async (date: string) => {
    const before = ["2026-01-01", "2026-06-01"].map((on, line) => trade("1", line, { transactionDate: day(on) }));
    const added = [trade("2", 1, { transactionDate: day(date) })];
    return listTypes((await judge(makeChange({ added }), { alerts: [quiet], before })).events).includes(
      "alert.triggered",
    );
  };
  assert.equal(await fires("2026-04-01"), true, "90 days after the previous trade, though one in June is known");
  assert.equal(await fires("2026-01-31"), false, "30 days after the previous trade");
  assert.equal(await fires("2026-06-01"), false, "on the day of a known trade");
  assert.equal(await fires("2025-12-01"), true, "before all known trades");
});

test("ticker_cluster: fires if enough members trade one ticker in one direction within the rule's days and filter", async () => {
  const cluster = makeAlert({ alertType: "ticker_cluster", days: 30, politicians: 3, filter: { chamber: "house" } });
  const makeTradeBy = (number: number, on: string, changes: Partial<Trade> = {}) =>
    trade(String(number), 1, { politicianId: `E00000${number}`, transactionDate: day(on), ...changes });
  const fires = async (before: readonly Trade[], added: readonly Trade[]) =>
    listTypes((await judge(makeChange({ added }), { alerts: [cluster], before })).events).includes("alert.triggered");
  const one = makeTradeBy(1, "2026-01-01");
  const two = makeTradeBy(2, "2026-01-15");
  const three = makeTradeBy(3, "2026-01-31");
  assert.equal(await fires([one, two], [three]), true);
  assert.equal(await fires([one, two], [makeTradeBy(3, "2026-02-01")]), false, "31 days apart");
  assert.equal(await fires([one], [three]), false, "two people");
  assert.equal(await fires([one, makeTradeBy(1, "2026-01-09")], [three]), false, "one of them twice");
  assert.equal(await fires([one, makeTradeBy(2, "2026-01-15", { transactionType: "sale_full" })], [three]), false);
  assert.equal(await fires([one, makeTradeBy(2, "2026-01-15", { ticker: "MSFT" })], [three]), false);
  assert.equal(
    await fires([one, makeTradeBy(2, "2026-01-15", { chamber: "senate" })], [three]),
    false,
    "not in the filter",
  );
  assert.equal(await fires([], [one, two, three]), true, "all in one publication");
  const sold = [one, two, three].map((each, index) => ({
    ...each,
    transactionType: index === 0 ? ("sale_full" as const) : ("sale_partial" as const),
  }));
  assert.equal(await fires(sold.slice(0, 2), sold.slice(2)), true, "full and partial sales have the same direction");
  const unlisted = [one, two, three].map((each) => ({ ...each, ticker: "" }));
  assert.equal(await fires(unlisted.slice(0, 2), unlisted.slice(2)), false, "trades without a ticker do not share one");
});

test("an alert lists only the 50 newest matches, and gives the total number of matches", async () => {
  const many = Array.from({ length: 80 }, (_, line) => trade("1", line + 1));
  const { events } = await judge(makeChange({ added: many }), { alerts: [makeAlert()] });
  const [fired] = events.filter(({ type }) => type === "alert.triggered");
  assert.equal(fired?.data["total_matches"], 80);
  const told = getTrades(fired);
  assert.equal(told.length, 50);
  assert.equal(told[0]?.["id"], many.at(-1)?.id);
});

test("writes no events if no account is premium", async () => {
  const { events } = await judge(makeChange({ added: [trade("1", 1)] }), { accounts: [] });
  assert.deepEqual(events, []);
});
