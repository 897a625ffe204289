/** Reads the processor time and memory of another process from Linux's `/proc`. */
import { readFileSync } from "node:fs";

/** Ticks of the kernel's clock for a process's time: 100 a second on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4096;

/** Milliseconds of processor that a process and its threads have used; null where the system does not say. */
export function readProcessorMs(pid: number | undefined): number | null {
  const fields = /\)(.*)$/s.exec(readProcFile(pid, "stat"))?.[1]?.trim().split(" ");
  const [user, system] = [fields?.[11], fields?.[12]].map(Number);
  return user === undefined || system === undefined || Number.isNaN(user + system)
    ? null
    : ((user + system) / TICKS_A_SECOND) * 1000;
}

/** Resident memory; 0 where the system does not say. */
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
