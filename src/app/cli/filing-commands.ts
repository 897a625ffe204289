/** Commands that fetch, read and publish filings, and the service that does so by itself. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { readConfig } from "../../base/config.ts";
import { action, run, stoppableAction } from "./run-command.ts";

export function addFilingCommands(program: Command): void {
  program
    .command("setup")
    .description("ask three questions, and write the answers to .env: the Senate's agreement, your address, the port")
    .action(() => run(async () => (await import("./setup.ts")).setupCommand(process.env)));

  program
    .command("serve")
    .description("run the service: answer at once, fetch filings in the background")
    .option("--role <role>", "of several processes on one PostgreSQL: all, api, ingest or deliver (setting ROLE)")
    .action(({ role }: { role?: string }) =>
      run(async () => {
        const config = readConfig(role === undefined ? process.env : { ...process.env, ROLE: role });
        const { serveCommand } = await import("./serve.ts");
        return serveCommand(config);
      }),
    );

  program
    .command("ingest")
    .description("fetch and read new filings now, once")
    .option("--source <body>", "only house or senate")
    .option("--since <date>", "only filings filed on or after this day, YYYY-MM-DD")
    .option(
      "--document <id>",
      "only this filing, by House DocID or Senate UUID, read again if it was read, fetched again if it could not be; an earlier run must have listed it",
    )
    .option("--accept-lists", "take the bodies' lists as they are, however few or many filings they name")
    .option("--json", "print it as JSON")
    .action(stoppableAction(async () => (await import("./ingest.ts")).ingestCommand));

  program
    .command("parse")
    .description("read documents and print what stands in them, one JSON object a line")
    .argument("<file...>", "PDFs of the House Clerk, pages of the Senate")
    .action((files: string[]) => run(async () => (await import("./parse.ts")).parseCommand(files)));

  program
    .command("reparse")
    .description("read all stored originals again, without network, and print what would change")
    .option("--publish", "publish what changes")
    .option("--scans", "read the pages of scans again too, instead of taking what was seen on them")
    .option("--json", "print it as JSON")
    .action(stoppableAction(async () => (await import("./reparse.ts")).reparseCommand));

  program
    .command("import")
    .description("take documents that were saved by hand, with the checks of fetched ones; read and publish them")
    .argument(
      "<path...>",
      "files, or folders of them: House PDFs and indexes, Senate pages, page images and search answers",
    )
    .option("--json", "print it as JSON")
    .action(stoppableAction(async () => (await import("./import.ts")).importCommand));

  program
    .command("approve")
    .description("list publications that were held as too large to be trusted; with an id, publish that one")
    .argument("[id]", "number of a held publication, or all")
    .option("--reject", "forget it instead; the next run reads its filings again")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./approve.ts")).approveCommand));
}
