import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `begin` this many times per second until the signal, whether or not earlier calls have finished; resolves once all have
 * finished.
 */
export async function atRate(
  perSecond: number,
  stop: AbortSignal,
  begin: (number: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let number = 0; !stop.aborted; number += 1) {
    open.push(begin(number));
    await sleep(Math.max(0, began + ((number + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(open);
}
