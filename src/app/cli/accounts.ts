/** `accounts`: its subcommands work while a service is running; a new plan applies within 10 seconds. */
import { z } from "zod";
import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { parseIsoDate } from "../../domain/dates.ts";
import { type Account, isAccountActive, type PlanName } from "../../domain/premium.ts";
import type { AccountTable } from "../../store/premium/accounts.ts";
import { formatMinute, formatTable, type PrintOptions, print, withSharedStore } from "./shared-store.ts";

const PLANS: readonly PlanName[] = ["free", "premium"];
const LONGEST_NAME = 100;

export function printAccounts(config: Config, options: PrintOptions): Promise<void> {
  return withSharedStore(config, async ({ accounts }) => {
    const all = await accounts.listAll();
    const now = new Date();
    const rows = all.map((account) => {
      const { id, name, plan, createdAt, expiresAt } = account;
      return [id, name, plan, getAccountState(account, now), formatMinute(createdAt), formatMinute(expiresAt)];
    });
    const head = ["ID", "NAME", "PLAN", "STATE", "CREATED", "ENDS"];
    const wire = all.map((account) => toWireAccount(account, now));
    print(options, wire, rows.length === 0 ? "No accounts.\n" : formatTable([head, ...rows]));
  });
}

export function createAccount(
  config: Config,
  name: string,
  options: PrintOptions & { readonly plan: string; readonly contact?: string },
): Promise<void> {
  const plan = parsePlan(options.plan);
  const contact = options.contact === undefined ? null : parseContact(options.contact);
  return withSharedStore(config, async ({ accounts }) => {
    const account = await accounts.create(parseAccountName(name), plan, new Date(), contact);
    print(options, toWireAccount(account, new Date()), `${account.id}\n`);
  });
}

export function setAccountPlan(config: Config, account: string, plan: string, options: PrintOptions): Promise<void> {
  const newPlan = parsePlan(plan);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await findAccount(accounts, account);
    await accounts.setPlan(id, newPlan, new Date());
    print(options, { id, name, plan: newPlan }, `${name} is on the plan ${newPlan}.\n`);
  });
}

/** @param end a day, or `never`. */
export function setAccountExpiry(config: Config, account: string, end: string, options: PrintOptions): Promise<void> {
  const expiresAt = end === "never" ? null : parseExpiryDate(end);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await findAccount(accounts, account);
    await accounts.setEnd(id, expiresAt, new Date());
    const words = expiresAt === null ? `${name} does not end.\n` : `${name} ends ${formatMinute(expiresAt)}.\n`;
    print(options, { id, name, expires_at: expiresAt?.toISOString() ?? null }, words);
  });
}

/** @param text an address, or `none`. */
export function setAccountContact(config: Config, account: string, text: string, printed: PrintOptions): Promise<void> {
  const contact = text === "none" ? null : parseContact(text);
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await findAccount(accounts, account);
    await accounts.setContact(id, contact);
    print(
      printed,
      { id, name, contact },
      `${name} is ${contact === null ? "no e-mail notices" : `notices go to ${contact}`}.\n`,
    );
  });
}

/** @throws {UsageError} if the text is not a valid e-mail address. */
function parseContact(address: string): string {
  if (z.email().max(254).safeParse(address).success) return address;
  throw new UsageError(`A contact must be an e-mail address like ops@example.org, not "${address}".`);
}

export function setDisabled(config: Config, account: string, disabled: boolean, options: PrintOptions): Promise<void> {
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await findAccount(accounts, account);
    await accounts.setDisabled(id, disabled, new Date());
    print(
      options,
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
  options: PrintOptions & { readonly confirm?: string },
): Promise<void> {
  return withSharedStore(config, async ({ accounts }) => {
    const { id, name } = await findAccount(accounts, account);
    if (options.confirm !== name) {
      throw new ConfigError(
        `"${name}" would be deleted with its keys, alerts, webhooks and events. This cannot be undone: confirm with --confirm "${name}".`,
      );
    }
    await accounts.remove(id);
    print(options, { id, name, deleted: true }, `${name} is deleted.\n`);
  });
}

function getAccountState(account: Account, now: Date): "live" | "disabled" | "ended" {
  return isAccountActive(account, now) ? "live" : account.disabledAt ? "disabled" : "ended";
}

export function toWireAccount(account: Account, now: Date): object {
  const { id, name, plan, createdAt, expiresAt, contact } = account;
  const [created_at, expires_at] = [createdAt.toISOString(), expiresAt?.toISOString() ?? null];
  return { id, name, plan, state: getAccountState(account, now), created_at, expires_at, contact };
}

/** Finds an account by id or by name. @throws {ConfigError} */
async function findAccount(accounts: AccountTable, idOrName: string): Promise<Account> {
  const found = (await accounts.get(idOrName)) ?? (await accounts.findByName(idOrName));
  if (!found) throw new ConfigError(`No account "${idOrName}". List them with \`accounts list\`.`);
  return found;
}

/** The account with this id or name, or all accounts if none is given. @throws {ConfigError} */
export async function listSelectedAccounts(accounts: AccountTable, idOrName?: string): Promise<readonly Account[]> {
  return idOrName === undefined ? accounts.listAll() : [await findAccount(accounts, idOrName)];
}

/** @throws {UsageError} if no plan has this name. */
export function parsePlan(name: string): PlanName {
  const plan = PLANS.find((each) => each === name);
  if (!plan) throw new UsageError(`--plan must be one of ${PLANS.join(", ")}, not "${name}".`);
  return plan;
}

/** @throws {UsageError} if the name is empty, too long, or has control characters. */
export function parseAccountName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > LONGEST_NAME || /[\x00-\x1f\x7f]/.test(name)) {
    throw new UsageError(`An account's name must be 1 to ${LONGEST_NAME} characters in one line, not "${text}".`);
  }
  return name;
}

/** Returns the end of a day in UTC. @throws {UsageError} if the text is not a day, or the day has passed. */
export function parseExpiryDate(text: string, name = "The end"): Date {
  const day = parseIsoDate(text);
  const at = day === null ? null : new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000);
  if (at === null || at <= new Date()) {
    throw new UsageError(`${name} must be today or a later day, such as 2027-01-31, not "${text}".`);
  }
  return at;
}
