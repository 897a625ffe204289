/** Measures the longest turn of this process's event loop, and how far its memory grows. */
import { getHeapStatistics } from "node:v8";

export interface Held {
  /** The longest turn of the loop's thread in milliseconds of processor time, without time taken by other processes. */
  readonly busyMs: number;
  /** The longest time between two turns in milliseconds of wall time: shows waits for a lock or disk, and other load on the machine. */
  readonly stoodMs: number;
  /** The largest growth of the heap and its external buffers, in bytes. */
  readonly grownBytes: number;
}

/** Bytes that one request, or a publication, may take. */
export const GROWN_BYTES = 100 * 1024 * 1024;
/** Turns are measured to within this, plus the 4 ms in which Linux counts a thread's time. */
const TICK_MS = 2;
/** Garbage that may be in the heap when a measurement starts. */
const UNCOLLECTED_BYTES = 16 * 1024 * 1024;
/** The known work takes many times those 4 ms. */
const REPEATS = 100;

export class LoopWatch {
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #spentMs = 0;
  #startBytes = 0;
  #busyMs = 0;
  #stoodMs = 0;
  #mostBytes = 0;
  #collectedBytes = 0;

  begin(): void {
    const hasGarbage = () => usedBytes() > this.#collectedBytes + UNCOLLECTED_BYTES;
    // Of what is new, which is most of it, in a hundredth of the time.
    if (hasGarbage()) globalThis.gc?.({ type: "minor", execution: "sync" });
    if (hasGarbage()) {
      // The second collection waits for the buffers that the first one frees beside the loop.
      globalThis.gc?.();
      globalThis.gc?.();
      this.#collectedBytes = usedBytes();
    }
    this.#startBytes = usedBytes();
    this.#mostBytes = this.#startBytes;
    this.#busyMs = 0;
    this.#stoodMs = 0;
    this.#at = performance.now();
    this.#spentMs = threadMs();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#look(), TICK_MS);
  }

  end(): Held {
    this.#look();
    clearInterval(this.#timer);
    return { busyMs: this.#busyMs, stoodMs: this.#stoodMs, grownBytes: this.#mostBytes - this.#startBytes };
  }

  #look(): void {
    const [at, spentMs] = [performance.now(), threadMs()];
    this.#busyMs = Math.max(this.#busyMs, spentMs - this.#spentMs);
    this.#stoodMs = Math.max(this.#stoodMs, at - this.#at - TICK_MS);
    this.#mostBytes = Math.max(this.#mostBytes, this.#heldBytes());
    // What this measurement itself took, a collection too, is no turn's.
    this.#at = performance.now();
    this.#spentMs = threadMs();
  }

  /** Bytes in use. Where they would be beyond the bound, garbage is collected first: when the engine does so by itself depends on the machine's other work. */
  #heldBytes(): number {
    const used = usedBytes();
    if (used <= Math.max(this.#startBytes + GROWN_BYTES, this.#mostBytes)) return used;
    globalThis.gc?.();
    globalThis.gc?.();
    return usedBytes();
  }
}

/** Processor time of the known work on the otherwise idle reference machine, for which the limit of 50 ms is set. */
export const USUAL_CALIBRATION_MS = 60;

/** Does as much of the known work as takes this many milliseconds on that machine; a slower or busier one takes longer. */
export function work(usualMs: number): void {
  const repeats = Math.round((usualMs / USUAL_CALIBRATION_MS) * REPEATS);
  for (let n = 0; n < repeats; n += 1) knownWork();
}

/** Milliseconds of processor time of a known amount of work, the least of some tries; it takes longer on a slow or a busy processor. */
export function calibrationMs(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = threadMs();
    work(USUAL_CALIBRATION_MS);
    return threadMs() - before;
  });
  return Math.min(...times);
}

function knownWork(): void {
  const rows = Array.from({ length: 2000 }, (_, n) => ({ id: `txn_${n}`, company: `Company ${n}`, amount: n * 1.5 }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  read.sort((a, b) => (a.company < b.company ? -1 : 1));
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
