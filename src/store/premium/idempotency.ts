import type { Database } from "../database.ts";
import type { IdempotencyTable } from "../premium.ts";
import { storable } from "../text.ts";

const KEPT_MS = 24 * 3_600_000;
/** A request that has not ended after this died with its process; its key may be used again. */
const LONGEST_REQUEST_MS = 60_000;

export function idempotencyTable({ transact, writing }: Database): IdempotencyTable {
  return {
    begin: (accountId, route, key, fingerprint, at) =>
      transact(async (transaction) => {
        const request = { account_id: accountId, route, key };
        await transaction
          .deleteFrom("idempotent_requests")
          .where((where) =>
            where.or([
              where("started_at", "<=", at.getTime() - KEPT_MS),
              where.and([
                where.and(request),
                where("status", "is", null),
                where("started_at", "<=", at.getTime() - LONGEST_REQUEST_MS),
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
        const known = await transaction
          .selectFrom("idempotent_requests")
          .selectAll()
          .where((where) => where.and(request))
          .executeTakeFirst();
        if (known === undefined) return { kind: "running" };
        if (known.fingerprint !== fingerprint) return { kind: "other" };
        const { status, headers, body } = known;
        return status === null
          ? { kind: "running" }
          : { kind: "finished", status, headers: headers ?? "", body: body ?? "" };
      }),

    async finish(accountId, route, key, { status, headers, body }) {
      await writing
        .updateTable("idempotent_requests")
        .set({ status, headers: storable(headers), body: storable(body) })
        .where((where) => where.and({ account_id: accountId, route, key }))
        .execute();
    },

    async forget(accountId, route, key) {
      await writing
        .deleteFrom("idempotent_requests")
        .where((where) => where.and({ account_id: accountId, route, key }))
        .where("status", "is", null)
        .execute();
    },
  };
}
