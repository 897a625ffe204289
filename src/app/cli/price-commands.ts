/** Commands on the stored daily prices. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { readConfig } from "../../base/config.ts";
import { action, runUntilStopped } from "./run-command.ts";

export function addPriceCommands(program: Command): void {
  const prices = program.command("prices").description("daily prices of what trades name; needs the service stopped");

  for (const [name, scope, about] of [
    ["fill", "missing", "fetch five years of every symbol that is not stored yet; goes on where it was ended"],
    ["refresh", "stored", "fetch what is newer of every symbol that is stored"],
  ] as const) {
    prices
      .command(name)
      .description(about)
      .option("--json", "print it as JSON")
      .action((options) =>
        runUntilStopped(async (signal) =>
          (await import("./prices.ts")).fetchPrices(readConfig(), scope, signal, options),
        ),
      );
  }

  prices
    .command("import")
    .description(
      "join the bars of CSV files, SYMBOL.csv with Date,Open,High,Low,Close and perhaps Volume, to what is stored",
    )
    .argument("<path>", "a file, or a folder of them")
    .option("--split-adjusted", "the prices are on the scale of today's shares: they may bring what is stored to it")
    .option("--skip-bad-rows", "leave bad rows out, each named, up to a fifth of a file")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./prices.ts")).importPrices));

  prices
    .command("forget")
    .description("drop what is stored of these symbols: wrong prices are fetched again at the next question")
    .argument("<symbol...>", "ticker symbols")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./prices.ts")).forgetPrices));
}
