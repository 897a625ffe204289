import { ConflictError, LimitError, NotFoundError } from "../../base/errors.ts";
import { createId } from "../../domain/ids.ts";
import type { EventType, WebhookEndpoint } from "../../domain/premium.ts";
import { countRows } from "../count-rows.ts";
import type { Database } from "../database.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";
import { lockFeed } from "./event-writer.ts";
import { computeUpdateTime, findOwnRow, lockAccount, type Page, type Paged, readPage, toInstant } from "./rows.ts";
import type { EndpointRecord } from "./schema.ts";

export type EndpointDraft = Pick<WebhookEndpoint, "url" | "description" | "eventTypes" | "status">;

/** A stored signing secret, encrypted by `accounts/webhooks/`, and the time when it expires; null if it does not expire. */
interface EndpointSecret {
  readonly sealed: Uint8Array;
  readonly expiresAt: Date | null;
}

const MAX_ENDPOINTS = 10;
/** Maximum number of former secrets still used to sign. */
const MAX_FORMER_SECRETS = 5;

export function createEndpointQueries({ reading, transact }: Database) {
  return {
    /** @throws {LimitError} beyond 10 endpoints. */
    create: (accountId: string, draft: EndpointDraft, sealedSecret: Uint8Array, at: Date) =>
      transact((transaction) => insertEndpoint(transaction, accountId, draft, sealedSecret, at)),

    async get(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
      const row = await findOwnRow(reading, "webhook_endpoints", accountId, id);
      return row && toEndpoint(row);
    },

    async list(accountId: string, page: Page): Promise<Paged<WebhookEndpoint>> {
      const all = reading.selectFrom("webhook_endpoints").where("account_id", "=", accountId);
      return readPage(all, all.selectAll().orderBy("id", "desc"), page, toEndpoint);
    },

    /**
     * Replaces an endpoint's settings. Disabling the endpoint sets its pending deliveries to `held`. Pausing or enabling the
     * endpoint leaves existing deliveries unchanged. @param expected the required `updatedAt` of the endpoint. Null accepts any
     * value. @returns undefined if the endpoint does not exist, or if the endpoint's `updatedAt` is not `expected`.
     */
    replace: (accountId: string, id: string, draft: EndpointDraft, expected: number | null, at: Date) =>
      transact((transaction) => replaceEndpoint(transaction, accountId, id, draft, expected, at)),

    /** @throws {ConflictError} if an alert of the account names the endpoint. */
    remove: (accountId: string, id: string, expected: number | null): Promise<boolean> =>
      transact(async (transaction) => {
        // Alerts are created and changed under the same lock, so that none can name a deleted endpoint.
        await lockAccount(transaction, accountId);
        if ((await lockFeedAndEndpoint(transaction, accountId, id, expected)) === undefined) return false;
        await throwIfNamedByAlert(transaction, accountId, id);
        await transaction.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
        return true;
      }),

    /** Secrets that have not expired, newest first. */
    async listSecrets(id: string, at: Date): Promise<readonly EndpointSecret[]> {
      const rows = await reading
        .selectFrom("endpoint_secrets")
        .select(["sealed", "expires_at"])
        .where("endpoint_id", "=", id)
        .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", at.getTime())]))
        .orderBy("id", "desc")
        .execute();
      return rows.map(({ sealed, expires_at }) => ({ sealed, expiresAt: toInstant(expires_at) }));
    },

    /** Former secrets expire by `previousExpireAt`. @throws {LimitError} if more than five of them would be valid after `at`. */
    rotate: (accountId: string, id: string, sealedSecret: Uint8Array, previousExpireAt: Date, at: Date) =>
      transact((transaction) => rotateSecret(transaction, accountId, id, sealedSecret, previousExpireAt, at)),

    /** Number of deliveries by status, such as `{ pending: 3, held: 1 }`. */
    async countDeliveries(id: string): Promise<Readonly<Record<string, number>>> {
      const rows = await reading
        .selectFrom("deliveries")
        .select((eb) => ["status", eb.fn.countAll<number>().as("deliveries")])
        .where("endpoint_id", "=", id)
        .groupBy("status")
        .execute();
      return Object.fromEntries(rows.map(({ status, deliveries }) => [status, deliveries]));
    },
  };
}

async function insertEndpoint(
  transaction: Writing,
  accountId: string,
  draft: EndpointDraft,
  sealedSecret: Uint8Array,
  at: Date,
): Promise<WebhookEndpoint> {
  await lockAccount(transaction, accountId);
  const endpoints = await countRows(transaction.selectFrom("webhook_endpoints").where("account_id", "=", accountId));
  if (endpoints >= MAX_ENDPOINTS) {
    throw new LimitError(
      MAX_ENDPOINTS,
      `An account may have at most ${MAX_ENDPOINTS} webhook endpoints, and this account already has ${endpoints}.`,
    );
  }
  const row: EndpointRecord = {
    id: createId("whk", at),
    account_id: accountId,
    ...toEndpointColumns(draft),
    ...NO_FAILURES,
    disabled_reason: draft.status === "disabled" ? "operator" : null,
    disabled_at: draft.status === "disabled" ? at.getTime() : null,
    last_success_at: null,
    last_claimed_at: 0,
    created_at: at.getTime(),
    updated_at: at.getTime(),
  };
  await transaction.insertInto("webhook_endpoints").values(row).execute();
  await insertSecret(transaction, row.id, sealedSecret, at);
  return toEndpoint(row);
}

async function replaceEndpoint(
  transaction: Writing,
  accountId: string,
  id: string,
  draft: EndpointDraft,
  expected: number | null,
  at: Date,
): Promise<WebhookEndpoint | undefined> {
  const old = await lockFeedAndEndpoint(transaction, accountId, id, expected);
  if (old === undefined) return undefined;
  const row = await transaction
    .updateTable("webhook_endpoints")
    .set({
      ...toEndpointColumns(draft),
      ...computeStatusColumns(old, draft, at),
      updated_at: computeUpdateTime(old.updated_at, at),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.status === "disabled" && old.status !== "disabled") await holdPendingDeliveries(transaction, id);
  return toEndpoint(row);
}

async function rotateSecret(
  transaction: Writing,
  accountId: string,
  id: string,
  sealedSecret: Uint8Array,
  previousExpireAt: Date,
  at: Date,
): Promise<void> {
  if ((await lockFeedAndEndpoint(transaction, accountId, id, null)) === undefined) throw createWebhookNotFoundError(id);
  const earlier = await countRows(
    transaction.selectFrom("endpoint_secrets").where("endpoint_id", "=", id).where("expires_at", ">", at.getTime()),
  );
  // No limit if all former secrets end now, so that a leaked secret can always be revoked.
  if (previousExpireAt > at && earlier >= MAX_FORMER_SECRETS) {
    throw new LimitError(
      MAX_FORMER_SECRETS,
      `An endpoint may have ${MAX_FORMER_SECRETS} former secrets that still sign messages, and this one has ${earlier}: wait until one expires, or rotate with "overlap_seconds": 0, which ends them all.`,
    );
  }
  await transaction
    .updateTable("endpoint_secrets")
    .set({ expires_at: previousExpireAt.getTime() })
    .where("endpoint_id", "=", id)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", previousExpireAt.getTime())]))
    .execute();
  await transaction
    .deleteFrom("endpoint_secrets")
    .where("endpoint_id", "=", id)
    .where("expires_at", "<=", at.getTime())
    .execute();
  await insertSecret(transaction, id, sealedSecret, at);
}

// Throws a `ConflictError` if an alert names the endpoint. Without the endpoint, the alert would notify no endpoint, or all
// endpoints.
async function throwIfNamedByAlert(transaction: Writing, accountId: string, id: string): Promise<void> {
  const alerts = await transaction
    .selectFrom("alerts")
    .select(["id", "webhook_ids"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  const namingAlerts = alerts.filter(({ webhook_ids }) => (JSON.parse(webhook_ids) as string[]).includes(id));
  if (namingAlerts.length === 0) return;
  const subject = namingAlerts.length === 1 ? "An alert names" : `${namingAlerts.length} alerts name`;
  throw new ConflictError(
    `${subject} the endpoint in webhook_ids: change or delete the alerts in alert_ids first, or set the endpoint to 'paused'.`,
    { alert_ids: namingAlerts.map((alert) => alert.id) },
  );
}

export const NO_FAILURES = { consecutive_failures: 0, failing_since: null, paused_until: null };

export function createWebhookNotFoundError(id: string): NotFoundError {
  return new NotFoundError("webhook_not_found", `There is no webhook endpoint "${id}".`);
}

/** Sets a disabled endpoint's pending deliveries to `held`, until `recover`. An attempt in progress still writes its result. */
export async function holdPendingDeliveries(transaction: Writing, endpointId: string): Promise<void> {
  await transaction
    .updateTable("deliveries")
    .set({ status: "held", next_attempt_at: null })
    .where("endpoint_id", "=", endpointId)
    .where("status", "=", "pending")
    .execute();
}

/** Locks the account's feed first, then the endpoint: every transaction that writes both uses this order. */
async function lockFeedAndEndpoint(
  transaction: Writing,
  accountId: string,
  id: string,
  expected: number | null,
): Promise<EndpointRecord | undefined> {
  if ((await findOwnRow(transaction, "webhook_endpoints", accountId, id)) === undefined) return undefined;
  await lockFeed(transaction, accountId);
  return transaction
    .updateTable("webhook_endpoints")
    .set((column) => ({ updated_at: column.ref("updated_at") }))
    .where("id", "=", id)
    .$if(expected !== null, (query) => query.where("updated_at", "=", expected as number))
    .returningAll()
    .executeTakeFirst();
}

/** Columns that a status change sets: enabling resets the failures, and disabling gives the reason `operator`. */
function computeStatusColumns(old: EndpointRecord, draft: EndpointDraft, at: Date): Partial<EndpointRecord> {
  if (draft.status === old.status) return {};
  if (draft.status === "disabled") return { disabled_reason: "operator", disabled_at: at.getTime() };
  const cleared = { disabled_reason: null, disabled_at: null };
  return draft.status === "enabled" ? { ...cleared, ...NO_FAILURES } : cleared;
}

async function insertSecret(transaction: Writing, endpointId: string, sealed: Uint8Array, at: Date): Promise<void> {
  await transaction
    .insertInto("endpoint_secrets")
    .values({ endpoint_id: endpointId, sealed, created_at: at.getTime(), expires_at: null })
    .execute();
}

function toEndpointColumns({ url, description, eventTypes, status }: EndpointDraft) {
  return {
    url: toDbText(url),
    description: toDbText(description),
    event_types: JSON.stringify(eventTypes),
    status,
  };
}

export function toEndpoint(row: EndpointRecord): WebhookEndpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    description: row.description,
    eventTypes: JSON.parse(row.event_types) as EventType[],
    status: row.status as WebhookEndpoint["status"],
    disabledReason: row.disabled_reason as WebhookEndpoint["disabledReason"],
    disabledAt: toInstant(row.disabled_at),
    lastSuccessAt: toInstant(row.last_success_at),
    consecutiveFailures: row.consecutive_failures,
    failingSince: toInstant(row.failing_since),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
