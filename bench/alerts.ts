/**
 * Measures the cost of alerts: `node bench/alerts.ts [TRADES] [ALERTS] [--postgres]`. By default the service has 5,000 trades in
 * one ticker and 100 alerts of the type that reads the longest history. Measures a preview, a publication of 20 more trades, and
 * the latency of other requests meanwhile, which a separate process sends.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { issueKey } from "../src/accounts/keys/issue-key.ts";
import { createSecretBox } from "../src/accounts/webhooks/secret.ts";
import { createLogger } from "../src/base/log.ts";
import { addDays, type IsoDate } from "../src/domain/dates.ts";
import type { Trade } from "../src/domain/trade.ts";
import { DatasetHolder } from "../src/publication/dataset/holder.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/store.ts";
import { ALERTS } from "../test/contract/premium-service.ts";
import { type Service, startService } from "../test/contract/service.ts";
import { startPostgres } from "../test/postgres.ts";
import { judging } from "../test/store/judged-by.ts";
import { listing, outcome, politician, trade } from "../test/store/made.ts";

const others = process.argv[2] === "others";
const onPostgres = process.argv.includes("--postgres");
const [trades = 5000, alerts = 100] = others
  ? []
  : process.argv
      .slice(2)
      .filter((each) => /^\d+$/.test(each))
      .map(Number);
const PEOPLE = 500;
const REPORT = 50;
const NEW_TRADES = 20;
const REST_MS = 2000;

const createMemberId = (number: number) => `E${String(number % PEOPLE).padStart(6, "0")}`;
const rules = [
  { window_days: 90, politicians: 10 },
  { window_days: 365, politicians: 50 },
  { window_days: 3650, politicians: 100 },
].map((rule) => ({ alert_type: "ticker_cluster", filter: { ticker: ["AAPL"] }, ...rule }));

function createReport(number: number, size: number) {
  const docId = String(10_000_000 + number);
  const made = Array.from({ length: size }, (_, line): Trade => {
    const transactionDate = addDays("2017-01-01" as IsoDate, (number * 37 + line * 61) % 3500);
    return trade(docId, line + 1, {
      politicianId: createMemberId(number * 7 + line * 13),
      transactionDate,
      disclosureDate: addDays(transactionDate, 30),
    });
  });
  return { listing: listing(docId), outcome: outcome(docId, made) };
}

if (others) await askAsOthers(process.argv[3] ?? "");
else await measure();

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-alerts-"));
  const postgres = onPostgres ? await startPostgres() : null;
  if (postgres !== null && "skipped" in postgres) throw new Error(postgres.skipped);
  const databaseUrl = postgres?.url ?? null;
  const store = await openStore({ dataDir, databaseUrl, dataNotice: null, log: createLogger("silent") });
  const datasets = new DatasetHolder(store);
  const service = await startService({
    datasets,
    premium: {
      tables: store,
      box: createSecretBox(Buffer.alloc(32, 7)),
      explainRefusedAddress: () => null,
      wake: () => {},
      mails: true,
    },
    limits: { premiumQuota: 1_000_000 },
  });
  try {
    await measureWithStore(store, datasets, service);
  } finally {
    await service.close();
    await store.close();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureWithStore(store: Store, datasets: DatasetHolder, service: Service): Promise<void> {
  const known = Array.from({ length: Math.ceil(trades / REPORT) }, (_, number) => createReport(number, REPORT));
  const fresh = createReport(known.length, NEW_TRADES);
  await store.filings.recordListings(
    known.map((each) => each.listing),
    new Date(1000),
  );
  const politicians = Array.from({ length: PEOPLE }, (_, number) => politician(createMemberId(number)));
  await store.publications.publish({ at: new Date(1000), politicians, outcomes: known.map((each) => each.outcome) });
  await store.sources.recordListingCompleted("house-clerk", new Date(2000));
  await store.filings.recordListings([fresh.listing], new Date(3000));
  await datasets.reload();
  const account = await store.accounts.create("reader", "premium", new Date());
  const { key } = await issueKey(store.keys, account.id, { expiresAt: null }, new Date());
  const post = async (path: string, body: unknown, status: number): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await service.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.status !== status) throw new Error(answer.text);
    return JSON.parse(answer.text) as Record<string, unknown>;
  };
  for (let number = 0; number < alerts; number += 1) {
    const rule = rules[number % rules.length];
    // All filters are different, because equal ones are computed only once.
    const filter = { ticker: ["AAPL"], min_amount: number };
    await post(ALERTS, { name: `alert ${number}`, ...rule, filter }, 201);
  }
  console.log(`machine: ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
  console.log(`${trades} trades of ${PEOPLE} people in one ticker, ${alerts} alerts`);

  const asking = fork(import.meta.filename, ["others", `http://127.0.0.1:${service.port}/api/v1`]);
  await once(asking, "message");
  await sleep(REST_MS);
  console.log(`  others, without other work                ${await summarizeLatencies(asking)}`);
  const took: number[] = [];
  const previewCpu = process.cpuUsage();
  for (let turn = 0; turn < 20; turn += 1) {
    for (const rule of rules) {
      const began = performance.now();
      const { total_matches } = await post(`${ALERTS}/preview`, { ...rule, days: 3650 }, 200);
      took.push(performance.now() - began);
      if (typeof total_matches !== "number") throw new Error("no preview");
    }
  }
  console.log(`  previews, one after another               ${summarize(took)}`);
  console.log(`  CPU time per preview, with all responses  ${(cpuMs(previewCpu) / took.length).toFixed(0)} ms`);
  console.log(`  others meanwhile                          ${await summarizeLatencies(asking)}`);
  const judge = judging(store.sources, { emails: true });
  const cpu = process.cpuUsage();
  const began = performance.now();
  const publishing = store.publications.publish({ at: new Date(), outcomes: [fresh.outcome] }, judge);
  const wrote = performance.now();
  await store.alerts.create(
    (await store.accounts.create("another", "premium", new Date())).id,
    {
      name: "meanwhile",
      alertType: "trade",
      status: "active",
      filter: {},
      days: null,
      politicians: null,
      webhookIds: [],
      notificationEmail: null,
      daily: null,
    },
    new Date(),
  );
  const waited = performance.now() - wrote;
  await publishing;
  const published = performance.now() - began;
  console.log(`  publication of ${NEW_TRADES} more                    ${published.toFixed(0)} ms`);
  console.log(`  CPU time, with responses to others        ${cpuMs(cpu).toFixed(0)} ms`);
  console.log(`  another account's write meanwhile         ${waited.toFixed(0)} ms`);
  console.log(`  others meanwhile                          ${await summarizeLatencies(asking)}`);
  asking.kill();
  await once(asking, "exit");
}

/** Summarizes the latencies measured since the last call. */
async function summarizeLatencies(others: ChildProcess): Promise<string> {
  others.send("told");
  const [found] = (await once(others, "message")) as [number[]];
  return summarize(found);
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function summarize(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${sorted.length} requests, median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`;
}

/** Sends a request every 5 ms, however long earlier requests take. */
async function askAsOthers(base: string): Promise<void> {
  let taken: number[] = [];
  process.on("message", () => {
    process.send?.(taken);
    taken = [];
  });
  await fetch(`${base}/trades/recent/list?limit=20`);
  process.send?.("ready");
  setInterval(() => {
    const began = performance.now();
    void fetch(`${base}/trades/recent/list?limit=20`)
      .then((response) => response.arrayBuffer())
      .then(() => taken.push(performance.now() - began));
  }, 5);
}
