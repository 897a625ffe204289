/** Sends what is due: claims deliveries, makes an attempt at each, and has the verdict kept. */
import { randomUUID } from "node:crypto";
import { AppError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { LeasedDelivery, PremiumTables } from "../store/premium.ts";
import { type DeliverySettings, messageOf } from "./delivery.ts";
import type { DeliveryMeter } from "./meter.ts";
import type { SecretBox } from "./secret.ts";
import type { AttemptOutcome, Send } from "./send.ts";
import { createSettlements } from "./settlements.ts";
import { judgeAttempt } from "./verdict.ts";

interface DeliveryWorkerOptions {
  readonly store: Pick<PremiumTables, "deliveries" | "endpoints">;
  readonly secrets: SecretBox;
  readonly send: Send;
  readonly settings: DeliverySettings;
  readonly meter: DeliveryMeter;
  readonly log: Logger;
  readonly now?: () => Date;
  readonly random?: () => number;
}

export interface DeliveryWorker {
  /** Something was queued: look at once. */
  wake(): void;
  /** Endpoints whose secrets could not be opened at their last attempt, so that nothing can be signed for them. */
  unsigned(): number;
  /** Takes no more, lets what is under way end for a few seconds, and gives back the rest. */
  stop(): Promise<void>;
}

const END_WITHIN_MS = 5000;
/** A database that does not answer is asked again after this. */
const STORE_PAUSE_MS = 250;
const LONGEST_STORE_PAUSE_MS = 5000;
/** Between two claims, so that deliveries that end together are followed by one claim. */
const BATCH_MS = 10;

export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { store, settings, meter, log, now = () => new Date(), random = Math.random } = options;
  const name = randomUUID();
  const underWay = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const bell = createBell();
  let stopping = false;
  const settlements = createSettlements({
    deliveries: store.deliveries,
    worker: name,
    leaseMs: settings.leaseMs,
    log,
    stopping: () => stopping,
  });

  const unsigned = new Set<string>();

  /** @returns null when the secrets of the endpoint cannot be had: no attempt was made then. */
  async function attempt(leased: LeasedDelivery, attemptedAt: Date): Promise<AttemptOutcome | null> {
    const { endpoint, event } = leased;
    try {
      const sealed = await store.endpoints.secrets(endpoint.id, attemptedAt);
      const secrets = opened(sealed, endpoint.id);
      if (secrets === null) return { statusCode: null, error: "cannot_sign", durationMs: 0, retryAfterMs: null };
      const message = messageOf(endpoint.url, event, secrets, attemptedAt, settings.documentationUrl);
      return await options.send(message, ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) log.error({ err: error, endpoint: endpoint.id }, "a webhook could not be made");
      return null;
    }
  }

  function opened(sealed: readonly { readonly sealed: Uint8Array }[], endpoint: string): readonly string[] | null {
    try {
      const secrets = sealed.map((each) => options.secrets.open(each.sealed));
      unsigned.delete(endpoint);
      return secrets;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unsigned.add(endpoint);
      log.error({ err: error, endpoint }, "a webhook cannot be signed");
      return null;
    }
  }

  async function deliver(leased: LeasedDelivery): Promise<void> {
    const { delivery, endpoint, event } = leased;
    const attemptedAt = now();
    const outcome = await attempt(leased, attemptedAt);
    if (outcome === null) return;
    const verdict = judgeAttempt({ delivery, endpoint, outcome, attemptedAt, random: random() }, settings.rules);
    const kept = await settlements.keep(delivery.id, endpoint.id, verdict);
    meter.attempted(outcome, verdict);
    log.info(
      {
        delivery: delivery.id,
        endpoint: endpoint.id,
        event: event.id,
        type: event.type,
        attempt: verdict.attempt.number,
        status: outcome.statusCode,
        error: outcome.error,
        ms: outcome.durationMs,
        becomes: verdict.status,
        next: verdict.nextAttemptAt,
        kept,
      },
      "webhook attempt",
    );
    if (verdict.disable !== null) {
      unsigned.delete(endpoint.id);
      log.warn({ endpoint: endpoint.id, reason: verdict.disable }, "a webhook endpoint was disabled");
    }
    if (verdict.disable !== null || verdict.status === "pending") bell.ring();
  }

  /** Claims as much as there is room for. @returns how many. */
  async function claim(at: Date): Promise<number> {
    const room = settings.concurrency - underWay.size;
    if (room <= 0) return 0;
    const leased = await store.deliveries.claim(name, room, settings.leaseMs, at);
    for (const each of leased) {
      const { id } = each.delivery;
      // A clock that was set forward ends a lease early: what is under way here is not sent a second time.
      if (underWay.has(id)) continue;
      const work = deliver(each)
        .catch((error: unknown) => log.error({ err: error, delivery: id }, "a delivery ended early"))
        .finally(() => {
          underWay.delete(id);
          bell.ring();
        });
      underWay.set(id, work);
    }
    return leased.length;
  }

  /** Until the next delivery is due. What was due already and not given to us waits for its endpoint: one that ends rings the bell. */
  async function waitMs(claimedAt: Date): Promise<number> {
    if (underWay.size >= settings.concurrency) return settings.pollMs;
    const due = (await store.deliveries.nextDueAt())?.getTime() ?? 0;
    return due <= claimedAt.getTime() ? settings.pollMs : Math.min(settings.pollMs, Math.max(0, due - now().getTime()));
  }

  async function work(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      try {
        const at = now();
        if ((await claim(at)) === 0) await bell.wait(await waitMs(at));
        if (failures > 0) log.info("the store answers the deliveries again");
        failures = 0;
        if (!stopping) await pause(BATCH_MS);
      } catch (error) {
        if (failures === 0) log.error({ err: error }, "deliveries wait: the store does not answer");
        failures += 1;
        await bell.wait(Math.min(STORE_PAUSE_MS * failures, LONGEST_STORE_PAUSE_MS));
      }
    }
  }

  const working = work();
  return {
    wake: () => bell.ring(),
    unsigned: () => unsigned.size,
    async stop() {
      stopping = true;
      bell.ring();
      await working;
      const late = setTimeout(() => ending.abort(), Math.min(END_WITHIN_MS, settings.leaseMs));
      await Promise.all(underWay.values());
      clearTimeout(late);
      await store.deliveries.release(name).catch((error: unknown) => {
        log.warn({ err: error }, "leases could not be given back; they end by themselves");
      });
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A wait that can be ended from elsewhere; a ring while nobody waits ends the next wait. */
function createBell() {
  let rung = false;
  let end: (() => void) | undefined;
  return {
    ring(): void {
      rung = true;
      end?.();
    },
    async wait(ms: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      rung = false;
    },
  };
}
