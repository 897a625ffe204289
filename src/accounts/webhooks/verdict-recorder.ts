/** Stores the results of attempts. Results that arrive during a write are written together in the next transaction. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../base/log.ts";
import type { DeliveryTable } from "../../store/premium/deliveries.ts";
import type { DeliveryVerdict } from "../../store/premium/verdicts.ts";

interface VerdictRecorderOptions {
  readonly deliveries: Pick<DeliveryTable, "recordVerdict" | "recordVerdicts">;
  readonly worker: string;
  /** A result that could not be written for this long is dropped: another worker may have claimed the delivery. */
  readonly leaseMs: number;
  readonly log: Logger;
  /** Returns whether the worker is stopping: failed writes are then not retried. */
  isStopping(): boolean;
}

interface PendingVerdict {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly verdict: DeliveryVerdict;
  readonly giveUpAt: number;
  onRecorded(stored: boolean): void;
}

const MAX_BATCH_SIZE = 100;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

export function createVerdictRecorder({ deliveries, worker, leaseMs, log, isStopping }: VerdictRecorderOptions) {
  const waiting: PendingVerdict[] = [];
  let writing = false;

  async function writeBatch(batch: readonly PendingVerdict[]): Promise<readonly boolean[]> {
    const [first] = batch;
    if (first?.verdict.disable) return [await deliveries.recordVerdict(worker, first.deliveryId, first.verdict)];
    return deliveries.recordVerdicts(worker, batch);
  }

  async function writeWithRetries(batch: readonly PendingVerdict[]): Promise<void> {
    const giveUpAt = Math.min(...batch.map((each) => each.giveUpAt));
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const stored = await writeBatch(batch);
        for (const [index, each] of batch.entries()) each.onRecorded(stored[index] ?? false);
        return;
      } catch (error) {
        if (isStopping() || performance.now() + pauseMs > giveUpAt) {
          log.error({ err: error, deliveries: batch.length }, "the results of delivery attempts could not be stored");
          for (const each of batch) each.onRecorded(false);
          return;
        }
        await sleep(pauseMs);
      }
    }
  }

  async function writeWaitingVerdicts(): Promise<void> {
    writing = true;
    while (waiting.length > 0) await writeWithRetries(takeNextBatch(waiting));
    writing = false;
  }

  return {
    /** @returns false if another worker took over. Also false if the lease ends or the worker stops before a write succeeds. */
    keep: (deliveryId: string, endpointId: string, verdict: DeliveryVerdict) =>
      new Promise<boolean>((onRecorded) => {
        waiting.push({ deliveryId, endpointId, verdict, giveUpAt: performance.now() + leaseMs, onRecorded });
        if (!writing) void writeWaitingVerdicts();
      }),
  };
}

/** A result that disables its endpoint gets a batch of its own; all others are batched together, sorted by endpoint. */
function takeNextBatch(waiting: PendingVerdict[]): readonly PendingVerdict[] {
  const disabling = waiting.findIndex(({ verdict }) => verdict.disable !== null);
  if (disabling >= 0) return waiting.splice(disabling, 1);
  return waiting.splice(0, MAX_BATCH_SIZE).sort((a, b) => a.endpointId.localeCompare(b.endpointId));
}
