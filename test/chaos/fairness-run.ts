/** Measures how long other endpoints of an account wait while one hangs with a long queue. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { startDeliveries } from "../../src/accounts/webhooks/deliveries.ts";
import { createSecret, createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { EVENT_TYPES } from "../../src/domain/premium.ts";
import { openStore } from "../../src/store/open.ts";
import { judging } from "../store/judged-by.ts";
import { listing, outcome, politician, trade } from "../store/made.ts";
import { startReceiver } from "./receiver.ts";

export interface Fairness {
  /** Events queued for the hanging endpoint at the start. */
  readonly queued: number;
  readonly healthy: number;
  /** Later publications, of ten events each. */
  readonly publications: number;
  readonly publishEveryMs: number;
  readonly longestMs: number;
}

export interface FairnessReport {
  /** Milliseconds from the end of a publication to the arrival of its events at the healthy endpoints. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly arrived: number;
  readonly expected: number;
  /** Attempts at the hanging endpoint, and the length of its remaining queue. */
  readonly hung: number;
  readonly waiting: number;
}

const NONE = { errors: 0, resets: 0, lostAcknowledgements: 0 };

export async function runFairness(fairness: Fairness): Promise<FairnessReport> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairness-"));
  const log = createLogger("error");
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log });
  const publishedAt = new Map<string, number>();
  const delays: number[] = [];
  const early = new Map<string, number[]>();
  const healthy = await startReceiver({ ...NONE, hangs: 0 }, Math.random, ({ tradeId }) => {
    if (tradeId === null) return;
    const at = publishedAt.get(tradeId);
    if (at !== undefined) delays.push(performance.now() - at);
    else early.set(tradeId, [...(early.get(tradeId) ?? []), performance.now()]);
  });
  let hung = 0;
  const hanging = await startReceiver({ ...NONE, hangs: 1 }, Math.random, () => {
    hung += 1;
  });
  const box = createSecretBox(new Uint8Array(32).fill(1));
  const judge = judging(store.sources);
  const { id: accountId } = await store.accounts.create("Fairness", "premium", new Date());
  const createEndpoint = async (url: string) => {
    const draft = { url, description: null, eventTypes: EVENT_TYPES, status: "enabled" as const };
    return store.endpoints.create(accountId, draft, box.seal(createSecret()), new Date());
  };
  let document = 20_000_000;
  const publish = async (count: number): Promise<readonly string[]> => {
    document += 1;
    const docId = String(document);
    const trades = Array.from({ length: count }, (_, line) => trade(docId, line + 1));
    const at = new Date();
    await store.filings.recordListings([listing(docId)], at);
    const publication = { at, outcomes: [outcome(docId, trades)], politicians: [politician("E000001")] };
    await store.publications.publish(publication, judge);
    return trades.map(({ id }) => id);
  };
  try {
    await store.sources.recordListingCompleted("house-clerk", new Date(0));
    const { id: hangingId } = await createEndpoint(hanging.getUrl("hanging"));
    for (let queued = 0; queued < fairness.queued; queued += 100) await publish(99);
    for (let number = 0; number < fairness.healthy; number += 1)
      await createEndpoint(healthy.getUrl(`healthy-${number}`));
    const config = readConfig({ WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32" });
    const worker = startDeliveries({ config, store, secrets: box, registry: new Registry(), log });
    const began = performance.now();
    for (let number = 0; number < fairness.publications; number += 1) {
      const ids = await publish(10);
      const at = performance.now();
      worker.wake();
      for (const id of ids) {
        publishedAt.set(id, at);
        // An event that arrives before the publication returns counts as no wait.
        delays.push(...(early.get(id) ?? []).map((arrivedAt) => Math.max(0, arrivedAt - at)));
      }
      await sleep(Math.max(0, began + (number + 1) * fairness.publishEveryMs - performance.now()));
    }
    const expected = fairness.publications * 10 * fairness.healthy;
    while (delays.length < expected && performance.now() - began < fairness.longestMs) await sleep(20);
    const { pending = 0 } = await store.endpoints.countDeliveries(hangingId);
    await Promise.all([worker.stop(), hanging.close()]);
    const sorted = delays.toSorted((a, b) => a - b);
    const computeQuantile = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    return {
      p50Ms: computeQuantile(0.5),
      p99Ms: computeQuantile(0.99),
      longestMs: computeQuantile(1),
      arrived: delays.length,
      expected,
      hung,
      waiting: pending,
    };
  } finally {
    await healthy.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
