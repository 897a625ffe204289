/** One address spends all its requests on questions about former versions, while others ask for what is served now: how long do they wait? */
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/open.ts";
import { serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { fillLargeStore, type LargeStore, MASTER_KEY } from "../large/large-store.ts";
import { BUSIEST_MEMBER } from "../large/large-trades.ts";
import { Watched } from "../large/watched.ts";
import { atRate } from "./at-rate.ts";

const PROGRAM = fileURLToPath(new URL("../large/serving-process.ts", import.meta.url));
/** Requests of one address within a minute. */
const QUOTA = 20;
const MINUTE_MS = 60_000;
const RATE_OF_OTHERS = 16;
const ASKER = "10.0.0.1";

export interface PastQuestions {
  readonly trades: number;
  readonly versions: number;
  readonly others: number;
  readonly seconds: number;
}

interface Answers {
  readonly statuses: Readonly<Record<number, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export interface PastQuestionsReport {
  readonly asker: Answers;
  readonly others: Answers;
  /** Milliseconds of processor time that one turn of the service's loop took at most, and of the clock. */
  readonly longestTurnMs: number;
  readonly longestHoldUpMs: number;
}

export async function runPastQuestions(run: PastQuestions): Promise<PastQuestionsReport> {
  const dataDir = await temporaryFolder();
  try {
    const made = await fill(dataDir, run);
    const watched = await Watched.start(PROGRAM, {
      ...serviceEnvironment("http://127.0.0.1:9", dataDir, { DATABASE_URL: "" }),
      MASTER_KEY,
      INGEST: "false",
      DELIVERIES: "false",
      // The client stands for a proxy that names its callers.
      TRUSTED_PROXIES: "127.0.0.0/8",
    });
    const pool = new Pool(watched.serves.origin, { connections: 64, pipelining: 1 });
    try {
      return await ask(pool, watched, made, run);
    } finally {
      await pool.destroy();
      await watched.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, { trades, versions }: PastQuestions): Promise<LargeStore> {
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  try {
    return await fillLargeStore(store, { trades, versions });
  } finally {
    await store.close();
  }
}

async function ask(pool: Pool, watched: Watched, { versions }: LargeStore, { others, seconds }: PastQuestions) {
  const [ofAsker, ofOthers] = [new Tally(pool), new Tally(pool)];
  const stop = AbortSignal.timeout(seconds * 1000);
  // Each question is about a version, or a pair, that nobody has asked for.
  let version = 0;
  const askAboutThePast = async () => {
    while (!stop.aborted) {
      const burst = Array.from({ length: QUOTA }, (_, n) => {
        version = (version + 1) % (versions.length - 1);
        const path = n % 2 === 0 ? "/changes?limit=100&from=" : "/trades?limit=100&as_of=";
        return ofAsker.ask(ASKER, path + versions[version]);
      });
      await Promise.all(burst);
      await sleep(MINUTE_MS, undefined, { signal: stop }).catch(() => {});
    }
  };
  const held = await watched.held(() =>
    Promise.all([
      askAboutThePast(),
      atRate(RATE_OF_OTHERS, stop, (n) =>
        ofOthers.ask(`10.1.0.${1 + (n % others)}`, PRESENT[n % PRESENT.length] as string),
      ),
    ]),
  );
  return {
    asker: ofAsker.report(),
    others: ofOthers.report(),
    longestTurnMs: Math.round(held.busyMs),
    longestHoldUpMs: Math.round(held.stoodMs),
  };
}

const PRESENT = [
  "/trades/recent/list?limit=100",
  "/trades?ticker=S1,S2&limit=50",
  `/politicians/${BUSIEST_MEMBER}`,
  "/tickers/S3",
  "/trades?q=adviser&limit=20",
];

class Tally {
  readonly #pool: Pool;
  readonly #statuses: Record<number, number> = {};
  readonly #times: number[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async ask(address: string, path: string): Promise<void> {
    const began = performance.now();
    const headers = { "x-forwarded-for": address };
    const { statusCode, body } = await this.#pool.request({ path: `/api/v1${path}`, method: "GET", headers });
    await body.dump();
    this.#times.push(performance.now() - began);
    this.#statuses[statusCode] = (this.#statuses[statusCode] ?? 0) + 1;
  }

  report(): Answers {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    return { statuses: this.#statuses, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
  }
}
