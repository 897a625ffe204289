/** `npm run sample -- --seed N`: draws a random sample of published statements in `DATA_DIR`, for a person to check. */
import { Command } from "commander";
import { createStoppableAction, EXIT_USAGE } from "../../src/app/cli/run-command.ts";

await new Command("npm run sample --")
  .description("draw 200 published statements and write a page that shows each one beside its line of the document")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
  .requiredOption("--seed <number>", "seed of the random draw; the same data and seed give the same page")
  .option("--out <file>", "write the page to this file (default: sample-SEED.html)")
  .action(createStoppableAction(async () => (await import("./sample.ts")).runSampleCommand))
  .parseAsync();
