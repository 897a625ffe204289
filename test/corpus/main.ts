/**
 * `npm run corpus`: downloads the manifest's filings into `test/corpus/documents/`, and prints what is missing and why.
 */
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { type Fetched, fetchFilings } from "./fetch.ts";
import { fetchedFolder, realFilings } from "./manifest.ts";

const TOLD: Readonly<Record<Fetched["outcome"], string | null>> = {
  here: null,
  fetched: "downloaded",
  changed:
    "downloaded, but its markup has changed since it was recorded: its test checks whether the content is the same",
  not_accepted: "not requested: SENATE_EFD_ACCEPT_TERMS=true accepts the agreement of the Senate's site",
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
  console.log("Stopped. The next run resumes here.");
}
const { here, fetched, changed, not_accepted: notAccepted, missing } = counts;
console.log(
  `${here + fetched + changed} of ${realFilings.length} filings are present, ${fetched + changed} of them downloaded now; ${missing} missing, ${notAccepted} not requested.`,
);
// Not accepting the Senate's agreement is the operator's choice, not a failure.
if (stop.signal.aborted || missing > 0) process.exitCode = 1;
