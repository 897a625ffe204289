import { type Kysely, sql } from "kysely";
import { splitIntoChunks } from "../../base/pause.ts";
import type { Delivery, DeliveryAttempt, EventType } from "../../domain/premium.ts";
import type { Database } from "../database.ts";
import type { Schema, Writing } from "../schema.ts";
import { readCurrentVersion } from "../versions.ts";
import {
  type AttemptsAtOnce,
  buildClockSql,
  buildLiveAccountCondition,
  claimDeliveries,
  getMaxConcurrent,
  type LeasedDelivery,
  type LeaseTerms,
} from "./claim.ts";
import { toAttempt, toDelivery } from "./delivery-rows.ts";
import { createWebhookNotFoundError } from "./endpoints.ts";
import { createDelivery, createEventWriter, DELIVERIES_AT_ONCE } from "./event-writer.ts";
import { findOwnRow, isPostgres, type Page, type Paged, readPage } from "./rows.ts";
import { type AttemptVerdict, type DeliveryVerdict, recordVerdicts } from "./verdicts.ts";

interface RecoverAlso {
  /** True to also send succeeded deliveries again. */
  readonly succeeded?: boolean;
  /** True to also send events older than the endpoint, of the types to which it subscribes. */
  readonly earlier?: boolean;
}

interface DeliveryFilter {
  readonly status: Delivery["status"] | null;
  readonly eventType: EventType | null;
  /** Earliest and latest time at which the delivery was queued, both inclusive. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export function createDeliveryQueries({ reading, writing, transact }: Database) {
  return {
    /** Leases up to `limit` due deliveries to `worker`, longest due first, shared fairly among accounts and endpoints. */
    async claim(worker: string, limit: number, terms: LeaseTerms, at: Date): Promise<readonly LeasedDelivery[]> {
      // Check without a lock first: usually nothing is due.
      const next = await findNextDueAt(reading, terms.attemptsAtOnce, at);
      if (next === null || next > at.getTime()) return [];
      return transact((transaction) => claimDeliveries(transaction, worker, limit, terms, at));
    },

    /** @returns false, without writing, if `worker` no longer holds the lease. */
    recordVerdict: (worker: string, deliveryId: string, verdict: DeliveryVerdict): Promise<boolean> =>
      transact(async (transaction) => {
        const [recorded] = await recordVerdicts(transaction, worker, [{ deliveryId, verdict }]);
        return recorded === true;
      }),

    /** Records several verdicts in one transaction. @returns the results of `recordVerdict`, in the same order. */
    recordVerdicts: (worker: string, verdicts: readonly AttemptVerdict[]) =>
      transact((transaction) => recordVerdicts(transaction, worker, verdicts)),

    /** Releases all leases of `worker`, on shutdown. */
    async release(worker: string): Promise<void> {
      await writing
        .updateTable("deliveries")
        .set({ lease_owner: null, lease_until: null })
        .where("lease_owner", "=", worker)
        .execute();
    },

    /** Time when the next delivery is due; null if none is waiting. */
    async findNextDueAt(atOnce: AttemptsAtOnce): Promise<Date | null> {
      const next = await findNextDueAt(reading, atOnce, new Date());
      return next === null ? null : new Date(next);
    },

    async list(accountId: string, endpointId: string, filter: DeliveryFilter, page: Page): Promise<Paged<Delivery>> {
      const all = queryEndpointDeliveries(reading, accountId, endpointId)
        .$if(filter.status !== null, (query) => query.where("d.status", "=", filter.status as string))
        .$if(filter.since !== undefined, (query) => query.where("d.created_at", ">=", Number(filter.since)))
        .$if(filter.until !== undefined, (query) => query.where("d.created_at", "<=", Number(filter.until)))
        .$if(filter.eventType !== null, (query) => query.where("d.event_type", "=", filter.eventType as string));
      return readPage(all, all.selectAll("d").orderBy("d.id", "desc"), page, toDelivery);
    },

    /** The delivery with its attempts, oldest first. */
    get: (accountId: string, endpointId: string, id: string) => getDelivery(reading, accountId, endpointId, id),

    /** Makes one delivery due immediately, with a new schedule. */
    retry: (accountId: string, endpointId: string, id: string, at: Date) =>
      transact((transaction) => retryDelivery(transaction, accountId, endpointId, id, at)),

    /** Requeues all unsuccessful deliveries, including held ones, of events in the period. @returns how many. */
    recover: (accountId: string, endpointId: string, since: Date, until: Date, at: Date, also?: RecoverAlso) =>
      transact((transaction) => recoverDeliveries(transaction, accountId, endpointId, since, until, at, also)),

    /** Records an event for this endpoint only (`webhook.test`, an alert's test). @returns the delivery. */
    sendOne: (accountId: string, endpointId: string, type: EventType, data: unknown, at: Date) =>
      transact((transaction) => queueForEndpoint(transaction, accountId, endpointId, type, data, at)),

    async countByStatus(): Promise<Readonly<Record<Delivery["status"], number>>> {
      const rows = await reading
        .selectFrom("deliveries")
        .select((eb) => ["status", eb.fn.countAll<number>().as("deliveries")])
        .groupBy("status")
        .execute();
      const none = { pending: 0, succeeded: 0, failed: 0, held: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ status, deliveries }) => [status, deliveries])) };
    },
  };
}

export type DeliveryTable = ReturnType<typeof createDeliveryQueries>;

async function getDelivery(
  reading: Database["reading"],
  accountId: string,
  endpointId: string,
  id: string,
): Promise<{ readonly delivery: Delivery; readonly attempts: readonly DeliveryAttempt[] } | undefined> {
  const row = await queryEndpointDeliveries(reading, accountId, endpointId)
    .selectAll("d")
    .where("d.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const attempts = await reading
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("delivery_id", "=", id)
    .orderBy("number")
    .execute();
  return { delivery: toDelivery(row), attempts: attempts.map(toAttempt) };
}

async function retryDelivery(
  transaction: Writing,
  accountId: string,
  endpointId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  if (!(await lockEndpoint(transaction, accountId, endpointId))) return false;
  const { numUpdatedRows } = await transaction
    .updateTable("deliveries")
    .set((row) => buildRestartColumns(row.ref("attempts"), at))
    .where("id", "=", id)
    .where("endpoint_id", "=", endpointId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function recoverDeliveries(
  transaction: Writing,
  accountId: string,
  endpointId: string,
  since: Date,
  until: Date,
  at: Date,
  also: RecoverAlso = {},
): Promise<number> {
  if (!(await lockEndpoint(transaction, accountId, endpointId))) return 0;
  const earlier = also.earlier ? await queueEarlierEvents(transaction, endpointId, since, until, at) : 0;
  const { numUpdatedRows } = await transaction
    .updateTable("deliveries")
    .set((row) => buildRestartColumns(row.ref("attempts"), at))
    .$if(also.succeeded !== true, (query) => query.where("status", "!=", "succeeded"))
    .where("id", "in", (inner) =>
      inner
        .selectFrom("deliveries as d")
        .innerJoin("events as v", "v.id", "d.event_id")
        .select("d.id")
        .where("d.endpoint_id", "=", endpointId)
        .where("v.created_at", ">=", since.getTime())
        .where("v.created_at", "<=", until.getTime()),
    )
    .executeTakeFirst();
  // `numUpdatedRows` already includes the deliveries inserted for earlier events, so the two numbers are not added.
  return Math.max(earlier, Number(numUpdatedRows));
}

async function queueForEndpoint(
  transaction: Writing,
  accountId: string,
  endpointId: string,
  type: EventType,
  data: unknown,
  at: Date,
): Promise<Delivery> {
  const endpoint = await findOwnRow(transaction, "webhook_endpoints", accountId, endpointId);
  if (endpoint === undefined) throw createWebhookNotFoundError(endpointId);
  const version = await readCurrentVersion(transaction);
  const writer = createEventWriter(transaction, version?.version ?? null, at);
  const { deliveries } = await writer.append(accountId, type, data, [endpointId]);
  const [delivery] = deliveries;
  if (delivery === undefined) throw createWebhookNotFoundError(endpointId);
  await writer.flush();
  return toDelivery(delivery);
}

/** Queues deliveries of events that are older than the endpoint and have no delivery to the endpoint yet. @returns how many. */
async function queueEarlierEvents(
  transaction: Writing,
  endpointId: string,
  since: Date,
  until: Date,
  at: Date,
): Promise<number> {
  const endpoint = await transaction
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", endpointId)
    .executeTakeFirstOrThrow();
  const types = (JSON.parse(endpoint.event_types) as EventType[]).filter((type) => type !== "webhook.test");
  if (types.length === 0) return 0;
  const events = await transaction
    .selectFrom("events as v")
    .select(["v.id", "v.type"])
    .where("v.account_id", "=", endpoint.account_id)
    .where("v.type", "in", types)
    .where("v.created_at", "<", endpoint.created_at)
    .where("v.created_at", ">=", since.getTime())
    .where("v.created_at", "<=", until.getTime())
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("deliveries as d")
            .select("d.id")
            .whereRef("d.event_id", "=", "v.id")
            .where("d.endpoint_id", "=", endpointId),
        ),
      ),
    )
    .orderBy("v.sequence")
    .execute();
  for (const chunk of splitIntoChunks(events, DELIVERIES_AT_ONCE)) {
    const rows = chunk.map(({ id, type }) =>
      createDelivery({ id: endpointId, status: "enabled" }, id, type as EventType, at),
    );
    await transaction.insertInto("deliveries").values(rows).execute();
  }
  return events.length;
}

/** Columns that make a delivery due now, with a new schedule. An attempt in progress keeps its lease and writes its result. */
function buildRestartColumns<T>(attempts: T, at: Date) {
  return { status: "pending", attempts_before: attempts, next_attempt_at: at.getTime() };
}

/** Locks an endpoint; every transaction does so before it locks deliveries. @returns false if the account does not have it. */
async function lockEndpoint(transaction: Writing, accountId: string, endpointId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("id", "=", endpointId)
    .where("account_id", "=", accountId)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

function queryEndpointDeliveries(db: Kysely<Schema>, accountId: string, endpointId: string) {
  return db
    .selectFrom("deliveries as d")
    .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
    .where("e.id", "=", endpointId)
    .where("e.account_id", "=", accountId);
}

// Time of the next useful claim, in ms. For an endpoint with free slots: when its earliest delivery is due and its pause is over.
// For an endpoint without free slots: when its earliest lease ends; the worker itself notices attempts that end sooner.
async function findNextDueAt(db: Kysely<Schema>, atOnce: AttemptsAtOnce, at: Date): Promise<number | null> {
  const clock = buildClockSql(isPostgres(db));
  const rows = await db
    .selectFrom("webhook_endpoints as e")
    .select((select) => [
      "e.consecutive_failures",
      "e.paused_until",
      clock.as("now"),
      select
        .selectFrom("deliveries as d")
        .select((eb) => eb.fn.min("d.next_attempt_at").as("due"))
        .whereRef("d.endpoint_id", "=", "e.id")
        .where("d.status", "=", sql.lit("pending"))
        .where((where) => where.or([where("d.lease_owner", "is", null), where("d.lease_until", "<", clock)]))
        .as("due"),
      select
        .selectFrom("deliveries as l")
        .select((eb) => eb.fn.countAll<number>().as("leased"))
        .whereRef("l.endpoint_id", "=", "e.id")
        .where("l.lease_owner", "is not", null)
        .where("l.lease_until", ">=", clock)
        .as("leased"),
      select
        .selectFrom("deliveries as l")
        .select((eb) => eb.fn.min("l.lease_until").as("free"))
        .whereRef("l.endpoint_id", "=", "e.id")
        .where("l.lease_owner", "is not", null)
        .where("l.lease_until", ">=", clock)
        .as("free"),
    ])
    .where("e.status", "=", "enabled")
    .where(buildLiveAccountCondition(at))
    .execute();
  const times = rows.flatMap(({ consecutive_failures, paused_until, due, leased, free }) => {
    if (due === null && free === null) return [];
    const hasRoom = (leased ?? 0) < getMaxConcurrent(consecutive_failures, atOnce);
    const claimableAt = hasRoom && due !== null ? due : free;
    return claimableAt === null ? [] : [Math.max(claimableAt, paused_until ?? 0)];
  });
  return times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b));
}
