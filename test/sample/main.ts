/** `npm run sample -- --seed N`: draws published statements to be checked by eye, from the data in `DATA_DIR`. */
import { Command } from "commander";
import { createStoppableAction, EXIT_USAGE } from "../../src/app/cli/run-command.ts";

await new Command("npm run sample --")
  .description("draw 200 published statements and write a page that shows each beside its line of the document")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
  .requiredOption("--seed <number>", "decides what is drawn; the same data and seed give the same page")
  .option("--out <file>", "file of the page (default: sample-SEED.html)")
  .action(createStoppableAction(async () => (await import("./sample.ts")).sampleCommand))
  .parseAsync();
