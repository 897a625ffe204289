import assert from "node:assert/strict";
import type { Trade } from "../../src/domain/trade.ts";
import type { FilingOutcome, Judgement, PublicationChange } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judgedBy } from "./judged-by.ts";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { alertDraft, confirmAddress, createAccountWithEndpoints, later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const members = [politician("E000001"), politician("E000002", {}, { state: "TX" })];

/** Creates a judge that records the changes that it is given. */
function createRecordingJudge(): { readonly seen: PublicationChange[]; readonly judge: Judgement } {
  const seen: PublicationChange[] = [];
  return {
    seen,
    judge: judgedBy(async (change) => {
      seen.push(change);
    }),
  };
}

/** Records a complete listing with h1, and after it a second complete listing with h2 and h3. */
async function recordTwoListings(store: Store): Promise<void> {
  await store.filings.recordListings([listing("1")], NOON);
  await store.sources.recordListingCompleted("house-clerk", later(1));
  await store.filings.recordListings([listing("2"), listing("3")], later(60));
  await store.sources.recordListingCompleted("house-clerk", later(120));
}

testWithStore(
  "a publication tells its judge which trades are new, changed and removed, and which are announced",
  async (store) => {
    await recordTwoListings(store);
    const { seen, judge } = createRecordingJudge();
    const { publications } = store;
    const publish = (trades: readonly Trade[], rest = {}) =>
      publications.publish({ at: later(200), outcomes: [outcome("2", trades)], ...rest }, judge);
    // Their transaction date differs from the other report's; otherwise the trades would be possible repeats of each other.
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
    assert.equal(seen.length, 0, "the judge is not called if nothing changed");

    const renamed = trade("2", 1, { company: "Apple" });
    assert.equal((await publish([renamed, trade("2", 2)])).changed, true);
    assert.deepEqual(
      [seen[0]?.changed, seen.pop()?.announced],
      [[], new Set()],
      "a new company name alone is not announced",
    );
    assert.deepEqual((await publications.findTrade("txn_h2_01"))?.trade, renamed);
    await publish([trade("2", 1, { company: "Apple", owner: "spouse" }), trade("2", 2)]);
    assert.deepEqual(seen.pop()?.changed, [], "changes outside the public fields are not announced");

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
  const { seen, judge } = createRecordingJudge();
  const publication = { at: NOON, politicians: members, outcomes: [outcome("1", [trade("1", 1)])] };
  await store.publications.publish(publication, judge);
  assert.deepEqual([seen[0]?.added.length, seen[0]?.announced.size], [1, 0]);
});

testWithStore("events, matches and e-mails are stored with the publication or not at all", async (store) => {
  await recordTwoListings(store);
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 2, ["trade.created"]);
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
    assert.deepEqual(await scope.recordMatches(alert, ids), [], "the same alert and trade match only once");
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
    throw new Error("the judge failed");
  });
  await assert.rejects(store.publications.publish(publication, failing), /the judge failed/);
  assert.equal(await store.events.readSequenceRange(account), null);
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
  assert.deepEqual(others, [], "only the confirmed address gets mail");
  assert.deepEqual([email?.to, email?.subject, email?.text], ["ann@example.org", "An alert", "Two trades"]);
});

testWithStore("new events for paused and disabled endpoints are held", async (store) => {
  await recordTwoListings(store);
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 3, ["trade.created"]);
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
    await recordTwoListings(store);
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
  await recordTwoListings(store);
  const { account } = await createAccountWithEndpoints(store, "own", 1, ["trade.created"]);
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
  assert.equal(await store.events.readSequenceRange(account), null);

  const other = outcome("3", [trade("3", 1)]);
  const next = { at: later(210), politicians: members, outcomes: [outcome("2", [trade("2", 1)]), other] };
  assert.equal(
    (await store.publications.publish(next, judge)).tradesAdded,
    1,
    "the held filing waits, and the other one is published",
  );
  const id = held?.id ?? 0;
  const approved = await store.held.approve(id, () => judge);
  assert.deepEqual([approved.tradesAdded, approved.held], [2001, null]);
  assert.deepEqual(await store.events.readSequenceRange(account), { oldest: 1, newest: 2002 });
  assert.deepEqual(await store.held.list(), []);
  assert.equal((await store.filings.get("h2"))?.state, "parsed");
  await assert.rejects(
    store.held.approve(id, () => judge),
    /no held publication/,
  );
});

testWithStore(
  "a held outcome belongs to one document, and the outcome of a newer document replaces it",
  async (store) => {
    const { filings, held: table, publications } = store;
    await recordTwoListings(store);
    const { judge } = createRecordingJudge();
    const createOutcome = (docId: string, lines: number, documentSha256: string) =>
      outcome(
        docId,
        Array.from({ length: lines }, (_, line) => trade(docId, line + 1)),
        { documentSha256 },
      );
    const publish = (outcomes: readonly FilingOutcome[], doubt: string | null = null) =>
      publications.publish({ at: later(200), outcomes, doubt, cause: "amended" }, judge);
    await publications.publish({ at: later(199), politicians: members, outcomes: [] });
    await publish([createOutcome("1", 1, "a1")]);
    const first =
      (await publish([createOutcome("1", 2, "b1"), createOutcome("2", 1, "b2")], "Look at it.")).held ?? assert.fail();
    assert.equal((await filings.get("h1"))?.documentSha256, "a1", "the served trades come from the previous document");
    assert.deepEqual(await filings.findHeldPublication("h1"), { publication: first.id, documentSha256: "b1" });
    assert.equal(await filings.findHeldPublication("h3"), undefined);

    const { documentSha256: _, ...again } = createOutcome("1", 1, "a1");
    for (const each of [createOutcome("1", 2, "b1"), createOutcome("1", 1, "a1"), again])
      assert.equal((await publish([each])).changed, false, "an outcome that is already held or served changes nothing");
    assert.equal((await publish([createOutcome("1", 2, "b1")], "Look at it.")).held, null);
    const second = (await publish([createOutcome("1", 3, "c1")], "Look at that.")).held ?? assert.fail();
    assert.deepEqual(await filings.findHeldPublication("h1"), { publication: second.id, documentSha256: "c1" });
    const causes: (string | null)[] = [];
    const getJudge = (cause: string | null) => {
      causes.push(cause);
      return judge;
    };
    assert.equal(
      (await table.approve(first.id, getJudge)).tradesAdded,
      1,
      "only the filing that still waits in the held publication is published",
    );
    assert.equal((await filings.get("h1"))?.documentSha256, "a1");
    assert.equal(
      (await publish([createOutcome("1", 4, "d1")])).tradesAdded,
      3,
      "an outcome of a newer document is published without being held",
    );
    assert.deepEqual(
      [await table.list(), await filings.findHeldPublication("h1")],
      [[], undefined],
      "the second held publication is empty and therefore gone",
    );
    assert.equal((await filings.get("h1"))?.documentSha256, "d1");

    await filings.setDocument("h3", "d3");
    await publish([createOutcome("3", 1, "d3")], "Look at it.");
    await filings.setDocument("h3", "e3");
    assert.equal(
      (await publish([createOutcome("3", 2, "e3")])).tradesAdded,
      2,
      "a new document that was recorded before it was read replaces the held outcome",
    );
    assert.deepEqual(await table.list(), []);

    await filings.recordListings([listing("4")], later(60));
    const third =
      (await publish([createOutcome("1", 1, "e1"), createOutcome("4", 1, "e4")], "Look at it.")).held ?? assert.fail();
    await table.reject(third.id);
    assert.equal(
      (await filings.get("h1"))?.documentSha256,
      "d1",
      "the served trades and the recorded document still match",
    );
    assert.deepEqual(
      (await filings.listPending("house-clerk")).map(({ id }) => id),
      ["h4"],
    );
    assert.deepEqual(causes, ["amended"]);
  },
);

testWithStore(
  "a publication that removes more than 1% of trades is held, and a rejected one is discarded",
  async (store) => {
    await recordTwoListings(store);
    const many = Array.from({ length: 200 }, (_, line) => trade("1", line + 1));
    const publish = (lines: number, judge?: Judgement) =>
      store.publications.publish(
        { at: later(200), politicians: members, outcomes: [outcome("1", many.slice(0, lines))] },
        judge,
      );
    const { seen, judge } = createRecordingJudge();
    await publish(200, judge);
    assert.equal((await publish(198, judge)).held, null, "removing 1% of the trades is allowed");
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
