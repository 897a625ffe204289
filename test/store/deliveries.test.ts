import assert from "node:assert/strict";
import { ATTEMPTS_AT_ONCE } from "../../src/accounts/webhooks/delivery.ts";
import { NotFoundError } from "../../src/base/errors.ts";
import type { LeasedDelivery } from "../../src/store/premium/claim.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "../eventually.ts";
import { NOON } from "./made.ts";
import { createAccountWithEndpoints, endpointDraft, failure, later, verdict } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const LEASE = { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE };
const ALL = { status: null, eventType: null };
const PAGE = { limit: 100, skip: 0 };

async function queue(store: Store, account: string, endpoint: string, events: number, at = NOON): Promise<void> {
  for (let number = 1; number <= events; number += 1) {
    await store.deliveries.sendOne(account, endpoint, "webhook.test", { number }, at);
  }
}

function listEndpointIds(leased: readonly LeasedDelivery[]): string[] {
  return leased.map(({ endpoint }) => endpoint.id);
}

testWithStore("claims are fair between endpoints, and leave at most four in progress per endpoint", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 3);
  const [a, b, c] = endpoints.map(({ id }) => id) as [string, string, string];
  await queue(store, account, a, 30);
  await queue(store, account, b, 2, later(1));
  await queue(store, account, c, 1, later(2));
  assert.deepEqual(await store.deliveries.claim("w1", 10, LEASE, later(-1)), []);
  assert.deepEqual(await store.deliveries.findNextDueAt(ATTEMPTS_AT_ONCE), NOON);
  const first = await store.deliveries.claim("w1", 4, LEASE, later(10));
  assert.deepEqual(listEndpointIds(first), [a, b, c, a]);
  assert.deepEqual(
    first.map(({ event }) => (JSON.parse(event.body) as { data: unknown }).data),
    [{ number: 1 }, { number: 1 }, { number: 1 }, { number: 2 }],
  );
  const second = await store.deliveries.claim("w2", 100, LEASE, later(10));
  assert.deepEqual(listEndpointIds(second).sort(), [a, a, b].sort());
  assert.deepEqual(await store.deliveries.claim("w3", 100, LEASE, later(10)), []);
  const next = await store.deliveries.findNextDueAt(ATTEMPTS_AT_ONCE);
  assert.ok(
    next !== null && next.getTime() > Date.now(),
    "a delivery whose endpoint has no free slot is not due before a lease ends",
  );
  await store.deliveries.release("w1");
  assert.equal((await store.deliveries.claim("w3", 100, LEASE, later(10))).length, 4);
});

testWithStore(
  "simultaneous workers never claim a delivery twice, and never hold five deliveries of one endpoint",
  async (store) => {
    const { account, endpoints } = await createAccountWithEndpoints(store, "own", 2);
    for (const { id } of endpoints) await queue(store, account, id, 20);
    const seen = new Set<string>();
    for (let round = 0; seen.size < 40; round += 1) {
      const claims = await Promise.all(
        ["w1", "w2", "w3", "w4", "w5"].map(async (worker) => ({
          worker,
          leased: await store.deliveries.claim(worker, 3, LEASE, later(60)),
        })),
      );
      const leased = claims.flatMap((claim) => claim.leased);
      for (const { id } of endpoints) assert.ok(listEndpointIds(leased).filter((each) => each === id).length <= 4);
      for (const { worker, leased: own } of claims) {
        for (const { delivery } of own) {
          assert.equal(seen.has(delivery.id), false, "claimed twice");
          seen.add(delivery.id);
          assert.equal(await store.deliveries.recordVerdict(worker, delivery.id, verdict()), true);
        }
      }
      assert.ok(round < 60, "no progress");
    }
    assert.deepEqual(await store.deliveries.countByStatus(), { pending: 0, succeeded: 40, failed: 0, held: 0 });
    assert.equal(await store.deliveries.findNextDueAt(ATTEMPTS_AT_ONCE), null);
  },
);

testWithStore("an expired lease is taken over, and only its holder can settle the delivery", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1);
  const id = endpoints[0]?.id ?? "";
  await queue(store, account, id, 1);
  const [leased] = await store.deliveries.claim("dead", 1, { ...LEASE, leaseMs: 1 }, later(1));
  assert.ok(leased);
  const again = await eventually("the lease ends", async () => {
    const [taken] = await store.deliveries.claim("w2", 1, LEASE, later(1));
    return taken;
  });
  assert.deepEqual(await store.deliveries.claim("w3", 1, LEASE, later(1)), []);
  assert.equal(again.delivery.id, leased.delivery.id);
  assert.equal(again.event.body, leased.event.body);
  assert.equal(await store.deliveries.recordVerdict("dead", leased.delivery.id, verdict()), false);
  assert.equal(await store.deliveries.recordVerdict("w2", leased.delivery.id, verdict()), true);
  assert.equal(
    await store.deliveries.recordVerdict("w2", leased.delivery.id, verdict()),
    false,
    "a settled delivery cannot be settled again",
  );
  const found = await store.deliveries.get(account, id, leased.delivery.id);
  assert.equal(found?.attempts.length, 1);
  assert.deepEqual((await store.endpoints.get(account, id))?.lastSuccessAt, NOON);
});

testWithStore(
  "after five failures in a row, makes one attempt at a time until a success, and respects a pause",
  async (store) => {
    const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1);
    const id = endpoints[0]?.id ?? "";
    await queue(store, account, id, 10);
    for (let failures = 1; failures <= 5; failures += 1) {
      const [leased] = await store.deliveries.claim("w", 1, LEASE, later(1));
      assert.ok(leased);
      const end = failure(later(1000), { pauseEndpointUntil: failures === 5 ? later(60) : null });
      assert.equal(await store.deliveries.recordVerdict("w", leased.delivery.id, end), true);
    }
    const broken = await store.endpoints.get(account, id);
    assert.deepEqual([broken?.consecutiveFailures, broken?.failingSince, broken?.status], [5, NOON, "enabled"]);
    assert.deepEqual(await store.deliveries.claim("w", 9, LEASE, later(59)), []);
    assert.deepEqual(await store.deliveries.findNextDueAt(ATTEMPTS_AT_ONCE), later(60));
    const [one, ...more] = await store.deliveries.claim("w", 9, LEASE, later(60));
    assert.ok(one);
    assert.equal(more.length, 0);
    assert.deepEqual(await store.deliveries.claim("w", 9, LEASE, later(60)), []);
    await store.deliveries.recordVerdict("w", one.delivery.id, verdict({}, later(60)));
    assert.equal((await store.deliveries.claim("w", 9, LEASE, later(60))).length, 4);
    const healed = await store.endpoints.get(account, id);
    assert.deepEqual([healed?.consecutiveFailures, healed?.failingSince, healed?.lastSuccessAt], [0, null, later(60)]);
  },
);

testWithStore(
  "the queued deliveries of a disabled endpoint are held, and the account's other endpoints are notified",
  async (store) => {
    const { account, endpoints } = await createAccountWithEndpoints(store, "own", 3);
    const [a, b, c] = endpoints.map(({ id }) => id) as [string, string, string];
    await store.endpoints.replace(account, c, endpointDraft({ eventTypes: ["trade.created"] }), null, NOON);
    await queue(store, account, a, 3);
    const [one, two] = await store.deliveries.claim("w", 2, LEASE, later(1));
    assert.ok(one && two);
    const gone = failure(null, { disable: "gone" }, later(5));
    assert.equal(await store.deliveries.recordVerdict("w", one.delivery.id, gone), true);
    const endpoint = await store.endpoints.get(account, a);
    assert.deepEqual(
      [endpoint?.status, endpoint?.disabledReason, endpoint?.disabledAt],
      ["disabled", "gone", later(5)],
    );
    assert.equal(
      await store.deliveries.recordVerdict("w", two.delivery.id, failure(later(9), { disable: "gone" }, later(6))),
      true,
    );
    assert.deepEqual(await store.endpoints.countDeliveries(a), { failed: 1, held: 2 });
    await store.deliveries.sendOne(account, a, "webhook.test", {}, later(7));
    assert.deepEqual(await store.endpoints.countDeliveries(a), { failed: 1, held: 3 });
    const announced = await store.events.listAfter(account, 0, "webhook.disabled", 9);
    assert.equal(announced.length, 1, "the endpoint's failure is announced only once");
    const { data } = JSON.parse(announced[0]?.body ?? "") as { data: unknown };
    assert.deepEqual(data, { webhook: { id: a, url: "https://own-1.example.org/hook" }, reason: "gone" });
    assert.deepEqual(await store.endpoints.countDeliveries(b), { pending: 1 });
    assert.deepEqual(await store.endpoints.countDeliveries(c), {});

    const recovered = await store.deliveries.recover(account, a, NOON, later(6), later(20));
    assert.equal(recovered, 3, "recovers the failed and the held deliveries of the period");
    assert.deepEqual(
      listEndpointIds(await store.deliveries.claim("w", 9, LEASE, later(20))),
      [b],
      "nothing is sent to the endpoint while it is disabled",
    );
    await store.endpoints.replace(account, a, endpointDraft(), null, later(21));
    assert.equal((await store.deliveries.claim("w", 9, LEASE, later(21))).length, 3);
    assert.equal(await store.deliveries.recover("acc_other", a, NOON, later(9), later(21)), 0);
  },
);

testWithStore("the delivery log is per account, filtered and paged; a retry restarts the schedule", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1);
  const id = endpoints[0]?.id ?? "";
  await queue(store, account, id, 3);
  const [leased] = await store.deliveries.claim("w", 1, LEASE, later(1));
  assert.ok(leased);
  const delivery = leased.delivery.id;
  await store.deliveries.recordVerdict("w", delivery, failure(null, {}, later(2)));
  assert.equal(
    (await store.deliveries.list(account, id, { status: "failed", eventType: "webhook.test" }, PAGE)).total,
    1,
  );
  assert.equal((await store.deliveries.list(account, id, { status: null, eventType: "trade.created" }, PAGE)).total, 0);
  const page = await store.deliveries.list(account, id, ALL, { limit: 2, skip: 1 });
  assert.deepEqual([page.rows.length, page.total, page.rows[1]?.id], [2, 3, delivery], "newest first");
  assert.equal((await store.deliveries.list("acc_other", id, ALL, PAGE)).total, 0);
  assert.equal(await store.deliveries.get("acc_other", id, delivery), undefined);
  assert.equal(await store.deliveries.retry("acc_other", id, delivery, later(3)), false);
  assert.equal(await store.deliveries.retry(account, id, delivery, later(3)), true);
  const found = await store.deliveries.get(account, id, delivery);
  assert.deepEqual(
    [found?.delivery.status, found?.delivery.attempts, found?.delivery.nextAttemptAt],
    ["pending", 1, later(3)],
  );
  await store.deliveries.release("w");
  for (const each of await store.deliveries.claim("w", 9, LEASE, later(3))) {
    await store.deliveries.recordVerdict("w", each.delivery.id, verdict({}, later(4)));
  }
  const attempts = (await store.deliveries.get(account, id, delivery))?.attempts;
  assert.deepEqual(
    attempts?.map(({ number, statusCode, error, attemptedAt }) => [number, statusCode, error, attemptedAt]),
    [
      [1, 503, "http_status", later(2)],
      [2, 200, null, later(4)],
    ],
  );
  await assert.rejects(store.deliveries.sendOne("acc_other", id, "webhook.test", {}, NOON), NotFoundError);
  await store.endpoints.remove(account, id, null);
  assert.deepEqual(await store.deliveries.countByStatus(), { pending: 0, succeeded: 0, failed: 0, held: 0 });
  assert.equal((await store.events.listAfter(account, 0, null, 9)).length, 3, "the feed keeps all events");
});

testWithStore("verdicts recorded together take effect one after the other", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 2);
  const [a, b] = endpoints.map(({ id }) => id) as [string, string];
  await queue(store, account, a, 4);
  await queue(store, account, b, 2);
  const leased = await store.deliveries.claim("w", 9, LEASE, later(1));
  const listDeliveryIds = (endpoint: string) =>
    leased.filter((each) => each.endpoint.id === endpoint).map(({ delivery }) => delivery.id) as [
      string,
      string,
      string,
      string,
    ];
  const [first, second, third, fourth] = listDeliveryIds(a);
  const [other] = listDeliveryIds(b);
  const kept = await store.deliveries.recordVerdicts("w", [
    { deliveryId: first, verdict: failure(later(60)) },
    { deliveryId: other, verdict: verdict({}, later(2)) },
    { deliveryId: first, verdict: verdict() },
    { deliveryId: "dlv_none", verdict: verdict() },
    { deliveryId: second, verdict: failure(null, { disable: "consecutive_failures" }, later(3)) },
    { deliveryId: third, verdict: failure(later(60), { disable: "consecutive_failures" }, later(4)) },
    { deliveryId: fourth, verdict: verdict({}, later(5)) },
  ]);
  assert.deepEqual(kept, [true, true, false, false, true, true, true]);
  const gone = await store.endpoints.get(account, a);
  assert.deepEqual(
    [gone?.status, gone?.disabledAt, gone?.consecutiveFailures, gone?.lastSuccessAt],
    ["disabled", later(3), 0, later(5)],
  );
  assert.deepEqual(await store.endpoints.countDeliveries(a), { failed: 1, held: 2, succeeded: 1 });
  assert.equal((await store.endpoints.get(account, b))?.lastSuccessAt?.getTime(), later(2).getTime());
  assert.equal((await store.events.listAfter(account, 0, "webhook.disabled", 9)).length, 1);
  assert.deepEqual(await store.deliveries.recordVerdicts("w", []), []);
});

testWithStore(
  "accounts share the slots: an account with many endpoints always leaves room for another account",
  async (store) => {
    const noisy = await createAccountWithEndpoints(store, "noisy", 10);
    for (const { id } of noisy.endpoints) await queue(store, noisy.account, id, 6);
    const quiet = await createAccountWithEndpoints(store, "quiet", 1);
    const [own] = quiet.endpoints;
    assert.ok(own);
    const before = await store.deliveries.claim("w", 20, LEASE, later(10));
    assert.equal(before.length, 16, "a fifth of the slots stays free");
    assert.equal(new Set(listEndpointIds(before)).size, 10, "the account's endpoints take turns");
    await queue(store, quiet.account, own.id, 4, later(5));
    assert.deepEqual(listEndpointIds(await store.deliveries.claim("w", 4, LEASE, later(10))), Array(4).fill(own.id));
    await store.deliveries.release("w");
    const together = listEndpointIds(await store.deliveries.claim("w", 8, LEASE, later(10)));
    assert.equal(together.filter((id) => id === own.id).length, 4, "half of the slots go to the other account");
  },
);

testWithStore(
  "a retried or recovered delivery keeps its attempt count and starts the full schedule again",
  async (store) => {
    const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1);
    const id = endpoints[0]?.id ?? "";
    const { id: delivery } = await store.deliveries.sendOne(account, id, "webhook.test", {}, NOON);
    const fail = async (at: Date, changes = {}) => {
      const [leased] = await store.deliveries.claim("w", 1, LEASE, at);
      assert.equal(leased?.delivery.id, delivery);
      assert.ok(await store.deliveries.recordVerdict("w", delivery, failure(later(20), changes, at)));
      return leased.delivery;
    };
    await fail(later(1));
    await fail(later(30), { status: "failed", nextAttemptAt: null });
    assert.ok(await store.deliveries.retry(account, id, delivery, later(40)));
    const again = await fail(later(50));
    assert.deepEqual([again.attempts, again.attemptsBefore], [2, 2]);
    assert.equal(await store.deliveries.recover(account, id, NOON, later(1), later(60)), 1);
    const found = await store.deliveries.get(account, id, delivery);
    assert.deepEqual([found?.delivery.attempts, found?.delivery.attemptsBefore, found?.attempts.length], [3, 3, 3]);
  },
);

testWithStore("the event about a disabled endpoint leaves out the query of its URL", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 2);
  const [first] = endpoints;
  assert.ok(first);
  const url = "https://receiver.example.org/hook?token=s3cret";
  await store.endpoints.replace(account, first.id, endpointDraft({ url }), null, NOON);
  const { id } = await store.deliveries.sendOne(account, first.id, "webhook.test", {}, NOON);
  await store.deliveries.claim("w", 1, LEASE, later(1));
  await store.deliveries.recordVerdict("w", id, failure(null, { status: "held", disable: "gone" }, later(1)));
  const [event] = await store.events.listAfter(account, 0, "webhook.disabled", 10);
  assert.ok(event && !event.body.includes("s3cret"), event?.body);
  assert.deepEqual((JSON.parse(event.body) as { data: unknown }).data, {
    webhook: { id: first.id, url: "https://receiver.example.org/hook" },
    reason: "gone",
  });
});

testWithStore(
  "sends mail to the account's contact if a delivery finally fails or an endpoint is disabled",
  async (store) => {
    const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1);
    const [{ id = "" } = {}] = endpoints;
    await queue(store, account, id, 4);
    const settle = async (at: Date, changes: Parameters<typeof failure>[1]) => {
      const [leased] = await store.deliveries.claim("w", 1, LEASE, at);
      assert.equal(
        await store.deliveries.recordVerdict("w", leased?.delivery.id ?? "", failure(null, changes, at)),
        true,
      );
    };
    const listMails = async () => (await store.emails.list(account, PAGE)).rows.map(({ to, subject }) => [to, subject]);
    await settle(later(1), { status: "failed" });
    assert.deepEqual(await listMails(), [], "no mail without a contact");
    await store.accounts.setContact(account, "ops@example.org");
    await settle(later(2), { status: "failed" });
    const givenUp = ["ops@example.org", `congress-trades: messages to webhook ${id} could not be delivered`];
    assert.deepEqual(await listMails(), [givenUp]);
    await settle(later(3), { status: "failed" });
    assert.deepEqual(await listMails(), [givenUp], "at most one mail a day about failed deliveries");
    await settle(later(4), { disable: "gone" });
    assert.deepEqual(await listMails(), [["ops@example.org", `congress-trades: webhook ${id} is disabled`], givenUp]);
    const [mail] = await store.emails.claimDue(9, later(10));
    assert.deepEqual([mail?.to, mail?.unsubscribeToken], ["ops@example.org", null]);
    assert.match(mail?.text ?? "", /https:\/\/own-1\.example\.org\/hook/);
  },
);
