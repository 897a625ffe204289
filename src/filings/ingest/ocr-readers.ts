/** Default number of processes that read scanned pages. */
import { availableParallelism, freemem } from "node:os";

/** Memory limit of a reader; a page that exceeds it is not read (`reader_memory`). */
const MEMORY_OF_A_READER = 512 * 2 ** 20;

/** Returns the setting. If it is 0, returns the number of processors minus one, limited by free memory, and at least 1. */
export function chooseOcrReaderCount(set: number, processors = availableParallelism(), freeBytes = freemem()): number {
  return set > 0 ? set : Math.max(1, Math.min(processors - 1, Math.floor(freeBytes / MEMORY_OF_A_READER)));
}
