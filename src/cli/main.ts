import { inspect } from "node:util";
import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { readConfig } from "../config.ts";
import { AppError, LockedError, UsageError } from "../errors.ts";
import { withoutCredentials } from "../log.ts";
import { visibleText } from "../visible-text.ts";
import { addReviewCommands } from "./review/commands.ts";
import { printOnlyText } from "./terminal.ts";

/** EX_TEMPFAIL of sysexits.h: somebody else holds the data folder; try again later. */
const EXIT_LOCKED = 75;
/** Exit status for misuse, as in shells and most programs. */
const EXIT_USAGE = 2;

const stop = new AbortController();

async function run(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (stop.signal.aborted) {
      process.exitCode = 130;
      return;
    }
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${visibleText(error.message)}
`);
    process.exitCode = error instanceof LockedError ? EXIT_LOCKED : error instanceof UsageError ? EXIT_USAGE : 1;
  }
}

/** Ends the process as Node would, with what it would print, except for credentials. */
function crash(error: unknown): void {
  process.stderr.write(`${withoutCredentials(inspect(error))}\n`);
  process.exit(1);
}

function stopOnSignal(): void {
  const abort = () => stop.abort();
  process.once("SIGINT", abort);
  process.once("SIGTERM", abort);
}

// Whoever reads the answer may have enough of it (`| head -1`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

printOnlyText(process.stdout);

const program = new Command("congress-trades")
  .description("Stock-trading disclosures of the U.S. Congress, read from the official filings and served as JSON.")
  .version(manifest.version)
  .addHelpText("after", "\nAnd `demo`: the whole service on made-up documents, without a network.")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
  .showHelpAfterError();

program
  .command("serve")
  .description("run the service: answer at once, fetch filings in the background")
  .action(() => run(async () => (await import("./serve.ts")).serveCommand(readConfig())));

program
  .command("doctor")
  .description("say what is reachable, what is missing on this machine and what is misconfigured; changes nothing")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./doctor.ts")).doctorCommand(process.env, options)));

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
  .action((options) =>
    run(async () => {
      stopOnSignal();
      return (await import("./ingest.ts")).ingestCommand(readConfig(), options, stop.signal);
    }),
  );

program
  .command("parse")
  .description("read documents and print what stands in them, one JSON object a line")
  .argument("<file...>", "PDFs of the House Clerk, pages of the Senate")
  .action((files: string[]) => run(async () => (await import("./parse.ts")).parseCommand(files)));

program
  .command("reparse")
  .description("read all kept originals again, without network, and print what would change")
  .option("--publish", "publish what changes")
  .option("--scans", "read the pages of scans again too, instead of taking what was seen on them")
  .option("--json", "print it as JSON")
  .action((options) =>
    run(async () => {
      stopOnSignal();
      return (await import("./reparse.ts")).reparseCommand(readConfig(), options, stop.signal);
    }),
  );

program
  .command("import")
  .description("take documents that were saved by hand, with the checks of fetched ones; read and publish them")
  .argument(
    "<path...>",
    "files, or folders of them: House PDFs and indexes, Senate pages, page images and search answers",
  )
  .option("--json", "print it as JSON")
  .action((paths: string[], options) =>
    run(async () => {
      stopOnSignal();
      return (await import("./import.ts")).importCommand(readConfig(), paths, stop.signal, options);
    }),
  );

program
  .command("coverage")
  .description("count the known filings by source, year and state")
  .option("--json", "print what GET /coverage answers")
  .action((options) => run(async () => (await import("./coverage.ts")).coverageCommand(readConfig(), options)));

program
  .command("filings")
  .description("list known filings with state, reason and address, newest filed first")
  .option("--state <states>", "only in these states, e.g. unreadable,needs_review")
  .option("--source <body>", "only house or senate")
  .option("--year <year>", "only filed under this year")
  .option("--politician <id>", "only of this politician, by Bioguide id")
  .option("--limit <number>", "how many at most; all for all", "50")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./filings.ts")).filingsCommand(readConfig(), options)));

program
  .command("amendments")
  .description("list the filings that amend others, what each supersedes, and what of it waits for a person")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./amendments.ts")).amendmentsCommand(readConfig(), options)));

addReviewCommands(program, run);

program
  .command("deliver")
  .description("send webhooks from a process of its own, beside a service that runs with DELIVERIES=false")
  .option("--json", "print it as JSON, one object a line")
  .action((options) =>
    run(async () => {
      stopOnSignal();
      return (await import("./deliver.ts")).deliverCommand(readConfig(), stop.signal, options);
    }),
  );

const webhooks = program.command("webhooks").description("webhook endpoints of the accounts, and help with receiving");

webhooks
  .command("list")
  .description("all endpoints with the state of their deliveries")
  .option("--account <account>", "only of this account")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./customers.ts")).listWebhooks(readConfig(), options)));

webhooks
  .command("disable")
  .description("stop an endpoint; what waits for it is held")
  .argument("<id>", "id of the endpoint, whk_...")
  .option("--json", "print it as JSON")
  .action((id: string, options) =>
    run(async () => (await import("./customers.ts")).disableWebhook(readConfig(), id, options)),
  );

webhooks
  .command("listen")
  .description("take deliveries on this machine, verify each and print it")
  .option("--port <port>", "port to listen on; 0 takes a free one", "4000")
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option("--secret <secret>", "the endpoint's secret, whsec_...; without it nothing is verified")
  .option("--status <status>", "status to answer, e.g. 500 to see how failures are tried again", "204")
  .option("--json", "print it as JSON, one object a line")
  .action((options) =>
    run(async () => {
      stopOnSignal();
      return (await import("./webhooks.ts")).listenCommand(options, stop.signal);
    }),
  );

program
  .command("backup")
  .description("copy store, originals, archive, decisions and key into a new folder; works beside a service that runs")
  .argument("<folder>", "a new or empty folder, outside of DATA_DIR")
  .option("--json", "print it as JSON")
  .action((folder: string, options) =>
    run(async () => (await import("./backup.ts")).backupCommand(readConfig(), folder, options)),
  );

program
  .command("restore")
  .description("put a backup back into an empty DATA_DIR, and into an empty database where DATABASE_URL names one")
  .argument("<folder>", "what `backup` made")
  .option("--verify", "compare every row, file and secret with the backup afterwards")
  .option("--json", "print it as JSON")
  .action((folder: string, options) =>
    run(async () => (await import("./restore.ts")).restoreCommand(readConfig(), folder, options)),
  );

program
  .command("rebuild")
  .description("begin an empty store again from the originals in DATA_DIR/documents alone, without network")
  .option("--json", "print it as JSON")
  .action((options) =>
    run(async () => {
      stopOnSignal();
      return (await import("./rebuild.ts")).rebuildCommand(readConfig(), options, stop.signal);
    }),
  );

program
  .command("migrate-to")
  .description("move the store from SQLite to PostgreSQL, or back; needs the service stopped")
  .argument("<database>", "postgres://user:password@host/database, or sqlite")
  .option("--json", "print it as JSON")
  .action((database: string, options) =>
    run(async () => (await import("./migrate-to.ts")).migrateToCommand(readConfig(), database, options)),
  );

const prices = program.command("prices").description("daily prices of what trades name; needs the service stopped");

for (const [name, scope, about] of [
  ["fill", "missing", "fetch five years of every symbol that is not kept yet; goes on where it was ended"],
  ["refresh", "kept", "fetch what is newer of every symbol that is kept"],
] as const) {
  prices
    .command(name)
    .description(about)
    .option("--json", "print it as JSON")
    .action((options) =>
      run(async () => {
        stopOnSignal();
        return (await import("./prices.ts")).fetchPrices(readConfig(), scope, stop.signal, options);
      }),
    );
}

prices
  .command("import")
  .description(
    "join the bars of CSV files, SYMBOL.csv with Date,Open,High,Low,Close and perhaps Volume, to what is kept",
  )
  .argument("<path>", "a file, or a folder of them")
  .option("--split-adjusted", "the prices are on the scale of today's shares: they may bring what is kept to it")
  .option("--json", "print it as JSON")
  .action((path: string, options) =>
    run(async () => (await import("./prices.ts")).importPrices(readConfig(), path, options)),
  );

prices
  .command("forget")
  .description("drop what is kept of these symbols: prices that are wrong are fetched anew at the next question")
  .argument("<symbol...>", "ticker symbols")
  .option("--json", "print it as JSON")
  .action((symbols: string[], options) =>
    run(async () => (await import("./prices.ts")).forgetPrices(readConfig(), symbols, options)),
  );

program
  .command("approve")
  .description("list publications that were held as too large to be trusted; with an id, publish that one")
  .argument("[id]", "number of a held publication, or all")
  .option("--reject", "forget it instead; the next run reads its filings again")
  .option("--json", "print it as JSON")
  .action((id: string | undefined, options) =>
    run(async () => (await import("./approve.ts")).approveCommand(readConfig(), id, options)),
  );

const keys = program.command("keys").description("keys of premium accounts; works beside a service that runs");

keys
  .command("create")
  .description("make a key and print it, this once; makes the account too when there is none of that name")
  .requiredOption("--account <name>", "name or id of the account")
  .option("--plan <plan>", "plan of a new account: premium (unless said) or free")
  .option("--expires <day>", "last day on which it works, YYYY-MM-DD")
  .option("--name <name>", "for people")
  .option("--scopes <scopes>", "some of read,webhooks,keys; all unless said")
  .option("--new-account", "make the account though one is called alike")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./keys.ts")).createKey(readConfig(), options)));

keys
  .command("list")
  .description("all keys, never the key itself")
  .option("--account <name>", "only of this account")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./keys.ts")).listKeys(readConfig(), options)));

keys
  .command("revoke")
  .description("end a key")
  .argument("<id>", "id of the key, key_...")
  .option("--and-made", "end the keys that were made with it too")
  .option("--json", "print it as JSON")
  .action((id: string, options) => run(async () => (await import("./keys.ts")).revokeKey(readConfig(), id, options)));

keys
  .command("rotate")
  .description("make another key for the account of this one, which goes on working until it is revoked")
  .argument("<id>", "id of the key, key_...")
  .option("--now", "end the former key at once")
  .option("--json", "print it as JSON")
  .action((id: string, options) => run(async () => (await import("./keys.ts")).rotateKey(readConfig(), id, options)));

const accounts = program.command("accounts").description("who holds keys; works beside a service that runs");

accounts
  .command("list")
  .description("all accounts")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./accounts.ts")).listAccounts(readConfig(), options)));

accounts
  .command("create")
  .description("make an account without a key and print its id")
  .argument("<name>", "name of the account")
  .option("--plan <plan>", "premium or free", "premium")
  .option("--contact <address>", "mail address that is told when a webhook is disabled or a message is given up")
  .option("--json", "print it as JSON")
  .action((name: string, options) =>
    run(async () => (await import("./accounts.ts")).createAccount(readConfig(), name, options)),
  );

accounts
  .command("set-plan")
  .description("change the plan of an account")
  .argument("<account>", "name or id of the account")
  .argument("<plan>", "premium or free")
  .option("--json", "print it as JSON")
  .action((account: string, plan: string, options) =>
    run(async () => (await import("./accounts.ts")).setPlan(readConfig(), account, plan, options)),
  );

accounts
  .command("set-end")
  .description("end an account after a day: its keys stop, and it is sent nothing")
  .argument("<account>", "name or id of the account")
  .argument("<day>", "last day, YYYY-MM-DD, or never")
  .option("--json", "print it as JSON")
  .action((account: string, day: string, options) =>
    run(async () => (await import("./accounts.ts")).setEnd(readConfig(), account, day, options)),
  );

accounts
  .command("set-contact")
  .description("mail address that is told when a webhook is disabled or a message is given up")
  .argument("<account>", "name or id of the account")
  .argument("<address>", "mail address, or none")
  .option("--json", "print it as JSON")
  .action((account: string, address: string, options) =>
    run(async () => (await import("./accounts.ts")).setContact(readConfig(), account, address, options)),
  );

for (const [name, disabled, about] of [
  ["disable", true, "stop an account: its keys, webhooks and mails"],
  ["enable", false, "let a disabled account go on; it is told the span of which it heard nothing"],
] as const) {
  accounts
    .command(name)
    .description(about)
    .argument("<account>", "name or id of the account")
    .option("--json", "print it as JSON")
    .action((account: string, options) =>
      run(async () => (await import("./accounts.ts")).setDisabled(readConfig(), account, disabled, options)),
    );
}

accounts
  .command("delete")
  .description("delete an account with its keys, alerts, webhooks, events and deliveries")
  .argument("<account>", "name or id of the account")
  .option("--confirm <name>", "its name")
  .option("--json", "print it as JSON")
  .action((account: string, options) =>
    run(async () => (await import("./accounts.ts")).deleteAccount(readConfig(), account, options)),
  );

program
  .command("alerts")
  .description("alerts of the accounts")
  .command("list")
  .description("all alerts")
  .option("--account <account>", "only of this account")
  .option("--json", "print it as JSON")
  .action((options) => run(async () => (await import("./customers.ts")).listAlerts(readConfig(), options)));

process.on("uncaughtException", crash);

await program.parseAsync();
