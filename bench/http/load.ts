/** Generates load with wrk on one core, and measures the processor time of a server on another core. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);
const CONNECTIONS = 32;
/** Clock ticks per second in `/proc` on every Linux that Node supports (`getconf CLK_TCK`). */
const TICKS = 100;

export interface LoadTarget {
  readonly port: number;
  /** `{skip}` in the path is replaced by the offset of a random page with ten rows. */
  readonly path: string;
  readonly ifNoneMatch?: string;
  /** Number of pages from which `{skip}` is chosen. */
  readonly pages?: number;
}

export interface Measured {
  /** Requests per second of the server's processor time. */
  readonly rate: number;
  /** Microseconds per request in the server's own code and in the kernel. */
  readonly userUs: number;
  readonly systemUs: number;
  readonly p99Ms: number;
  /** Requests per second of wall-clock time. */
  readonly throughput: number;
}

/** @param roots processes of the server; their children count too. @throws {Error} if a request fails. */
export async function measure(roots: readonly number[], asked: LoadTarget, seconds: number): Promise<Measured> {
  const before = readCpuTime(roots);
  const script = new URL("load.lua", import.meta.url).pathname;
  const { port, path, ifNoneMatch = "", pages = 1 } = asked;
  const { stdout } = await run("taskset", [
    ...["-c", "1", "wrk", "-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script, `http://127.0.0.1:${port}`],
    // Client addresses start at a random number, so that none is reused within a minute.
    ...["--", path, ifNoneMatch, String(pages), String(Math.floor(Math.random() * 2 ** 27))],
  ]);
  const after = readCpuTime(roots);
  const [user, system] = [after.user - before.user, after.system - before.system];
  const [, json] = /^RESULT (.*)$/m.exec(stdout) ?? [];
  if (json === undefined) throw new Error(`wrk printed no result: ${stdout}`);
  const result = JSON.parse(json) as { requests: number; seconds: number; p99Ms: number; failed: number };
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests for ${path} failed`);
  return {
    rate: result.requests / (user + system),
    userUs: (user / result.requests) * 1e6,
    systemUs: (system / result.requests) * 1e6,
    p99Ms: result.p99Ms,
    throughput: result.requests / result.seconds,
  };
}

/**
 * Waits until a server and its children are idle after the start. Writing files, for example, takes minutes for millions of
 * trades.
 */
export async function waitUntilIdle({ processes }: { readonly processes: readonly number[] }): Promise<void> {
  for (let before = sumCpuSeconds(processes), turn = 0, idle = 0; turn < 900 && idle < 2; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = sumCpuSeconds(processes);
    // The total can decrease, because the time of a child that has ended is no longer counted.
    idle = Math.abs(now - before) < 0.05 ? idle + 1 : 0;
    before = now;
  }
}

function sumCpuSeconds(roots: readonly number[]): number {
  const { user, system } = readCpuTime(roots);
  return user + system;
}

interface CpuTime {
  readonly user: number;
  readonly system: number;
}

/** Sums the processor time in seconds of the processes and their children so far. */
export function readCpuTime(roots: readonly number[]): CpuTime {
  return roots
    .flatMap((pid) => [readOwnTime(pid), readCpuTime(listChildren(pid))])
    .reduce((sum, each) => ({ user: sum.user + each.user, system: sum.system + each.system }), { user: 0, system: 0 });
}

function readOwnTime(pid: number): CpuTime {
  const fields = readStat(pid);
  return { user: Number(fields[11]) / TICKS, system: Number(fields[12]) / TICKS };
}

export function readParentPid(pid: number): number {
  return Number(readStat(pid)[1]);
}

/** Reads the fields of `/proc/PID/stat` after the name, starting with the state. */
function readStat(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function listChildren(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}
