/** Measures the longest turn of this process's event loop, and how far its memory grows. */
import { getHeapStatistics } from "node:v8";

export interface LoopMeasurement {
  /** The longest turn of the loop's thread in milliseconds of processor time, without time taken by other processes. */
  readonly busyMs: number;
  /** The longest time between two turns in milliseconds of wall time: shows waits for a lock or disk, and other load on the machine. */
  readonly stalledMs: number;
  /** The largest growth of the heap and its external buffers, in bytes. */
  readonly grownBytes: number;
}

/** Bytes that one request, or a publication, may take. */
export const MAX_GROWN_BYTES = 100 * 1024 * 1024;
/** Turns are measured to within this, plus the 4 ms steps in which Linux counts a thread's time. */
const TICK_MS = 2;
/** Garbage that may be in the heap when a measurement starts. */
const UNCOLLECTED_BYTES = 16 * 1024 * 1024;
/** Repetitions of the calibration step, so that the work takes many times those 4 ms. */
const REPEATS = 100;

export class LoopWatch {
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #spentMs = 0;
  #startBytes = 0;
  #busyMs = 0;
  #stalledMs = 0;
  #mostBytes = 0;
  #collectedBytes = 0;

  begin(): void {
    const hasGarbage = () => readUsedBytes() > this.#collectedBytes + UNCOLLECTED_BYTES;
    // Collects only young garbage, which is most of it, in a hundredth of the time.
    if (hasGarbage()) collectYoungGarbage();
    if (hasGarbage()) {
      collectGarbage();
      this.#collectedBytes = readUsedBytes();
    }
    this.#startBytes = readUsedBytes();
    this.#mostBytes = this.#startBytes;
    this.#busyMs = 0;
    this.#stalledMs = 0;
    this.#at = performance.now();
    this.#spentMs = readThreadMs();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#sample(), TICK_MS);
  }

  end(): LoopMeasurement {
    this.#sample();
    clearInterval(this.#timer);
    return { busyMs: this.#busyMs, stalledMs: this.#stalledMs, grownBytes: this.#mostBytes - this.#startBytes };
  }

  #sample(): void {
    const [at, spentMs] = [performance.now(), readThreadMs()];
    this.#busyMs = Math.max(this.#busyMs, spentMs - this.#spentMs);
    this.#stalledMs = Math.max(this.#stalledMs, at - this.#at - TICK_MS);
    this.#mostBytes = Math.max(this.#mostBytes, this.#measureBytes());
    // The time of this measurement itself, including any collection, belongs to no turn.
    this.#at = performance.now();
    this.#spentMs = readThreadMs();
  }

  /**
   * Bytes in use. If they exceed the limit, garbage is collected first, since when the engine does so by itself depends on other
   * work of the machine.
   */
  #measureBytes(): number {
    const used = readUsedBytes();
    if (used <= Math.max(this.#startBytes + MAX_GROWN_BYTES, this.#mostBytes)) return used;
    collectGarbage();
    return readUsedBytes();
  }
}

function collectGarbage(): void {
  globalThis.gc?.();
  // Waits for the buffers that the full collection frees in the background.
  collectYoungGarbage();
}

function collectYoungGarbage(): void {
  globalThis.gc?.({ type: "minor", execution: "sync" });
}

/** Processor time of the calibration work on the otherwise idle reference machine, for which the limit of 50 ms is set. */
export const USUAL_CALIBRATION_MS = 60;

/** Does as much calibration work as takes this many milliseconds on that machine; a slower or busier one takes longer. */
export function work(usualMs: number): void {
  const repeats = Math.round((usualMs / USUAL_CALIBRATION_MS) * REPEATS);
  for (let n = 0; n < repeats; n += 1) doCalibrationStep();
}

/** Number of calibrations of which the fastest counts. */
const REMEMBERED = 3;
const calibrations: number[] = [];

/**
 * Milliseconds of processor time of the calibration work: now, or in one of the calibrations before if it was faster. Two threads
 * on one core slow each other down. If another process starts to work between the measured work and its calibration, the
 * calibration alone would make that work seem shorter than it is. On a processor that stays slow, every calibration is slow.
 */
export function measureCalibrationMs(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = readThreadMs();
    work(USUAL_CALIBRATION_MS);
    return readThreadMs() - before;
  });
  calibrations.push(Math.min(...times));
  return Math.min(...calibrations.slice(-REMEMBERED));
}

function doCalibrationStep(): void {
  const rows = Array.from({ length: 2000 }, (_, n) => ({ id: `txn_${n}`, company: `Company ${n}`, amount: n * 1.5 }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  read.sort((a, b) => (a.company < b.company ? -1 : 1));
}

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function readUsedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
