/** Number of processes that read scanned pages where the operator has set none. */
import { availableParallelism, freemem } from "node:os";

/** Memory that a reader takes at the most; a page over it is not read (`reader_memory`). */
const MEMORY_OF_A_READER = 512 * 2 ** 20;

/** One process for each processor but one, as far as free memory allows, and at least one. @param set 0 where the operator leaves it open. */
export function ocrReaders(set: number, processors = availableParallelism(), freeBytes = freemem()): number {
  return set > 0 ? set : Math.max(1, Math.min(processors - 1, Math.floor(freeBytes / MEMORY_OF_A_READER)));
}
