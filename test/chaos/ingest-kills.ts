/**
 * Kills an ingest (SIGKILL) at random moments while fetching, reading, reading scanned pages or publishing, lets it finish, and
 * compares the result with an undisturbed run: `node test/chaos/ingest-kills.ts [--kills 100] [--seed 1] [--ocr] [--postgres]`.
 * Exit code 1 for any difference. `--postgres` starts a temporary local server, with a database for each data folder.
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../postgres.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { killIngests } from "./kill-ingests.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    ocr: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
  },
});
const postgres = values.postgres ? await startPostgres() : null;
if (postgres !== null && "skipped" in postgres) throw new Error(postgres.skipped);
if (postgres !== null) process.env["TEST_POSTGRES_URL"] = postgres.url;
const upstream = await startUpstream({
  material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
  port: 0,
  slowMs: 5,
});
try {
  const began = performance.now();
  const report = await killIngests(upstream, {
    kills: Number(values.kills),
    seed: Number(values.seed),
    ocr: values.ocr,
  });
  console.log(
    `${report.kills} kills over ${report.folders} folders in ${Math.round((performance.now() - began) / 1000)} s`,
  );
  console.table(report.moments);
  console.log(`undisturbed: ${report.digest}`);
  for (const each of report.differences) console.log(each);
  console.log(report.differences.length === 0 ? "nothing lost, nothing duplicated, the counts add up" : "DIFFERENT");
  process.exitCode = report.differences.length > 0 ? 1 : 0;
} finally {
  await upstream.stop();
  await postgres?.stop();
}
