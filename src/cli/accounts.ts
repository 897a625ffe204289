/** `accounts list|create|set-plan`: who holds keys. Works beside a service that runs; a new plan is in force there within 10 seconds. */
import type { Config } from "../config.ts";
import type { Account, PlanName } from "../domain/premium.ts";
import { ConfigError } from "../errors.ts";
import type { AccountTable } from "../store/premium.ts";
import { minute, table, withSharedStore } from "./shared-store.ts";

const PLANS: readonly PlanName[] = ["free", "premium"];
const LONGEST_NAME = 100;

export function listAccounts(config: Config): Promise<number> {
  return withSharedStore(config, async ({ accounts }) => {
    const all = await accounts.all();
    const rows = all.map(({ id, name, plan, createdAt }) => [id, name, plan, minute(createdAt)]);
    process.stdout.write(rows.length === 0 ? "No account yet.\n" : table([["ID", "NAME", "PLAN", "CREATED"], ...rows]));
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
