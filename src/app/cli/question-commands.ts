/** Commands that report what is known and what is wrong; they change nothing. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { action, run } from "./run-command.ts";

const URL_OPTION = [
  "--url <address>",
  "ask the service at this address, such as http://localhost:3000; otherwise the data folder answers",
] as const;

export function addQuestionCommands(program: Command): void {
  program
    .command("trades")
    .description("list the newest disclosed trades, and say what is missing")
    .option(
      "--since <day>",
      "only disclosed since: today, yesterday, 7d (days ago) or 2026-11-01, by Washington's clock",
    )
    .option("--member <name>", "only of this member of Congress, by words of the name or Bioguide id")
    .option("--ticker <symbols>", "only in these securities, e.g. NVDA,MSFT")
    .option("--late", "only disclosed late")
    .option("--min <dollars>", "only amounts whose range begins here or higher, e.g. 15001")
    .option("--limit <number>", "how many at most; all for all", "20")
    .option("--format <format>", "table, csv or json", "table")
    .option(...URL_OPTION)
    .action(action(async () => (await import("./trades.ts")).tradesCommand));

  program
    .command("member")
    .description("show a member of Congress: seat, totals, the newest trades")
    .argument("<name...>", "words of the name, or the Bioguide id")
    .option(...URL_OPTION)
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./member.ts")).memberCommand));

  program
    .command("quote")
    .description("show the price of a security")
    .argument("<symbol>", "ticker symbol, e.g. NVDA")
    .option(...URL_OPTION)
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./quote.ts")).quoteCommand));

  program
    .command("doctor")
    .description("check settings, store, sites, providers of prices and the clock, and say what to do; changes nothing")
    .option("--json", "print it as JSON")
    .action((options) => run(async () => (await import("./doctor.ts")).doctorCommand(process.env, options)));

  program
    .command("coverage")
    .description("count the known filings by source, year and state")
    .option("--json", "print what GET /coverage answers")
    .action(action(async () => (await import("./coverage.ts")).coverageCommand));

  program
    .command("filings")
    .description("list known filings with state, reason and address, newest filed first")
    .option("--state <states>", "only in these states, e.g. unreadable,needs_review")
    .option("--source <body>", "only house or senate")
    .option("--year <year>", "only filed under this year")
    .option("--politician <id>", "only of this politician, by Bioguide id")
    .option("--limit <number>", "how many at most; all for all", "50")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./filings.ts")).filingsCommand));

  program
    .command("amendments")
    .description("list the filings that amend others, what each supersedes, and what of it waits for a person")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./amendments.ts")).amendmentsCommand));

  program
    .command("review")
    .description("list what waits for a person; decisions are made on the page /review")
    .command("list")
    .description("list everything that waits: lines, pages, filers, amendments, each with the link to its page")
    .option("--filing <id>", "only this filing, e.g. h8217343")
    .option("--reason <reason>", "only what waits for this reason, e.g. uncertain")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./review-list.ts")).listReview));

  program
    .command("mcp")
    .description("answer a language model's client over standard input and output (Model Context Protocol)")
    .action(action(async () => (await import("./mcp.ts")).mcpCommand));
}
