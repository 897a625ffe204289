/** Commands that manage accounts and list their alerts. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { readConfig } from "../../base/config.ts";
import { buildCommandEnvironment, createAction, run } from "./run-command.ts";

export function addAccountCommands(program: Command): void {
  const accounts = program
    .command("accounts")
    .description("manage accounts and their plans (no need to stop the service)");

  accounts
    .command("list")
    .description("list accounts")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./accounts.ts")).printAccounts));

  accounts
    .command("create")
    .description("create an account without a key and print its id")
    .argument("<name>", "name of the account")
    .option("--plan <plan>", "premium or free", "premium")
    .option("--contact <address>", "e-mail address for notices about disabled webhooks and undeliverable messages")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./accounts.ts")).createAccount));

  addAccountChangeCommands(accounts);

  program
    .command("alerts")
    .description("list the alerts that accounts have set up")
    .command("list")
    .description("list alerts")
    .option("--account <account>", "only those of this account")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./customers.ts")).printAlerts));
}

function addAccountChangeCommands(accounts: Command): void {
  accounts
    .command("set-plan")
    .description("change an account's plan")
    .argument("<account>", "name or id of the account")
    .argument("<plan>", "premium or free")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./accounts.ts")).setAccountPlan));

  accounts
    .command("set-end")
    .description("set an account's last day; after it, the account's keys stop working and deliveries stop")
    .argument("<account>", "name or id of the account")
    .argument("<day>", "last day, YYYY-MM-DD, or never")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./accounts.ts")).setAccountExpiry));

  accounts
    .command("set-contact")
    .description("set the e-mail address for notices about disabled webhooks and undeliverable messages")
    .argument("<account>", "name or id of the account")
    .argument("<address>", "e-mail address, or none")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./accounts.ts")).setAccountContact));

  for (const [name, disabled, about] of [
    ["disable", true, "suspend an account: its keys, webhooks and e-mails"],
    ["enable", false, "resume a suspended account; an event tells a premium account which period it missed"],
  ] as const) {
    accounts
      .command(name)
      .description(about)
      .argument("<account>", "name or id of the account")
      .option("--json", "print JSON")
      .action((account: string, options) =>
        run(async () =>
          (await import("./accounts.ts")).setDisabled(
            readConfig(buildCommandEnvironment()),
            account,
            disabled,
            options,
          ),
        ),
      );
  }

  accounts
    .command("delete")
    .description("delete an account with its keys, alerts, webhooks, events and deliveries")
    .argument("<account>", "name or id of the account")
    .option("--confirm <name>", "the account's name, to confirm")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./accounts.ts")).deleteAccount));
}
