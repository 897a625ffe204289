/** Claims due deliveries while the worker runs, up to its concurrency limit. */
import { setTimeout as sleep } from "node:timers/promises";
import type { LeasedDelivery } from "../../store/premium/claim.ts";
import { type Deliverer, type DeliveryWorkerOptions, getSystemTime } from "./deliverer.ts";

/** Pause after a database failure, multiplied by the number of consecutive failures. */
const STORE_PAUSE_MS = 250;
const LONGEST_STORE_PAUSE_MS = 5000;
/** Pause between two claims, so that one claim refills all slots that became free at nearly the same time. */
const BATCH_MS = 10;

export class ClaimLoop {
  readonly #options: DeliveryWorkerOptions;
  readonly #claimant: string;
  readonly #deliverer: Deliverer;
  readonly #now: () => Date;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #signal = createWakeSignal();
  #isStopping = false;

  constructor(options: DeliveryWorkerOptions, claimant: string, deliverer: Deliverer) {
    this.#options = options;
    this.#claimant = claimant;
    this.#deliverer = deliverer;
    this.#now = options.now ?? getSystemTime;
  }

  wake(): void {
    this.#signal.raise();
  }

  stop(): void {
    this.#isStopping = true;
    this.#signal.raise();
  }

  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  async run(): Promise<void> {
    const { log } = this.#options;
    let failures = 0;
    while (!this.#isStopping) {
      try {
        const at = this.#now();
        if ((await this.#claim(at)) === 0) await this.#signal.wait(await this.#computeWaitMs(at));
        if (failures > 0) log.info("the store is back; deliveries continue");
        failures = 0;
        if (!this.#isStopping) await sleep(BATCH_MS);
      } catch (error) {
        if (failures === 0) log.error({ err: error }, "deliveries are paused: the store does not respond");
        failures += 1;
        await this.#signal.wait(Math.min(STORE_PAUSE_MS * failures, LONGEST_STORE_PAUSE_MS));
      }
    }
  }

  /** Claims deliveries for all free slots. @returns the number of claimed deliveries. */
  async #claim(at: Date): Promise<number> {
    const { store, settings } = this.#options;
    const freeSlots = settings.concurrency - this.#underWay.size;
    if (freeSlots <= 0) return 0;
    const leased = await store.deliveries.claim(this.#claimant, freeSlots, settings, at);
    for (const each of leased) {
      // If the clock was set forward, a lease ends early: do not send a delivery that this worker is still sending.
      if (!this.#underWay.has(each.delivery.id)) this.#startDelivery(each);
    }
    return leased.length;
  }

  #startDelivery(leased: LeasedDelivery): void {
    const { id } = leased.delivery;
    const work = this.#deliverer
      .deliver(leased)
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, delivery: id }, "a delivery failed unexpectedly"),
      )
      .finally(() => {
        this.#underWay.delete(id);
        this.#signal.raise();
      });
    this.#underWay.set(id, work);
  }

  // Returns the milliseconds until the next delivery can be claimed, at most `pollMs`. Returns `pollMs` if a due delivery was not
  // claimed, for example because its account already has too many deliveries in progress. The worker stops waiting earlier when
  // one of its own deliveries ends.
  async #computeWaitMs(claimedAt: Date): Promise<number> {
    const { store, settings } = this.#options;
    if (this.#underWay.size >= settings.concurrency) return settings.pollMs;
    const due = (await store.deliveries.findNextDueAt(settings.attemptsAtOnce))?.getTime() ?? 0;
    if (due <= claimedAt.getTime()) return settings.pollMs;
    return Math.min(settings.pollMs, Math.max(0, due - this.#now().getTime()));
  }
}

/** Creates a signal that ends a wait; if raised while nobody waits, it ends the next wait. */
function createWakeSignal() {
  let isRaised = false;
  let end: (() => void) | undefined;
  return {
    raise(): void {
      isRaised = true;
      end?.();
    },
    /** Waits for `ms` milliseconds or until the signal is raised. */
    async wait(ms: number): Promise<void> {
      if (!isRaised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      isRaised = false;
    },
  };
}
