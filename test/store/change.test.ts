import assert from "node:assert/strict";
import type { Trade } from "../../src/domain/trade.ts";
import type { FilingOutcome, Judgement, PublicationChange } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judgedBy } from "./judged-by.ts";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { accountWithEndpoints, alertDraft, confirmAddress, later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const members = [politician("E000001"), politician("E000002", {}, { state: "TX" })];

/** A judge that keeps what it was told. */
function witness(): { readonly seen: PublicationChange[]; readonly judge: Judgement } {
  const seen: PublicationChange[] = [];
  return {
    seen,
    judge: judgedBy(async (change) => {
      seen.push(change);
    }),
  };
}

/** A source that has listed all it has, h1 among it, and h2 and h3 after that. */
async function listedStore(store: Store): Promise<void> {
  await store.filings.recordListings([listing("1")], NOON);
  await store.sources.recordListingCompleted("house-clerk", later(1));
  await store.filings.recordListings([listing("2"), listing("3")], later(60));
  await store.sources.recordListingCompleted("house-clerk", later(120));
}

testWithStore(
  "a publication tells its judge which trades are new, changed and removed, and which are announced",
  async (store) => {
    await listedStore(store);
    const { seen, judge } = witness();
    const { publications } = store;
    const publish = (trades: readonly Trade[], rest = {}) =>
      publications.publish({ at: later(200), outcomes: [outcome("2", trades)], ...rest }, judge);
    // Their day differs from the other report's, or they would be possible repeats of one another.
    const backfill = Array.from({ length: 150 }, (_, line) =>
      trade("1", line + 1, { transactionDate: day("2026-01-19") }),
    );
    const first = {
      politicians: members,
      outcomes: [outcome("1", backfill), outcome("2", [trade("2", 1), trade("2", 2)])],
    };
    const { version, held } = await publish([], first);
    assert.equal(held, null);
    assert.deepEqual(seen.pop(), {
      version,
      added: [...backfill, trade("2", 1), trade("2", 2)],
      changed: [],
      removed: [],
      superseded: [],
      announced: new Set(["txn_h2_01", "txn_h2_02"]),
      corrected: new Set(),
    });
    await publish([], first);
    assert.equal(seen.length, 0, "nothing changed, nothing is judged");

    const renamed = trade("2", 1, { company: "Apple" });
    assert.equal((await publish([renamed, trade("2", 2)])).changed, true);
    assert.deepEqual([seen[0]?.changed, seen.pop()?.announced], [[], new Set()], "a new company name is no news");
    assert.deepEqual((await publications.findTrade("txn_h2_01"))?.trade, renamed);
    await publish([trade("2", 1, { company: "Apple", owner: "spouse" }), trade("2", 2)]);
    assert.deepEqual(seen.pop()?.changed, [], "nor is what is not among the public fields");

    const amended = trade("2", 1, { company: "Apple Corp.", owner: "spouse", comment: "Corrected" });
    await publish([amended, trade("2", 3)]);
    const { added, changed, removed, announced, corrected } = seen.pop() as PublicationChange;
    assert.deepEqual(changed, [{ trade: amended, previous: trade("2", 1, { company: "Apple", owner: "spouse" }) }]);
    assert.deepEqual([added, removed], [[trade("2", 3)], [trade("2", 2)]]);
    assert.deepEqual(announced, new Set(["txn_h2_01", "txn_h2_02", "txn_h2_03"]));
    assert.deepEqual(corrected, new Set(["txn_h2_01", "txn_h2_02"]));
    const kept = await publications.findTrade("txn_h2_01");
    assert.deepEqual([kept?.firstSeenAt, kept?.updatedAt], [later(200), later(200)]);
    assert.equal(await publications.findTrade("txn_h9_01"), undefined);
  },
);

testWithStore("announces nothing before a source's first complete listing", async (store) => {
  await store.filings.recordListings([listing("1")], NOON);
  const { seen, judge } = witness();
  const publication = { at: NOON, politicians: members, outcomes: [outcome("1", [trade("1", 1)])] };
  await store.publications.publish(publication, judge);
  assert.deepEqual([seen[0]?.added.length, seen[0]?.announced.size], [1, 0]);
});

testWithStore("events, matches and e-mails are stored with the publication or not at all", async (store) => {
  await listedStore(store);
  const { account, endpoints } = await accountWithEndpoints(store, "own", 2, ["trade.created"]);
  const free = await store.accounts.create("Free", "free", NOON);
  const alert = await store.alerts.create(account, alertDraft(), NOON);
  await confirmAddress(store, account, "ann@example.org");
  await store.alerts.create(account, alertDraft({ status: "paused" }), NOON);
  await store.alerts.create(free.id, alertDraft(), NOON);
  const judge: Judgement = judgedBy(async ({ added }, scope) => {
    assert.deepEqual(
      (await scope.listPremiumAccounts()).map(({ id }) => id),
      [account],
    );
    assert.deepEqual(
      (await scope.listActiveAlerts()).map(({ id }) => id),
      [alert.id],
    );
    const ids = added.map(({ id }) => id);
    for (const one of added) await scope.appendEvent(account, "trade.created", { trade: { id: one.id } });
    assert.deepEqual((await scope.recordMatches(alert, ids)).toSorted(), ids.toSorted());
    assert.deepEqual(await scope.recordMatches(alert, ids), [], "a pair is matched once");
    assert.deepEqual(await scope.recordMatches({ ...alert, id: "alr_none" }, ids), []);
    const named = endpoints.slice(0, 1).map(({ id }) => id);
    const event = await scope.appendEvent(account, "alert.triggered", { total_matches: ids.length }, named);
    assert.equal(event.sequence, ids.length + 1);
    const mailed = { id: alert.id, accountId: account, notificationEmail: "ann@example.org" };
    await scope.queueEmail(mailed, "An alert", "Two trades");
    await scope.queueEmail({ ...mailed, notificationEmail: "never-asked@example.org" }, "An alert", "Two trades");
    assert.deepEqual(await scope.findPolitician("E000002"), { name: "Ann Example E000002", state: "TX" });
    assert.equal(await scope.findPolitician("X000000"), undefined);
  });
  const publication = {
    at: later(200),
    politicians: members,
    outcomes: [outcome("2", [trade("2", 1), trade("2", 2)])],
  };
  const failing: Judgement = judgedBy(async (change, scope) => {
    await judge.judge(change, scope);
    throw new Error("the judge broke");
  });
  await assert.rejects(store.publications.publish(publication, failing), /the judge broke/);
  assert.equal(await store.events.readBounds(account), null);
  assert.deepEqual(await store.emails.claimDue(9, later(300)), []);
  assert.equal(await store.publications.countTrades(), 0);

  const { version } = await store.publications.publish(publication, judge);
  const events = await store.events.listAfter(account, 0, null, 9);
  assert.deepEqual(
    events.map(({ sequence, type, body }) => [
      sequence,
      type,
      (JSON.parse(body) as Record<string, unknown>)["dataset_version"],
    ]),
    [
      [1, "trade.created", version?.version],
      [2, "trade.created", version?.version],
      [3, "alert.triggered", version?.version],
    ],
  );
  const counts = await Promise.all(endpoints.map(({ id }) => store.endpoints.countDeliveries(id)));
  assert.deepEqual(counts, [{ pending: 3 }, { pending: 2 }]);
  const matches = await store.alerts.listMatches(account, alert.id, { limit: 1, skip: 1 });
  assert.deepEqual(matches, { rows: [{ trade: trade("2", 1), matchedAt: later(200) }], total: 2 });
  assert.equal((await store.alerts.listMatches(free.id, alert.id, { limit: 1, skip: 0 })).total, 0);
  const after = await store.alerts.get(account, alert.id);
  assert.deepEqual([after?.matchCount, after?.lastTriggeredAt, after?.updatedAt], [2, later(200), NOON]);
  const [email, ...others] = await store.emails.claimDue(9, later(300));
  assert.deepEqual(others, [], "only a confirmed address is mailed to");
  assert.deepEqual([email?.to, email?.subject, email?.text], ["ann@example.org", "An alert", "Two trades"]);
});

testWithStore("paused and disabled endpoints have new events held for them", async (store) => {
  await listedStore(store);
  const { account, endpoints } = await accountWithEndpoints(store, "own", 3, ["trade.created"]);
  const [a, b, c] = endpoints;
  assert.ok(a && b && c);
  await store.endpoints.replace(account, b.id, { ...b, status: "paused" }, null, NOON);
  await store.endpoints.replace(account, c.id, { ...c, status: "disabled" }, null, NOON);
  await store.publications.publish(
    { at: later(200), politicians: members, outcomes: [outcome("2", [trade("2", 1)])] },
    judgedBy(async (_change, scope) => {
      await scope.appendEvent(account, "trade.created", {});
    }),
  );
  const counts = await Promise.all(endpoints.map(({ id }) => store.endpoints.countDeliveries(id)));
  assert.deepEqual(counts, [{ pending: 1 }, { held: 1 }, { held: 1 }]);
});

testWithStore(
  "a judge can look back at a politician's and a symbol's trades, including this publication's",
  async (store) => {
    await listedStore(store);
    const old = [
      trade("1", 1, { transactionDate: day("2025-06-01") }),
      trade("1", 2, { transactionDate: day("2025-07-01"), transactionType: "sale_full" }),
      trade("1", 3, { transactionDate: day("2025-08-01"), ticker: "MSFT", politicianId: "E000002" }),
    ];
    await store.publications.publish({ at: later(130), politicians: members, outcomes: [outcome("1", old)] });
    const fresh = trade("2", 1, { transactionDate: day("2026-01-20"), politicianId: "E000002" });
    let looked = 0;
    await store.publications.publish(
      { at: later(200), outcomes: [outcome("2", [fresh])] },
      judgedBy(async (_change, scope) => {
        assert.deepEqual(await scope.listTradesOfPolitician("E000001", "2025-01-01", "2026-12-31"), old.slice(0, 2));
        assert.deepEqual(await scope.listTradesOfPolitician("E000002", "2025-08-02", "2026-12-31"), [fresh]);
        assert.deepEqual(await scope.listTradesOfPolitician("X000000", "2025-01-01", "2026-12-31"), []);
        assert.deepEqual(await scope.listTradesOfTicker("AAPL", ["purchase"], "2025-06-01", "2026-01-20"), [
          old[0],
          fresh,
        ]);
        assert.deepEqual(await scope.listTradesOfTicker("AAPL", ["purchase"], "2025-06-02", "2026-01-19"), []);
        looked += 1;
      }),
    );
    assert.equal(looked, 1);
  },
);

testWithStore("a publication with too many events is held entirely until it is approved", async (store) => {
  await listedStore(store);
  const { account } = await accountWithEndpoints(store, "own", 1, ["trade.created"]);
  const many = Array.from({ length: 2001 }, (_, line) => trade("2", line + 1));
  const publication = { at: later(200), politicians: members, outcomes: [outcome("2", many)] };
  const judge: Judgement = judgedBy(async ({ added }, scope) => {
    for (const { id } of added) await scope.appendEvent(account, "trade.created", { trade: { id } });
  });
  const { held, changed, version } = await store.publications.publish(publication, judge);
  assert.deepEqual([changed, version, held?.heldAt], [false, undefined, later(200)]);
  assert.match(held?.reason ?? "", /would send 2001 events/);
  assert.deepEqual(await store.held.list(), [held]);
  assert.deepEqual((await store.filings.listPending("house-clerk")).map(({ id }) => id).toSorted(), ["h1", "h3"]);
  assert.equal((await store.filings.get("h2"))?.state, "pending");
  assert.equal(await store.events.readBounds(account), null);

  const other = outcome("3", [trade("3", 1)]);
  const next = { at: later(210), politicians: members, outcomes: [outcome("2", [trade("2", 1)]), other] };
  assert.equal((await store.publications.publish(next, judge)).tradesAdded, 1, "its filing waits, the others go on");
  const id = held?.id ?? 0;
  const approved = await store.held.approve(id, () => judge);
  assert.deepEqual([approved.tradesAdded, approved.held], [2001, null]);
  assert.deepEqual(await store.events.readBounds(account), { oldest: 1, newest: 2002 });
  assert.deepEqual(await store.held.list(), []);
  assert.equal((await store.filings.get("h2"))?.state, "parsed");
  await assert.rejects(
    store.held.approve(id, () => judge),
    /no held publication/,
  );
});

testWithStore("a held outcome belongs to one document: a newer one replaces it", async (store) => {
  const { filings, held: table, publications } = store;
  await listedStore(store);
  const { judge } = witness();
  const of = (docId: string, lines: number, documentSha256: string) =>
    outcome(
      docId,
      Array.from({ length: lines }, (_, line) => trade(docId, line + 1)),
      { documentSha256 },
    );
  const publish = (outcomes: readonly FilingOutcome[], doubt: string | null = null) =>
    publications.publish({ at: later(200), outcomes, doubt, cause: "amended" }, judge);
  await publications.publish({ at: later(199), politicians: members, outcomes: [] });
  await publish([of("1", 1, "a1")]);
  const first = (await publish([of("1", 2, "b1"), of("2", 1, "b2")], "Look at it.")).held ?? assert.fail();
  assert.equal((await filings.get("h1"))?.documentSha256, "a1", "what is served is of the document before");
  assert.deepEqual(await filings.findHeld("h1"), { publication: first.id, documentSha256: "b1" });
  assert.equal(await filings.findHeld("h3"), undefined);

  const { documentSha256: _, ...again } = of("1", 1, "a1");
  for (const each of [of("1", 2, "b1"), of("1", 1, "a1"), again])
    assert.equal((await publish([each])).changed, false, "it waits already");
  assert.equal((await publish([of("1", 2, "b1")], "Look at it.")).held, null);
  const second = (await publish([of("1", 3, "c1")], "Look at that.")).held ?? assert.fail();
  assert.deepEqual(await filings.findHeld("h1"), { publication: second.id, documentSha256: "c1" });
  const causes: (string | null)[] = [];
  const judgeOf = (cause: string | null) => {
    causes.push(cause);
    return judge;
  };
  assert.equal((await table.approve(first.id, judgeOf)).tradesAdded, 1, "only of the filing that still waits in it");
  assert.equal((await filings.get("h1"))?.documentSha256, "a1");
  assert.equal((await publish([of("1", 4, "d1")])).tradesAdded, 3, "a newer one need not be held");
  assert.deepEqual(
    [await table.list(), await filings.findHeld("h1")],
    [[], undefined],
    "nothing was left of the other",
  );
  assert.equal((await filings.get("h1"))?.documentSha256, "d1");

  await filings.setDocument("h3", "d3");
  await publish([of("3", 1, "d3")], "Look at it.");
  await filings.setDocument("h3", "e3");
  assert.equal((await publish([of("3", 2, "e3")])).tradesAdded, 2, "it was noted before it was read");
  assert.deepEqual(await table.list(), []);

  await filings.recordListings([listing("4")], later(60));
  const third = (await publish([of("1", 1, "e1"), of("4", 1, "e4")], "Look at it.")).held ?? assert.fail();
  await table.reject(third.id);
  assert.equal((await filings.get("h1"))?.documentSha256, "d1", "what is served and what is kept still agree");
  assert.deepEqual(
    (await filings.listPending("house-clerk")).map(({ id }) => id),
    ["h4"],
  );
  assert.deepEqual(causes, ["amended"]);
});

testWithStore(
  "a publication that removes more than 1% of trades is held, and a rejected one is discarded",
  async (store) => {
    await listedStore(store);
    const many = Array.from({ length: 200 }, (_, line) => trade("1", line + 1));
    const publish = (lines: number, judge?: Judgement) =>
      store.publications.publish(
        { at: later(200), politicians: members, outcomes: [outcome("1", many.slice(0, lines))] },
        judge,
      );
    const { seen, judge } = witness();
    await publish(200, judge);
    assert.equal((await publish(198, judge)).held, null, "one in a hundred is let through");
    await publish(200, judge);
    const { held } = await publish(197, judge);
    assert.match(held?.reason ?? "", /would remove 3 of 200 published trades/);
    assert.equal(await store.publications.countTrades(), 200);
    const judged = seen.length;
    await store.held.reject(held?.id ?? 0);
    assert.deepEqual([await store.held.list(), seen.length], [[], judged]);
    await assert.rejects(store.held.reject(held?.id ?? 0), /no held publication/);
    assert.equal((await publish(197)).tradesRemoved, 3, "without a judge nothing is held");
    assert.equal((await all(store.publications.streamTrades())).flat().length, 197);
  },
);
