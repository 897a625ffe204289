/** Tests alert rules on publications in the real store: which stored trades the rules see, and what is stored. */
import assert from "node:assert/strict";
import { createPublicationJudge } from "../../src/accounts/alerts/judge.ts";
import { previewAlert } from "../../src/accounts/alerts/preview.ts";
import { addDays } from "../../src/domain/dates.ts";
import { findDirection } from "../../src/domain/direction.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { Store } from "../../src/store/store.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { judgedBy, judging } from "../store/judged-by.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { alertDraft, confirmAddress, later } from "../store/premium-made.ts";
import { testWithStore } from "../store/with-store.ts";

const members = ["E000001", "E000002", "E000003"].map((id) => politician(id));

/** Lists h1 before the source's first complete listing, and the other reports after it. */
async function listReports(store: Store, ...docIds: readonly string[]) {
  await store.filings.recordListings([listing("1")], NOON);
  await store.sources.recordListingCompleted("house-clerk", later(1));
  await store.filings.recordListings(
    docIds.map((docId) => listing(docId)),
    later(60),
  );
  const judge = judgedBy(
    createPublicationJudge({
      sources: store.sources,
      bodies: ALL_ON.map((body) => ({ ...body, isOff: body.chamber === "senate" })),
      emails: true,
      baseUrl: "https://api.example/api/v1",
      reason: "reparsed",
    }),
  );
  const { id: account } = await store.accounts.create("reader", "premium", NOON);
  return {
    account,
    publish: (docId: string, trades: readonly Trade[], at = later(100)) =>
      store.publications.publish({ at, politicians: members, outcomes: [outcome(docId, trades)] }, judge),
    /** Returns all events of a type. */
    listEvents: async (type: string) =>
      (await store.events.listAfter(account, 0, null, 1000))
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
        .filter((event) => event.type === type)
        .map(({ data }) => data),
  };
}

testWithStore("the three kinds of alerts fire once for new trades, and queue their mails", async (store) => {
  const { account, publish, listEvents } = await listReports(store, "2", "3");
  const makeFields = (number: number, on: string) => ({ politicianId: `E00000${number}`, transactionDate: day(on) });
  await publish("1", [trade("1", 1, makeFields(1, "2026-01-02")), trade("1", 2, makeFields(2, "2026-01-05"))]);

  const drafts = [
    alertDraft({ name: "purchases", notificationEmail: "ann@example.org" }),
    alertDraft({ name: "quiet", alertType: "politician_activity", days: 14 }),
    alertDraft({ name: "cluster", alertType: "ticker_cluster", days: 30, politicians: 3 }),
  ];
  await confirmAddress(store, account, "ann@example.org");
  for (const draft of drafts) await store.alerts.create(account, draft, later(50));

  await publish("2", [trade("2", 1, makeFields(1, "2026-01-15"))]);
  const listFired = async () =>
    (await listEvents("alert.triggered")).map(({ alert }) => (alert as { name: string }).name);
  assert.deepEqual(await listFired(), ["purchases"], "13 days are not 14, and two people are not three");
  await publish("3", [trade("3", 1, makeFields(3, "2026-01-20")), trade("3", 2, makeFields(1, "2026-01-30"))]);
  assert.deepEqual((await listFired()).slice(1), ["purchases", "quiet", "cluster"]);
  const byName = new Map((await store.alerts.list(account, null, { limit: 10, skip: 0 })).rows.map((a) => [a.name, a]));
  assert.equal(byName.get("purchases")?.matchCount, 3);
  assert.equal(byName.get("quiet")?.matchCount, 2, "a member's first trade ever, and one 15 days after another");
  assert.equal(byName.get("cluster")?.matchCount, 2);

  const mails = await store.emails.claimDue(10, later(1000));
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [
      ["ann@example.org", "congress-trades: 1 trade for purchases"],
      ["ann@example.org", "congress-trades: 2 trades for purchases"],
    ],
  );
});

testWithStore(
  "over several publications, an alert fires for the trades that a preview of the same rule shows",
  async (store) => {
    const docIds = Array.from({ length: 12 }, (_, number) => String(number + 2));
    const { account, publish } = await listReports(store, ...docIds);
    const filter = { minAmountUsd: 1001 };
    const rules = [
      { alertType: "trade" as const },
      { alertType: "politician_activity" as const, days: 20 },
      { alertType: "ticker_cluster" as const, days: 15, politicians: 3 },
    ];
    for (const rule of rules) await store.alerts.create(account, alertDraft({ filter, ...rule }), later(50));
    const pages = docIds.map((docId, number) =>
      Array.from({ length: 6 }, (_, line) => {
        const made = (number * 31 + line * 17 + number * line * 7) % 97;
        return trade(docId, line + 1, {
          politicianId: `E00000${1 + (made % 3)}`,
          ticker: made % 4 === 0 ? "MSFT" : "AAPL",
          disclosureDate: addDays(day("2026-05-01"), number * 6 + line),
          transactionDate: addDays(day("2026-02-01"), number * 6 + ((made * 13) % 60)),
        });
      }),
    );
    for (const [number, trades] of pages.entries())
      await publish(docIds[number] as string, trades, later(100 + number));
    const all = pages.flat().map((trade) => ({ ...trade, direction: findDirection(trade) }));
    const { rows } = await store.alerts.list(account, null, { limit: 10, skip: 0 });
    for (const alert of rows) {
      const listByPolitician = async (id: string) => all.filter(({ politicianId }) => politicianId === id);
      const since = day("2026-01-01");
      const shown = await previewAlert(alert, { matching: all, listByPolitician }, since, async () => {});
      const { rows: fired, total } = await store.alerts.listMatches(account, alert.id, { limit: 200, skip: 0 });
      assert.equal(total, shown.totalMatches, alert.alertType);
      assert.ok(total > 3 && (alert.alertType === "trade" || total < all.length), `${alert.alertType}: ${total}`);
      const latest = fired.map(({ trade }) => trade.id).toSorted();
      for (const { id } of shown.latest) assert.ok(latest.includes(id), `${alert.alertType} ${id}`);
    }
  },
);

testWithStore(
  "announces changes, unless the only change is a company's new name in the list of securities",
  async (store) => {
    const { publish, listEvents } = await listReports(store, "2");
    const unlisted = { ticker: "", tickerSource: "none" as const, company: "A garage" };
    await publish("2", [trade("2", 1), trade("2", 2, unlisted)]);
    const publishAndListUpdates = async (first: Partial<Trade>, second: Partial<Trade>) => {
      const known = (await listEvents("trade.updated")).length;
      await publish("2", [trade("2", 1, first), trade("2", 2, { ...unlisted, ...second })]);
      return (await listEvents("trade.updated")).slice(known).map(({ previous }) => previous);
    };
    assert.deepEqual(await publishAndListUpdates({ company: "Apple" }, {}), []);
    assert.deepEqual(await publishAndListUpdates({ company: "Apple", page: 9 }, {}), []);
    assert.deepEqual(await publishAndListUpdates({ company: "Apple" }, { company: "A garage in Ohio" }), [
      { company: "A garage", headline: "Purchase of A garage" },
    ]);
    assert.deepEqual(
      await publishAndListUpdates({ company: "Pear", assetNameRaw: "Pear Inc." }, { company: "A garage in Ohio" }),
      [{ company: "Apple", headline: "Purchase of Apple" }],
    );
    assert.deepEqual(
      await publishAndListUpdates({ company: "Pear", comment: "Sold." }, { company: "A garage in Ohio" }),
      [{ comment: null }],
    );
  },
);

testWithStore(
  "announces no trades of an earlier year that is fetched later, but those of a new year",
  async (store) => {
    const { publish, listEvents } = await listReports(store, "2");
    await store.filings.recordListings([listing("3", { year: 2020 }), listing("4", { year: 2027 })], later(70));
    await store.sources.recordListingCompleted("house-clerk", later(80));
    for (const docId of ["2", "3", "4"]) await publish(docId, [trade(docId, 1)]);
    assert.deepEqual(
      (await listEvents("trade.created")).map(({ trade }) => (trade as { id: string }).id),
      ["txn_h2_01", "txn_h4_01"],
    );
  },
);

testWithStore("if nobody is notified, no number of new trades needs a person's approval", async (store) => {
  await store.sources.recordListingCompleted("house-clerk", NOON);
  await store.filings.recordListings([listing("2")], later(60));
  const many = Array.from({ length: 2001 }, (_, line) => trade("2", line + 1));
  const judge = judging(store.sources);
  const publication = { at: later(100), politicians: members, outcomes: [outcome("2", many)] };
  assert.equal((await store.publications.publish(publication, judge)).held, null);
  assert.equal(await store.publications.countTrades(), 2001);
});

testWithStore("an alert on a politician's former id fires for trades under the new one", async (store) => {
  const { account, publish, listEvents } = await listReports(store, "2", "3");
  await store.alerts.create(account, alertDraft({ filter: { politicianId: ["E000001"] } }), later(50));
  const makeTrades = (docId: string) => [trade(docId, 1, { politicianId: "E000002" })];
  await publish("2", makeTrades("2"));
  assert.equal((await listEvents("alert.triggered")).length, 0);
  await store.publications.publish({ at: later(100), outcomes: [], identities: { E000001: "E000002" } });
  await publish("3", makeTrades("3"));
  const [fired] = await listEvents("alert.triggered");
  assert.deepEqual(
    ((fired?.["trades"] ?? []) as { id: string }[]).map(({ id }) => id),
    [trade("3", 1).id],
  );
});
