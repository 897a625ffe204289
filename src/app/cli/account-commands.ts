/** Commands on accounts and their alerts. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { readConfig } from "../../base/config.ts";
import { action, commandEnvironment, run } from "./run-command.ts";

export function addAccountCommands(program: Command): void {
  const accounts = program.command("accounts").description("who holds keys; works beside a service that runs");

  accounts
    .command("list")
    .description("all accounts")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./accounts.ts")).listAccounts));

  accounts
    .command("create")
    .description("make an account without a key and print its id")
    .argument("<name>", "name of the account")
    .option("--plan <plan>", "premium or free", "premium")
    .option("--contact <address>", "mail address that is told when a webhook is disabled or a message is given up")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./accounts.ts")).createAccount));

  addAccountChanges(accounts);

  program
    .command("alerts")
    .description("alerts of the accounts")
    .command("list")
    .description("all alerts")
    .option("--account <account>", "only of this account")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./customers.ts")).listAlerts));
}

function addAccountChanges(accounts: Command): void {
  accounts
    .command("set-plan")
    .description("change the plan of an account")
    .argument("<account>", "name or id of the account")
    .argument("<plan>", "premium or free")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./accounts.ts")).setPlan));

  accounts
    .command("set-end")
    .description("end an account after a day: its keys stop, and it is sent nothing")
    .argument("<account>", "name or id of the account")
    .argument("<day>", "last day, YYYY-MM-DD, or never")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./accounts.ts")).setEnd));

  accounts
    .command("set-contact")
    .description("mail address that is told when a webhook is disabled or a message is given up")
    .argument("<account>", "name or id of the account")
    .argument("<address>", "mail address, or none")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./accounts.ts")).setContact));

  for (const [name, disabled, about] of [
    ["disable", true, "stop an account: its keys, webhooks and mails"],
    ["enable", false, "let a disabled account go on; an event names the time in which it had none"],
  ] as const) {
    accounts
      .command(name)
      .description(about)
      .argument("<account>", "name or id of the account")
      .option("--json", "print it as JSON")
      .action((account: string, options) =>
        run(async () =>
          (await import("./accounts.ts")).setDisabled(readConfig(commandEnvironment()), account, disabled, options),
        ),
      );
  }

  accounts
    .command("delete")
    .description("delete an account with its keys, alerts, webhooks, events and deliveries")
    .argument("<account>", "name or id of the account")
    .option("--confirm <name>", "its name")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./accounts.ts")).deleteAccount));
}
