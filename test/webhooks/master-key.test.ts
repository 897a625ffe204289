/** Services with different master keys on one database: the second one is rejected, and unsigned messages are reported. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkMasterKey } from "../../src/accounts/webhooks/master-key-check.ts";
import { createSecret, createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import { startDeliveryWorker } from "../../src/accounts/webhooks/worker.ts";
import { trackReadiness } from "../../src/app/service/readiness.ts";
import { ConfigError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { eventually } from "../eventually.ts";
import { testWithStore } from "../store/with-store.ts";

const ours = createSecretBox(new Uint8Array(32).fill(1));
const other = createSecretBox(new Uint8Array(32).fill(2));

testWithStore("rejects a service whose master key differs from the first one used with the store", async (store) => {
  await checkMasterKey(store, ours);
  await checkMasterKey(store, ours);
  await assert.rejects(
    checkMasterKey(store, other),
    (error) =>
      error instanceof ConfigError && /a different master key/.test(error.message) && /MASTER_KEY/.test(error.message),
  );
});

test("the fingerprint distinguishes keys and reveals nothing about them", () => {
  assert.notEqual(ours.fingerprint, other.fingerprint);
  assert.equal(ours.fingerprint, createSecretBox(new Uint8Array(32).fill(1)).fingerprint);
  assert.match(ours.fingerprint, /^[0-9a-f]{16}$/);
});

test("endpoints whose messages cannot be signed make the service not ready", async () => {
  const nothing = { listAll: async () => [], list: async () => [] };
  const config = { SENATE_EFD_ACCEPT_TERMS: true } as Parameters<typeof trackReadiness>[0];
  const tables = {
    sources: nothing,
    held: nothing,
    archive: { explainWrongFolder: async () => null },
  } as unknown as Parameters<typeof trackReadiness>[1];
  const dataset = { version: "2026-11-20.1", tradeCount: 1, politicianCount: 1 };
  const readiness = await trackReadiness(config, tables, () => dataset as never);
  assert.equal(readiness.buildReadiness(null, []).ready, true);
  const { ready, checks } = readiness.buildReadiness(null, [], 2);
  assert.equal(ready, false);
  assert.match(String(checks.find(({ name }) => name === "webhook-signing")?.detail), /2 webhook endpoints/);
});

test("a message that cannot be signed is not sent, and is recorded as an attempt that failed with cannot_sign", {
  timeout: 20_000,
}, async () => {
  const kept: unknown[] = [];
  let given = false;
  const leased = {
    delivery: { id: "dlv_1", attempts: 0, attemptsBefore: 0 },
    endpoint: { id: "whk_1", url: "https://example.com/", consecutiveFailures: 0, failingSince: null },
    event: { id: "evt_1", type: "trade.created" },
  };
  const store = {
    endpoints: { listSecrets: async () => [{ sealed: other.seal(createSecret()) }] },
    deliveries: {
      claim: async () => {
        if (given) return [];
        given = true;
        return [leased];
      },
      recordVerdicts: async (_worker: string, settled: readonly unknown[]) => {
        kept.push(...settled);
        return settled.map(() => true);
      },
      findNextDueAt: async () => null,
      release: async () => 0,
    },
  };
  const results: (string | null)[] = [];
  const worker = startDeliveryWorker({
    store: store as never,
    secrets: ours,
    send: async () => assert.fail("a message was sent"),
    settings: {
      concurrency: 1,
      leaseMs: 60_000,
      pollMs: 20,
      rules: { scheduleMs: [0, 1_000], disableAfterMs: 1e9, pauseMs: 1_000 },
    } as never,
    meter: { countAttempt: ({ error }: { error: string | null }) => results.push(error) } as never,
    log: createLogger("silent"),
  });
  await eventually("an attempt is counted", () => results.length > 0);
  assert.deepEqual(results, ["cannot_sign"]);
  assert.equal(worker.countUnsignedEndpoints(), 1);
  assert.ok(kept.length > 0);
  await worker.stop();
});
