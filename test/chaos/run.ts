/** Publishes events while delivery workers are killed and the receiver fails, until all are sent or the time is up. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecret, createSecretBox, loadOrCreateMasterKey } from "../../src/accounts/webhooks/secret.ts";
import { createLogger } from "../../src/base/log.ts";
import { EVENT_TYPES } from "../../src/domain/premium.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { judging } from "../store/judged-by.ts";
import { listing, outcome, politician, trade } from "../store/made.ts";
import { checkHistory, type Finding, type Published, readJournal } from "./check-history.ts";
import { type Arrival, type Faults, startReceiver } from "./receiver.ts";
import { startVictims, type Victims } from "./victims.ts";

export interface Chaos {
  /** A multiple of `eventsAtOnce`. */
  readonly events: number;
  readonly eventsAtOnce: number;
  readonly endpoints: number;
  /** Minimum number of kills; the run continues until everything is sent. */
  readonly kills: number;
  /**
   * Milliseconds between kills. After `kills` kills the time keeps growing, because a worker takes long to start on a busy
   * machine.
   */
  readonly killEveryMs: number;
  readonly faults: Faults;
  readonly seed: number;
  readonly longestMs: number;
  /** `postgres://...`; null for SQLite. */
  readonly databaseUrl: string | null;
}

export interface ChaosReport extends Finding {
  readonly kills: number;
  readonly seconds: number;
  /** Number of deliveries by status. */
  readonly deliveries: Readonly<Record<string, number>>;
  /** Last sequence of the account's feed. */
  readonly lastSequence: number;
}

/** Schedule, timeouts and leases, with hours and minutes scaled to milliseconds. */
const SCALED = {
  DELIVERY_SCHEDULE: "0s 50ms 100ms 200ms 400ms 800ms 1s 1s 1s 1s 1s 1s",
  DELIVERY_TIMEOUT: "200ms",
  DELIVERY_CONNECT_TIMEOUT: "150ms",
  DELIVERY_LEASE: "250ms",
  DELIVERY_PAUSE: "500ms",
  DELIVERY_POLL: "25ms",
  WEBHOOK_ALLOW_HTTP: "true",
  WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
  LOG_LEVEL: "error",
};

export async function runChaos(chaos: Chaos): Promise<ChaosReport> {
  const folder = mkdtempSync(join(tmpdir(), "chaos-"));
  const dataDir = join(folder, "data");
  const journals = { published: join(folder, "published.ndjson"), arrived: join(folder, "arrived.ndjson") };
  for (const path of Object.values(journals)) appendFileSync(path, "");
  const random = createSeededRandom(chaos.seed);
  const receiver = await startReceiver(chaos.faults, random, (arrival) => {
    appendFileSync(journals.arrived, `${JSON.stringify(arrival)}\n`);
  });
  const log = createLogger("error");
  const store = await openStore({ dataDir, databaseUrl: chaos.databaseUrl, dataNotice: null, log });
  let victims: Victims | undefined;
  try {
    const box = createSecretBox(loadOrCreateMasterKey({ MASTER_KEY: null }, dataDir));
    const names = Array.from({ length: chaos.endpoints }, (_, index) => `endpoint-${index + 1}`);
    const { id: accountId } = await store.accounts.create("Chaos", "premium", new Date());
    for (const name of names) {
      const secret = createSecret();
      receiver.expect(name, secret);
      const draft = {
        url: receiver.getUrl(name),
        description: null,
        eventTypes: EVENT_TYPES,
        status: "enabled" as const,
      };
      await store.endpoints.create(accountId, draft, box.seal(secret), new Date());
    }
    victims = await startVictims({
      ...SCALED,
      DATA_DIR: dataDir,
      DATABASE_URL: chaos.databaseUrl ?? "",
      NODE_COMPILE_CACHE: join(folder, "compiled"),
    });
    const began = performance.now();
    const isTimeUp = () => performance.now() - began > chaos.longestMs;
    let published = false;
    const publishing = publishAll(store, names, chaos, journals.published).finally(() => {
      published = true;
    });
    publishing.catch(() => {});
    let kills = 0;
    while (!isTimeUp()) {
      await sleep(chaos.killEveryMs * Math.max(1, kills / chaos.kills));
      await victims.kill();
      kills += 1;
      if (published && kills >= chaos.kills && (await store.deliveries.countByStatus()).pending === 0) break;
    }
    await publishing;
    const bounds = await store.events.readSequenceRange(accountId);
    return {
      ...checkHistory(readJournal<Published>(journals.published), readJournal<Arrival>(journals.arrived)),
      kills,
      seconds: Math.round((performance.now() - began) / 1000),
      deliveries: await store.deliveries.countByStatus(),
      lastSequence: bounds?.newest ?? 0,
    };
  } finally {
    await victims?.end();
    await receiver.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Spreads publications over the first half of the kills. As in the service, each has one event per trade and one for the version.
 */
async function publishAll(
  store: Store,
  endpoints: readonly string[],
  { events, eventsAtOnce, kills, killEveryMs }: Chaos,
  journal: string,
): Promise<void> {
  const judge = judging(store.sources);
  await store.sources.recordListingCompleted("house-clerk", new Date(0));
  const publications = events / eventsAtOnce;
  const everyMs = (0.5 * kills * killEveryMs) / publications;
  const began = performance.now();
  for (let number = 1; number <= publications; number += 1) {
    const at = new Date();
    const docId = String(20_000_000 + number);
    const trades = Array.from({ length: eventsAtOnce - 1 }, (_, line) => trade(docId, line + 1));
    await store.filings.recordListings([listing(docId)], at);
    const outcomes = [outcome(docId, trades)];
    await store.publications.publish({ at, outcomes, politicians: [politician("E000001")] }, judge);
    const noted = trades.flatMap(({ id }) => endpoints.map((endpoint): Published => ({ endpoint, tradeId: id })));
    appendFileSync(journal, noted.map((each) => `${JSON.stringify(each)}\n`).join(""));
    await sleep(Math.max(0, began + number * everyMs - performance.now()));
  }
}
