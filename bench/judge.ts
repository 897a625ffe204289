/**
 * Measures the cost of judging a publication: `node bench/judge.ts [ACCOUNTS] [ALERTS]`. Publishes 250 new reports with 8 trades
 * each into a store with 50,000 trades, once without a judge and once with events and alerts for ACCOUNTS premium accounts with
 * ALERTS alerts each.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../src/base/log.ts";
import type { IsoDate } from "../src/domain/dates.ts";
import { ALERT_TYPES } from "../src/domain/premium.ts";
import type { Trade } from "../src/domain/trade.ts";
import { openStore } from "../src/store/open.ts";
import type { Judgement } from "../src/store/publication.ts";
import { judging } from "../test/store/judged-by.ts";
import { listing, outcome, politician, trade } from "../test/store/made.ts";

const [accounts = 20, alerts = 100] = process.argv.slice(2).map(Number);
const PEOPLE = 500;
const TICKERS = 2000;
const REPORTS = 250;
const TRADES = 8;
const KNOWN_REPORTS = 6250;

const createMemberId = (number: number) => `E${String(number % PEOPLE).padStart(6, "0")}`;
const createDay = (number: number) =>
  new Date(Date.UTC(2026, 0, 1 + (number % 300))).toISOString().slice(0, 10) as IsoDate;

function createReport(number: number) {
  const docId = String(10_000_000 + number);
  const trades = Array.from(
    { length: TRADES },
    (_, line): Trade =>
      trade(docId, line + 1, {
        politicianId: createMemberId(number),
        ticker: `T${(number * 7 + line * 131) % TICKERS}`,
        transactionType: line % 2 === 0 ? "purchase" : "sale_full",
        transactionDate: createDay(number + line),
        disclosureDate: "2026-11-19" as IsoDate,
      }),
  );
  return { listing: listing(docId), outcome: outcome(docId, trades) };
}

async function measurePublication(judged: boolean): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-judge-"));
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  try {
    const politicians = Array.from({ length: PEOPLE }, (_, number) => politician(createMemberId(number)));
    const all = Array.from({ length: KNOWN_REPORTS + REPORTS }, (_, number) => createReport(number));
    const known = all.slice(0, KNOWN_REPORTS);
    const fresh = all.slice(KNOWN_REPORTS);
    await store.filings.recordListings(
      known.map((each) => each.listing),
      new Date(1000),
    );
    await store.publications.publish({ at: new Date(1000), politicians, outcomes: known.map((each) => each.outcome) });
    await store.sources.recordListingCompleted("house-clerk", new Date(2000));
    await store.filings.recordListings(
      fresh.map((each) => each.listing),
      new Date(3000),
    );
    for (let number = 0; number < accounts; number += 1) {
      const account = await store.accounts.create(`account ${number}`, "premium", new Date());
      const eventTypes = ["trade.created", "alert.triggered"] as const;
      const url = `https://receiver-${number}.example.org/`;
      await store.endpoints.create(
        account.id,
        { url, description: null, eventTypes, status: "enabled" },
        new Uint8Array(32),
        new Date(),
      );
      for (let at = 0; at < alerts; at += 1) {
        const alertType = ALERT_TYPES[at % ALERT_TYPES.length] ?? "trade";
        await store.alerts.create(
          account.id,
          {
            name: `alert ${at}`,
            alertType,
            status: "active",
            filter: { ticker: Array.from({ length: 20 }, (_, each) => `T${(at * 20 + each) % TICKERS}`) },
            days: alertType === "trade" ? null : 30,
            politicians: alertType === "ticker_cluster" ? 3 : null,
            webhookIds: [],
            notificationEmail: null,
            daily: null,
          },
          new Date(),
        );
      }
    }
    const judge: Judgement = judging(store.sources, { emails: true });
    const began = performance.now();
    const { held } = await store.publications.publish(
      { at: new Date(), outcomes: fresh.map((each) => each.outcome) },
      judged ? judge : undefined,
    );
    if (held !== null) throw new Error(held.reason);
    return performance.now() - began;
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const without = await measurePublication(false);
const withJudge = await measurePublication(true);
console.log(`${REPORTS} reports, ${REPORTS * TRADES} new trades, into ${KNOWN_REPORTS * TRADES} known ones:`);
console.log(`  without a judge                           ${without.toFixed(0)} ms`);
console.log(`  ${accounts} accounts, ${alerts} alerts each               ${withJudge.toFixed(0)} ms`);
