/** Sends what is due: claims deliveries, makes an attempt at each, and has the verdict stored. */
import { randomUUID } from "node:crypto";
import { ClaimLoop } from "./claim-loop.ts";
import { Deliverer, type DeliveryWorkerOptions } from "./deliverer.ts";

export interface DeliveryWorker {
  /** Something was queued: look at once. */
  wake(): void;
  /** Endpoints whose secrets could not be opened at their last attempt, so that nothing can be signed for them. */
  unsigned(): number;
  /** Takes no more, lets what is under way end for a few seconds, and gives back the rest. */
  stop(): Promise<void>;
}

const END_WITHIN_MS = 5000;

export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const claimant = randomUUID();
  const ending = new AbortController();
  const deliverer = new Deliverer(options, claimant, ending.signal);
  const loop = new ClaimLoop(options, claimant, deliverer);
  const working = loop.run();
  return {
    wake: () => loop.wake(),
    unsigned: () => deliverer.unsigned.size,
    async stop() {
      const { settings, store, log } = options;
      deliverer.isStopping = true;
      loop.stop();
      await working;
      const late = setTimeout(() => ending.abort(), Math.min(END_WITHIN_MS, settings.leaseMs));
      await loop.idle();
      clearTimeout(late);
      await store.deliveries.release(claimant).catch((error: unknown) => {
        log.warn({ err: error }, "leases could not be given back; they end by themselves");
      });
    },
  };
}
