/** Commands that send and receive webhooks. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { createAction, createStoppableAction, runUntilStopped } from "./run-command.ts";

export function addWebhookCommands(program: Command): void {
  program
    .command("deliver")
    .summary("send webhooks from a separate process, so that the service does not have to")
    .description("send webhooks from a separate process, in place of a service that has DELIVERIES=false")
    .option("--json", "print JSON, one object per line")
    .action(createStoppableAction(async () => (await import("./deliver.ts")).runDeliverCommand));

  const webhooks = program
    .command("webhooks")
    .description("manage webhook endpoints, or run a local receiver for tests");

  webhooks
    .command("list")
    .description("list endpoints and the state of their deliveries")
    .option("--account <account>", "only those of this account")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./customers.ts")).printWebhooks));

  webhooks
    .command("disable")
    .description("disable an endpoint; its queued deliveries are held")
    .argument("<id>", "id of the endpoint, whk_...")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./customers.ts")).disableWebhook));

  webhooks
    .command("listen")
    .description("receive deliveries on this machine, verify and print each")
    .option("--port <port>", "port to listen on; 0 takes a free one", "4000")
    .option("--secret <secret>", "the endpoint's secret, whsec_...; without it signatures are not verified")
    .option("--json", "print JSON, one object per line")
    .action((options) =>
      runUntilStopped(async (signal) => (await import("./webhooks.ts")).runListenCommand(options, signal)),
    );
}
