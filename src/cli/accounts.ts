/** `accounts list|create|set-plan|set-end|disable|enable|delete`: who holds keys. Works beside a service that runs; a new plan is in force there within 10 seconds. */
import type { Config } from "../config.ts";
import { isoDate } from "../domain/dates.ts";
import { type Account, isLive, type PlanName } from "../domain/premium.ts";
import { ConfigError } from "../errors.ts";
import type { AccountTable } from "../store/premium.ts";
import { minute, table, withSharedStore } from "./shared-store.ts";

const PLANS: readonly PlanName[] = ["free", "premium"];
const LONGEST_NAME = 100;

export function listAccounts(config: Config): Promise<number> {
  return withSharedStore(config, async ({ accounts }) => {
    const all = await accounts.all();
    const now = new Date();
    const state = (account: Account) => (isLive(account, now) ? "live" : account.disabledAt ? "disabled" : "ended");
    const rows = all.map((account) => {
      const { id, name, plan, createdAt, expiresAt } = account;
      return [id, name, plan, state(account), minute(createdAt), minute(expiresAt)];
    });
    const head = ["ID", "NAME", "PLAN", "STATE", "CREATED", "ENDS"];
    process.stdout.write(rows.length === 0 ? "No account yet.\n" : table([head, ...rows]));
    return 0;
  });
}

export function createAccount(config: Config, name: string, given: { readonly plan: string }): Promise<number> {
  const plan = planNamed(given.plan);
  return withSharedStore(config, async ({ accounts }) => {
    const account = await accounts.create(accountName(name), plan, new Date());
    process.stdout.write(`${account.id}\n`);
    return 0;
  });
}

export function setPlan(config: Config, account: string, plan: string): Promise<number> {
  const wanted = planNamed(plan);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setPlan(id, wanted, new Date());
    process.stdout.write(`${name} is on the plan ${wanted}.\n`);
    return 0;
  });
}

/** @param end a day, or `never`. */
export function setEnd(config: Config, account: string, end: string): Promise<number> {
  const expiresAt = end === "never" ? null : endOf(end);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setEnd(id, expiresAt, new Date());
    process.stdout.write(expiresAt === null ? `${name} does not end.\n` : `${name} ends ${minute(expiresAt)}.\n`);
    return 0;
  });
}

export function setDisabled(config: Config, account: string, disabled: boolean): Promise<number> {
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    await accounts.setDisabled(id, disabled, new Date());
    process.stdout.write(
      disabled
        ? `${name} is disabled: it is sent nothing, and a service that runs lets its keys in for at most 10 seconds more.\n`
        : `${name} is enabled: its keys work, and what is queued is sent.\n`,
    );
    return 0;
  });
}

/** @throws {ConfigError} without the account's own name to confirm it. */
export function deleteAccount(config: Config, account: string, given: { readonly confirm?: string }): Promise<number> {
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await accountNamed(accounts, account);
    if (given.confirm !== name) {
      throw new ConfigError(
        `"${name}" would be deleted with its keys, alerts, webhooks and events, and nothing brings them back: confirm with --confirm "${name}".`,
      );
    }
    await accounts.remove(id);
    process.stdout.write(`${name} is deleted.\n`);
    return 0;
  });
}

/** By id or by name. @throws {ConfigError} */
export async function accountNamed(accounts: AccountTable, given: string): Promise<Account> {
  const found = (await accounts.get(given)) ?? (await accounts.byName(given));
  if (!found) throw new ConfigError(`There is no account "${given}"; \`accounts list\` shows those there are.`);
  return found;
}

/** @throws {ConfigError} */
export function planNamed(given: string): PlanName {
  const plan = PLANS.find((each) => each === given);
  if (!plan) throw new ConfigError(`--plan must be one of ${PLANS.join(", ")}, not "${given}".`);
  return plan;
}

/** @throws {ConfigError} */
export function accountName(given: string): string {
  const name = given.trim();
  if (name === "" || name.length > LONGEST_NAME || /[\x00-\x1f\x7f]/.test(name)) {
    throw new ConfigError(`An account's name must be 1 to ${LONGEST_NAME} characters in one line, not "${given}".`);
  }
  return name;
}

/** A day is meant to its end, UTC. @throws {ConfigError} */
export function endOf(given: string, name = "The end"): Date {
  const day = isoDate(given);
  const at = day === null ? null : new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000);
  if (at === null || at <= new Date()) {
    throw new ConfigError(`${name} must be a day that is not over, like 2027-01-31, not "${given}".`);
  }
  return at;
}
