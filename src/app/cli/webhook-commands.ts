/** Commands that send and receive webhooks. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { action, runUntilStopped, stoppableAction } from "./run-command.ts";

export function addWebhookCommands(program: Command): void {
  program
    .command("deliver")
    .description("send webhooks from a process of its own, beside a service that runs with DELIVERIES=false")
    .option("--json", "print it as JSON, one object a line")
    .action(stoppableAction(async () => (await import("./deliver.ts")).deliverCommand));

  const webhooks = program
    .command("webhooks")
    .description("webhook endpoints of the accounts, and help with receiving");

  webhooks
    .command("list")
    .description("all endpoints with the state of their deliveries")
    .option("--account <account>", "only of this account")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./customers.ts")).listWebhooks));

  webhooks
    .command("disable")
    .description("stop an endpoint; what waits for it is held")
    .argument("<id>", "id of the endpoint, whk_...")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./customers.ts")).disableWebhook));

  webhooks
    .command("listen")
    .description("take deliveries on this machine, verify each and print it")
    .option("--port <port>", "port to listen on; 0 takes a free one", "4000")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--secret <secret>", "the endpoint's secret, whsec_...; without it nothing is verified")
    .option("--status <status>", "status to answer, e.g. 500 to see how failures are tried again", "204")
    .option("--json", "print it as JSON, one object a line")
    .action((options) =>
      runUntilStopped(async (signal) => (await import("./webhooks.ts")).listenCommand(options, signal)),
    );
}
