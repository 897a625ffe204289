/** The delivery worker with an in-memory store: what it claims, sends, records and releases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { getDeliverySettings } from "../../src/accounts/webhooks/delivery.ts";
import { createDeliveryMeter } from "../../src/accounts/webhooks/meter.ts";
import { createSecret, createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import type { AttemptOutcome, Message, Send } from "../../src/accounts/webhooks/send.ts";
import { isSignedWith } from "../../src/accounts/webhooks/sign.ts";
import { startDeliveryWorker } from "../../src/accounts/webhooks/worker.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import type { LeasedDelivery } from "../../src/store/premium/claim.ts";
import type { DeliveryVerdict } from "../../src/store/premium/verdicts.ts";
import { eventually } from "../eventually.ts";

const NOW = new Date("2026-11-20T08:00:00Z");
const SUCCEEDED: AttemptOutcome = { statusCode: 204, error: null, durationMs: 3, retryAfterMs: null };
const box = createSecretBox(new Uint8Array(32).fill(1));
const secret = createSecret();
const formerSecret = createSecret();

function createLeased(number: number): LeasedDelivery {
  const id = `dlv_${number}`;
  return {
    delivery: {
      id,
      endpointId: "whk_1",
      eventId: `evt_${number}`,
      eventType: "trade.created",
      status: "pending",
      attempts: 0,
      attemptsBefore: 0,
      nextAttemptAt: NOW,
      createdAt: NOW,
    },
    endpoint: {
      id: "whk_1",
      accountId: "acc_1",
      url: "https://example.com/hook",
      description: null,
      eventTypes: ["trade.created"],
      status: "enabled",
      disabledReason: null,
      disabledAt: null,
      lastSuccessAt: null,
      consecutiveFailures: 0,
      failingSince: null,
      createdAt: NOW,
      updatedAt: NOW,
    },
    event: { id: `evt_${number}`, type: "trade.created", body: `{"id":"evt_${number}","n":"José ✓"}` },
  };
}

/** Creates a store whose claims return the deliveries in `waiting`, and which records the worker's calls. */
function createMemoryStore(waiting: LeasedDelivery[]) {
  const store = {
    settled: [] as (DeliveryVerdict & { readonly delivery: string })[],
    released: [] as string[],
    claims: 0,
    /** Number of `findNextDueAt` calls. The worker waits after each of them. */
    waits: 0,
    transactions: 0,
    failClaims: 0,
    failVerdicts: 0,
    sealed: [secret, formerSecret].map((each) => ({ sealed: box.seal(each), expiresAt: null })),
    endpoints: { listSecrets: async () => store.sealed },
    deliveries: {
      claim: async (_worker: string, limit: number) => {
        store.claims += 1;
        if (store.failClaims-- > 0) throw new Error("the store is down");
        return waiting.splice(0, limit);
      },
      recordVerdict: async (_worker: string, delivery: string, verdict: DeliveryVerdict) => {
        assert.notEqual(verdict.disable, null);
        store.settled.push({ delivery, ...verdict });
        return true;
      },
      recordVerdicts: async (
        _worker: string,
        all: readonly { readonly deliveryId: string; readonly verdict: DeliveryVerdict }[],
      ) => {
        if (store.failVerdicts-- > 0) throw new Error("the store is down");
        store.transactions += 1;
        await sleep(5);
        for (const { deliveryId, verdict } of all) {
          assert.equal(verdict.disable, null);
          store.settled.push({ delivery: deliveryId, ...verdict });
        }
        return all.map(() => true);
      },
      release: async (worker: string) => void store.released.push(worker),
      findNextDueAt: async () => {
        store.waits += 1;
        return null;
      },
      countByStatus: async () => ({ pending: waiting.length, succeeded: store.settled.length, failed: 0, held: 0 }),
    },
  };
  return store;
}

async function setUp(waiting: LeasedDelivery[], send: Send, environment: Record<string, string> = {}) {
  const store = createMemoryStore(waiting);
  const registry = new Registry();
  const start = () =>
    startDeliveryWorker({
      // The real store's tables have more methods than the worker uses.
      store: store as unknown as Parameters<typeof startDeliveryWorker>[0]["store"],
      secrets: box,
      send,
      settings: getDeliverySettings(readConfig({ DELIVERY_POLL: "20ms", ...environment })),
      meter: createDeliveryMeter(registry, store.deliveries as never),
      log: createLogger("silent"),
      now: () => NOW,
      random: () => 0,
    });
  return { store, registry, start };
}

const waitForVerdicts = (store: ReturnType<typeof createMemoryStore>, count: number) =>
  eventually(`${count} verdicts are stored`, () => store.settled.length === count);

test("signs a delivery with the current and the former secret, sends the event, and stores the outcome", async () => {
  const sent: Message[] = [];
  const { store, registry, start } = await setUp([createLeased(1)], async (message) => {
    sent.push(message);
    return SUCCEEDED;
  });
  const worker = start();
  await waitForVerdicts(store, 1);
  await worker.stop();
  const [message] = sent;
  assert.deepEqual(message?.url, "https://example.com/hook");
  assert.deepEqual(message?.body, '{"id":"evt_1","n":"José ✓"}');
  const headers = message?.headers ?? {};
  assert.equal(headers["webhook-id"], "evt_1");
  assert.equal(headers["webhook-timestamp"], String(NOW.getTime() / 1000));
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.match(headers["user-agent"] ?? "", /^congress-trades-webhooks\/1\.0 \(\+http:\/\/localhost:3000\/docs\)$/);
  const signatures = headers["webhook-signature"] ?? "";
  assert.equal(signatures.split(" ").length, 2);
  for (const each of [secret, formerSecret]) {
    assert.ok(isSignedWith(each, "evt_1", NOW.getTime() / 1000, message?.body ?? "", signatures));
  }
  assert.equal(store.settled[0]?.status, "succeeded");
  const metrics = await registry.metrics();
  assert.match(metrics, /webhook_attempts_total\{result="succeeded"\} 1/);
  assert.match(metrics, /webhook_deliveries\{status="succeeded"\} 1/);
});

test("counts failures, retries, held deliveries and disabled endpoints", async () => {
  const answers = new Map([
    ["evt_1", 500],
    ["evt_2", 410],
    ["evt_3", 200],
  ]);
  const retried = { ...createLeased(3), delivery: { ...createLeased(3).delivery, attempts: 4 } };
  const { store, registry, start } = await setUp([createLeased(1), createLeased(2), retried], async ({ headers }) => {
    const statusCode = answers.get(headers["webhook-id"] ?? "") ?? 200;
    return { ...SUCCEEDED, statusCode, error: statusCode === 200 ? null : "http_status" };
  });
  const worker = start();
  await waitForVerdicts(store, 3);
  await worker.stop();
  const metrics = await registry.metrics();
  for (const line of [
    'webhook_attempts_total{result="http_status"} 2',
    "webhook_retries_total 1",
    'webhook_deliveries_ended_total{status="held"} 1',
    'webhook_endpoints_disabled_total{reason="gone"} 1',
    "webhook_attempt_duration_seconds_count 3",
  ]) {
    assert.ok(metrics.includes(line), line);
  }
});

test("never exceeds the configured concurrency, and never runs the same delivery twice at once", async () => {
  let now = 0;
  let most = 0;
  const sendSlowly: Send = async () => {
    now += 1;
    most = Math.max(most, now);
    await sleep(10);
    now -= 1;
    return SUCCEEDED;
  };
  const waiting = Array.from({ length: 40 }, (_, number) => createLeased(number));
  const { store, start } = await setUp([...waiting, ...waiting.slice(0, 5)], sendSlowly, {
    DELIVERY_CONCURRENCY: "50",
  });
  const worker = start();
  await waitForVerdicts(store, 40);
  await worker.stop();
  assert.equal(new Set(store.settled.map(({ delivery }) => delivery)).size, 40);
  assert.ok(store.transactions < 20, `${store.transactions} transactions`);
  const narrow = await setUp([...waiting], sendSlowly, { DELIVERY_CONCURRENCY: "3" });
  most = 0;
  const second = narrow.start();
  await waitForVerdicts(narrow.store, 40);
  await second.stop();
  assert.equal(most, 3);
});

test("if the store fails, retries claiming and storing, but sends the event only once", async () => {
  let sent = 0;
  const { store, start } = await setUp([createLeased(1)], async () => {
    sent += 1;
    return SUCCEEDED;
  });
  store.failClaims = 1;
  store.failVerdicts = 1;
  const worker = start();
  await waitForVerdicts(store, 1);
  await worker.stop();
  assert.equal(sent, 1);
});

test("if a secret is sealed with another master key, nothing is sent and the attempt has the error cannot_sign", async () => {
  let sent = 0;
  const { store, start } = await setUp([createLeased(1)], async () => {
    sent += 1;
    return SUCCEEDED;
  });
  store.sealed = [{ sealed: createSecretBox(new Uint8Array(32).fill(2)).seal(secret), expiresAt: null }];
  const worker = start();
  await waitForVerdicts(store, 1);
  await worker.stop();
  assert.equal(sent, 0);
  assert.deepEqual(
    store.settled.map(({ attempt, disable }) => [attempt.error, disable]),
    [["cannot_sign", null]],
  );
});

test("stop lets running attempts finish, aborts attempts that take too long, and returns the leases", async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<AttemptOutcome>()];
  const quick = await setUp([createLeased(1)], () => {
    begun.resolve();
    return ended.promise;
  });
  const worker = quick.start();
  await begun.promise;
  const stopped = worker.stop();
  ended.resolve(SUCCEEDED);
  await stopped;
  assert.equal(quick.store.settled.length, 1);
  assert.equal(quick.store.released.length, 1);

  const hanging = await setUp(
    [createLeased(1)],
    (_message, signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    { DELIVERY_LEASE: "300ms", DELIVERY_TIMEOUT: "200ms" },
  );
  const second = hanging.start();
  await eventually("the worker claims deliveries", () => hanging.store.claims > 0);
  await second.stop();
  assert.equal(hanging.store.settled.length, 0);
  assert.equal(hanging.store.released.length, 1);
});

test("a wake-up makes the worker claim deliveries at once", async () => {
  const waiting: LeasedDelivery[] = [];
  const { store, start } = await setUp(waiting, async () => SUCCEEDED, { DELIVERY_POLL: "1h" });
  const worker = start();
  await eventually("the worker waits after an empty claim", () => store.waits === 1);
  waiting.push(createLeased(1));
  worker.wake();
  await waitForVerdicts(store, 1);
  await worker.stop();
});

test("rejects a lease shorter than an attempt", () => {
  assert.throws(
    () => getDeliverySettings(readConfig({ DELIVERY_LEASE: "15s" })),
    /DELIVERY_LEASE .* longer than DELIVERY_TIMEOUT/,
  );
});
