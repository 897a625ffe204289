/** Commands that manage the API keys of accounts. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { createAction } from "./run-command.ts";

export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("manage API keys (no need to stop the service)");

  keys
    .command("create")
    .description("create a key and print it once; creates the account if it does not exist")
    .requiredOption("--account <name>", "name or id of the account")
    .option("--plan <plan>", "plan of a new account: premium (default) or free")
    .option("--expires <day>", "last day the key works, YYYY-MM-DD")
    .option("--name <name>", "label for the key")
    .option("--scopes <scopes>", "comma-separated: read, webhooks, keys, review (default: the first three)")
    .option("--new-account", "create the account even if a similar name exists")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./keys.ts")).createKey));

  keys
    .command("list")
    .description("list keys, without the secrets")
    .option("--account <name>", "only those of this account")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./keys.ts")).printKeys));

  keys
    .command("revoke")
    .description("revoke a key")
    .argument("<id>", "id of the key, key_...")
    .option("--and-made", "also revoke the keys created with it")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./keys.ts")).revokeKey));

  keys
    .command("rotate")
    .description("create a new key for the same account; the old one works until it is revoked")
    .argument("<id>", "id of the key, key_...")
    .option("--now", "revoke the old key at once")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./keys.ts")).rotateKey));
}
