/** Appends events to accounts' feeds within a transaction, with a delivery for each receiving endpoint. */
import { isObject } from "../../base/is-object.ts";
import { splitIntoChunks } from "../../base/pause.ts";
import { createId } from "../../domain/ids.ts";
import type { AccountEvent, EventType } from "../../domain/premium.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";
import type { DeliveryRecord, EventRecord } from "./schema.ts";

const EVENTS_AT_ONCE = 100;
export const DELIVERIES_AT_ONCE = 500;

interface Feed {
  sequence: number;
  readonly endpoints: readonly { readonly id: string; readonly status: string; readonly types: readonly string[] }[];
}

/** @param datasetVersion the current version as of this transaction. */
export function createEventWriter(transaction: Writing, datasetVersion: string | null, at: Date) {
  const feeds = new Map<string, Feed>();
  let events: EventRecord[] = [];
  let deliveries: DeliveryRecord[] = [];

  async function lockAndLoadFeed(accountId: string): Promise<Feed> {
    const cached = feeds.get(accountId);
    if (cached !== undefined) return cached;
    const sequence = await lockFeed(transaction, accountId);
    const endpoints = await transaction
      .selectFrom("webhook_endpoints")
      .select(["id", "status", "event_types"])
      .where("account_id", "=", accountId)
      .orderBy("id")
      .execute();
    const feed: Feed = {
      sequence,
      endpoints: endpoints.map(({ id, status, event_types }) => ({
        id,
        status,
        types: JSON.parse(event_types) as string[],
      })),
    };
    feeds.set(accountId, feed);
    return feed;
  }

  /** Writes the appended events and their deliveries; must be called after the last event. */
  async function flush(): Promise<void> {
    for (const chunk of splitIntoChunks(events, EVENTS_AT_ONCE)) {
      await transaction
        .insertInto("events")
        .values([...chunk])
        .execute();
    }
    for (const chunk of splitIntoChunks(deliveries, DELIVERIES_AT_ONCE)) {
      await transaction
        .insertInto("deliveries")
        .values([...chunk])
        .execute();
    }
    for (const accountId of new Set(events.map((event) => event.account_id))) {
      await transaction
        .updateTable("event_counters")
        .set({ last_sequence: (feeds.get(accountId) as Feed).sequence })
        .where("account_id", "=", accountId)
        .execute();
    }
    events = [];
    deliveries = [];
  }

  return {
    /** @param endpointIds only these endpoints get the event, even if not subscribed; by default, all subscribed endpoints do. */
    async append(accountId: string, type: EventType, data: unknown, endpointIds?: readonly string[]) {
      const feed = await lockAndLoadFeed(accountId);
      feed.sequence += 1;
      const { sequence } = feed;
      const id = createId("evt", at);
      const body = toDbText(buildEventBody({ id, type, at, sequence, datasetVersion }, data));
      events.push({ id, account_id: accountId, sequence, type, created_at: at.getTime(), body });
      const eventDeliveries = feed.endpoints
        .filter((endpoint) => endpointIds?.includes(endpoint.id) ?? endpoint.types.includes(type))
        .map((endpoint) => createDelivery(endpoint, id, type, at));
      deliveries.push(...eventDeliveries);
      if (events.length >= EVENTS_AT_ONCE) await flush();
      const event: AccountEvent = { id, accountId, sequence, type, createdAt: at, body };
      return { event, deliveries: eventDeliveries };
    },
    flush,
  };
}

/** Locks an account's feed and endpoint states until the transaction ends. @returns the feed's last sequence number. */
export async function lockFeed(transaction: Writing, accountId: string): Promise<number> {
  const { last_sequence } = await transaction
    .insertInto("event_counters")
    .values({ account_id: accountId, last_sequence: 0 })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet((row) => ({ last_sequence: row.ref("event_counters.last_sequence") })),
    )
    .returning("last_sequence")
    .executeTakeFirstOrThrow();
  return last_sequence;
}

export function createDelivery(
  endpoint: { readonly id: string; readonly status: string },
  eventId: string,
  type: EventType,
  at: Date,
): DeliveryRecord {
  const enabled = endpoint.status === "enabled";
  return {
    id: createId("dlv", at),
    endpoint_id: endpoint.id,
    event_id: eventId,
    event_type: type,
    status: enabled ? "pending" : "held",
    attempts: 0,
    attempts_before: 0,
    next_attempt_at: enabled ? at.getTime() : null,
    created_at: at.getTime(),
    lease_owner: null,
    lease_until: null,
  };
}

const MAX_EVENT_BYTES = 20 * 1024;

interface EventHead {
  readonly id: string;
  readonly type: EventType;
  readonly at: Date;
  readonly sequence: number;
  /** Null before the first publication. */
  readonly datasetVersion: string | null;
}

/**
 * The JSON of an event, at most 20 KB, sent byte for byte. To shorten the JSON, the longest comments are replaced by null. Then
 * trades at the end of the list are dropped. `truncated` names the shortened parts.
 */
export function buildEventBody(head: EventHead, data: unknown): string {
  const whole = serializeEvent(head, data, []);
  if (Buffer.byteLength(whole) <= MAX_EVENT_BYTES) return whole;
  const copy: unknown = structuredClone(data);
  const withoutComments = serializeDroppingComments(head, copy);
  return Buffer.byteLength(withoutComments) <= MAX_EVENT_BYTES ? withoutComments : serializeDroppingTrades(head, copy);
}

function serializeEvent(head: EventHead, data: unknown, truncated: readonly string[]): string {
  return JSON.stringify({
    id: head.id,
    type: head.type,
    timestamp: `${head.at.toISOString().slice(0, -".000Z".length)}Z`,
    api_version: "v1",
    sequence: head.sequence,
    dataset_version: head.datasetVersion,
    data,
    ...(truncated.length > 0 && { truncated }),
  });
}

function serializeDroppingComments(head: EventHead, data: unknown): string {
  const commented = findCommentHolders(data).sort((a, b) => b.comment.length - a.comment.length);
  let body = serializeEvent(head, data, []);
  for (const holder of commented) {
    if (Buffer.byteLength(body) <= MAX_EVENT_BYTES) return body;
    Object.assign(holder, { comment: null });
    body = serializeEvent(head, data, ["comment"]);
  }
  return body;
}

function serializeDroppingTrades(head: EventHead, data: unknown): string {
  const truncated = ["comment", "trades"];
  const trades = isObject(data) && Array.isArray(data["trades"]) ? data["trades"] : [];
  let body = serializeEvent(head, data, ["comment"]);
  while (trades.length > 1 && Buffer.byteLength(body) > MAX_EVENT_BYTES) {
    trades.pop();
    body = serializeEvent(head, data, truncated);
  }
  return body;
}

function findCommentHolders(value: unknown): { comment: string }[] {
  if (Array.isArray(value)) return value.flatMap(findCommentHolders);
  if (!isObject(value)) return [];
  const self = typeof value["comment"] === "string" ? [value as { comment: string }] : [];
  return [...self, ...Object.values(value).flatMap(findCommentHolders)];
}
