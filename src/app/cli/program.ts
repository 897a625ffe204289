/** All commands of the command line with their options. */
import { Command } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { formatCommand } from "../../base/command-line.ts";
import { addAccountCommands } from "./account-commands.ts";
import { addFilingCommands } from "./filing-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addPriceCommands } from "./price-commands.ts";
import { addQueryCommands } from "./question-commands.ts";
import { EXIT_USAGE } from "./run-command.ts";
import { addStoreCommands } from "./store-commands.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

export function createProgram(): Command {
  const program = new Command("congress-trades")
    .description("Stock trades of the U.S. Congress, read from the official filings and served as JSON.")
    .version(manifest.version)
    .addHelpText("after", "\nTo try it offline with made-up documents, run `npm run demo`.")
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE));

  for (const add of [
    addFilingCommands,
    addQueryCommands,
    addPriceCommands,
    addStoreCommands,
    addWebhookCommands,
    addKeyCommands,
    addAccountCommands,
  ]) {
    add(program);
  }
  addHelpHintToErrors(program, "");
  return program;
}

/**
 * Adds the help command to usage errors that do not suggest another spelling.
 * @param path names of the command and its parents, each followed by a space: `archive `.
 */
function addHelpHintToErrors(command: Command, path: string): void {
  const help = `See ${formatCommand(`${path}--help`)}\n`;
  command.configureOutput({
    outputError: (message, write) => write(message.includes("Did you mean") ? message : message + help),
  });
  for (const each of command.commands) addHelpHintToErrors(each, `${path}${each.name()} `);
}
