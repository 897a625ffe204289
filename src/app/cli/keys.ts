/** `keys create|list|revoke|rotate`. A running service accepts a new key at once, and a revoked one for up to 10 seconds. */
import { issueKey } from "../../accounts/keys/issue-key.ts";
import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { ACCOUNT_SCOPES, type Account, type ApiKey, KEY_SCOPES, type KeyScope } from "../../domain/premium.ts";
import type { Store } from "../../store/store.ts";
import { listSelectedAccounts, parseAccountName, parseExpiryDate, parsePlan, toWireAccount } from "./accounts.ts";
import { formatMinute, formatTable, type PrintOptions, print, withSharedStore } from "./shared-store.ts";

interface CreateArguments extends PrintOptions {
  readonly account: string;
  readonly plan?: string;
  readonly expires?: string;
  readonly name?: string;
  readonly scopes?: string;
  /** Creates the account even if a similar name exists. */
  readonly newAccount?: true;
}

/**
 * Creates a key, and its account if no account has that name. Without `--json`, only the key goes to standard output.
 * @throws {ConfigError} if an account has a similar name, unless `newAccount` is set.
 */
export function createKey(config: Config, options: CreateArguments): Promise<void> {
  const plan = options.plan === undefined ? null : parsePlan(options.plan);
  const expiresAt = options.expires === undefined ? null : parseExpiryDate(options.expires, "--expires");
  const name = parseAccountName(options.account);
  const scopes = options.scopes === undefined ? ACCOUNT_SCOPES : parseScopes(options.scopes);
  return withSharedStore(config, async (store) => {
    const existing = (await store.accounts.get(name)) ?? (await store.accounts.findByName(name));
    if (!existing && !options.newAccount) await checkForSimilarName(store, name);
    if (existing && plan !== null && existing.plan !== plan) {
      throw new ConfigError(
        `The account "${existing.name}" has the plan ${existing.plan}; change it with \`accounts set-plan ${existing.id} ${plan}\`.`,
      );
    }
    const account = existing ?? (await store.accounts.create(name, plan ?? "premium", new Date()));
    const key = { expiresAt: getEarlierDate(expiresAt, account.expiresAt), name: options.name ?? null, scopes };
    await issueAndPrintKey(store, account, key, options);
  });
}

/** Rejects a name similar to an existing name, as `acme` to `ACME`. Such a name is usually a typo. @throws {ConfigError} */
async function checkForSimilarName({ accounts }: Store, name: string): Promise<void> {
  const normalizeName = (text: string) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\s_.-]+/g, "");
  const similar = (await accounts.listAll()).find((each) => normalizeName(each.name) === normalizeName(name));
  if (similar === undefined) return;
  throw new ConfigError(
    `No account "${name}". Did you mean "${similar.name}"? Use --account "${similar.name}", or --new-account to create another.`,
  );
}

/** @throws {UsageError} if a scope is unknown. */
function parseScopes(text: string): readonly KeyScope[] {
  const named = text.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !KEY_SCOPES.some((scope) => scope === each));
  if (unknown !== undefined)
    throw new UsageError(`--scopes must be one or more of ${KEY_SCOPES.join(",")}, not "${text}".`);
  return KEY_SCOPES.filter((scope) => named.includes(scope));
}

function getEarlierDate(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

export function printKeys(config: Config, options: PrintOptions & { readonly account?: string }): Promise<void> {
  return withSharedStore(config, async ({ accounts, keys }) => {
    const rows: string[][] = [];
    const found: object[] = [];
    const now = new Date();
    for (const account of await listSelectedAccounts(accounts, options.account)) {
      for (const key of await keys.listForAccount(account.id)) {
        found.push(toWireKeyWithAccount(key, account, now));
        rows.push([
          key.id,
          key.display,
          account.name,
          account.plan,
          getKeyState(key, now),
          formatMinute(key.createdAt),
          formatMinute(key.expiresAt),
          formatMinute(key.lastUsedAt),
          key.scopes.join(","),
          key.name ?? "-",
        ]);
      }
    }
    const head = ["ID", "KEY", "ACCOUNT", "PLAN", "STATE", "CREATED", "EXPIRES", "LAST USED", "SCOPES", "NAME"];
    print(options, found, rows.length === 0 ? "No keys.\n" : formatTable([head, ...rows]));
  });
}

export function revokeKey(
  config: Config,
  id: string,
  options: PrintOptions & { readonly andMade?: true } = {},
): Promise<void> {
  return withSharedStore(config, async (store) => {
    const { account } = await findKey(store, id);
    const ended = await store.keys.revoke(account.id, id, new Date(), options.andMade);
    const activeIds = listActiveDescendants(id, await store.keys.listForAccount(account.id), new Date());
    const note =
      activeIds.length === 0
        ? ""
        : `Keys created with it still work: ${activeIds.join(", ")}. Revoke them too with \`keys revoke ${id} --and-made\`.\n`;
    if (ended.length === 0) throw new ConfigError(`The key "${id}" is already revoked. ${note}`.trimEnd());
    const subject = ended.length === 1 ? `${ended[0]} is` : `${ended.join(", ")} are`;
    print(
      options,
      { revoked: ended, still_working: activeIds },
      `${subject} revoked; a running service stops accepting it within 10 seconds.\n${note}`,
    );
  });
}

/** Ids of the active keys created with this one, or with one of its descendants. */
function listActiveDescendants(id: string, keys: readonly ApiKey[], now: Date): readonly string[] {
  const descendants = new Set([id]);
  // Keys are listed in order of creation, so each comes after the key that created it.
  for (const key of keys.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (key.madeWith !== null && descendants.has(key.madeWith)) descendants.add(key.id);
  }
  return keys
    .filter((key) => key.id !== id && descendants.has(key.id) && getKeyState(key, now) === "live")
    .map((key) => key.id);
}

/** Creates another key for the same account. The old key works until it is revoked; the option `now` revokes it at once. */
export function rotateKey(config: Config, id: string, options: PrintOptions & { readonly now?: true }): Promise<void> {
  return withSharedStore(config, async (store) => {
    const { account, key } = await findKey(store, id);
    if (getKeyState(key, new Date()) !== "live")
      throw new ConfigError(`The key "${id}" no longer works; create a new one.`);
    if (options.now) await store.keys.revoke(account.id, id, new Date());
    const { expiresAt, name, scopes } = key;
    await issueAndPrintKey(
      store,
      account,
      { expiresAt: getEarlierDate(expiresAt, account.expiresAt), name, scopes, madeWith: id },
      options,
    );
    if (!options.now)
      process.stderr.write(`${id} still works: revoke it with \`keys revoke ${id}\` once the new one is in use.\n`);
  });
}

async function issueAndPrintKey(
  { keys }: Store,
  account: Account,
  changes: Parameters<typeof issueKey>[2],
  printed: PrintOptions,
): Promise<void> {
  const now = new Date();
  const { key, stored } = await issueKey(keys, account.id, changes, now);
  print(printed, { key, ...toWireKeyWithAccount(stored, account, now) }, `${key}\n`);
  const { expiresAt } = changes;
  const end = expiresAt === null ? "does not expire" : `expires ${formatMinute(expiresAt)}`;
  process.stderr.write(
    `${stored.id} of the account "${account.name}" (${account.plan}), ${end}. Save the key: it is not shown again.\n`,
  );
}

function toWireKeyWithAccount(key: ApiKey, account: Account, now: Date): object {
  return {
    id: key.id,
    display: key.display,
    name: key.name,
    scopes: key.scopes,
    account: toWireAccount(account, now),
    state: getKeyState(key, now),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

/** @throws {ConfigError} */
async function findKey(
  { accounts, keys }: Store,
  id: string,
): Promise<{ readonly account: Account; readonly key: ApiKey }> {
  for (const account of await accounts.listAll()) {
    const key = (await keys.listForAccount(account.id)).find((each) => each.id === id);
    if (key) return { account, key };
  }
  throw new ConfigError(`No key "${id}". Give an id such as key_01JD3M...; list them with \`keys list\`.`);
}

function getKeyState({ revokedAt, expiresAt }: ApiKey, now: Date): "live" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "live";
}
