/** A service under constant requests for lists, pages and evidence while versions are published. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { allTrades, openWorkplace, serviceEnvironment, type Workplace } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import { listing, outcome, politician, trade } from "../store/made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { atRate } from "./at-rate.ts";

export interface Soak {
  readonly seconds: number;
  readonly publishEverySeconds: number;
  readonly perSecond: number;
  /** Earlier measurements do not count, because caches are still filling. */
  readonly warmUpSeconds: number;
}

interface Memory {
  readonly second: number;
  readonly heldBytes: number;
  readonly rssBytes: number;
}

export interface SoakReport {
  readonly requests: number;
  readonly publications: number;
  /** Number of versions whose lists were read. */
  readonly versions: number;
  /** Responses with a status other than 200, such as `503 /late`, and failed requests. */
  readonly faults: readonly string[];
  /** Responses that mix rows of two versions, or whose rows do not match the version in the header. */
  readonly mixed: readonly string[];
  /** Least-squares slopes of heap and buffers after a collection, and of the resident set, in megabytes a minute. */
  readonly heldSlope: number;
  readonly residentSlope: number;
  readonly memory: readonly Memory[];
}

const DOCUMENT = "20099999";
const ROWS = 60;
/** One request in this many is for evidence. */
const EVIDENCE_EVERY = 25;
const LISTS = [
  "/api/v1/trades/recent/list?limit=50",
  "/api/v1/trades/?ticker=ZZSOAK&limit=50",
  "/api/v1/politicians/E009999",
  "/",
  "/tickers/ZZSOAK",
  "/late",
  "/politicians",
  "/trades.csv?ticker=ZZSOAK",
];

export async function runSoak(soak: Soak): Promise<SoakReport> {
  await using stack = new AsyncDisposableStack();
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  stack.defer(() => upstream.stop());
  const place = await openWorkplace(upstream.url);
  stack.defer(() => place.close());
  await place.run();
  const evidence = (await allTrades(place.store)).slice(0, 100).map(({ id }) => `/evidence/${id}.png`);
  await publish(place, 0);
  const more = { INGEST: "false", MARKET_WARM: "false", TRUSTED_PROXIES: "127.0.0.1" };
  const child = fork(fileURLToPath(new URL("./soak-process.ts", import.meta.url)), [], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, place.dataDir, more) },
    execArgv: ["--expose-gc"],
  });
  stack.defer(async () => {
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const measure = async (second: number): Promise<Memory> => {
    const told = once(child, "message");
    child.send("memory");
    const [memory] = (await told) as [Omit<Memory, "second">];
    return { second, ...memory };
  };

  const readers = new Readers(url, LISTS, evidence);
  const stop = new AbortController();
  const reading = readers.read(soak.perSecond, stop.signal);
  const memory: Memory[] = [];
  let publications = 0;
  try {
    await readers.waitUntilRead(0);
    const began = performance.now();
    for (const second of listSeconds(soak)) {
      await sleep(Math.max(0, began + second * 1000 - performance.now()));
      publications += 1;
      await publish(place, publications);
      if (second > soak.warmUpSeconds) memory.push(await measure(second));
    }
    await readers.waitUntilRead(publications);
  } finally {
    stop.abort();
    await reading;
  }
  const { requests, faults, mixed, versions } = readers;
  return {
    requests,
    publications,
    versions: versions.size,
    faults,
    mixed,
    heldSlope: computeSlope(memory, ({ heldBytes }) => heldBytes),
    residentSlope: computeSlope(memory, ({ rssBytes }) => rssBytes),
    memory,
  };
}

function* listSeconds({ seconds: whole, publishEverySeconds }: Soak): Generator<number> {
  for (let second = publishEverySeconds; second <= whole; second += publishEverySeconds) yield second;
}

/**
 * Replaces the rows of one report. Each row has the publication's number, which shows whether a page mixes rows of two versions.
 */
async function publish({ store }: Workplace, number: number): Promise<void> {
  const at = new Date();
  const filedDate = at.toISOString().slice(0, 10) as ReturnType<typeof trade>["filedDate"];
  const politicianId = "E009999";
  const trades = Array.from({ length: ROWS }, (_, line) =>
    trade(DOCUMENT, line + 1, { ticker: "ZZSOAK", company: `Edition ${number}.`, politicianId, filedDate }),
  );
  await store.filings.recordListings([listing(DOCUMENT, { filedDate })], at);
  const outcomes = [outcome(DOCUMENT, trades, { politicianId, rawJson: JSON.stringify({ number }) })];
  const members = [
    ...(await store.reference.listPoliticians()).filter(({ id }) => id !== politicianId),
    politician(politicianId),
  ];
  const { changed } = await store.publications.publish({ at, outcomes, politicians: members });
  if (!changed) throw new Error("The publication changed nothing.");
}

class Readers {
  requests = 0;
  readonly faults: string[] = [];
  readonly mixed: string[] = [];
  /** Publication number by version. */
  readonly versions = new Map<string, string>();
  readonly #base: string;
  readonly #lists: readonly string[];
  readonly #evidence: readonly string[];

  constructor(base: string, lists: readonly string[], evidence: readonly string[]) {
    this.#base = base;
    this.#lists = lists;
    this.#evidence = evidence;
  }

  async read(perSecond: number, stop: AbortSignal): Promise<void> {
    await atRate(perSecond, stop, (number) => this.#readOne(number));
  }

  /** Resolves when a list has rows of that publication. */
  async waitUntilRead(publication: number): Promise<void> {
    const isRead = () => [...this.versions.values()].includes(String(publication));
    await eventually(`publication ${publication} in a list`, isRead, { withinMs: 60_000, everyMs: 50 });
  }

  async #readOne(number: number): Promise<void> {
    // Few requests are for evidence: the service rejects those that exceed its drawing queue, as intended.
    const [paths, at] =
      number % EVIDENCE_EVERY === 0 ? [this.#evidence, number / EVIDENCE_EVERY] : [this.#lists, number];
    const path = paths[at % paths.length] ?? "";
    this.requests += 1;
    try {
      const caller = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
      const answer = await fetch(new URL(path, this.#base), { headers: { "x-forwarded-for": caller } });
      if (answer.status !== 200) this.faults.push(`${answer.status} ${path}`);
      if (path.startsWith("/evidence/")) await answer.arrayBuffer();
      else this.#compare(path, answer.headers.get("x-dataset-version"), await answer.text());
    } catch (error) {
      this.faults.push(`${(error as Error).message} ${path}`);
    }
  }

  #compare(path: string, version: string | null, text: string): void {
    const editions = new Set(Array.from(text.matchAll(/Edition (\d+)\./g), ([, edition = ""]) => edition));
    const [edition] = editions;
    if (edition === undefined) return;
    if (editions.size > 1) this.mixed.push(`${path}: ${[...editions].join(", ")}`);
    if (version === null) return;
    const known = this.versions.get(version);
    if (known === undefined) this.versions.set(version, edition);
    else if (known !== edition) this.mixed.push(`${path}: ${version} has ${known} and ${edition}`);
  }
}

/** Slope in megabytes a minute. */
function computeSlope(memory: readonly Memory[], of: (memory: Memory) => number): number {
  const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = memory.map(({ second }) => second / 60);
  const megabytes = memory.map((each) => of(each) / 1_000_000);
  const [middle, level] = [computeMean(minutes), computeMean(megabytes)];
  const spread = computeMean(minutes.map((minute) => (minute - middle) ** 2));
  return computeMean(minutes.map((minute, at) => (minute - middle) * ((megabytes[at] ?? 0) - level))) / spread;
}
