/** Chooses the deliveries that a worker claims next: a few due ones for each enabled endpoint, longest waiting first. */
import { type RawBuilder, sql } from "kysely";
import type { AccountEvent, Delivery, WebhookEndpoint } from "../../domain/premium.ts";
import type { Writing } from "../schema.ts";
import { toDelivery } from "./delivery-rows.ts";
import { toEndpoint } from "./endpoints.ts";
import { toEvent } from "./events.ts";
import { buildLiveCondition, isPostgres } from "./rows.ts";
import type { DeliveryRecord, EndpointRecord } from "./schema.ts";

/** A delivery leased to a worker, with everything needed to send it. */
export interface LeasedDelivery {
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly event: Pick<AccountEvent, "id" | "type" | "body">;
}

export interface AttemptsAtOnce {
  readonly perEndpoint: number;
  readonly perBrokenEndpoint: number;
  /** Number of consecutive failures after which an endpoint counts as broken. */
  readonly brokenAfterFailures: number;
}

/** Conditions under which a worker claims deliveries. */
export interface LeaseTerms {
  readonly leaseMs: number;
  readonly attemptsAtOnce: AttemptsAtOnce;
}

/** An account gets a slot only while its deliveries in progress are fewer than this number times the worker's free slots. */
const MAX_PER_SLOT = 4;
/** Maximum number of endpoints per claim; the next claim takes the others. */
const ENDPOINTS_AT_ONCE = 100;

export function getMaxConcurrent(consecutiveFailures: number, atOnce: AttemptsAtOnce): number {
  return consecutiveFailures >= atOnce.brokenAfterFailures ? atOnce.perBrokenEndpoint : atOnce.perEndpoint;
}

/** SQL expression for the database's clock, in milliseconds; leases use this clock because all workers share it. */
export function buildClockSql(postgres: boolean): RawBuilder<number> {
  return postgres
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

export async function claimDeliveries(
  transaction: Writing,
  worker: string,
  limit: number,
  { leaseMs, attemptsAtOnce }: LeaseTerms,
  at: Date,
): Promise<readonly LeasedDelivery[]> {
  const clock = buildClockSql(isPostgres(transaction));
  const endpoints = await listDueEndpoints(transaction, attemptsAtOnce, at, clock);
  if (endpoints.length === 0 || limit <= 0) return [];
  const ids = await listDueDeliveries(transaction, endpoints, at, clock);
  const held = await countDeliveriesInProgress(transaction, worker, clock);
  const chosen = chooseDeliveries(endpoints, ids, held, limit);
  if (chosen.length === 0) return [];
  const rows = await transaction
    .updateTable("deliveries")
    .set({ lease_owner: worker, lease_until: sql<number>`${clock} + ${sql.lit(Math.ceil(leaseMs))}` })
    .where("id", "in", chosen)
    .where("status", "=", "pending")
    .returningAll()
    .execute();
  await transaction
    .updateTable("webhook_endpoints")
    .set({ last_claimed_at: at.getTime() })
    .where("id", "in", [...new Set(rows.map((row) => row.endpoint_id))])
    .execute();
  return attachEvents(transaction, chosen, rows, endpoints);
}

/** Endpoints with due deliveries and free slots; PostgreSQL locks them, so that two workers do not fill the same slots. */
async function listDueEndpoints(
  transaction: Writing,
  atOnce: AttemptsAtOnce,
  at: Date,
  clock: RawBuilder<number>,
): Promise<readonly (EndpointRecord & { readonly room: number })[]> {
  const endpoints = await transaction
    .selectFrom("webhook_endpoints as e")
    .selectAll("e")
    .where("e.status", "=", "enabled")
    .where(buildLiveAccountCondition(at))
    .where((where) => where.or([where("e.paused_until", "is", null), where("e.paused_until", "<=", at.getTime())]))
    .where((where) =>
      where.exists(
        where
          .selectFrom("deliveries as d")
          .select("d.id")
          .whereRef("d.endpoint_id", "=", "e.id")
          .where(buildDueCondition(at, clock)),
      ),
    )
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom("deliveries as l")
          .select((eb) => eb.fn.countAll<number>().as("leased"))
          .whereRef("l.endpoint_id", "=", "e.id")
          .where("l.lease_owner", "is not", null)
          .where("l.lease_until", ">=", clock),
        "<",
        sql<number>`case when e.consecutive_failures >= ${sql.lit(atOnce.brokenAfterFailures)} then ${sql.lit(atOnce.perBrokenEndpoint)} else ${sql.lit(atOnce.perEndpoint)} end`,
      ),
    )
    .orderBy("e.last_claimed_at")
    .orderBy("e.id")
    .limit(ENDPOINTS_AT_ONCE)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate().skipLocked())
    .execute();
  if (endpoints.length === 0) return [];
  // Count again under the lock: another worker may have claimed deliveries meanwhile.
  const leased = await transaction
    .selectFrom("deliveries")
    .select((eb) => ["endpoint_id", eb.fn.countAll<number>().as("leased")])
    .where(
      "endpoint_id",
      "in",
      endpoints.map((endpoint) => endpoint.id),
    )
    .where("lease_owner", "is not", null)
    .where("lease_until", ">=", clock)
    .groupBy("endpoint_id")
    .execute();
  const inProgress = new Map(leased.map((row) => [row.endpoint_id, row.leased]));
  return endpoints
    .map((endpoint) => ({
      ...endpoint,
      room: getMaxConcurrent(endpoint.consecutive_failures, atOnce) - (inProgress.get(endpoint.id) ?? 0),
    }))
    .filter(({ room }) => room > 0);
}

/** Ids of the claimable deliveries of each endpoint, longest due first. */
async function listDueDeliveries(
  transaction: Writing,
  endpoints: readonly { readonly id: string; readonly room: number }[],
  at: Date,
  clock: RawBuilder<number>,
): Promise<readonly (readonly string[])[]> {
  const parts = endpoints.map(({ id, room }) => {
    const due = transaction
      .selectFrom("deliveries as d")
      .select(["d.id", "d.endpoint_id"])
      .where("d.endpoint_id", "=", id)
      .where(buildDueCondition(at, clock))
      .orderBy("d.next_attempt_at")
      .orderBy("d.id")
      .limit(room);
    return sql`select * from ${due} as ${sql.id(id)}`;
  });
  const { rows } = await sql<{ id: string; endpoint_id: string }>`${sql.join(parts, sql` union all `)}`.execute(
    transaction,
  );
  const byEndpoint = Map.groupBy(rows, (row) => row.endpoint_id);
  return endpoints.map(({ id }) => (byEndpoint.get(id) ?? []).map((row) => row.id));
}

/** Condition on endpoints `e`: the account is neither disabled nor expired. */
export function buildLiveAccountCondition(at: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from accounts as a where a.id = e.account_id and ${buildLiveCondition("a", at)})`;
}

function buildDueCondition(at: Date, clock: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(d.status = 'pending' and d.next_attempt_at <= ${at.getTime()} and (d.lease_owner is null or d.lease_until < ${clock}))`;
}

/** For each account, the number of deliveries leased to a worker. */
async function countDeliveriesInProgress(
  transaction: Writing,
  worker: string,
  clock: RawBuilder<number>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction
    .selectFrom("deliveries as d")
    .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
    .select((eb) => ["e.account_id", eb.fn.countAll<number>().as("held")])
    .where("d.lease_owner", "=", worker)
    .where("d.lease_until", ">=", clock)
    .groupBy("e.account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.held]));
}

// Gives each free slot to the account with the fewest deliveries in progress, and rotates among the account's endpoints. An
// account gets no slot if its deliveries in progress are at least four times as many as the free slots. So another account's
// first delivery gets a slot, however many endpoints of one account respond slowly.
function chooseDeliveries(
  endpoints: readonly EndpointRecord[],
  lists: readonly (readonly string[])[],
  held: ReadonlyMap<string, number>,
  limit: number,
): readonly string[] {
  const waiting = endpoints.map(({ account_id }, at) => ({ account: account_id, ids: [...(lists[at] ?? [])] }));
  const accounts = [...Map.groupBy(waiting, ({ account }) => account)].map(([account, queues]) => ({
    queues,
    underWay: held.get(account) ?? 0,
    turn: 0,
  }));
  const chosen: string[] = [];
  for (let free = limit; free > 0; free -= 1) {
    const next = accounts
      .filter(({ queues, underWay }) => underWay < MAX_PER_SLOT * free && queues.some(({ ids }) => ids.length > 0))
      .reduce<(typeof accounts)[number] | undefined>((a, b) => (a && a.underWay <= b.underWay ? a : b), undefined);
    if (next === undefined) break;
    while (next.queues[next.turn % next.queues.length]?.ids.length === 0) next.turn += 1;
    const id = next.queues[next.turn % next.queues.length]?.ids.shift();
    next.turn += 1;
    next.underWay += 1;
    if (id !== undefined) chosen.push(id);
  }
  return chosen;
}

async function attachEvents(
  transaction: Writing,
  order: readonly string[],
  rows: readonly DeliveryRecord[],
  endpoints: readonly EndpointRecord[],
): Promise<readonly LeasedDelivery[]> {
  const events = await transaction
    .selectFrom("events")
    .selectAll()
    .where("id", "in", [...new Set(rows.map((row) => row.event_id))])
    .execute();
  const eventOf = new Map(events.map((event) => [event.id, toEvent(event)]));
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, toEndpoint(endpoint)]));
  const place = new Map(order.map((id, index) => [id, index]));
  return rows
    .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    .flatMap((row) => {
      const event = eventOf.get(row.event_id);
      const endpoint = endpointOf.get(row.endpoint_id);
      return event && endpoint ? [{ delivery: toDelivery(row), endpoint, event }] : [];
    });
}
