/** Writes the results of attempts: the attempts, their deliveries, and the effect on the endpoints. */
import type { Delivery, DeliveryAttempt } from "../../domain/premium.ts";
import type { Writing } from "../schema.ts";
import { readCurrentVersion } from "../versions.ts";
import { queueEmail } from "./email-rows.ts";
import { holdPendingDeliveries, NO_FAILURES } from "./endpoints.ts";
import { createEventWriter, lockFeed } from "./event-writer.ts";
import { computeUpdateTime, isPostgres, toMilliseconds } from "./rows.ts";
import type { DeliveryAttemptRecord, EndpointRecord } from "./schema.ts";

/** The result of an attempt, determined by `accounts/webhooks/` and written here in one transaction. */
export interface DeliveryVerdict {
  readonly attempt: DeliveryAttempt;
  readonly status: Delivery["status"];
  readonly nextAttemptAt: Date | null;
  /** Time before which no attempt is made for the endpoint; null for no pause. */
  readonly pauseEndpointUntil: Date | null;
  /** If set, the endpoint is disabled, its pending deliveries held, and the account's other endpoints get `webhook.disabled`. */
  readonly disable: "consecutive_failures" | "gone" | null;
}

/** @returns for each verdict, in order, whether it was stored: false if `worker` no longer holds the lease. */
export async function recordVerdicts(
  transaction: Writing,
  worker: string,
  verdicts: readonly AttemptVerdict[],
): Promise<readonly boolean[]> {
  const leased = await readLeases(transaction, worker, verdicts);
  const endpoints = await lockEndpoints(transaction, leased, verdicts);
  const numbers = await readLastAttemptNumbers(transaction, [...leased.keys()]);
  const attempts: DeliveryAttemptRecord[] = [];
  const disabled: EndpointRecord[] = [];
  const givenUp = new Map<string, Date>();
  const recorded: boolean[] = [];
  for (const { deliveryId, verdict } of verdicts) {
    const endpoint = endpoints.get(leased.get(deliveryId)?.endpoint_id ?? "");
    const next = endpoint && (await updateDelivery(transaction, worker, deliveryId, endpoint, verdict));
    recorded.push(next !== undefined);
    if (endpoint === undefined || next === undefined) continue;
    attempts.push(toAttemptRecord(deliveryId, (numbers.get(deliveryId) ?? 0) + 1, verdict.attempt, next));
    const after = { ...endpoint, ...computeHealth(endpoint, verdict) };
    if (verdict.disable !== null && endpoint.status !== "disabled") {
      Object.assign(after, createDisabledState(endpoint, verdict.disable, verdict.attempt.attemptedAt));
      disabled.push(after);
    } else if (verdict.status === "failed") givenUp.set(endpoint.id, verdict.attempt.attemptedAt);
    endpoints.set(endpoint.id, after);
  }
  if (attempts.length > 0) await transaction.insertInto("delivery_attempts").values(attempts).execute();
  for (const { id, ...state } of endpoints.values()) {
    await transaction.updateTable("webhook_endpoints").set(state).where("id", "=", id).execute();
  }
  for (const endpoint of disabled) await holdDeliveriesAndNotify(transaction, endpoint);
  for (const [id, at] of givenUp) {
    const endpoint = endpoints.get(id);
    if (endpoint) await notifyContact(transaction, endpoint, "given up", at);
  }
  return recorded;
}

export interface AttemptVerdict {
  readonly deliveryId: string;
  readonly verdict: DeliveryVerdict;
}

type Leases = ReadonlyMap<string, { readonly endpoint_id: string; readonly account_id: string }>;

async function readLeases(transaction: Writing, worker: string, verdicts: readonly AttemptVerdict[]): Promise<Leases> {
  if (verdicts.length === 0) return new Map();
  const rows = await transaction
    .selectFrom("deliveries as d")
    .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
    .select(["d.id", "d.endpoint_id", "e.account_id"])
    .where(
      "d.id",
      "in",
      verdicts.map(({ deliveryId }) => deliveryId),
    )
    .where("d.lease_owner", "=", worker)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the feeds of accounts that may lose an endpoint, then the endpoints, both sorted by id. This order avoids deadlocks. */
async function lockEndpoints(
  transaction: Writing,
  leased: Leases,
  verdicts: readonly AttemptVerdict[],
): Promise<Map<string, EndpointRecord>> {
  if (leased.size === 0) return new Map();
  const disabling = verdicts.filter(({ verdict }) => verdict.disable !== null);
  const accounts = new Set(disabling.flatMap(({ deliveryId }) => leased.get(deliveryId)?.account_id ?? []));
  for (const account of [...accounts].sort()) await lockFeed(transaction, account);
  const rows = await transaction
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "in", [...new Set([...leased.values()].map((row) => row.endpoint_id))])
    .orderBy("id")
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Maps each delivery to the number of its last attempt. Numbers continue after a person restarts the schedule. */
async function readLastAttemptNumbers(transaction: Writing, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .selectFrom("delivery_attempts")
    .select((eb) => ["delivery_id", eb.fn.max("number").as("last")])
    .where("delivery_id", "in", ids)
    .groupBy("delivery_id")
    .execute();
  return new Map(rows.map((row) => [row.delivery_id, row.last]));
}

/** Updates a delivery. @returns time of its next attempt in ms; null if there is none; undefined if `worker` has no lease. */
async function updateDelivery(
  transaction: Writing,
  worker: string,
  deliveryId: string,
  endpoint: EndpointRecord,
  verdict: DeliveryVerdict,
): Promise<number | null | undefined> {
  const held = verdict.status === "pending" && (endpoint.status === "disabled" || verdict.disable !== null);
  const next = held ? null : toMilliseconds(verdict.nextAttemptAt);
  const { numUpdatedRows } = await transaction
    .updateTable("deliveries")
    .set((row) => ({
      status: held ? "held" : verdict.status,
      attempts: row("attempts", "+", 1),
      next_attempt_at: next,
      lease_owner: null,
      lease_until: null,
    }))
    .where("id", "=", deliveryId)
    .where("lease_owner", "=", worker)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : next;
}

function toAttemptRecord(
  deliveryId: string,
  number: number,
  attempt: DeliveryVerdict["attempt"],
  next: number | null,
): DeliveryAttemptRecord {
  return {
    delivery_id: deliveryId,
    number,
    attempted_at: attempt.attemptedAt.getTime(),
    status_code: attempt.statusCode,
    error: attempt.error,
    duration_ms: Math.round(attempt.durationMs),
    next_attempt_at: next,
  };
}

function computeHealth(endpoint: EndpointRecord, { status, attempt, pauseEndpointUntil }: DeliveryVerdict) {
  if (status === "succeeded") return { ...NO_FAILURES, last_success_at: attempt.attemptedAt.getTime() };
  return {
    consecutive_failures: endpoint.consecutive_failures + 1,
    failing_since: endpoint.failing_since ?? attempt.attemptedAt.getTime(),
    paused_until: toMilliseconds(pauseEndpointUntil) ?? endpoint.paused_until,
  };
}

function createDisabledState(endpoint: EndpointRecord, reason: string, at: Date) {
  return {
    status: "disabled",
    disabled_reason: reason,
    disabled_at: at.getTime(),
    updated_at: computeUpdateTime(endpoint.updated_at, at),
  };
}

/** Holds an endpoint's pending deliveries and notifies the account's other endpoints. */
async function holdDeliveriesAndNotify(
  transaction: Writing,
  { id, url, account_id, disabled_reason: reason, disabled_at }: EndpointRecord,
): Promise<void> {
  await holdPendingDeliveries(transaction, id);
  const subscribed = await transaction
    .selectFrom("webhook_endpoints")
    .select(["id", "event_types"])
    .where("account_id", "=", account_id)
    .where("id", "!=", id)
    .execute();
  const others = subscribed.filter(({ event_types }) =>
    (JSON.parse(event_types) as string[]).includes("webhook.disabled"),
  );
  const version = await readCurrentVersion(transaction);
  const writer = createEventWriter(transaction, version?.version ?? null, new Date(disabled_at ?? 0));
  await writer.append(
    account_id,
    "webhook.disabled",
    { webhook: { id, url: removeQuery(url) }, reason },
    others.map((other) => other.id),
  );
  await writer.flush();
  await notifyContact(transaction, { id, url, account_id }, "disabled", new Date(disabled_at ?? 0));
}

/** A query string often contains a secret of the receiver, which the account's other receivers need not know. */
function removeQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const DAY_MS = 86_400_000;

/** Mails an account's contact, if it has one, about its webhooks: at most once in 24 hours per endpoint and reason. */
async function notifyContact(
  transaction: Writing,
  { id, url, account_id: accountId }: Pick<EndpointRecord, "id" | "url" | "account_id">,
  what: "disabled" | "given up",
  at: Date,
): Promise<void> {
  const account = await transaction
    .selectFrom("accounts")
    .select("contact")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account?.contact) return;
  const subject =
    what === "disabled"
      ? `congress-trades: webhook ${id} is disabled`
      : `congress-trades: messages to webhook ${id} could not be delivered`;
  const notified = await transaction
    .selectFrom("emails")
    .select("id")
    .where("account_id", "=", accountId)
    .where("kind", "=", "notice")
    .where("subject", "=", subject)
    .where("created_at", ">", at.getTime() - DAY_MS)
    .executeTakeFirst();
  if (notified) return;
  const { origin, pathname } = new URL(url);
  const text = [
    what === "disabled"
      ? `The webhook endpoint ${origin}${pathname} kept failing and was disabled. Messages waiting for it are held.`
      : `A message to the webhook endpoint ${origin}${pathname} failed at every attempt and is not tried again.`,
    "",
    what === "disabled"
      ? `When the receiver works again, enable it (PATCH /premium/webhooks/${id}, "status": "enabled") and send the held messages (POST /premium/webhooks/${id}/recover).`
      : `GET /premium/webhooks/${id}/deliveries?status=failed lists such messages; POST /premium/webhooks/${id}/recover sends them again. No mail is sent about further ones within 24 hours.`,
    "",
  ].join("\n");
  await queueEmail(transaction, { accountId, kind: "notice", alertId: null, to: account.contact, subject, text }, at);
}
