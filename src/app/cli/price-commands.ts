/** Commands that manage the stored daily prices. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { readConfig } from "../../base/config.ts";
import { createAction, runUntilStopped } from "./run-command.ts";

export function addPriceCommands(program: Command): void {
  const prices = program.command("prices").description("fetch or import daily prices (stop the service first)");

  for (const [name, scope, about] of [
    ["fill", "missing", "fetch five years of prices for every symbol without any; resumes where it stopped"],
    ["refresh", "stored", "fetch newer prices for every stored symbol"],
  ] as const) {
    prices
      .command(name)
      .description(about)
      .option("--json", "print JSON")
      .action((options) =>
        runUntilStopped(async (signal) =>
          (await import("./prices.ts")).prefetchTradedPrices(readConfig(), scope, signal, options),
        ),
      );
  }

  prices
    .command("import")
    .description("import daily bars from CSV files: SYMBOL.csv with Date,Open,High,Low,Close and optional Volume")
    .argument("<path>", "a file or a folder")
    .option(
      "--split-adjusted",
      "the prices are adjusted for all splits until today; stored prices may be rescaled to match",
    )
    .option("--skip-bad-rows", "skip invalid rows and name them, up to a fifth of a file")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./prices.ts")).importPrices));

  prices
    .command("forget")
    .description("delete the stored prices of these symbols; they are fetched again on the next request")
    .argument("<symbol...>", "ticker symbols")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./prices.ts")).forgetPrices));
}
