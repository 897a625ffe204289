/** Tests daily digests in the real store: which trades wait for a digest, when it is written, and that it is written once. */
import assert from "node:assert/strict";
import { startDigests } from "../../src/accounts/alerts/digests.ts";
import { EventSchema } from "../../src/api/premium/event-schema.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Alert } from "../../src/domain/premium.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { FilingOutcome } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judging } from "../store/judged-by.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { alertDraft, confirmAddress, endpointDraft } from "../store/premium-made.ts";
import { testWithStore } from "../store/with-store.ts";

const BASE_URL = "https://api.example/api/v1";
const NEW_YORK = { hour: 7, timeZone: "America/New_York", whenEmpty: false };

interface DigestEvent {
  readonly id: string;
  readonly data: {
    readonly alert: { readonly name: string };
    readonly trades: readonly Record<string, unknown>[];
    readonly total_matches: number;
    readonly digest?: Readonly<Record<string, unknown>>;
  };
}

/** Prepares the store so that new reports are announced, and creates an account. */
async function prepareNewsroom(store: Store) {
  await store.filings.recordListings([listing("1")], NOON);
  await store.sources.recordListingCompleted("house-clerk", NOON);
  const { id: account } = await store.accounts.create("reader", "premium", NOON);
  await confirmAddress(store, account, "ann@example.org");
  const judge = judging(store.sources, { emails: true, reason: "amended" });
  const startDigestsAt = (at: string, log = createLogger("silent")) => {
    const loadStandouts = async () => new Map([["txn_h2_01", ["largest" as const]]]);
    const now = () => new Date(at);
    return startDigests({
      digests: store.digests,
      baseUrl: BASE_URL,
      loadStandouts,
      emails: true,
      onQueued() {},
      log,
      now,
    });
  };
  return {
    account,
    create: (changes: Partial<Alert> = {}, at = NOON) =>
      store.alerts.create(account, alertDraft({ name: "Apple", daily: NEW_YORK, ...changes }), at),
    async publish(
      docId: string,
      at: string,
      trades: readonly Trade[] = [trade(docId, 1)],
      changes: Partial<FilingOutcome> = {},
    ) {
      await store.filings.recordListings([listing(docId)], new Date(at));
      const outcomes = [outcome(docId, trades, changes)];
      await store.publications.publish({ at: new Date(at), politicians: [politician("E000001")], outcomes }, judge);
    },
    startDigestsAt,
    async write(at: string) {
      const writer = startDigestsAt(at);
      await writer.writeDueDigests();
      await writer.stop();
    },
    async listEvents(): Promise<readonly DigestEvent[]> {
      const events = await store.events.listAfter(account, 0, "alert.triggered", 1000);
      for (const { body } of events) EventSchema.parse(JSON.parse(body));
      return events.map(({ body }) => JSON.parse(body) as DigestEvent);
    },
    listMails: async () =>
      (await store.emails.claimDue(100, new Date("2027-06-01T00:00:00Z"))).filter(({ html }) => html !== null),
  };
}

const listTradeIds = ({ data }: DigestEvent) => data.trades.map(({ id }) => id);

testWithStore(
  "a digest reports a day's trades at its hour by webhook and mail, and a day without trades has none",
  async (store) => {
    const { account, create, publish, write, listEvents, listMails } = await prepareNewsroom(store);
    await store.endpoints.create(
      account,
      endpointDraft({ eventTypes: ["alert.triggered"] }),
      new Uint8Array([1]),
      NOON,
    );
    const alert = await create({ notificationEmail: "ann@example.org" });
    assert.equal(alert.nextDigestAt?.toISOString(), "2026-11-21T12:00:00.000Z");
    await publish("2", "2026-11-20T15:00:00Z");
    await publish("3", "2026-11-20T23:00:00Z", [
      trade("3", 1, {
        disclosureDate: day("2026-02-11"),
        firstDisclosed: { date: day("2026-04-30"), source: "filing" },
      }),
    ]);
    await write("2026-11-21T11:59:59Z");
    assert.deepEqual(await listEvents(), []);

    await write("2026-11-21T12:00:10Z");
    const [told, ...more] = await listEvents();
    assert.ok(told);
    assert.equal(more.length, 0);
    assert.deepEqual(listTradeIds(told), ["txn_h3_01", "txn_h2_01"]);
    assert.deepEqual(told.data.digest, {
      date: "2026-11-21",
      time_zone: "America/New_York",
      from: "2026-11-20T12:00:00Z",
      until: "2026-11-21T12:00:10Z",
      members: 1,
      late: told.data.trades.filter(({ late }) => late).length,
    });
    const [, largest] = told.data.trades;
    assert.deepEqual(
      [largest?.["url"], largest?.["stands_out"]],
      ["https://api.example/trades/txn_h2_01", ["largest"]],
    );
    assert.equal((await store.deliveries.countByStatus()).pending, 1);
    const [mail, ...others] = await listMails();
    assert.equal(others.length, 0);
    assert.equal(mail?.subject, "congress-trades: 2 trades for Apple, Nov 21, 2026");
    assert.match(mail?.text ?? "", /Published from Nov 20, 2026, 07:00 to Nov 21, 2026, 07:00 \(America\/New_York\)\./);
    assert.match(
      mail?.text ?? "",
      /Stands out: the largest of the last 30 days\.\n {4}https:\/\/api\.example\/trades\/txn_h2_01/,
    );
    assert.match(
      mail?.html ?? "",
      /<li><a href="https:\/\/api\.example\/trades\/txn_h2_01">Purchase of Apple Inc\. \(AAPL\)<\/a>/,
    );

    await write("2026-11-22T12:00:10Z");
    assert.equal((await listEvents()).length, 1, "a day without trades");
    const next = await store.alerts.get(account, alert.id);
    assert.equal(next?.nextDigestAt?.toISOString(), "2026-11-23T12:00:00.000Z");
    assert.equal(next?.matchCount, 2);
  },
);

testWithStore(
  "two processes and a restart write a digest once, and one digest covers days of downtime",
  async (store) => {
    const { create, publish, startDigestsAt, write, listEvents } = await prepareNewsroom(store);
    await create();
    await create({ daily: { ...NEW_YORK, timeZone: "Asia/Tokyo", whenEmpty: true } });
    await publish("2", "2026-11-20T15:00:00Z");
    await publish("3", "2026-11-22T15:00:00Z");
    const writers = [startDigestsAt("2026-11-25T08:00:00Z"), startDigestsAt("2026-11-25T08:00:00Z")];
    await Promise.all(writers.map((writer) => writer.writeDueDigests()));
    await Promise.all(writers.map((writer) => writer.stop()));
    const told = await listEvents();
    assert.deepEqual(told.map(listTradeIds), [
      ["txn_h3_01", "txn_h2_01"],
      ["txn_h3_01", "txn_h2_01"],
    ]);
    await write("2026-11-25T08:00:30Z");
    assert.equal((await listEvents()).length, 2);
    await write("2026-11-26T00:00:00Z");
    const asked = (await listEvents()).slice(2);
    assert.deepEqual(
      asked.map(({ data }) => [data.total_matches, data.digest?.["time_zone"]]),
      [[0, "Asia/Tokyo"]],
    );
  },
);

testWithStore("nothing is lost if an alert is paused, changed or no longer daily", async (store) => {
  const { account, create, publish, write, listEvents } = await prepareNewsroom(store);
  const alert = await create();
  const change = async (changes: Partial<Alert>, at: string) => {
    const draft = alertDraft({ name: "Apple", daily: NEW_YORK, ...changes });
    return (await store.alerts.replace(account, alert.id, draft, null, new Date(at)))?.nextDigestAt?.toISOString();
  };
  await publish("2", "2026-11-20T15:00:00Z");
  assert.equal(await change({ name: "Pear" }, "2026-11-21T12:30:00Z"), "2026-11-21T12:00:00.000Z", "still due");
  assert.equal(await change({ status: "paused" }, "2026-11-21T12:30:00Z"), undefined);
  await write("2026-11-21T13:00:00Z");
  assert.deepEqual(await listEvents(), []);
  const hour = { ...NEW_YORK, hour: 9 };
  assert.equal(await change({ daily: hour }, "2026-11-21T13:30:00Z"), "2026-11-21T14:00:00.000Z");
  assert.equal(await change({ daily: null }, "2026-11-21T13:40:00Z"), "2026-11-21T13:40:00.000Z", "a last digest");
  assert.equal(await change({ name: "Plum", daily: null }, "2026-11-21T13:41:00Z"), "2026-11-21T13:40:00.000Z");
  await write("2026-11-21T13:42:00Z");
  assert.deepEqual((await listEvents()).map(listTradeIds), [["txn_h2_01"]]);
  assert.equal((await store.alerts.get(account, alert.id))?.nextDigestAt, null);
  await publish("3", "2026-11-21T15:00:00Z");
  assert.deepEqual((await listEvents()).map(listTradeIds), [["txn_h2_01"], ["txn_h3_01"]]);
});

testWithStore(
  "a publication that started before an alert's digests were turned off still gets a digest",
  async (store) => {
    const { account, create, publish, write, listEvents } = await prepareNewsroom(store);
    const alert = await create();
    await publish("2", "2026-11-20T15:00:00Z");
    await store.alerts.replace(account, alert.id, alertDraft({ daily: null }), null, new Date("2026-11-20T16:00:00Z"));
    await write("2026-11-20T16:00:01Z");
    const late = { politicians: [], outcomes: [outcome("3", [trade("3", 1)])], at: new Date("2026-11-20T16:00:02Z") };
    await store.filings.recordListings([listing("3")], late.at);
    await store.publications.publish(late, {
      ...judging(store.sources),
      judge: async (_change, scope) =>
        void (await scope.recordMatches({ id: alert.id, daily: NEW_YORK }, ["txn_h3_01"])),
    });
    await write("2026-11-20T16:00:03Z");
    assert.deepEqual((await listEvents()).map(listTradeIds), [["txn_h2_01"], ["txn_h3_01"]]);
  },
);

testWithStore(
  "a digest shows trades as they are when it is written: it has replacements, and no trade that was taken back",
  async (store) => {
    const { create, publish, write, listEvents } = await prepareNewsroom(store);
    await create({ filter: { minAmountUsd: 1 } });
    const bond = { ticker: "", assetNameRaw: "A bond", company: "A bond" };
    await publish("2", "2026-11-20T15:00:00Z", [trade("2", 1), trade("2", 2, bond)]);
    const amended = trade("3", 1, { disclosureDate: day("2026-02-20"), amount: { lowUsd: 50_001, highUsd: 100_000 } });
    const decided = [{ line: null, supersedes: "h2" }];
    const amending = { amending: { report: { number: null }, lines: [], decided } };
    await publish("3", "2026-11-20T16:00:00Z", [amended], amending);
    await write("2026-11-21T12:00:00Z");
    const told = (await listEvents()).map(({ data }) => [data.total_matches, data.trades[0]?.["amount_range"]]);
    assert.deepEqual(told, [[1, "$50,001 - $100,000"]]);
  },
);

testWithStore("the digest of a disabled account waits until the account is enabled", async (store) => {
  const { account, create, publish, write, listEvents } = await prepareNewsroom(store);
  await create();
  await publish("2", "2026-11-20T15:00:00Z");
  await store.accounts.setDisabled(account, true, new Date("2026-11-20T18:00:00Z"));
  await write("2026-11-21T12:00:00Z");
  assert.deepEqual(await listEvents(), []);
  await store.accounts.setDisabled(account, false, new Date("2026-11-24T18:00:00Z"));
  await write("2026-11-24T18:00:01Z");
  assert.deepEqual((await listEvents()).map(listTradeIds), [["txn_h2_01"]]);
});

testWithStore(
  "across midnight and clock changes, three time zones have one digest per day, and each trade once",
  async (store) => {
    const { create, publish, write, listEvents } = await prepareNewsroom(store);
    // In New York, clocks go forward at 2:00 on 14 March 2027 and back at 2:00 on 7 November, a week or more apart from Berlin's
    // changes.
    const times = [
      { hour: 2, timeZone: "America/New_York", whenEmpty: false },
      { hour: 1, timeZone: "America/New_York", whenEmpty: false },
      { hour: 0, timeZone: "Europe/Berlin", whenEmpty: false },
      { hour: 0, timeZone: "Pacific/Kiritimati", whenEmpty: false },
    ];
    const published: string[] = [];
    for (const [month, start] of ["2027-03-13T00:00:00Z", "2027-11-06T00:00:00Z"].entries()) {
      const hourAt = (hour: number) => new Date(Date.parse(start) + hour * 3_600_000);
      if (month === 0)
        for (const daily of times) await create({ name: `${daily.timeZone} ${daily.hour}`, daily }, hourAt(0));
      for (let hour = 0; hour <= 74; hour += 1) {
        if (hour % 8 === 3 && hour < 50) {
          const docId = String(100 * (month + 1) + hour);
          published.push(`txn_h${docId}_01`);
          await publish(docId, hourAt(hour - 0.5).toISOString());
        }
        await write(hourAt(hour).toISOString());
      }
    }
    const all = await listEvents();
    for (const { timeZone, hour } of times) {
      const own = all.filter(({ data }) => data.alert.name === `${timeZone} ${hour}`);
      assert.deepEqual(own.flatMap(listTradeIds).toSorted(), published.toSorted(), timeZone);
      const days = own.map(({ data }) => data.digest?.["date"]);
      assert.equal(new Set(days).size, days.length, `${timeZone}: ${days}`);
      const local = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" });
      for (const { data } of own) {
        const at = String(data.digest?.["until"]);
        const skipped = hour === 2 && at.startsWith("2027-03-14");
        assert.equal(Number(local.format(new Date(at))), skipped ? 3 : hour, `${timeZone} ${at}`);
      }
    }
  },
);
