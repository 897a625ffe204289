/** Sends due deliveries: claims them, makes one attempt at each, and stores the results. */
import { randomUUID } from "node:crypto";
import { ClaimLoop } from "./claim-loop.ts";
import { Deliverer, type DeliveryWorkerOptions } from "./deliverer.ts";

export interface DeliveryWorker {
  /** Checks for due deliveries immediately. Call after queuing one. */
  wake(): void;
  /** Number of endpoints whose secrets could not be decrypted at the last attempt: their deliveries cannot be signed. */
  countUnsignedEndpoints(): number;
  /** Stops claiming, gives deliveries in progress up to `END_WITHIN_MS` to finish, and releases unfinished ones. */
  stop(): Promise<void>;
}

const END_WITHIN_MS = 5000;

export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const claimant = randomUUID();
  const ending = new AbortController();
  const deliverer = new Deliverer(options, claimant, ending.signal);
  const loop = new ClaimLoop(options, claimant, deliverer);
  const running = loop.run();
  return {
    wake: () => loop.wake(),
    countUnsignedEndpoints: () => deliverer.unsigned.size,
    async stop() {
      const { settings, store, log } = options;
      deliverer.isStopping = true;
      loop.stop();
      await running;
      const abortTimer = setTimeout(() => ending.abort(), Math.min(END_WITHIN_MS, settings.leaseMs));
      await loop.waitUntilIdle();
      clearTimeout(abortTimer);
      await store.deliveries.release(claimant).catch((error: unknown) => {
        log.warn({ err: error }, "leases could not be released; they will expire");
      });
    },
  };
}
