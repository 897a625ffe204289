import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Politician } from "../../src/domain/politician.ts";
import type { Quote } from "../../src/domain/quote.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { BarsOrigin } from "../../src/store/market.ts";
import type { Store } from "../../src/store/store.ts";
import { createExampleQuote } from "../market/example-prices.ts";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { testWithStore } from "./with-store.ts";

const member = politician("E000001");

async function listTrades(store: Store): Promise<readonly Trade[]> {
  return (await all(store.publications.streamTrades())).flat();
}

testWithStore(
  "a publication adds, changes and removes trades, and numbers the version within the day",
  async (store) => {
    const { filings, publications } = store;
    await filings.recordListings([listing("1"), listing("2")], NOON);
    assert.equal(await publications.readCurrent(), undefined);
    const none = {
      changed: false,
      tradesAdded: 0,
      tradesChanged: 0,
      tradesRemoved: 0,
      securitiesChanged: 0,
      held: null,
    };
    assert.deepEqual(await publications.publish({ at: NOON, outcomes: [] }), { ...none, version: undefined });
    const rich = trade("1", 2, {
      amount: { lowUsd: 318.74, highUsd: 318.74 },
      capGainsOver200: true,
      option: { type: "Call", strike: "$150", expiry: "01/16/2027" },
      received: { ticker: "META", name: "Meta" },
      comment: "Bought; said \u201cexactly\u201d \u00e9\u4e2d",
      page: null,
      notificationDate: null,
      owner: null,
    });
    const open = trade("2", 1, { amount: { lowUsd: 50_000_001, highUsd: null }, capGainsOver200: null });
    const first = {
      at: NOON,
      politicians: [member],
      outcomes: [outcome("1", [trade("1", 1), rich]), outcome("2", [open])],
    };
    const version = { version: "2026-11-20.1", publishedAt: NOON };
    assert.deepEqual(await publications.publish(first), { ...none, version, changed: true, tradesAdded: 3 });
    assert.deepEqual(await listTrades(store), [open, rich, trade("1", 1)]);
    assert.deepEqual(await publications.publish({ ...first, at: new Date("2026-11-22") }), { ...none, version });

    const again = { at: NOON, outcomes: [outcome("1", [trade("1", 1, { ticker: "MSFT" }), trade("1", 3)])] };
    const second = { version: "2026-11-20.2", publishedAt: NOON };
    assert.deepEqual(await publications.publish(again), {
      version: second,
      changed: true,
      tradesAdded: 1,
      tradesChanged: 1,
      tradesRemoved: 1,
      securitiesChanged: 0,
      held: null,
    });
    assert.deepEqual(await publications.readCurrent(), second);
    assert.equal(await publications.countTrades(), 3);
    assert.equal((await filings.get("h1"))?.rowsRead, 2);
  },
);

testWithStore(
  "a change of a filing's state, its filer or a member creates a version; a new security does not",
  async ({ filings, publications }) => {
    await filings.recordListings([listing("1")], NOON);
    const isChangedBy = async (publication: Partial<Parameters<typeof publications.publish>[0]>) =>
      (await publications.publish({ at: NOON, outcomes: [], ...publication })).changed;
    assert.equal(await isChangedBy({ politicians: [member, politician("E000002")] }), true);
    assert.equal(await isChangedBy({ politicians: [member] }), false);
    assert.equal(await isChangedBy({ outcomes: [outcome("1", [], { state: "needs_ocr" })] }), true);
    assert.equal(await isChangedBy({ outcomes: [outcome("1", [], { state: "needs_ocr" })] }), false);
    assert.equal(
      await isChangedBy({ outcomes: [outcome("1", [], { state: "needs_ocr", politicianId: "E000002" })] }),
      true,
    );
    assert.equal(
      await isChangedBy({ securities: [{ symbol: "A", name: "A", exchange: null, etf: false, cik: null }] }),
      false,
    );
    assert.equal(await isChangedBy({ currentPoliticianIds: ["E000001", "E000002"] }), false);
    assert.equal(await isChangedBy({ currentPoliticianIds: ["E000002"] }), true);
  },
);

testWithStore(
  "a publication adds and updates members and securities, and removes none",
  async ({ publications, reference }) => {
    const former = politician("E000002");
    const apple = { symbol: "AAPL", name: "Apple Inc.", exchange: "Nasdaq", etf: false, cik: 320193 };
    const fund = { symbol: "SPY", name: "SPDR", exchange: null, etf: true, cik: null };
    await publications.publish({ at: NOON, outcomes: [], politicians: [former, member], securities: [fund, apple] });
    const renamed = { ...member, name: "Ann B. Example" };
    await publications.publish({
      at: NOON,
      outcomes: [],
      politicians: [renamed],
      currentPoliticianIds: [renamed.id],
      securities: [{ ...apple, name: "Apple" }],
    });
    assert.deepEqual(await reference.listPoliticians(), [renamed, { ...former, current: false }]);
    assert.deepEqual(await reference.listSecurities(), [{ ...apple, name: "Apple" }, fund]);
    await assert.rejects(publications.publish({ at: NOON, outcomes: [], currentPoliticianIds: [] }), /at least one/);
  },
);

testWithStore(
  "stores, replaces and serves a member's committee seats, and removes them when the member leaves",
  async (store) => {
    const { publications, reference } = store;
    const seat = { id: "HSZZ", name: "Examples", chamber: "house", parent: null, title: "Chairman" } as const;
    const part = { id: "HSZZ01", name: "Samples", chamber: "house", parent: "Examples", title: null } as const;
    const publish = async (committees: Politician["committees"], currentPoliticianIds = ["E000001", "E000002"]) => {
      const politicians = [{ ...member, committees }, politician("E000002")];
      return (await publications.publish({ at: NOON, outcomes: [], politicians, currentPoliticianIds })).changed;
    };
    const listSeats = async () => (await reference.listPoliticians()).map(({ committees }) => committees);
    assert.equal(await publish([seat, part]), true);
    assert.deepEqual(await listSeats(), [[seat, part], []]);
    assert.equal(await publish([seat, part]), false);
    assert.equal(await publish([{ ...seat, title: null }]), true, "the removed seat and the changed title are served");
    assert.deepEqual(await listSeats(), [[{ ...seat, title: null }], []]);
    assert.equal(
      (await publications.publish({ at: NOON, outcomes: [], currentPoliticianIds: ["E000002"] })).changed,
      true,
    );
    assert.deepEqual(await listSeats(), [[], []]);
  },
);

testWithStore("a failed publication leaves everything unchanged", async (store) => {
  const { filings, publications, reference } = store;
  await filings.recordListings([listing("1"), listing("2")], NOON);
  await publications.publish({ at: NOON, politicians: [member], outcomes: [outcome("1", [trade("1", 1)])] });
  const bad = [
    [[outcome("1", []), outcome("9", [])], /h9 is not/],
    [[outcome("1", []), outcome("1", [])], /h1 has two/],
    [
      [outcome("1", []), outcome("2", [trade("1", 2)])],
      /may contain only that filing's trades, but txn_h1_02 belongs to h1/,
    ],
    [[outcome("2", [trade("2", 1), trade("2", 1)])], /txn_h2_01 occurs twice/],
    [[outcome("1", []), outcome("2", [trade("2", 1, { politicianId: "X000009" })])], /foreign key/i],
    [[outcome("1", []), outcome("2", [trade("2", 1, { amount: { lowUsd: Number.NaN, highUsd: 1 } })])], /not NaN/],
  ] as const;
  for (const [outcomes, message] of bad) {
    await assert.rejects(publications.publish({ at: NOON, politicians: [politician("E000009")], outcomes }), message);
  }
  assert.deepEqual(await listTrades(store), [trade("1", 1)]);
  assert.equal((await publications.readCurrent())?.version, "2026-11-20.1");
  assert.equal((await filings.get("h1"))?.state, "parsed");
  assert.deepEqual(await reference.listPoliticians(), [member]);
});

testWithStore("streams trades in list order, with ids compared as bytes, from one snapshot", async (store) => {
  const { filings, publications } = store;
  const ids = Array.from({ length: 40 }, (_, index) => `${index % 2 ? "a" : "B"}${index}`);
  await filings.recordListings(
    ids.map((id) => listing(id)),
    NOON,
  );
  const dates = ["2026-02-01", "2026-02-09", "2025-12-31"];
  const trades = ids.map((id, index) =>
    Array.from({ length: 30 }, (_, line) =>
      trade(id, line + 1, {
        disclosureDate: day(dates[index % 3] as string),
        transactionDate: day(dates[(index + line) % 3] as string),
      }),
    ),
  );
  const outcomes = ids.map((id, index) => outcome(id, trades[index] as Trade[]));
  await publications.publish({ at: NOON, politicians: [member], outcomes });
  const compareTrades = (a: Trade, b: Trade) =>
    a.disclosureDate === b.disclosureDate
      ? a.transactionDate === b.transactionDate
        ? Buffer.compare(Buffer.from(b.id), Buffer.from(a.id))
        : a.transactionDate < b.transactionDate
          ? 1
          : -1
      : a.disclosureDate < b.disclosureDate
        ? 1
        : -1;
  const expected = trades.flat().sort(compareTrades);
  const streamed: Trade[] = [];
  let chunks = 0;
  for await (const chunk of publications.streamTrades()) {
    streamed.push(...chunk);
    chunks += 1;
    if (chunks === 1) await publications.publish({ at: NOON, outcomes: ids.map((id) => outcome(id, [])) });
  }
  assert.ok(chunks > 2);
  assert.deepEqual(
    streamed.map((each) => each.id),
    expected.map((each) => each.id),
  );
  assert.deepEqual(await listTrades(store), []);
});

testWithStore("streamed details are one chamber's trades in the same order, each with its filing", async (store) => {
  const { filings, publications } = store;
  const ids = ["1", "2", "3"];
  await filings.recordListings(
    ids.map((id) => listing(id)),
    NOON,
  );
  const chamberOf = (index: number) => (index === 1 ? "senate" : "house");
  const outcomes = ids.map((id, index) => outcome(id, [trade(id, 1, { chamber: chamberOf(index) })]));
  await publications.publish({ at: NOON, politicians: [member], outcomes });
  const all = await listTrades(store);
  for (const chamber of ["house", "senate", null] as const) {
    const streamed = (await Array.fromAsync(publications.streamDetailed(chamber))).flat();
    const expected = all.filter((each) => chamber === null || each.chamber === chamber);
    assert.equal(expected.length, { house: 2, senate: 1, all: 3 }[chamber ?? "all"]);
    assert.deepEqual(
      streamed.map(({ published }) => published.trade),
      expected,
    );
    const known = await publications.readDetailed(expected.map(({ id }) => id));
    for (const each of streamed) assert.deepEqual(each, known.get(each.published.trade.id));
  }
});

testWithStore("a reader during a publication sees the state before it", async (store) => {
  const { filings, publications } = store;
  const ids = Array.from({ length: 600 }, (_, index) => String(index));
  await filings.recordListings(
    ids.map((id) => listing(id)),
    NOON,
  );
  const outcomes = ids.map((id) => outcome(id, [trade(id, 1), trade(id, 2), trade(id, 3)]));
  const seen = new Set<number>();
  let done = false;
  const publishing = publications.publish({ at: NOON, politicians: [member], outcomes }).finally(() => {
    done = true;
  });
  const writing = store.sources.recordSuccess("house-clerk", NOON);
  while (!done) {
    seen.add(await publications.countTrades());
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([publishing, writing]);
  seen.delete(0);
  seen.delete(1800);
  assert.deepEqual([...seen], [], "a reader saw a partial publication");
  assert.equal(await publications.countTrades(), 1800);
});

testWithStore("bars stored by an earlier release have no known provider", async ({ market }, { options, open }) => {
  const symbol = "SMPL" as CanonicalSymbol;
  const origin: BarsOrigin = { providers: ["yahoo"], adjustment: "splits" };
  await market.writeBars(symbol, { bars: [], refreshedAt: NOON, companyName: null, origin, dividends: null });
  const forget = "update bars set providers = null, adjustment = null";
  if (options.databaseUrl === null) {
    const database = new DatabaseSync(join(options.dataDir, "congress-trades.sqlite"));
    database.exec(forget);
    database.close();
  } else {
    const client = new pg.Client({ connectionString: options.databaseUrl });
    await client.connect();
    await client.query(forget);
    await client.end();
  }
  const again = await (await open()).market.readBars(symbol);
  assert.deepEqual(again?.origin, { providers: ["unrecorded"], adjustment: "unverified" });
});

testWithStore("stores bars and quotes by symbol", async ({ market }) => {
  const symbol = "BRK.B" as CanonicalSymbol;
  assert.equal(await market.readBars(symbol), undefined);
  assert.equal(await market.readQuote(symbol), undefined);
  const bar = { date: day("2026-11-19"), open: 500.1, high: 501, low: 499.5, close: 500.25, volume: 3_000_000 };
  const origin: BarsOrigin = { providers: ["nasdaq", "yahoo"], adjustment: "splits" };
  const days = [bar, { ...bar, date: day("2026-11-18") }];
  const bars = { bars: days, refreshedAt: NOON, companyName: null, origin, dividends: null };
  await market.writeBars(symbol, { ...bars, bars: [bar] });
  await market.writeBars(symbol, bars);
  assert.deepEqual(await market.readBars(symbol), bars);
  const quote = createExampleQuote({ symbol, change: -1.5, changePercent: -0.3, peRatio: null, pricedAt: NOON });
  await market.writeQuote(symbol, { quote, fetchedAt: NOON });
  assert.deepEqual(await market.readQuote(symbol), { quote, fetchedAt: NOON });
  const older = { ...quote, peRatio: undefined } as unknown as Quote;
  await market.writeQuote(symbol, { quote: older, fetchedAt: NOON });
  assert.deepEqual(
    await market.readQuote(symbol),
    { quote, fetchedAt: NOON },
    "a quote that was stored before quotes had a P/E",
  );
});

testWithStore("counts changes since a time, and lists the latest first", async (store) => {
  const { filings, publications } = store;
  await filings.recordListings([listing("1"), listing("2")], NOON);
  const later = new Date("2026-11-21T12:00:00Z");
  await publications.publish({
    at: NOON,
    politicians: [member],
    outcomes: [outcome("1", [trade("1", 1), trade("1", 2)])],
  });
  const corrected = outcome("1", [trade("1", 1, { ticker: "MSFT" }), trade("1", 2)]);
  await publications.publish({ at: later, outcomes: [corrected, outcome("2", [trade("2", 1, { ticker: "NVDA" })])] });
  const all = await publications.readChangedSince(NOON, 10);
  assert.deepEqual([all.added, all.changed, all.superseded, all.latest.length], [3, 0, 0, 3]);
  const { latest, ...counts } = await publications.readChangedSince(later, 1);
  assert.deepEqual(counts, { added: 1, changed: 1, superseded: 0 });
  assert.deepEqual(
    latest.map((each) => each.trade.id),
    [trade("1", 1).id],
  );
  const none = { added: 0, changed: 0, superseded: 0, latest: [] };
  assert.deepEqual(await publications.readChangedSince(new Date("2026-11-22T00:00:00Z"), 10), none);
});

testWithStore(
  "trades of filings listed after the first complete listing are news from the time of their publication",
  async (store) => {
    const { filings, publications, sources } = store;
    const createTime = (hour: number) => new Date(NOON.getTime() + hour * 3_600_000);
    await filings.recordListings([listing("1")], createTime(0));
    await publications.publish({ at: createTime(1), politicians: [member], outcomes: [outcome("1", [trade("1", 1)])] });
    assert.deepEqual(await publications.readNewTrades(NOON), [], "there is no news before the first complete listing");
    await sources.recordListingCompleted("house-clerk", createTime(2));
    await filings.recordListings([listing("2"), listing("3", { year: 2020 }), listing("4")], createTime(3));
    const made = ["2", "3"].map((docId) => outcome(docId, [trade(docId, 1, { ticker: "MSFT" })]));
    await publications.publish({ at: createTime(4), outcomes: made });
    await publications.publish({ at: createTime(6), outcomes: [outcome("4", [trade("4", 1, { ticker: "NVDA" })])] });
    const listNewsIds = async (hour: number) =>
      (await publications.readNewTrades(createTime(hour))).map(({ id }) => id).toSorted();
    assert.deepEqual(await listNewsIds(0), ["txn_h2_01", "txn_h4_01"]);
    assert.deepEqual(await listNewsIds(5), ["txn_h4_01"]);
    const [first] = await publications.readNewTrades(createTime(5));
    assert.deepEqual(first, { id: "txn_h4_01", filingId: "h4", firstSeenAt: createTime(6) });
  },
);
