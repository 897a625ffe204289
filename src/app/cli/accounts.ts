/** `accounts list|create|set-plan|set-end|set-contact|disable|enable|delete`: works next to a service; a new plan applies within 10 seconds. */
import { z } from "zod";
import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { isoDate } from "../../domain/dates.ts";
import { type Account, isLive, type PlanName } from "../../domain/premium.ts";
import type { AccountTable } from "../../store/premium/accounts.ts";
import { minute, type PrintOptions, print, table, withSharedStore } from "./shared-store.ts";

const PLANS: readonly PlanName[] = ["free", "premium"];
const LONGEST_NAME = 100;

export function listAccounts(config: Config, given: PrintOptions): Promise<void> {
  return withSharedStore(config, async ({ accounts }) => {
    const all = await accounts.all();
    const now = new Date();
    const rows = all.map((account) => {
      const { id, name, plan, createdAt, expiresAt } = account;
      return [id, name, plan, stateOf(account, now), minute(createdAt), minute(expiresAt)];
    });
    const head = ["ID", "NAME", "PLAN", "STATE", "CREATED", "ENDS"];
    const wire = all.map((account) => wireAccount(account, now));
    print(given, wire, rows.length === 0 ? "No accounts.\n" : table([head, ...rows]));
  });
}

export function createAccount(
  config: Config,
  name: string,
  given: PrintOptions & { readonly plan: string; readonly contact?: string },
): Promise<void> {
  const plan = planNamed(given.plan);
  const contact = given.contact === undefined ? null : contactOf(given.contact);
  return withSharedStore(config, async ({ accounts }) => {
    const account = await accounts.create(accountName(name), plan, new Date(), contact);
    print(given, wireAccount(account, new Date()), `${account.id}\n`);
  });
}

export function setPlan(config: Config, account: string, plan: string, given: PrintOptions): Promise<void> {
  const wanted = planNamed(plan);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setPlan(id, wanted, new Date());
    print(given, { id, name, plan: wanted }, `${name} is on the plan ${wanted}.\n`);
  });
}

/** @param end a day, or `never`. */
export function setEnd(config: Config, account: string, end: string, given: PrintOptions): Promise<void> {
  const expiresAt = end === "never" ? null : readEnd(end);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setEnd(id, expiresAt, new Date());
    const words = expiresAt === null ? `${name} does not end.\n` : `${name} ends ${minute(expiresAt)}.\n`;
    print(given, { id, name, expires_at: expiresAt?.toISOString() ?? null }, words);
  });
}

/** @param given an address, or `none`. */
export function setContact(config: Config, account: string, given: string, printed: PrintOptions): Promise<void> {
  const contact = given === "none" ? null : contactOf(given);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setContact(id, contact);
    print(
      printed,
      { id, name, contact },
      `${name} is ${contact === null ? "no e-mail notices" : `notices go to ${contact}`}.\n`,
    );
  });
}

/** @throws {ConfigError} */
function contactOf(given: string): string {
  if (z.email().max(254).safeParse(given).success) return given;
  throw new UsageError(`A contact must be an e-mail address like ops@example.org, not "${given}".`);
}

export function setDisabled(config: Config, account: string, disabled: boolean, given: PrintOptions): Promise<void> {
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setDisabled(id, disabled, new Date());
    print(
      given,
      { id, name, disabled },
      disabled
        ? `${name} is disabled. Nothing is sent to it; its keys stop working within 10 seconds.\n`
        : `${name} is enabled. Its keys work, and queued deliveries are sent.\n`,
    );
  });
}

/** @throws {ConfigError} unless the account's own name is given as confirmation. */
export function deleteAccount(
  config: Config,
  account: string,
  given: PrintOptions & { readonly confirm?: string },
): Promise<void> {
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    if (given.confirm !== name) {
      throw new ConfigError(
        `"${name}" would be deleted with its keys, alerts, webhooks and events. This cannot be undone: confirm with --confirm "${name}".`,
      );
    }
    await accounts.remove(id);
    print(given, { id, name, deleted: true }, `${name} is deleted.\n`);
  });
}

function stateOf(account: Account, now: Date): "live" | "disabled" | "ended" {
  return isLive(account, now) ? "live" : account.disabledAt ? "disabled" : "ended";
}

/** The JSON that `--json` prints. */
export function wireAccount(account: Account, now: Date): object {
  const { id, name, plan, createdAt, expiresAt, contact } = account;
  const [created_at, expires_at] = [createdAt.toISOString(), expiresAt?.toISOString() ?? null];
  return { id, name, plan, state: stateOf(account, now), created_at, expires_at, contact };
}

/** Finds an account by id or by name. @throws {ConfigError} */
export async function accountNamed(accounts: AccountTable, given: string): Promise<Account> {
  const found = (await accounts.get(given)) ?? (await accounts.byName(given));
  if (!found) throw new ConfigError(`No account "${given}". List them with \`accounts list\`.`);
  return found;
}

/** @throws {ConfigError} */
export function planNamed(given: string): PlanName {
  const plan = PLANS.find((each) => each === given);
  if (!plan) throw new UsageError(`--plan must be one of ${PLANS.join(", ")}, not "${given}".`);
  return plan;
}

/** @throws {ConfigError} */
export function accountName(given: string): string {
  const name = given.trim();
  if (name === "" || name.length > LONGEST_NAME || /[\x00-\x1f\x7f]/.test(name)) {
    throw new UsageError(`An account's name must be 1 to ${LONGEST_NAME} characters in one line, not "${given}".`);
  }
  return name;
}

/** A day means its end, UTC. @throws {ConfigError} */
export function readEnd(given: string, name = "The end"): Date {
  const day = isoDate(given);
  const at = day === null ? null : new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000);
  if (at === null || at <= new Date()) {
    throw new UsageError(`${name} must be today or a later day, such as 2027-01-31, not "${given}".`);
  }
  return at;
}
