/** Commands on the keys of accounts. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { action } from "./run-command.ts";

export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("keys of premium accounts; works beside a service that runs");

  keys
    .command("create")
    .description("make a key and print it, this once; makes the account too when there is none of that name")
    .requiredOption("--account <name>", "name or id of the account")
    .option("--plan <plan>", "plan of a new account: premium (unless said) or free")
    .option("--expires <day>", "last day on which it works, YYYY-MM-DD")
    .option("--name <name>", "for people")
    .option("--scopes <scopes>", "some of read,webhooks,keys,review; the first three unless said")
    .option("--new-account", "make the account though one is called alike")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./keys.ts")).createKey));

  keys
    .command("list")
    .description("all keys, never the key itself")
    .option("--account <name>", "only of this account")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./keys.ts")).listKeys));

  keys
    .command("revoke")
    .description("end a key")
    .argument("<id>", "id of the key, key_...")
    .option("--and-made", "end the keys that were made with it too")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./keys.ts")).revokeKey));

  keys
    .command("rotate")
    .description("make another key for the account of this one, which goes on working until it is revoked")
    .argument("<id>", "id of the key, key_...")
    .option("--now", "end the former key at once")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./keys.ts")).rotateKey));
}
