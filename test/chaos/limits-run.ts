/**
 * Two processes with role `api` on one Redis and one PostgreSQL, and clients that send both together more requests than their
 * plan.
 */
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import type { ReadinessCheck } from "../../src/api/operations/readiness.ts";
import { type Serving, serve } from "../e2e/serving.ts";
import { serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import type { RedisServer } from "../redis.ts";

const QUOTA = 20;
const WINDOW_MS = 60_000;
const RECENT = "/api/v1/trades/recent/list?limit=1";
const CONNECTIONS = 64;

export interface Replicas extends AsyncDisposable {
  /** Sends a request to one of the processes. @returns the status. */
  ask(replica: number, identity: string): Promise<number>;
  /** Returns the number of requests in both processes that were decided by the process's own share of the limit. */
  countByShare(): Promise<number>;
  /** Returns each process's Redis check in `/health/ready`. */
  readRedisChecks(): Promise<readonly ReadinessCheck[]>;
}

export async function startReplicas(databaseUrl: string, redisUrl: string): Promise<Replicas> {
  const folders: string[] = [];
  const running: Serving[] = [];
  for (let made = 0; made < 2; made += 1) {
    const folder = await temporaryFolder();
    folders.push(folder);
    const more = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      REPLICAS: "2",
      ROLE: "api",
      MARKET_WARM: "false",
      MASTER_KEY: "a passphrase of the tests",
      // The client acts as a proxy that forwards the addresses of its callers.
      TRUSTED_PROXIES: "127.0.0.1",
    };
    // Nothing is fetched, so the address of the sites is never used.
    running.push(await serve(serviceEnvironment("http://127.0.0.1:9", folder, more)));
  }
  const pools = running.map(({ base }) => new Pool(new URL(base).origin, { connections: CONNECTIONS, pipelining: 1 }));
  return {
    async ask(replica, identity) {
      const pool = pools[replica % pools.length];
      if (pool === undefined) throw new RangeError("There is no such replica.");
      const headers = { "x-forwarded-for": identity };
      const { statusCode, body } = await pool.request({ path: RECENT, method: "GET", headers });
      await body.dump();
      return statusCode;
    },
    async countByShare() {
      const pages = await Promise.all(
        running.map(async ({ base }) => (await fetch(base.replace("/api/v1", "/metrics"))).text()),
      );
      const counts = pages.map((page) => /^rate_limit_counted_total\{by="share"\} (\d+)/m.exec(page)?.[1] ?? "0");
      return counts.reduce((sum, count) => sum + Number(count), 0);
    },
    async readRedisChecks() {
      const answers = running.map(async ({ base }) => (await fetch(base.replace("/api/v1", "/health/ready"))).json());
      const all = (await Promise.all(answers)) as { readonly checks: readonly ReadinessCheck[] }[];
      return all.flatMap(({ checks }) => checks.filter(({ name }) => name === "redis"));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.destroy()));
      await Promise.all(running.map((each) => each.stop()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

export interface BurstReport {
  readonly elapsedMs: number;
  /** Number of admitted requests of each identity. */
  readonly admitted: readonly number[];
  /** Responses other than 200 and 429. */
  readonly other: number;
}

/** Sends all requests at once; each identity sends its own to both processes. */
export async function runBurst(replicas: Replicas, trial: number, identities: number, requests: number) {
  const admitted = new Array<number>(identities).fill(0);
  let other = 0;
  const began = performance.now();
  const each = Array.from({ length: requests }, async (_, at) => {
    const who = at % identities;
    const status = await replicas.ask(Math.floor(at / identities), `10.${trial}.0.${who + 1}`);
    if (status === 200) admitted[who] = (admitted[who] ?? 0) + 1;
    else if (status !== 429) other += 1;
  });
  await Promise.all(each);
  return { elapsedMs: performance.now() - began, admitted, other } satisfies BurstReport;
}

/** The times at which a request was sent and answered; the service decided in between. */
interface TimedRequest {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly isAdmitted: boolean;
}

export interface RandomRun {
  readonly seconds: number;
  readonly identities: number;
  /** How often Redis is killed during the run; it restarts after some seconds. */
  readonly kills: number;
}

export interface RandomReport {
  readonly requests: number;
  readonly admitted: number;
  /** Responses other than 200 and 429, by status. */
  readonly other: Readonly<Record<string, number>>;
  /** Number of times that more requests than the plan were certainly admitted within 60 s. */
  readonly over: number;
  /** Number of rejections although fewer requests than the plan were admitted in the last 60 s. */
  readonly refusedTooSoon: number;
  /** Requests decided by the process's own share of the limit: Redis was down, or slower than a caller waits. */
  readonly byShare: number;
  readonly kills: number;
}

/** Each identity sends random requests to either process, in bursts and with pauses. */
export async function runRandomly(replicas: Replicas, redis: RedisServer, run: RandomRun): Promise<RandomReport> {
  const before = await replicas.countByShare();
  const until = performance.now() + run.seconds * 1000;
  const other: Record<string, number> = {};
  const ask = async (identity: string, asked: TimedRequest[]) => {
    const sentAt = performance.now();
    const status = await replicas.ask(Math.floor(Math.random() * 2), identity);
    if (status !== 200 && status !== 429) other[status] = (other[status] ?? 0) + 1;
    else asked.push({ sentAt, answeredAt: performance.now(), isAdmitted: status === 200 });
  };
  const everybody = Array.from({ length: run.identities }, async (_, who) => {
    const asked: TimedRequest[] = [];
    while (performance.now() < until) {
      const size = Math.random() < 0.2 ? 30 : 1;
      await Promise.all(Array.from({ length: size }, () => ask(`10.250.0.${who + 1}`, asked)));
      await sleep(Math.random() * 4000);
    }
    return asked;
  });
  let kills = 0;
  for (; kills < run.kills; kills += 1) {
    await sleep(((Math.random() + 0.5) * run.seconds * 1000) / (run.kills + 1));
    if (performance.now() > until) break;
    await redis.kill();
    await sleep(1000 + Math.random() * 9000);
    await redis.start();
  }
  const histories = await Promise.all(everybody);
  const all = histories.flat();
  return {
    requests: all.length,
    admitted: all.filter(({ isAdmitted }) => isAdmitted).length,
    other,
    over: histories.reduce((sum, asked) => sum + countOver(asked), 0),
    refusedTooSoon: histories.reduce((sum, asked) => sum + countRefusedTooSoon(asked), 0),
    byShare: (await replicas.countByShare()) - before,
    kills,
  };
}

function countOver(asked: readonly TimedRequest[]): number {
  const admitted = asked.filter(({ isAdmitted }) => isAdmitted).sort((a, b) => a.sentAt - b.sentAt);
  return admitted.filter((first, at) => {
    const more = admitted.slice(at, at + QUOTA + 1);
    return more.length > QUOTA && Math.max(...more.map(({ answeredAt }) => answeredAt)) - first.sentAt < WINDOW_MS;
  }).length;
}

function countRefusedTooSoon(asked: readonly TimedRequest[]): number {
  return asked.filter(({ isAdmitted, sentAt, answeredAt }) => {
    if (isAdmitted) return false;
    const possible = asked.filter(
      (each) => each.isAdmitted && each.answeredAt >= sentAt - WINDOW_MS && each.sentAt <= answeredAt,
    );
    return possible.length < QUOTA;
  }).length;
}
