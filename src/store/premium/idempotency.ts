import type { Database } from "../database.ts";
import { toDbText } from "../text.ts";

const REMEMBERED_MS = 24 * 3_600_000;
/** Milliseconds after which an unfinished request must have died with its process; its key may then be used again. */
const MAX_REQUEST_MS = 60_000;

interface IdempotentAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

// `started`: the key is new, so the caller runs the request and then calls `finish`. `running`: the first request with the key
// has not finished. `finished`: the caller sends the stored response again. `other`: the key was used for a different request.
type IdempotentRequest =
  | { readonly kind: "started" | "running" | "other" }
  | ({ readonly kind: "finished" } & IdempotentAnswer);

/** Remembers every POST with an `Idempotency-Key` for 24 hours. */
export function createIdempotencyQueries({ transact, writing }: Database) {
  return {
    begin: (accountId: string, route: string, key: string, fingerprint: string, at: Date): Promise<IdempotentRequest> =>
      transact(async (transaction) => {
        const request = { account_id: accountId, route, key };
        await transaction
          .deleteFrom("idempotent_requests")
          .where((where) =>
            where.or([
              where("started_at", "<=", at.getTime() - REMEMBERED_MS),
              where.and([
                where.and(request),
                where("status", "is", null),
                where("started_at", "<=", at.getTime() - MAX_REQUEST_MS),
              ]),
            ]),
          )
          .execute();
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("idempotent_requests")
          .values({
            ...request,
            fingerprint,
            started_at: at.getTime(),
            status: null,
            headers: null,
            body: null,
          })
          .onConflict((conflict) => conflict.columns(["account_id", "route", "key"]).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 1n) return { kind: "started" };
        const existing = await transaction
          .selectFrom("idempotent_requests")
          .selectAll()
          .where((where) => where.and(request))
          .executeTakeFirst();
        if (existing === undefined) return { kind: "running" };
        if (existing.fingerprint !== fingerprint) return { kind: "other" };
        const { status, headers, body } = existing;
        return status === null
          ? { kind: "running" }
          : { kind: "finished", status, headers: headers ?? "", body: body ?? "" };
      }),

    async finish(
      accountId: string,
      route: string,
      key: string,
      { status, headers, body }: IdempotentAnswer,
    ): Promise<void> {
      await writing
        .updateTable("idempotent_requests")
        .set({ status, headers: toDbText(headers), body: toDbText(body) })
        .where((where) => where.and({ account_id: accountId, route, key }))
        .execute();
    },

    /** Deletes an unfinished request, so that it may be retried. */
    async forget(accountId: string, route: string, key: string): Promise<void> {
      await writing
        .deleteFrom("idempotent_requests")
        .where((where) => where.and({ account_id: accountId, route, key }))
        .where("status", "is", null)
        .execute();
    },
  };
}

export type IdempotencyTable = ReturnType<typeof createIdempotencyQueries>;
