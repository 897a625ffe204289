/** All commands of the command line with their options. */
import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { addAccountCommands } from "./account-commands.ts";
import { addFilingCommands } from "./filing-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addPriceCommands } from "./price-commands.ts";
import { addQuestionCommands } from "./question-commands.ts";
import { addReviewCommands } from "./review/review-commands.ts";
import { EXIT_USAGE } from "./run-command.ts";
import { addStoreCommands } from "./store-commands.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

export function createProgram(): Command {
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
  return program;
}
