import type { AccountEvent, EventType } from "../../domain/premium.ts";
import type { Database } from "../database.ts";
import { findOwnRow } from "./rows.ts";
import type { EventRecord } from "./schema.ts";

/** Events deleted per transaction, each with its deliveries and attempts. */
const PRUNED_AT_ONCE = 500;

export function createEventQueries({ reading, transact }: Database) {
  return {
    /** Events with `sequence > after`, in sequence order, at most `limit`. */
    async listAfter(
      accountId: string,
      after: number,
      type: EventType | null,
      limit: number,
    ): Promise<readonly AccountEvent[]> {
      const rows = await reading
        .selectFrom("events")
        .selectAll()
        .where("account_id", "=", accountId)
        .where("sequence", ">", after)
        .$if(type !== null, (query) => query.where("type", "=", type as string))
        .orderBy("sequence")
        .limit(limit)
        .execute();
      return rows.map(toEvent);
    },

    async get(accountId: string, id: string): Promise<AccountEvent | undefined> {
      const row = await findOwnRow(reading, "events", accountId, id);
      return row && toEvent(row);
    },

    /** Sequence numbers of the oldest stored event (`newest + 1` if all are deleted) and of the newest; null before the first. */
    async readSequenceRange(accountId: string): Promise<{ readonly oldest: number; readonly newest: number } | null> {
      const row = await reading
        .selectFrom("event_counters as c")
        .leftJoin("events as e", "e.account_id", "c.account_id")
        .select((eb) => ["c.last_sequence as newest", eb.fn.min("e.sequence").as("oldest")])
        .where("c.account_id", "=", accountId)
        .groupBy("c.last_sequence")
        .executeTakeFirst();
      if (row === undefined || row.newest === 0) return null;
      return { oldest: row.oldest ?? row.newest + 1, newest: row.newest };
    },

    /** Deletes events created earlier than `before`, with their deliveries and attempts. @returns how many events. */
    async prune(before: Date): Promise<number> {
      const accounts = await reading
        .selectFrom("events")
        .select("account_id")
        .distinct()
        .where("created_at", "<", before.getTime())
        .execute();
      let pruned = 0;
      for (const { account_id: accountId } of accounts) {
        const remaining = await reading
          .selectFrom("events")
          .select((eb) => eb.fn.min("sequence").as("first"))
          .where("account_id", "=", accountId)
          .where("created_at", ">=", before.getTime())
          .executeTakeFirstOrThrow();
        pruned += await pruneEvents(transact, accountId, remaining.first);
      }
      return pruned;
    },
  };
}

/** Deletes only from the start of a feed. The rest thus has no gaps, even if event times are out of order. */
async function pruneEvents(transact: Database["transact"], accountId: string, first: number | null): Promise<number> {
  for (let pruned = 0; ; ) {
    const removed = await transact(async (transaction) => {
      const rows = await transaction
        .selectFrom("events")
        .select("id")
        .where("account_id", "=", accountId)
        .$if(first !== null, (query) => query.where("sequence", "<", first as number))
        .orderBy("sequence")
        .limit(PRUNED_AT_ONCE)
        .execute();
      const ids = rows.map((row) => row.id);
      if (ids.length > 0) await transaction.deleteFrom("events").where("id", "in", ids).execute();
      return ids.length;
    });
    pruned += removed;
    if (removed < PRUNED_AT_ONCE) return pruned;
  }
}

export function toEvent(row: EventRecord): AccountEvent {
  return {
    id: row.id,
    accountId: row.account_id,
    sequence: row.sequence,
    type: row.type as EventType,
    createdAt: new Date(row.created_at),
    body: row.body,
  };
}
