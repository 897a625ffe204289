/**
 * `npm run corpus`: downloads the manifest's filings into `test/corpus/documents/`, and prints what is missing and why.
 */
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { type Fetched, fetchFilings } from "./fetch.ts";
import { fetchedFolder, realFilings } from "./manifest.ts";

const TOLD: Readonly<Record<Fetched["outcome"], string | null>> = {
  here: null,
  fetched: "fetched",
  changed: "fetched, drawn otherwise than when it was recorded: its test tells whether it says the same",
  not_accepted: "not asked for: SENATE_EFD_ACCEPT_TERMS=true accepts the agreement of the Senate's site",
  missing: "missing",
};

const counts = { here: 0, fetched: 0, changed: 0, not_accepted: 0, missing: 0 };
const stop = new AbortController();
const config = readConfig(process.env);
const log = createLogger("warn");
process.once("SIGINT", () => stop.abort());
try {
  const parts = { config, folder: fetchedFolder, log, signal: stop.signal };
  for await (const { id, outcome, reason } of fetchFilings(realFilings, parts)) {
    counts[outcome] += 1;
    const told = TOLD[outcome];
    if (told !== null) console.log(`${id} ${told}${reason === null ? "" : `: ${reason}`}`);
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
  console.log("Stopped. The next run goes on from here.");
}
const { here, fetched, changed, not_accepted: notAccepted, missing } = counts;
console.log(
  `${here + fetched + changed} of ${realFilings.length} filings are here, ${fetched + changed} of them fetched now; ${missing} missing, ${notAccepted} not asked for.`,
);
// Not accepting the Senate's agreement is the operator's choice, not a failure.
if (stop.signal.aborted || missing > 0) process.exitCode = 1;
