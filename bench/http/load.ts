/** Load by wrk on one core, and the processor time that a server on another core needs for it. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);
const CONNECTIONS = 32;
/** Clock ticks a second in `/proc` on every Linux that Node runs on (`getconf CLK_TCK`). */
const TICKS = 100;

export interface LoadTarget {
  readonly port: number;
  /** `{skip}` in it becomes a random page of ten. */
  readonly path: string;
  readonly ifNoneMatch?: string;
  /** How many pages `{skip}` chooses from. */
  readonly pages?: number;
}

export interface Measured {
  /** Requests in each second of the server's processor time. */
  readonly rate: number;
  /** Microseconds of a request in the server's own code, and in the kernel for it. */
  readonly userUs: number;
  readonly systemUs: number;
  readonly p99Ms: number;
  /** Requests a second of the clock. */
  readonly throughput: number;
}

/** @param roots processes of the server; their children count too. @throws {Error} when a request failed. */
export async function measure(roots: readonly number[], asked: LoadTarget, seconds: number): Promise<Measured> {
  const before = cpuTime(roots);
  const script = new URL("load.lua", import.meta.url).pathname;
  const { port, path, ifNoneMatch = "", pages = 1 } = asked;
  const { stdout } = await run("taskset", [
    ...["-c", "1", "wrk", "-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script, `http://127.0.0.1:${port}`],
    // The client addresses begin at a random place, so that none comes again before its minute is over.
    ...["--", path, ifNoneMatch, String(pages), String(Math.floor(Math.random() * 2 ** 27))],
  ]);
  const after = cpuTime(roots);
  const [user, system] = [after.user - before.user, after.system - before.system];
  const [, json] = /^RESULT (.*)$/m.exec(stdout) ?? [];
  if (json === undefined) throw new Error(`wrk said no result: ${stdout}`);
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

/** Waits for the end of what a server and its children do after its start, such as writing files: for millions of trades that takes minutes. */
export async function untilIdle({ processes }: { readonly processes: readonly number[] }): Promise<void> {
  for (let before = cpuSeconds(processes), turn = 0, idle = 0; turn < 900 && idle < 2; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = cpuSeconds(processes);
    // The time of a child that has ended is no longer there.
    idle = Math.abs(now - before) < 0.05 ? idle + 1 : 0;
    before = now;
  }
}

function cpuSeconds(roots: readonly number[]): number {
  const { user, system } = cpuTime(roots);
  return user + system;
}

interface CpuTime {
  readonly user: number;
  readonly system: number;
}

/** Seconds of the processes and their children so far. */
export function cpuTime(roots: readonly number[]): CpuTime {
  return roots
    .flatMap((pid) => [ownTime(pid), cpuTime(childrenOf(pid))])
    .reduce((sum, each) => ({ user: sum.user + each.user, system: sum.system + each.system }), { user: 0, system: 0 });
}

function ownTime(pid: number): CpuTime {
  const fields = statOf(pid);
  return { user: Number(fields[11]) / TICKS, system: Number(fields[12]) / TICKS };
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Fields of `/proc/PID/stat` after the name, from the state on. */
function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}
