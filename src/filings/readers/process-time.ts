/** Reads the processor time and memory of another process from Linux's `/proc`. */
import { readFileSync } from "node:fs";

/** The kernel reports processor time in clock ticks: 100 per second on every Linux on which Node runs. */
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4096;

/** Returns the milliseconds of processor time used by a process with its threads; null if the system does not report it. */
export function readProcessorMs(pid: number | undefined): number | null {
  const fields = /\)(.*)$/s.exec(readProcFile(pid, "stat"))?.[1]?.trim().split(" ");
  const [user, system] = [fields?.[11], fields?.[12]].map(Number);
  return user === undefined || system === undefined || Number.isNaN(user + system)
    ? null
    : ((user + system) / TICKS_A_SECOND) * 1000;
}

/** Returns the resident memory in bytes; 0 if the system does not report it. */
export function readResidentBytes(pid: number | undefined): number {
  return Number(readProcFile(pid, "statm").split(" ")[1] ?? 0) * PAGE_BYTES;
}

function readProcFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
