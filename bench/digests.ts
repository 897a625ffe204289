/**
 * Measures the daily digests of many subscribers: `node --expose-gc bench/digests.ts [SUBSCRIBERS] [TRADES] [--postgres]`. Each
 * subscriber has an account, an alert for all trades with an e-mail address, and a webhook. After two days of downtime all
 * digests are due at once, and two writers work at the same time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startDigests } from "../src/accounts/alerts/digests.ts";
import { startMailer } from "../src/accounts/mailer.ts";
import { createLogger } from "../src/base/log.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/store.ts";
import { startMailServer } from "../test/alerts/mail-server.ts";
import { eventually } from "../test/eventually.ts";
import { startPostgres } from "../test/postgres.ts";
import { judging } from "../test/store/judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "../test/store/made.ts";
import { alertDraft, confirmAddress, endpointDraft, later } from "../test/store/premium-made.ts";

const [subscribers = 1000, trades = 60] = process.argv
  .slice(2)
  .filter((each) => /^\d+$/.test(each))
  .map(Number);
const DAY_S = 86_400;
const ZONES = ["America/New_York", "Europe/Berlin", "Asia/Tokyo"];
const log = createLogger("silent");

const postgres = process.argv.includes("--postgres") ? await startPostgres() : null;
if (postgres !== null && "skipped" in postgres) throw new Error(postgres.skipped);
const dataDir = mkdtempSync(join(tmpdir(), "bench-digests-"));
const store = await openStore({ dataDir, databaseUrl: postgres?.url ?? null, dataNotice: null, log });
try {
  await measureWithStore(store);
} finally {
  await store.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureWithStore(store: Store): Promise<void> {
  console.log(`machine: ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}, ${store.dialect}`);
  await store.filings.recordListings([listing("1")], NOON);
  await store.sources.recordListingCompleted("house-clerk", NOON);
  for (let number = 0; number < subscribers; number += 1) await subscribe(store, number);
  const [politicians, at] = [[politician("E000001")], later(60)];
  await store.filings.recordListings([listing("2")], at);
  const made = Array.from({ length: trades }, (_, line) => trade("2", line + 1));
  const publishing = begin();
  await store.publications.publish({ at, politicians, outcomes: [outcome("2", made)] }, judging(store.sources));
  console.log(`  publication of ${trades} trades, with their events  ${formatTaken(publishing)}`);

  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const now = () => later(2 * DAY_S);
  const began = begin();
  const writer = () =>
    startDigests({
      digests: store.digests,
      baseUrl: "https://api.example/api/v1",
      loadStandouts: async () => new Map(),
      emails: true,
      onQueued: () => {},
      log,
      now,
    });
  const writers = [writer(), writer()];
  await Promise.all(writers.map((each) => each.writeDueDigests()));
  await Promise.all(writers.map((each) => each.stop()));
  console.log(
    `  ${subscribers} digests written by two writers      ${formatTaken(began)}, ${formatMegabytes(most - before)} more memory`,
  );

  const server = await startMailServer();
  const sending = begin();
  const buildUrl = (token: string) => `https://api.example/api/v1/unsubscribe/${token}`;
  const smtp = { smtpUrl: server.url, from: "Alerts <alerts@example.org>", unsubscribeUrl: buildUrl };
  const mailer = startMailer({ emails: store.emails, ...smtp, log });
  await eventually("all mails", () => server.received.length >= subscribers, { withinMs: 300_000 });
  await mailer.stop();
  clearInterval(watch);
  const bytes = server.received.reduce((sum, { message }) => sum + message.length, 0) / subscribers;
  console.log(
    `  ${subscribers} mails of ${(bytes / 1000).toFixed(0)} kB sent                  ${formatTaken(sending)}`,
  );
  console.log(
    `  memory                                 ${formatMegabytes(before)} before, at most ${formatMegabytes(most)}`,
  );
  const { pending } = await store.deliveries.countByStatus();
  const readers = new Set(server.received.map(({ to }) => to)).size;
  server.close();
  if (pending !== subscribers || readers !== subscribers || server.received.length !== subscribers)
    throw new Error(`${pending} webhooks, ${server.received.length} mails to ${readers} readers`);
}

async function subscribe(store: Store, number: number): Promise<void> {
  const { id } = await store.accounts.create(`reader ${number}`, "premium", NOON);
  const notificationEmail = `reader${number}@example.org`;
  await confirmAddress(store, id, notificationEmail);
  await store.endpoints.create(id, endpointDraft({ eventTypes: ["alert.triggered"] }), new Uint8Array([1]), NOON);
  const daily = { hour: 7, timeZone: ZONES[number % ZONES.length] as string, whenEmpty: false };
  await store.alerts.create(id, alertDraft({ filter: { minAmountUsd: 1 }, notificationEmail, daily }), NOON);
}

/** Formats the wall-clock and processor time since the start. */
function formatTaken({ at, cpu }: ReturnType<typeof begin>): string {
  const { user, system } = process.cpuUsage(cpu);
  return `${((performance.now() - at) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of a processor`;
}

function begin() {
  return { at: performance.now(), cpu: process.cpuUsage() };
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
