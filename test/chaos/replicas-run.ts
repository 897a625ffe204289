/** Replicas with role `api` under load while the services they depend on are killed repeatedly. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { type Serving, serve } from "../e2e/serving.ts";
import { openWorkplace, serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import type { Postgres } from "../postgres.ts";
import type { RedisServer } from "../redis.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { Clients, Customer, type Reads } from "./replica-load.ts";
import type { SmallDisk } from "./small-disk.ts";

export const FAULTS = ["PostgreSQL crashed", "Redis killed", "replica killed", "replica ended", "disk full"] as const;
export type Fault = (typeof FAULTS)[number];

export interface ReplicaRun {
  readonly postgres: Postgres;
  readonly redis: RedisServer;
  /** The disk with the database and the replicas' folders; null skips "disk full". */
  readonly disk: SmallDisk | null;
  /** How often each fault happens. */
  readonly times: Readonly<Record<Fault, number>>;
  readonly perSecond: number;
}

export interface ReplicaReport {
  readonly reads: Omit<Reads, "milliseconds">;
  readonly medianMs: number;
  readonly slowestMs: number;
  readonly seconds: number;
  /** Resources, keys and test deliveries that were acknowledged. */
  readonly acknowledged: number;
  readonly lost: readonly string[];
  /** Writes that returned 5xx and so were not acknowledged. */
  readonly unavailable: number;
  /** Acknowledged test deliveries, and how many succeeded. */
  readonly queued: number;
  readonly delivered: number;
  /** Distinct events that reached the receiver. */
  readonly arrived: number;
  /** Milliseconds to full recovery, for each fault. */
  readonly recoveryMs: Readonly<Record<Fault, readonly number[]>>;
}

const AWAY_MS = 700;
const REPLICAS = 2;
const PATIENCE = { withinMs: 90_000, everyMs: 20 };

export async function runReplicas(run: ReplicaRun): Promise<ReplicaReport> {
  await using stack = new AsyncDisposableStack();
  const folder = run.disk?.folder ?? (await temporaryFolder());
  if (run.disk === null) stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = await createDatabaseOn(run.disk, run.postgres.url);
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  stack.defer(() => upstream.stop());
  const key = await prepareCustomer(upstream.url, databaseUrl);
  const arrived = new Set<string>();
  const receiver = createServer((request, response) => {
    arrived.add(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.writeHead(204).end());
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  stack.defer(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  const start = (name: string, more: Record<string, string>) =>
    serve(
      serviceEnvironment(upstream.url, join(folder, name), {
        ...makeSettings(databaseUrl, run.redis.url),
        ...more,
      }),
    );
  const ports: readonly number[] = await Array.fromAsync({ length: REPLICAS }, findFreePort);
  const startReplica = (at: number) => start(`api-${at}`, { ROLE: "api", PORT: String(ports[at]) });
  const replicas: Serving[] = [];
  for (const at of ports.keys()) replicas.push(await startReplica(at));
  const deliver = await start("deliver", { ROLE: "deliver" });
  stack.defer(async () => void (await Promise.all([...replicas, deliver].map((each) => each.stop()))));
  const clients = new Clients(replicas.map(({ base }) => new URL(base).origin));
  stack.defer(() => clients.close());
  const customer = new Customer(clients, key, hook);

  const restart = async (at: number) => {
    replicas[at] = await startReplica(at);
  };
  const recoveryMs = Object.fromEntries(FAULTS.map((fault) => [fault, [] as number[]])) as Record<Fault, number[]>;
  const stop = new AbortController();
  const began = performance.now();
  const load = Promise.all([clients.read(run.perSecond, stop.signal), customer.write(150, stop.signal)]);
  try {
    await sleep(2_000);
    for (const [turn, fault] of planFaults(run.times).entries()) {
      const happen = createFaults(run, replicas, restart)[fault];
      const begin = await happen(turn % REPLICAS);
      await eventually(`recovery from "${fault}"`, () => areReady(replicas), PATIENCE);
      recoveryMs[fault].push(Math.round(performance.now() - begin));
    }
    await sleep(1_000);
  } finally {
    stop.abort();
    await load;
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const delivered = await customer.waitForDeliveries(PATIENCE.withinMs);
  const lost = await customer.findLost();
  const { milliseconds, ...reads } = clients.reads;
  milliseconds.sort((a, b) => a - b);
  return {
    reads,
    medianMs: Math.round(milliseconds[milliseconds.length >> 1] ?? 0),
    slowestMs: Math.round(milliseconds.at(-1) ?? 0),
    seconds,
    acknowledged: customer.made.length + customer.keys.length + customer.queued.length,
    lost,
    unavailable: customer.unavailable,
    queued: customer.queued.length,
    delivered,
    arrived: arrived.size,
    recoveryMs,
  };
}

type CauseFault = (replica: number) => Promise<number>;

/** Functions that cause each fault. Each returns the time at which the fault ended and recovery began. */
function createFaults(run: ReplicaRun, replicas: readonly Serving[], restart: (at: number) => Promise<void>) {
  const causeReplicaEnd =
    (signal: NodeJS.Signals): CauseFault =>
    async (at) => {
      const child = replicas[at]?.child;
      if (child === undefined) throw new RangeError("There is no such replica.");
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
      const begin = performance.now();
      await restart(at);
      return begin;
    };
  const causeOutage =
    (end: () => Promise<void> | void, begin: () => Promise<void> | void): CauseFault =>
    async () => {
      await end();
      await sleep(AWAY_MS);
      const since = performance.now();
      await begin();
      return since;
    };
  const { postgres, redis, disk } = run;
  return {
    "PostgreSQL crashed": causeOutage(postgres.kill, postgres.start),
    "Redis killed": causeOutage(redis.kill, redis.start),
    "replica killed": causeReplicaEnd("SIGKILL"),
    "replica ended": causeReplicaEnd("SIGTERM"),
    "disk full": causeOutage(
      () => disk?.fill(),
      () => disk?.empty(),
    ),
  } satisfies Record<Fault, CauseFault>;
}

/** Returns the faults in their order, evenly mixed. */
function planFaults(times: ReplicaRun["times"]): readonly Fault[] {
  const placed = FAULTS.flatMap((fault) =>
    Array.from({ length: times[fault] }, (_, at) => ({ fault, at: (at + 0.5) / times[fault] })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ fault }) => fault);
}

async function areReady(replicas: readonly Serving[]): Promise<boolean> {
  const all = await Promise.all(
    replicas.map(async ({ base }) => {
      const answer = await fetch(base.replace("/api/v1", "/health/ready")).catch(() => null);
      if (answer === null) return false;
      const { checks } = (await answer.json()) as { checks: readonly { name: string; ready: boolean }[] };
      return checks.every(({ name, ready }) => ready || !["database", "redis", "kept-version"].includes(name));
    }),
  );
  return all.every(Boolean);
}

function makeSettings(databaseUrl: string, redisUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REPLICAS: String(REPLICAS),
    MARKET_WARM: "false",
    MASTER_KEY: "a passphrase of the tests",
    // The client acts as a proxy that forwards the addresses of its callers.
    TRUSTED_PROXIES: "127.0.0.1",
    WEBHOOK_ALLOW_HTTP: "true",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
    DELIVERY_SCHEDULE: "0s 200ms 400ms 800ms 1s 2s 4s 8s",
    DELIVERY_POLL: "100ms",
  };
}

/** Creates a database whose tables are on that disk. @returns its URL; without a disk, `url`. */
async function createDatabaseOn(disk: SmallDisk | null, url: string): Promise<string> {
  if (disk === null) return url;
  const tables = join(disk.folder, "tables");
  mkdirSync(tables);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select setting from pg_settings where name = 'data_directory'");
  // The tablespace folder must belong to the server's account, which owns the data folder.
  execFileSync("chown", ["--reference", rows[0].setting, tables]);
  await client.query(`create tablespace small location '${tables}'`);
  await client.query("create database small tablespace small");
  await client.end();
  return url.replace(/\/[^/]*$/, "/small");
}

/** Publishes the made-up filings, and creates a customer. @returns the customer's key. */
async function prepareCustomer(upstreamUrl: string, databaseUrl: string): Promise<string> {
  const place = await openWorkplace(upstreamUrl, { DATABASE_URL: databaseUrl });
  try {
    await place.run();
    const { id } = await place.store.accounts.create("Chaos", "premium", new Date());
    const { key } = await issueKey(place.store.keys, id, { expiresAt: null }, new Date());
    return key;
  } finally {
    await place.close();
  }
}
