import { inspect } from "node:util";
import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { withoutCredentials } from "../log.ts";
import { addAccountCommands } from "./arguments/account-commands.ts";
import { addFilingCommands } from "./arguments/filing-commands.ts";
import { addKeyCommands } from "./arguments/key-commands.ts";
import { addPriceCommands } from "./arguments/price-commands.ts";
import { addQuestionCommands } from "./arguments/question-commands.ts";
import { addReviewCommands } from "./arguments/review-commands.ts";
import { addStoreCommands } from "./arguments/store-commands.ts";
import { addWebhookCommands } from "./arguments/webhook-commands.ts";
import { EXIT_USAGE } from "./run-command.ts";
import { printOnlyText } from "./terminal.ts";

/** Ends the process as Node would, with what it would print, except for credentials. */
function crash(error: unknown): void {
  process.stderr.write(`${withoutCredentials(inspect(error))}\n`);
  process.exit(1);
}

// Whoever reads the answer may have enough of it (`| head -1`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

// An older Node started this process and waits for it (`bin/hand-over.js`): without it nobody would pass signals on.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();

printOnlyText(process.stdout);

const program = new Command("congress-trades")
  .description("Stock-trading disclosures of the U.S. Congress, read from the official filings and served as JSON.")
  .version(manifest.version)
  .addHelpText("after", "\nAnd `demo`: the whole service on made-up documents, without a network.")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
  .showHelpAfterError();

for (const add of [
  addFilingCommands,
  addQuestionCommands,
  addReviewCommands,
  addPriceCommands,
  addStoreCommands,
  addWebhookCommands,
  addKeyCommands,
  addAccountCommands,
]) {
  add(program);
}

process.on("uncaughtException", crash);

await program.parseAsync();
