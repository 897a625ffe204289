/** `demo`: the whole service on made-up documents, without network access. The stand-ins and the service stop together. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { formatCommand } from "../../base/command-line.ts";
import { EXIT_USAGE } from "../cli/run-command.ts";
import { createDemonstration } from "./content/material.ts";
import { createDemoKey, DEMO_SETTINGS, type DemoReceiver, startDemoReceiver } from "./demo-premium.ts";
import { findFreePort } from "./free-port.ts";
import { startStandInServer } from "./sites/server.ts";

new Command("congress-trades demo")
  .description(
    "Runs the whole service on made-up documents, without a network, at http://127.0.0.1:3000 or the port that PORT names.",
  )
  .allowExcessArguments(false)
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
  .parse();

/** Path of the entry file of the command line, which is `.ts` in a clone and `.js` in the build output. */
const main = fileURLToPath(new URL("../cli/main", import.meta.url)) + extname(import.meta.filename);
const requested = process.env["PORT"] ?? "3000";
/** A `PORT` of 0 is replaced by a free port, because the addresses are printed before the service listens. */
const port = requested === "0" ? String(await findFreePort()) : requested;
const site = `http://127.0.0.1:${port}`;
const api = `${site}/api/v1`;

const sites = createDemonstration(new Date());
const upstream = await startStandInServer(sites.material);
const dataDir = await mkdtemp(join(tmpdir(), "congress-trades-demo-"));
const key = await createDemoKey(dataDir);
const mail = process.env["SMTP_URL"] || process.env["SMTP_URL_FILE"] ? "sent through SMTP_URL" : "off without SMTP_URL";
console.log(`
  DEMONSTRATION: everything below is FICTIONAL.
  Members, filings, companies and prices are made up on this machine; the documents have the real layouts, so they go
  through the real reader. Nothing is fetched from the network. The data is stored in ${dataDir}
  and deleted on exit.

  In a browser: ${site}/
  Try, in another terminal:
    curl -s '${api}/trades/recent/list?limit=5'
    curl -s '${api}/politicians/?chamber=senate'
    curl -s '${api}/politicians/${sites.memberIds[0]}'
    curl -s '${api}/market-data/public/quote/ZZWID'
    curl -s '${api}/market-data/public/historical/ZZWID?period=1y&interval=1wk'
  With a premium key, made for this demonstration:
    curl -s -H 'Authorization: Bearer ${key}' '${api}/premium/account'
    curl -s -H 'Authorization: Bearer ${key}' '${api}/premium/events'
    curl -s -H 'Authorization: Bearer ${key}' '${api}/premium/export/trades.csv' -o trades.csv
  The README's examples work here with a fictional symbol (ZZWID) in place of AAPL. Commands on the same data:
    DATA_DIR=${dataDir} ${formatCommand("trades --since 7d")}
    DATA_DIR=${dataDir} ${formatCommand("coverage")}
    DATA_DIR=${dataDir} ${formatCommand("filings --state unreadable,needs_review,missing_document")}
  Alert e-mails are ${mail}.
  Ctrl+C stops it.
`);

const service = spawn(process.execPath, [main, "serve"], {
  stdio: ["ignore", "pipe", "inherit"],
  // The service gets its own process group: otherwise Ctrl+C would reach the service twice, and the second signal would kill it.
  detached: true,
  env: {
    ...createDemoEnvironment(),
    ...DEMO_SETTINGS,
    PORT: port,
    UPSTREAM_URL: upstream.url,
    DATA_DIR: dataDir,
  },
});

let reader: DemoReceiver | undefined;
let waiting: Promise<void> | undefined;
let output = "";
service.stdout.on("data", (chunk) => {
  printOverBar(chunk);
  if (reader !== undefined || output === "done") return;
  output += chunk;
  // Filings that are listed before the end of the first import do not count as new.
  if (!/^senate-efd: read/m.test(output)) return;
  output = "done";
  waiting = subscribeReceiver().catch((error: unknown) =>
    console.error("The receiver could not be subscribed:", error),
  );
});

/** Subscribes a receiver, then publishes a report on every Enter or SIGUSR2. Does nothing on Windows, which has no SIGUSR2. */
async function subscribeReceiver(): Promise<void> {
  if (process.platform === "win32") return;
  reader = await startDemoReceiver(api, key, sites, (line) => printOverBar(`${line}\n`));
  const publishAndShowReport = async () => {
    printOverBar(`${await reader?.publishNextReport()}\n`);
    service.kill("SIGUSR2");
  };
  process.on("SIGUSR2", () => void publishAndShowReport());
  if (process.stdin.isTTY) process.stdin.on("data", () => void publishAndShowReport());
  printOverBar(`
  The first import is complete. A webhook receiver on this machine is subscribed to trades and to an alert.
  To publish a fictional report, ${process.stdin.isTTY ? "press Enter, or " : ""}signal this demonstration from another terminal: kill -USR2 ${process.pid}
  The report appears on a simulated site. The service finds it and sends webhooks, which are verified and printed here.

`);
}

/** The service leaves the cursor at the start of its progress bar: this output overwrites the bar, which is redrawn below. */
function printOverBar(text: string | Buffer): void {
  process.stdout.write(process.stdout.isTTY ? `\u001b[0J${text}` : text);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => service.kill(signal));
process.on("exit", () => service.kill());
service.on("error", (error) => {
  console.error(`The service could not be started: ${error.message}`);
  process.exitCode = 1;
});
service.on("close", async (code) => {
  process.stdin.destroy();
  await waiting;
  await reader?.close();
  await upstream.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 0;
});

/** Settings of a real deployment (its database, sites, keys) must not leak into the demo. The mail server's settings may. */
function createDemoEnvironment(): NodeJS.ProcessEnv {
  const hiddenSettings =
    /^((HOUSE_CLERK|SENATE_EFD|LEGISLATORS|SEC|NASDAQ_TRADER|YAHOO|NASDAQ|TIINGO|FINNHUB|UPSTREAM|DATABASE)_URL|MASTER_KEY|MARKET_.*|(TIINGO|FINNHUB)_API_KEY)(_FILE)?$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !hiddenSettings.test(name)));
}
