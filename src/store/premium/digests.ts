/** Writes alert digests: one transaction marks an alert's waiting matches as sent and queues an event and a mail. */
import { sql } from "kysely";
import { splitIntoChunks } from "../../base/pause.ts";
import { computeNextDigestTime, type DigestTime } from "../../domain/digest-time.ts";
import type { Alert } from "../../domain/premium.ts";
import type { Trade } from "../../domain/trade.ts";
import type { Database } from "../database.ts";
import type { TradeRecord, Writing } from "../schema.ts";
import { toTrade } from "../trade-rows.ts";
import { readCurrentVersion } from "../versions.ts";
import { toAlert } from "./alerts.ts";
import { type MailText, queueEmail, readAddressStatus } from "./email-rows.ts";
import { createEventWriter, lockFeed } from "./event-writer.ts";
import { buildLiveCondition } from "./rows.ts";

/** A due digest, with the current versions of its trades. */
export interface DueDigest {
  readonly alert: Alert;
  /** Newest first; a replaced trade appears as its replacement, and withdrawn trades are left out. */
  readonly trades: readonly { readonly trade: Trade; readonly politician: string }[];
  readonly from: Date;
  readonly until: Date;
}

interface WrittenDigest {
  /** Data of the `alert.triggered` event. */
  readonly data: unknown;
  /** Null if no mail can be sent. */
  readonly mail: MailText | null;
}

type Reference = Pick<Alert, "id" | "accountId">;

const ROWS_AT_ONCE = 500;

export function createDigestQueries({ reading, transact }: Database) {
  return {
    /** Alerts with a due digest, longest due first. Digests wait while the account is disabled, expired or not premium. */
    async listDue(limit: number, at: Date): Promise<readonly Reference[]> {
      const rows = await reading
        .selectFrom("alerts as r")
        .innerJoin("accounts as a", "a.id", "r.account_id")
        .select(["r.id", "r.account_id"])
        .where("r.digest_due_at", "<=", at.getTime())
        .where("r.status", "=", "active")
        .where("a.plan", "=", "premium")
        .where(buildLiveCondition("a", at))
        .orderBy("r.digest_due_at")
        .orderBy("r.id")
        .limit(limit)
        .execute();
      return rows.map(({ id, account_id: accountId }) => ({ id, accountId }));
    },

    /** Queues a digest that is still due, if it has trades or the alert requests empty digests. @returns whether it is queued. */
    write: (alert: Reference, at: Date, compose: (digest: DueDigest) => WrittenDigest): Promise<boolean> =>
      transact((transaction) => writeDigest(transaction, alert, at, compose)),
  };
}

export type DigestTable = ReturnType<typeof createDigestQueries>;

async function writeDigest(
  transaction: Writing,
  { id, accountId }: Reference,
  at: Date,
  compose: (digest: DueDigest) => WrittenDigest,
): Promise<boolean> {
  await lockFeed(transaction, accountId);
  const row = await transaction
    .updateTable("alerts")
    .set({ digest_due_at: null })
    .where("id", "=", id)
    .where("digest_due_at", "<=", at.getTime())
    .where("status", "=", "active")
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return false;
  const alert = toAlert(row);
  await transaction
    .updateTable("alerts")
    .set({ digest_from: at.getTime(), digest_due_at: computeNextDigestMs(at, alert.daily) })
    .where("id", "=", id)
    .execute();
  const trades = await takeWaitingTrades(transaction, id);
  if (trades.length === 0 && !alert.daily?.whenEmpty) return false;
  const from = new Date(row.digest_from ?? row.created_at);
  const { data, mail } = compose({ alert, trades, from, until: at });
  const version = await readCurrentVersion(transaction);
  const writer = createEventWriter(transaction, version?.version ?? null, at);
  const endpoints = alert.webhookIds.length === 0 ? undefined : alert.webhookIds;
  await writer.append(accountId, "alert.triggered", data, endpoints);
  await writer.flush();
  const { notificationEmail: to } = alert;
  if (mail !== null && to !== null && (await readAddressStatus(transaction, accountId, to)) === "confirmed")
    await queueEmail(transaction, { accountId, kind: "alert", alertId: id, to, ...mail }, at);
  return true;
}

function computeNextDigestMs(at: Date, daily: DigestTime | null): number | null {
  return daily && computeNextDigestTime(at, daily).getTime();
}

/** Marks the waiting matches as sent and returns their trades. */
async function takeWaitingTrades(transaction: Writing, alertId: string): Promise<DueDigest["trades"]> {
  const updated = await transaction
    .updateTable("alert_matches")
    .set({ waiting: null })
    .where("alert_id", "=", alertId)
    .where("waiting", "=", 1)
    .returning("trade_id")
    .execute();
  const matched = await readTrades(
    transaction,
    updated.map((row) => row.trade_id),
  );
  const served = new Map(matched.filter(isNotSuperseded).map((row) => [row.id, row]));
  const replaced = matched.flatMap(({ superseded_by: by }) => (by === null || served.has(by) ? [] : [by]));
  for (const row of await readTrades(transaction, replaced)) if (isNotSuperseded(row)) served.set(row.id, row);
  return [...served.values()]
    .toSorted((a, b) => (buildSortKey(a) < buildSortKey(b) ? 1 : -1))
    .map((row) => ({ trade: toTrade(row), politician: row.politician }));
}

type NamedRecord = TradeRecord & { readonly politician: string };

function isNotSuperseded(row: NamedRecord): boolean {
  return row.superseded_by === null;
}

function buildSortKey({ disclosure_date, transaction_date, id }: TradeRecord): string {
  return `${disclosure_date} ${transaction_date} ${id}`;
}

async function readTrades(transaction: Writing, ids: readonly string[]): Promise<readonly NamedRecord[]> {
  const found: NamedRecord[] = [];
  for (const chunk of splitIntoChunks(ids, ROWS_AT_ONCE)) {
    const rows = await transaction
      .selectFrom("trades as t")
      .innerJoin("politicians as p", "p.id", "t.politician_id")
      .selectAll("t")
      .select(sql<string>`p.name`.as("politician"))
      .where("t.id", "in", [...chunk])
      .execute();
    found.push(...rows);
  }
  return found;
}
