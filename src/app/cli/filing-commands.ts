/** Commands that fetch, read and publish filings, once or as a service. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { readConfig } from "../../base/config.ts";
import { createAction, createStoppableAction, run } from "./run-command.ts";

export function addFilingCommands(program: Command): void {
  program
    .command("setup")
    .description(
      "set up the service: asks for your contact address, the port, and whether you accept the Senate's terms, then writes .env",
    )
    .action(() => run(async () => (await import("./setup.ts")).runSetupCommand(process.env)));

  program
    .command("serve")
    .description("run the service; filings are fetched in the background")
    .option(
      "--role <role>",
      "what this process does when several share one PostgreSQL database: all, api, ingest or deliver (setting ROLE)",
    )
    .action(({ role }: { role?: string }) =>
      run(async () => {
        const config = readConfig(role === undefined ? process.env : { ...process.env, ROLE: role });
        const { runServeCommand } = await import("./serve.ts");
        return runServeCommand(config);
      }),
    );

  program
    .command("ingest")
    .description("fetch and publish new filings in one run, then exit")
    .option("--source <body>", "only house or senate")
    .option("--since <date>", "only filings filed on or after this day, YYYY-MM-DD")
    .option(
      "--document <id>",
      "read only this filing again (House DocID or Senate UUID, which must already be listed); its document is downloaded only if it is not stored, is damaged or was unreadable",
    )
    .option("--accept-lists", "accept the official lists even if they are much shorter or longer than before")
    .option("--json", "print JSON")
    .action(createStoppableAction(async () => (await import("./ingest.ts")).runIngestCommand));

  program
    .command("parse")
    .description("read documents and print their contents, one JSON object per line")
    .argument("<file...>", "House PDFs or Senate pages")
    .action((files: string[]) => run(async () => (await import("./parse.ts")).runParseCommand(files)));

  program
    .command("reparse")
    .description("read all stored originals again, offline, and print the differences from the stored results")
    .option("--publish", "publish the changes")
    .option("--scans", "also run OCR on scanned pages again instead of using the stored readings")
    .option("--json", "print JSON")
    .action(createStoppableAction(async () => (await import("./reparse.ts")).runReparseCommand));

  program
    .command("import")
    .description("check and publish documents that you saved yourself, as if they had been fetched")
    .argument("<path...>", "files or folders: House PDFs and indexes, Senate pages, page images and search results")
    .option("--json", "print JSON")
    .action(createStoppableAction(async () => (await import("./import.ts")).runImportCommand));

  program
    .command("approve")
    .summary("list the data changes that need your approval; with an id, approve one")
    .description(
      "list publications held because of too many changes or too many unreadable documents; with an id, approve one",
    )
    .argument("[id]", "id of a held publication, or all")
    .option("--reject", "discard it instead; the next run reads its filings again")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./approve.ts")).runApproveCommand));
}
