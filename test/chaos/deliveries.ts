/**
 * `node test/chaos/deliveries.ts [--events 5000] [--kills 150] [--kill-every 400] [--minutes 10] [--seed 1] [--postgres |
 * --database-url postgres://...]`: delivers 5,000 events to 3 endpoints while the worker is killed every 400 ms and 17% of the
 * attempts fail. Prints the result and the ids of duplicates; exits with 1 if anything was lost or there are more duplicates than
 * the kills explain. `--postgres` starts a temporary local server. On a busy machine a worker sends little in 400 ms: raise
 * --kill-every or --minutes there.
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../postgres.ts";
import { runChaos } from "./run.ts";

/** At a kill at most four deliveries to each of the three endpoints are in progress, and only those can be repeated. */
const DUPLICATES_A_KILL = 12;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "5000" },
    kills: { type: "string", default: "150" },
    "kill-every": { type: "string", default: "400" },
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    "database-url": { type: "string" },
    postgres: { type: "boolean", default: false },
  },
});
const postgres = values.postgres ? await startPostgres() : null;
if (postgres !== null && "skipped" in postgres) throw new Error(postgres.skipped);

const report = await runChaos({
  events: Number(values.events),
  eventsAtOnce: 100,
  endpoints: 3,
  kills: Number(values.kills),
  killEveryMs: Number(values["kill-every"]),
  faults: { errors: 0.08, resets: 0.04, hangs: 0.03, lostAcknowledgements: 0.02 },
  seed: Number(values.seed),
  longestMs: Number(values.minutes) * 60_000,
  databaseUrl: postgres?.url ?? values["database-url"] ?? null,
}).finally(() => postgres?.stop());
const duplicatesPerKill = Number((report.duplicates / report.kills).toFixed(1));
console.log(JSON.stringify({ ...report, duplicatesPerKill }, null, 2));
const good =
  report.lost === 0 &&
  report.sequenceFaults === 0 &&
  report.unknown === 0 &&
  report.unverified === 0 &&
  report.deliveries["pending"] === 0 &&
  duplicatesPerKill <= DUPLICATES_A_KILL;
console.log(good ? "Nothing was lost." : "FAILED");
process.exitCode = good ? 0 : 1;
