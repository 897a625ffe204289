import { AppError, NotFoundError } from "../../base/errors.ts";
import { createId } from "../../domain/ids.ts";
import { type Account, isAccountActive, type PlanName } from "../../domain/premium.ts";
import type { Database } from "../database.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";
import { findVersionAt, readCurrentVersion } from "../versions.ts";
import { createEventWriter } from "./event-writer.ts";
import { toInstant, toMilliseconds } from "./rows.ts";
import type { AccountRecord } from "./schema.ts";

export function createAccountQueries({ reading, writing, change }: Database) {
  return {
    async create(name: string, plan: PlanName, at: Date, contact: string | null = null): Promise<Account> {
      const version = (await readCurrentVersion(reading))?.version ?? null;
      const row = {
        id: createId("acc", at),
        name: toDbText(name),
        plan,
        created_at: at.getTime(),
        plan_since: at.getTime(),
        plan_since_version: version,
        expires_at: null,
        disabled_at: null,
        contact: toDbText(contact),
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

    async get(id: string): Promise<Account | undefined> {
      const row = await reading.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toAccount(row);
    },

    async findByName(name: string): Promise<Account | undefined> {
      const row = await reading.selectFrom("accounts").selectAll().where("name", "=", name).executeTakeFirst();
      return row && toAccount(row);
    },

    async listAll(): Promise<readonly Account[]> {
      const rows = await reading.selectFrom("accounts").selectAll().orderBy("id").execute();
      return rows.map(toAccount);
    },

    /** Joining the premium plan appends a `plan.resumed` event, with the period and versions without events for the account. */
    setPlan: (id: string, plan: PlanName, at: Date) =>
      change((transaction) => changeState(transaction, id, { plan }, at)),

    /** Enabling a premium account that has not expired appends a `plan.resumed` event, as `setPlan` does. */
    setDisabled: (id: string, disabled: boolean, at: Date) =>
      change((transaction) => changeState(transaction, id, { disabled_at: disabled ? at.getTime() : null }, at)),

    /** Sets the account's expiry; null for never. Resuming premium access appends a `plan.resumed` event, as `setPlan` does. */
    setEnd: (id: string, expiresAt: Date | null, at: Date) =>
      change((transaction) => changeState(transaction, id, { expires_at: toMilliseconds(expiresAt) }, at)),

    /** If the contact is null, nobody gets mail about failing webhooks. */
    async setContact(id: string, contact: string | null): Promise<void> {
      const { numUpdatedRows } = await writing
        .updateTable("accounts")
        .set({ contact: toDbText(contact) })
        .where("id", "=", id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw createAccountNotFoundError(id);
    },

    /** Deletes an account with all its keys, alerts, endpoints, events and deliveries. */
    remove: (id: string): Promise<void> =>
      change(async (transaction) => {
        for (const table of TABLES_OF_AN_ACCOUNT) {
          await transaction.deleteFrom(table).where("account_id", "=", id).execute();
        }
        const { numDeletedRows } = await transaction.deleteFrom("accounts").where("id", "=", id).executeTakeFirst();
        if (numDeletedRows === 0n) throw createAccountNotFoundError(id);
      }),
  };
}

export type AccountTable = ReturnType<typeof createAccountQueries>;

/** `change` keeps this from running during a publication: an account gets all events of a publication, or none. */
async function changeState(
  transaction: Writing,
  id: string,
  state: Partial<Pick<AccountRecord, "plan" | "disabled_at" | "expires_at">>,
  at: Date,
): Promise<void> {
  const before = await transaction.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
  if (before === undefined) throw createAccountNotFoundError(id);
  const after = { ...before, ...state };
  const version = (await readCurrentVersion(transaction))?.version ?? null;
  const [received, receives] = [receivesEvents(before, at), receivesEvents(after, at)];
  // Nothing is written when an account expires, so the period in which it receives no events starts at `expires_at`.
  const hasExpired = before.expires_at !== null && before.expires_at <= at.getTime();
  const expired = hasExpired && before.disabled_at === null && before.plan === "premium";
  const from = expired ? before.expires_at : before.plan_since;
  await transaction
    .updateTable("accounts")
    .set({
      ...state,
      ...(received !== receives && { plan_since: at.getTime(), plan_since_version: version }),
      ...(!received && !receives && expired && { plan_since: from, plan_since_version: null }),
    })
    .where("id", "=", id)
    .execute();
  if (received || !receives) return;
  const since = expired ? ((await findVersionAt(transaction, from ?? 0))?.version ?? null) : before.plan_since_version;
  await appendPlanResumedEvent(transaction, { id, from: from ?? before.created_at, since }, version, at);
}

/** Tables with rows of an account, in deletion order; the database also deletes rows that reference these rows. */
const TABLES_OF_AN_ACCOUNT = [
  "idempotent_requests",
  "emails",
  "email_addresses",
  "alerts",
  "webhook_endpoints",
  "events",
  "event_counters",
  "api_keys",
] as const;

function receivesEvents(row: AccountRecord, at: Date): boolean {
  return row.plan === "premium" && isAccountActive(toAccount(row), at);
}

function createAccountNotFoundError(id: string): NotFoundError {
  return new NotFoundError("account_not_found", `There is no account "${id}".`);
}

/** Appends a `plan.resumed` event to the account's feed, with the period for which the feed has no events. */
async function appendPlanResumedEvent(
  transaction: Writing,
  { id, from, since }: { readonly id: string; readonly from: number; readonly since: string | null },
  version: string | null,
  at: Date,
): Promise<void> {
  const writer = createEventWriter(transaction, version, at);
  await writer.append(id, "plan.resumed", {
    from: formatTimestamp(from),
    until: formatTimestamp(at.getTime()),
    from_dataset_version: since,
    until_dataset_version: version,
  });
  await writer.flush();
}

function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

type AccountRow = Pick<AccountRecord, "id" | "name" | "plan" | "created_at" | "expires_at" | "disabled_at" | "contact">;

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan as PlanName,
    createdAt: new Date(row.created_at),
    expiresAt: toInstant(row.expires_at),
    disabledAt: toInstant(row.disabled_at),
    contact: row.contact,
  };
}
