import { LRUCache } from "lru-cache";
import { LimitError } from "../../base/errors.ts";
import { createId } from "../../domain/ids.ts";
import { ACCOUNT_SCOPES, type Account, type ApiKey, type KeyScope } from "../../domain/premium.ts";
import { countRows } from "../count-rows.ts";
import type { Database } from "../database.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";
import { toAccount } from "./accounts.ts";
import { findOwnRow, lockAccount, toInstant, toMilliseconds } from "./rows.ts";
import type { ApiKeyRecord } from "./schema.ts";

/** Maximum valid keys per account: two, so that a key can be replaced without a gap. */
const MAX_LIVE_KEYS = 2;
const TOUCH_EVERY_MS = 60_000;
const TOUCHED_KEYS = 10_000;

interface NewKey
  extends Pick<ApiKey, "accountId" | "display" | "expiresAt">,
    Partial<Pick<ApiKey, "name" | "scopes" | "madeWith">> {
  /** SHA-256 of the key, hex. */
  readonly digest: string;
}

export function createKeyQueries({ reading, writing, transact }: Database) {
  /** Times when the use of a key was last recorded, in ms by key id: most requests then need no database statement. */
  const touched = new LRUCache<string, number>({ max: TOUCHED_KEYS });

  return {
    /** @throws {LimitError} if the account has two valid keys. */
    create: (key: NewKey, at: Date) => transact((transaction) => insertKey(transaction, key, at)),

    /** Also finds revoked and expired keys, so that their holders learn why the keys do not work. */
    async findByDigest(digest: string): Promise<{ readonly key: ApiKey; readonly account: Account } | undefined> {
      const row = await reading
        .selectFrom("api_keys as k")
        .innerJoin("accounts as a", "a.id", "k.account_id")
        .selectAll("k")
        .select([
          "a.name as account_name",
          "a.plan",
          "a.created_at as account_created_at",
          "a.expires_at as account_expires_at",
          "a.disabled_at",
          "a.contact",
        ])
        .where("k.digest", "=", digest)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const account = toAccount({
        id: row.account_id,
        name: row.account_name,
        plan: row.plan,
        created_at: row.account_created_at,
        expires_at: row.account_expires_at,
        disabled_at: row.disabled_at,
        contact: row.contact,
      });
      return { key: toApiKey(row), account };
    },

    async listForAccount(accountId: string): Promise<readonly ApiKey[]> {
      const rows = await reading
        .selectFrom("api_keys")
        .selectAll()
        .where("account_id", "=", accountId)
        .orderBy("id")
        .execute();
      return rows.map(toApiKey);
    },

    /** @param includesCreatedKeys true to revoke also keys created with this key, even indirectly. @returns revoked keys' ids. */
    revoke: (accountId: string, id: string, at: Date, includesCreatedKeys?: boolean) =>
      transact((transaction) => revokeKeys(transaction, accountId, id, at, includesCreatedKeys)),

    /** Records the use of a key, at most once a minute. */
    async touch(id: string, at: Date): Promise<void> {
      const last = touched.get(id);
      if (last !== undefined && Math.abs(at.getTime() - last) < TOUCH_EVERY_MS) return;
      touched.set(id, at.getTime());
      await writing
        .updateTable("api_keys")
        .set({ last_used_at: at.getTime() })
        .where("id", "=", id)
        .where((where) =>
          where.or([where("last_used_at", "is", null), where("last_used_at", "<=", at.getTime() - TOUCH_EVERY_MS)]),
        )
        .execute();
    },
  };
}

export type KeyTable = ReturnType<typeof createKeyQueries>;

async function insertKey(
  transaction: Writing,
  { accountId, display, expiresAt, digest, name = null, scopes = ACCOUNT_SCOPES, madeWith = null }: NewKey,
  at: Date,
): Promise<ApiKey> {
  await lockAccount(transaction, accountId);
  const live = await countRows(
    transaction
      .selectFrom("api_keys")
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", at.getTime())])),
  );
  if (live >= MAX_LIVE_KEYS) {
    throw new LimitError(
      MAX_LIVE_KEYS,
      `An account may have ${MAX_LIVE_KEYS} live keys, and this one has ${live}: revoke one first.`,
    );
  }
  const row: ApiKeyRecord = {
    id: createId("key", at),
    account_id: accountId,
    digest,
    display,
    created_at: at.getTime(),
    expires_at: toMilliseconds(expiresAt),
    revoked_at: null,
    last_used_at: null,
    name: toDbText(name),
    scopes: hasAllAccountScopes(scopes) ? null : JSON.stringify(scopes),
    made_with: madeWith,
  };
  await transaction.insertInto("api_keys").values(row).execute();
  return toApiKey(row);
}

async function revokeKeys(
  transaction: Writing,
  accountId: string,
  id: string,
  at: Date,
  includesCreatedKeys: boolean = false,
): Promise<readonly string[]> {
  if ((await findOwnRow(transaction, "api_keys", accountId, id)) === undefined) return [];
  // The lock prevents new keys until the transaction ends.
  await lockAccount(transaction, accountId);
  const all = await transaction
    .selectFrom("api_keys")
    .select(["id", "made_with"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  const ended = new Set([id]);
  // A key has a higher id than the one used to create it.
  if (includesCreatedKeys)
    for (const key of all) if (key.made_with !== null && ended.has(key.made_with)) ended.add(key.id);
  const rows = await transaction
    .updateTable("api_keys")
    .set({ revoked_at: at.getTime() })
    .where("id", "in", [...ended])
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

function hasAllAccountScopes(scopes: readonly KeyScope[]): boolean {
  return scopes.length === ACCOUNT_SCOPES.length && ACCOUNT_SCOPES.every((each) => scopes.includes(each));
}

function toApiKey(row: ApiKeyRecord): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    display: row.display,
    createdAt: new Date(row.created_at),
    expiresAt: toInstant(row.expires_at),
    revokedAt: toInstant(row.revoked_at),
    lastUsedAt: toInstant(row.last_used_at),
    name: row.name,
    scopes: row.scopes === null ? ACCOUNT_SCOPES : (JSON.parse(row.scopes) as KeyScope[]),
    madeWith: row.made_with,
  };
}
