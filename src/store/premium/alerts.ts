import { LimitError } from "../../base/errors.ts";
import { computeNextDigestTime } from "../../domain/digest-time.ts";
import { createId } from "../../domain/ids.ts";
import type { Alert } from "../../domain/premium.ts";
import type { Trade } from "../../domain/trade.ts";
import { countRows } from "../count-rows.ts";
import type { Database } from "../database.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";
import { toTrade } from "../trade-rows.ts";
import { createWebhookNotFoundError } from "./endpoints.ts";
import { computeUpdateTime, findOwnRow, lockAccount, type Page, type Paged, readPage, toInstant } from "./rows.ts";
import type { AlertRecord } from "./schema.ts";

export type AlertDraft = Pick<
  Alert,
  "name" | "alertType" | "status" | "filter" | "days" | "politicians" | "webhookIds" | "notificationEmail" | "daily"
>;

interface AlertMatch {
  readonly trade: Trade;
  readonly matchedAt: Date;
}

const MAX_ALERTS = 100;

/** Every query filters by account, so alerts of other accounts are not found by their ids. */
export function createAlertQueries({ reading, transact }: Database) {
  return {
    /** @throws {LimitError} beyond 100 alerts. */
    create: (accountId: string, draft: AlertDraft, at: Date) =>
      transact((transaction) => insertAlert(transaction, accountId, draft, at)),

    async get(accountId: string, id: string): Promise<Alert | undefined> {
      const row = await findOwnRow(reading, "alerts", accountId, id);
      return row && toAlert(row);
    },

    async list(accountId: string, status: Alert["status"] | null, page: Page): Promise<Paged<Alert>> {
      const all = reading
        .selectFrom("alerts")
        .where("account_id", "=", accountId)
        .$if(status !== null, (query) => query.where("status", "=", status));
      return readPage(all, all.selectAll().orderBy("id", "desc"), page, toAlert);
    },

    /** @param expected `updatedAt` in ms as read, or null to skip the check. @returns undefined if not found or changed since. */
    replace: (accountId: string, id: string, draft: AlertDraft, expected: number | null, at: Date) =>
      transact((transaction) => replaceAlert(transaction, accountId, id, draft, expected, at)),

    remove: (accountId: string, id: string, expected: number | null): Promise<boolean> =>
      transact(async (transaction) => {
        if ((await lockAlert(transaction, accountId, id, expected)) === undefined) return false;
        await transaction.deleteFrom("alerts").where("id", "=", id).execute();
        return true;
      }),

    async listMatches(accountId: string, id: string, page: Page): Promise<Paged<AlertMatch>> {
      const all = reading
        .selectFrom("alert_matches as m")
        .innerJoin("alerts as a", "a.id", "m.alert_id")
        .innerJoin("trades as t", "t.id", "m.trade_id")
        .where("a.account_id", "=", accountId)
        .where("a.id", "=", id);
      const ordered = all
        .selectAll("t")
        .select("m.matched_at")
        .orderBy("m.matched_at", "desc")
        .orderBy("t.disclosure_date", "desc")
        .orderBy("t.transaction_date", "desc")
        .orderBy("t.id", "desc");
      return readPage(all, ordered, page, (row) => ({ trade: toTrade(row), matchedAt: new Date(row.matched_at) }));
    },
  };
}

async function insertAlert(transaction: Writing, accountId: string, draft: AlertDraft, at: Date): Promise<Alert> {
  await lockAccount(transaction, accountId);
  const alerts = await countRows(transaction.selectFrom("alerts").where("account_id", "=", accountId));
  if (alerts >= MAX_ALERTS) {
    throw new LimitError(MAX_ALERTS, `An account may have ${MAX_ALERTS} alerts, and this one has ${alerts}.`);
  }
  await checkEndpoints(transaction, accountId, draft.webhookIds);
  const row: AlertRecord = {
    id: createId("alr", at),
    account_id: accountId,
    ...toAlertColumns(draft),
    digest_from: draft.daily && at.getTime(),
    digest_due_at: computeDigestDueTime(draft, at),
    created_at: at.getTime(),
    updated_at: at.getTime(),
    last_triggered_at: null,
    match_count: 0,
  };
  await transaction.insertInto("alerts").values(row).execute();
  return toAlert(row);
}

async function replaceAlert(
  transaction: Writing,
  accountId: string,
  id: string,
  draft: AlertDraft,
  expected: number | null,
  at: Date,
): Promise<Alert | undefined> {
  await lockAccount(transaction, accountId);
  const old = await lockAlert(transaction, accountId, id, expected);
  if (old === undefined) return undefined;
  const oldWebhookIds = JSON.parse(old.webhook_ids) as string[];
  const addedWebhookIds = draft.webhookIds.filter((each) => !oldWebhookIds.includes(each));
  await checkEndpoints(transaction, accountId, addedWebhookIds);
  const columns = toAlertColumns(draft);
  const changes = {
    ...columns,
    ...(await rescheduleDigest(transaction, old, { ...draft, columns }, at)),
    updated_at: computeUpdateTime(old.updated_at, at),
  };
  const row = await transaction
    .updateTable("alerts")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAlert(row);
}

type Digest = Pick<AlertRecord, "digest_from" | "digest_due_at">;

/** If the alert no longer has digests, schedules a final digest for the matches that still wait. */
async function rescheduleDigest(
  transaction: Writing,
  old: AlertRecord,
  draft: Pick<AlertDraft, "daily" | "status"> & { readonly columns: AlertColumns },
  at: Date,
): Promise<Digest> {
  const digest_from = old.digest_from ?? (draft.daily && at.getTime());
  const { columns } = draft;
  const isScheduleUnchanged = SCHEDULE_COLUMNS.every((column) => columns[column] === old[column]);
  if (isScheduleUnchanged && old.digest_due_at !== null) return { digest_from, digest_due_at: old.digest_due_at };
  if (draft.daily !== null || draft.status === "paused")
    return { digest_from, digest_due_at: computeDigestDueTime(draft, at) };
  const waiting = await countRows(
    transaction.selectFrom("alert_matches").where("alert_id", "=", old.id).where("waiting", "=", 1),
  );
  return { digest_from, digest_due_at: waiting > 0 ? at.getTime() : null };
}

/** Columns that determine when an alert's messages are sent. */
const SCHEDULE_COLUMNS = ["status", "cadence", "hour", "time_zone"] as const;

function computeDigestDueTime({ daily, status }: Pick<AlertDraft, "daily" | "status">, at: Date): number | null {
  return daily === null || status === "paused" ? null : computeNextDigestTime(at, daily).getTime();
}

/** Locks and returns the alert; undefined if not found, or if its `updated_at` is not `expected`. */
async function lockAlert(
  transaction: Writing,
  accountId: string,
  id: string,
  expected: number | null,
): Promise<AlertRecord | undefined> {
  return transaction
    .updateTable("alerts")
    .set((row) => ({ updated_at: row.ref("updated_at") }))
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .$if(expected !== null, (query) => query.where("updated_at", "=", expected as number))
    .returningAll()
    .executeTakeFirst();
}

/** Callers hold the account's lock, which deleting an endpoint also takes. @throws {NotFoundError} for an unknown endpoint. */
async function checkEndpoints(transaction: Writing, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "in", ids)
    .execute();
  const existing = new Set(rows.map((row) => row.id));
  const missing = ids.find((id) => !existing.has(id));
  if (missing !== undefined) throw createWebhookNotFoundError(missing);
}

type AlertColumns = Omit<
  AlertRecord,
  "id" | "account_id" | "created_at" | "updated_at" | "last_triggered_at" | "match_count" | keyof Digest
>;

function toAlertColumns(draft: AlertDraft): AlertColumns {
  return {
    name: toDbText(draft.name),
    alert_type: draft.alertType,
    status: draft.status,
    filter: toDbText(JSON.stringify(draft.filter)),
    days: draft.days,
    politicians: draft.politicians,
    webhook_ids: JSON.stringify(draft.webhookIds),
    notification_email: toDbText(draft.notificationEmail),
    cadence: draft.daily === null ? "immediate" : "daily",
    hour: draft.daily?.hour ?? null,
    time_zone: draft.daily?.timeZone ?? null,
    when_empty: draft.daily?.whenEmpty ? 1 : 0,
  };
}

export function toAlert(row: AlertRecord): Alert {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    alertType: row.alert_type as Alert["alertType"],
    status: row.status as Alert["status"],
    filter: JSON.parse(row.filter) as Alert["filter"],
    days: row.days,
    politicians: row.politicians,
    webhookIds: JSON.parse(row.webhook_ids) as string[],
    notificationEmail: row.notification_email,
    daily: toDailySchedule(row),
    nextDigestAt: toInstant(row.digest_due_at),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    lastTriggeredAt: toInstant(row.last_triggered_at),
    matchCount: row.match_count,
  };
}

function toDailySchedule({ hour, time_zone: timeZone, when_empty }: AlertRecord): Alert["daily"] {
  return hour === null || timeZone === null ? null : { hour, timeZone, whenEmpty: when_empty === 1 };
}
