/** A service with a large store, where visitors from many addresses request current data while others send expensive requests. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { type LargeStore, MASTER_KEY, type Size } from "../large/large-store.ts";
import { BUSIEST_MEMBER } from "../large/large-trades.ts";
import { fillWithOriginals, waitUntilAtRest } from "../large/place.ts";
import { Watched } from "../large/watched.ts";
import { atRate } from "./at-rate.ts";

const PROGRAM = fileURLToPath(new URL("../large/serving-process.ts", import.meta.url));
/** Options with which `bin/congress-trades.js` starts a service. */
const SERVING = ["--max-semi-space-size=8", "--v8-pool-size=0"];
/** Requests per address and minute. */
export const QUOTA = 20;
const RATE_OF_VISITORS = 16;

/** Size of the store, number of other addresses, which request current data, and duration. */
export interface Crowd extends Size {
  readonly others: number;
  readonly seconds: number;
}

export interface Answers {
  readonly statuses: Readonly<Record<number, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** Responses to the other callers, and the service's loop during the attack. */
export interface CrowdReport {
  readonly others: Answers;
  /** Longest turn of the service's loop, in milliseconds of processor time and of wall time. */
  readonly longestTurnMs: number;
  readonly longestHoldUpMs: number;
  /** Processors that this program itself used: on a machine with two it slows the service down. */
  readonly coresOfClient: number;
}

export interface LargeService extends AsyncDisposable {
  readonly dataDir: string;
  readonly made: LargeStore;
  readonly pool: Pool;
  /** Sends requests from many addresses until the attack has ended. */
  runUnderAttack(attack: (stop: AbortSignal) => Promise<void>, crowd: Crowd): Promise<CrowdReport>;
}

/** Starts a service on a large store, which also has originals of fictional reports. */
export async function openLargeService(size: Size): Promise<LargeService> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await temporaryFolder();
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const made = await fillWithOriginals(dataDir, size);
  const settings = {
    ...serviceEnvironment("http://127.0.0.1:9", dataDir, { DATABASE_URL: "" }),
    MASTER_KEY,
    INGEST: "false",
    DELIVERIES: "false",
    // The client acts as a proxy that forwards the addresses of its callers.
    TRUSTED_PROXIES: "127.0.0.0/8",
  };
  const watched = await Watched.start(PROGRAM, settings, SERVING);
  opened.defer(() => watched.stop());
  await waitUntilAtRest(watched.serves.origin, made.key);
  const pool = new Pool(watched.serves.origin, { connections: 256, pipelining: 1 });
  opened.defer(() => pool.destroy());
  const open = opened.move();
  return {
    dataDir,
    made,
    pool,
    async runUnderAttack(attack, { others, seconds }) {
      const tally = new Tally(pool);
      const stop = AbortSignal.timeout(seconds * 1000);
      const visit = (n: number) =>
        tally.ask(`10.1.0.${1 + (n % others)}`, `/api/v1${PRESENT[n % PRESENT.length] as string}`);
      const [began, spentBefore] = [performance.now(), process.cpuUsage()];
      const held = await watched.measure(() => Promise.all([attack(stop), atRate(RATE_OF_VISITORS, stop, visit)]));
      const { user, system } = process.cpuUsage(spentBefore);
      return {
        others: tally.report(),
        longestTurnMs: Math.round(held.busyMs),
        longestHoldUpMs: Math.round(held.stalledMs),
        coresOfClient: Number(((user + system) / 1000 / (performance.now() - began)).toFixed(2)),
      };
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Returns true if all other addresses got their responses, 99% of them in less than 100 ms. */
export function areOthersUnaffected({ others: { statuses, p99Ms } }: CrowdReport): boolean {
  return Object.keys(statuses).join() === "200" && p99Ms < 100;
}

const PRESENT = [
  "/trades/recent/list?limit=100",
  "/trades?ticker=S1,S2&limit=50",
  `/politicians/${BUSIEST_MEMBER}`,
  "/tickers/S3",
  "/trades?q=adviser&limit=20",
];

/** Statuses and times of the responses to one kind of caller. */
export class Tally {
  readonly #pool: Pool;
  readonly #statuses: Record<number, number> = {};
  readonly #times: number[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @param message sent as JSON by POST. */
  async ask(address: string, path: string, message?: unknown): Promise<void> {
    const began = performance.now();
    const headers = { "x-forwarded-for": address };
    const { statusCode, body } = await this.#pool.request(
      message === undefined
        ? { path, method: "GET", headers }
        : { path, method: "POST", headers: { ...headers, ...JSON_HEADERS }, body: JSON.stringify(message) },
    );
    await body.dump();
    this.#times.push(performance.now() - began);
    this.#statuses[statusCode] = (this.#statuses[statusCode] ?? 0) + 1;
  }

  report(): Answers {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const computeQuantile = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    return {
      statuses: this.#statuses,
      p50Ms: computeQuantile(0.5),
      p99Ms: computeQuantile(0.99),
      longestMs: computeQuantile(1),
    };
  }
}

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
