/** Commands that report data and problems; they change nothing. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { createAction, run } from "./run-command.ts";

const URL_OPTION = [
  "--url <address>",
  "query a running service, e.g. http://localhost:3000 (default: read the data folder)",
] as const;

export function addQueryCommands(program: Command): void {
  program
    .command("trades")
    .summary("list the latest trades")
    .description("list the latest trades, and say how many known reports are not fully read yet")
    .option("--since <day>", "disclosed since: today, yesterday, 7d (days ago) or 2026-11-01, in Washington time")
    .option("--member <name>", "only this member of Congress: part of the name, or the Bioguide id")
    .option("--ticker <symbols>", "only these tickers, e.g. NVDA,MSFT")
    .option("--late", "only trades disclosed late")
    .option("--min <dollars>", "only amount ranges starting at this amount or higher, e.g. 15001")
    .option("--limit <number>", "maximum number, or all", "20")
    .option("--format <format>", "table, csv or json", "table")
    .option(...URL_OPTION)
    .action(createAction(async () => (await import("./trades.ts")).runTradesCommand));

  program
    .command("member")
    .description("show a member of Congress: seat, totals and latest trades")
    .argument("<name...>", "part of the name, or the Bioguide id")
    .option(...URL_OPTION)
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./member.ts")).runMemberCommand));

  program
    .command("quote")
    .description("show the latest price of a security")
    .argument("<symbol>", "ticker symbol, e.g. NVDA")
    .option(...URL_OPTION)
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./quote.ts")).runQuoteCommand));

  program
    .command("doctor")
    .description(
      "check the settings, the store, the sites, the price providers and the clock, and say how to fix problems; changes nothing",
    )
    .option("--json", "print JSON")
    .action((options) => run(async () => (await import("./doctor.ts")).runDoctorCommand(process.env, options)));

  program
    .command("coverage")
    .description("count filings by source, year and status")
    .option("--json", "print the JSON of GET /coverage")
    .action(createAction(async () => (await import("./coverage.ts")).runCoverageCommand));

  program
    .command("filings")
    .description("list filings with status, reason and URL, newest first")
    .option("--state <states>", "only these states, e.g. unreadable,needs_review")
    .option("--source <body>", "only house or senate")
    .option("--year <year>", "only this filing year")
    .option("--politician <id>", "only this politician (Bioguide id)")
    .option("--limit <number>", "maximum number, or all", "50")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./filings.ts")).runFilingsCommand));

  program
    .command("review")
    .description("list uncertain rows and other items that need a human decision, with links")
    .command("list")
    .description("list the lines, pages, filers and amendments that wait for a decision, each with a link")
    .option("--filing <id>", "only this filing, e.g. h8217343")
    .option("--reason <reason>", "only this reason, e.g. uncertain")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./review-list.ts")).printReviewList));

  program
    .command("mcp")
    .description("run an MCP server on standard input and output, for language models")
    .action(createAction(async () => (await import("./mcp.ts")).runMcpCommand));
}
