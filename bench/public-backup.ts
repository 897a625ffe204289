/**
 * Compares a first import of the corpus with all its scans to a start from its public backup, without request delays, running
 * each command: `node bench/public-backup.ts [CORPUS] [MINUTES]`. After MINUTES the import is stopped as by Ctrl+C, and the rest
 * uses what it has read so far.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { corpusMaterial } from "../test/upstream/corpus-material.ts";
import { startUpstream } from "../test/upstream/server.ts";

const [corpus = process.env["CORPUS_DIR"] ?? "../shared/corpus", minutes = "Infinity"] = process.argv.slice(2);
const scratch = await mkdtemp(path.join(tmpdir(), "congress-trades-bench-"));
const imported = path.join(scratch, "imported");
const restored = path.join(scratch, "restored");
const folder = path.join(scratch, "public");
const upstream = await startUpstream({ material: await corpusMaterial(corpus), port: 0 });

/** Runs a command, and prints how long it took, its requests to the stand-in sites, and its output. */
async function runTimed(
  dataDir: string,
  args: readonly string[],
  stopAfterMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  upstream.clearLog();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["src/app/cli/main.ts", ...args], {
    env: {
      ...process.env,
      UPSTREAM_URL: upstream.url,
      SENATE_EFD_ACCEPT_TERMS: "true",
      INGEST_RATE: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (bytes) => {
    output += bytes;
  });
  const stop = Number.isFinite(stopAfterMs) ? setTimeout(() => child.kill("SIGINT"), stopAfterMs) : undefined;
  const [code] = await once(child, "close");
  clearTimeout(stop);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${args[0]}: ${seconds} s, exit ${code}, ${upstream.listRequests().length} requests; ${describeCounts(dataDir)}\n${args[0] === "ingest" ? "" : output}`,
  );
}

function describeCounts(dataDir: string): string {
  const db = new DatabaseSync(path.join(dataDir, "congress-trades.sqlite"), { readOnly: true });
  const countRows = (table: string) => Number(db.prepare(`select count(*) as rows from ${table}`).get()?.["rows"]);
  const waiting = db.prepare("select count(*) as rows from filings where state = 'needs_ocr'").get()?.["rows"];
  const text = `${countRows("documents")} documents, ${countRows("trades")} trades, ${countRows("page_readings")} pages read, ${waiting} scanned reports waiting`;
  db.close();
  return text;
}

try {
  console.log(`machine: ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
  await runTimed(imported, ["ingest"], Number(minutes) * 60_000);
  await runTimed(imported, ["backup", "--public", folder]);
  await runTimed(restored, ["restore", folder, "--verify"]);
  await runTimed(restored, ["ingest"], Number(minutes) * 60_000);
  await runTimed(restored, ["verify", "--sample", "20", "--seed", "1"]);
} finally {
  await upstream.stop();
  await rm(scratch, { recursive: true, force: true });
}
