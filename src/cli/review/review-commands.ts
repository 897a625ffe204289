/** The words of `review` on the command line; what each does is loaded when it is asked for. */
import type { Command } from "commander";
import { action } from "../run-command.ts";

export function addReviewCommands(program: Command): void {
  const review = program
    .command("review")
    .description("settle what could not be read or matched for sure; works beside a service that runs");

  review
    .command("list")
    .description("list everything that waits: lines, pages, filers, amendments")
    .option("--filing <id>", "only this filing, e.g. h8217343")
    .option("--reason <reason>", "only what waits for this reason, e.g. uncertain")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./list.ts")).listReview));

  review
    .command("show")
    .description("show everything known about an item, with a picture of its row or page")
    .argument("<id>", "as listed: txn_h8217343_03, h8217343/p2 or h8217343")
    .option("--crop <file>", "where to write the picture (PNG) instead of DATA_DIR/review")
    .option(
      "--rows <file>",
      "for a page: write its rows as they were read to this file, to complete them for review page --rows",
    )
    .action(action(async () => (await import("./show.ts")).showReview));

  addLineDecisions(review);
  addOtherDecisions(review);
}

function addLineDecisions(review: Command): void {
  decides(review.command("accept"))
    .description("accept the best readings of a line")
    .argument("<line>", "txn_h8217343_03")
    .action(action(async () => (await import("./decide.ts")).accept));

  decides(review.command("correct"))
    .description("set fields of a line; the best readings of the others stand")
    .argument("<line>", "txn_h8217343_03")
    .requiredOption(
      "--set <field=value>",
      "owner, asset, ticker, transaction_type, transaction_date, notification_date or amount; may be repeated",
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .action(action(async () => (await import("./decide.ts")).correct));

  decides(review.command("reject"))
    .description("say that a line is not a transaction")
    .argument("<line>", "txn_h8217343_03")
    .action(action(async () => (await import("./decide.ts")).reject));

  decides(review.command("ticker"))
    .description("say which security a line means that was filed without a ticker")
    .argument("<line>", "txn_h8217343_03")
    .argument("<symbol>", "AAPL; none if it is not listed")
    .action(action(async () => (await import("./decide.ts")).ticker));
}

function addOtherDecisions(review: Command): void {
  decides(review.command("page"))
    .description("say which rows a page has that was not understood: without an option, those that were read")
    .argument("<page>", "h8217343/p2")
    .option("--rows <file>", "all rows of the page in the order of print, one JSON object a line")
    .option("--empty", "the page has no transaction")
    .option("--missed <file>", "rows that were missed on a page whose other rows are published")
    .action(action(async () => (await import("./decide.ts")).page));

  decides(review.command("filer"))
    .description("say who filed a report")
    .argument("<filing>", "h8217343")
    .argument("<politician>", "Bioguide id, P000197, or words of a name that only one member of that chamber has")
    .action(action(async () => (await import("./decide.ts")).filer));

  decides(review.command("amendment"))
    .description("say what an amended or deleted line, or a whole report, replaces")
    .argument("<id>", "txn_h8217343_03 or h8217343")
    .requiredOption(
      "--supersedes <id>",
      "the trade or the filing that it replaces or takes back; none if there is none",
    )
    .action(action(async () => (await import("./decide.ts")).amendment));

  decides(review.command("identity"))
    .description("say that two ids of the members' record are the same person: the first is served as the second")
    .argument("<from>", "Bioguide id to give up")
    .argument("<to>", "Bioguide id to keep; repeat the first one to part them again")
    .action(action(async () => (await import("./decide.ts")).identity));
}

/** A command of `review` that decides something: why, and by whom. */
function decides(command: Command): Command {
  return command
    .requiredOption("--reason <reason>", "why, e.g. what stands on the page")
    .option("--author <name>", "who decides; by default REVIEW_AUTHOR, else the system's user")
    .option("--json", "print it as JSON");
}
