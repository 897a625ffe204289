/** The words of `review` on the command line; what each does is loaded when it is asked for. */
import type { Command } from "commander";
import { asked } from "../run-command.ts";

export function addReviewCommands(program: Command): void {
  const review = program
    .command("review")
    .description("what could not be read for sure, settled by a person; works beside a service that runs");

  review
    .command("list")
    .description("everything that waits: lines, pages, filers, amendments")
    .option("--filing <id>", "only of this filing, h8217343")
    .option("--reason <reason>", "only what waits for this reason, e.g. uncertain")
    .option("--json", "print it as JSON")
    .action(asked(async () => (await import("./list.ts")).listReview));

  review
    .command("show")
    .description("all that is known of one of it, with a picture of its place on the page")
    .argument("<id>", "as listed: txn_h8217343_03, h8217343/p2 or h8217343")
    .option("--crop <file>", "where to write the picture (PNG) instead of DATA_DIR/review")
    .option("--rows <file>", "of a page: write its rows as they were read, to be completed for review page --rows")
    .action(asked(async () => (await import("./show.ts")).showReview));

  addLineDecisions(review);
  addOtherDecisions(review);
}

function addLineDecisions(review: Command): void {
  decides(review.command("accept"))
    .description("the best readings of a line stand")
    .argument("<line>", "txn_h8217343_03")
    .action(asked(async () => (await import("./decide.ts")).accept));

  decides(review.command("correct"))
    .description("the fields given stand, and the best readings of the others")
    .argument("<line>", "txn_h8217343_03")
    .requiredOption(
      "--set <field=value>",
      "owner, asset, ticker, transaction_type, transaction_date, notification_date or amount; may be given again",
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .action(asked(async () => (await import("./decide.ts")).correct));

  decides(review.command("reject"))
    .description("a line is no transaction")
    .argument("<line>", "txn_h8217343_03")
    .action(asked(async () => (await import("./decide.ts")).reject));

  decides(review.command("ticker"))
    .description("the security that a line names which is filed without a ticker")
    .argument("<line>", "txn_h8217343_03")
    .argument("<symbol>", "AAPL; none for no listed security")
    .action(asked(async () => (await import("./decide.ts")).ticker));
}

function addOtherDecisions(review: Command): void {
  decides(review.command("page"))
    .description("a page that was not understood has no transaction but those that were seen; or which it has")
    .argument("<page>", "h8217343/p2")
    .option("--rows <file>", "all rows of the page in the order of print, one JSON object a line")
    .option("--empty", "the page has no transaction at all")
    .option("--missed <file>", "rows that are missing on a page whose others are published")
    .action(asked(async () => (await import("./decide.ts")).page));

  decides(review.command("filer"))
    .description("who filed")
    .argument("<filing>", "h8217343")
    .argument("<politician>", "Bioguide id, P000197")
    .action(asked(async () => (await import("./decide.ts")).filer));

  decides(review.command("amendment"))
    .description("what a line of an amending filing, or a whole report, supersedes")
    .argument("<id>", "txn_h8217343_03 or h8217343")
    .requiredOption("--supersedes <id>", "the trade or the filing that it replaces or takes back; none for none")
    .action(asked(async () => (await import("./decide.ts")).amendment));

  decides(review.command("identity"))
    .description("two ids of the members' record are one person's: the first is served as the second")
    .argument("<from>", "Bioguide id that is left")
    .argument("<to>", "Bioguide id that is kept; the same one to part them again")
    .action(asked(async () => (await import("./decide.ts")).identity));
}

/** A command of `review` that decides something: why, and by whom. */
function decides(command: Command): Command {
  return command
    .requiredOption("--reason <reason>", "why, e.g. what stands on the page")
    .option("--author <name>", "who decides; by default REVIEW_AUTHOR, else the system's user")
    .option("--json", "print it as JSON");
}
