import type { Transaction } from "kysely";
import { newId } from "../../domain/ids.ts";
import type { Account, PlanName } from "../../domain/premium.ts";
import { AppError, NotFoundError } from "../../errors.ts";
import type { Database } from "../database.ts";
import type { AccountTable } from "../premium.ts";
import type { Schema } from "../schema.ts";
import { storable } from "../text.ts";
import { currentVersion } from "../versions.ts";
import { createEventWriter } from "./event-writer.ts";
import type { AccountRecord } from "./schema.ts";

export function accountTable({ reading, writing, change }: Database): AccountTable {
  return {
    async create(name, plan, at) {
      const version = (await currentVersion(reading))?.version ?? null;
      const row = {
        id: newId("acc", at),
        name: storable(name),
        plan,
        created_at: at.getTime(),
        plan_since: at.getTime(),
        plan_since_version: version,
      };
      const { numInsertedOrUpdatedRows } = await writing
        .insertInto("accounts")
        .values(row)
        .onConflict((conflict) => conflict.column("name").doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) {
        throw new AppError("account_exists", `There is an account "${name}" already; names are unique.`);
      }
      return toAccount(row);
    },

    async get(id) {
      const row = await reading.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toAccount(row);
    },

    async byName(name) {
      const row = await reading.selectFrom("accounts").selectAll().where("name", "=", name).executeTakeFirst();
      return row && toAccount(row);
    },

    async all() {
      const rows = await reading.selectFrom("accounts").selectAll().orderBy("id").execute();
      return rows.map(toAccount);
    },

    // One at a time with publications: each is told to an account wholly or not at all.
    setPlan: (id, plan, at) =>
      change(async (transaction) => {
        const account = await transaction.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
        if (account === undefined) throw new NotFoundError("account_not_found", `There is no account "${id}".`);
        if (account.plan === plan) return;
        const version = (await currentVersion(transaction))?.version ?? null;
        await transaction
          .updateTable("accounts")
          .set({ plan, plan_since: at.getTime(), plan_since_version: version })
          .where("id", "=", id)
          .execute();
        if (plan === "premium") await tellResumed(transaction, account, version, at);
      }),
  };
}

/** The span of which the account's feed has nothing. */
async function tellResumed(
  transaction: Transaction<Schema>,
  { id, created_at, plan_since, plan_since_version }: AccountRecord,
  version: string | null,
  at: Date,
): Promise<void> {
  const writer = createEventWriter(transaction, version, at);
  await writer.append(id, "plan.resumed", {
    from: wholeSecond(plan_since ?? created_at),
    until: wholeSecond(at.getTime()),
    from_dataset_version: plan_since_version,
    until_dataset_version: version,
  });
  await writer.flush();
}

function wholeSecond(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

export function toAccount(row: Pick<AccountRecord, "id" | "name" | "plan" | "created_at">): Account {
  return { id: row.id, name: row.name, plan: row.plan as PlanName, createdAt: new Date(row.created_at) };
}
