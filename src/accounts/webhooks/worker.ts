/** Sends due deliveries: claims them, makes an attempt at each, and has the verdict stored. */
import { randomUUID } from "node:crypto";
import { ClaimLoop } from "./claim-loop.ts";
import { Deliverer, type DeliveryWorkerOptions } from "./deliverer.ts";

export interface DeliveryWorker {
  /** Call when something has been queued; checks at once. */
  wake(): void;
  /** Number of endpoints whose secrets could not be decrypted at their last attempt, so that nothing can be signed for them. */
  countUnsignedEndpoints(): number;
  /** Claims no more, gives deliveries in progress a few seconds to finish, and releases the rest. */
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
    countUnsignedEndpoints: () => deliverer.unsigned.size,
    async stop() {
      const { settings, store, log } = options;
      deliverer.isStopping = true;
      loop.stop();
      await working;
      const late = setTimeout(() => ending.abort(), Math.min(END_WITHIN_MS, settings.leaseMs));
      await loop.waitUntilIdle();
      clearTimeout(late);
      await store.deliveries.release(claimant).catch((error: unknown) => {
        log.warn({ err: error }, "leases could not be released; they will expire");
      });
    },
  };
}
