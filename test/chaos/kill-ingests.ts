/** Kills ingests at random moments, and checks that they leave the same data as one undisturbed run. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandomSource } from "../../src/app/demo/fictional/chance.ts";
import { allTrades, openWorkplace, serviceEnvironment, sum, temporaryFolder } from "../e2e/workplace.ts";
import type { Upstream } from "../upstream/server.ts";

export interface Killing {
  readonly kills: number;
  readonly seed: number;
  /** Also read scanned pages. */
  readonly ocr: boolean;
}

export interface KillReport {
  readonly kills: number;
  /** Data folders used: each ingest was killed until a run completed. */
  readonly folders: number;
  /** Number of processes killed before the first request, between requests, after the last. */
  readonly moments: Readonly<Record<string, number>>;
  readonly digest: string;
  readonly differences: readonly string[];
}

/** Milliseconds that a process may take longer than the undisturbed one. */
const SLACK_MS = 300;
/**
 * Share of an undisturbed run after which a run is killed at the latest: most are killed, and only those with little left
 * complete.
 */
const LONGEST_SHARE = 0.7;

export async function killIngests(
  upstream: Pick<Upstream, "url" | "listRequests">,
  { kills, seed, ocr }: Killing,
): Promise<KillReport> {
  const draw = createRandomSource(`kills ${seed}`);
  const settings = { OCR: String(ocr) };
  const start = (dataDir: string): ChildProcess =>
    spawn(process.execPath, ["src/app/cli/main.ts", "ingest"], {
      env: { ...process.env, ...serviceEnvironment(upstream.url, dataDir, settings) },
      stdio: "ignore",
    });
  const undisturbed = await temporaryFolder();
  const began = performance.now();
  const requestsBefore = upstream.listRequests().length;
  await once(start(undisturbed), "exit");
  const wholeMs = performance.now() - began + SLACK_MS;
  const wholeRequests = upstream.listRequests().length - requestsBefore;
  const expected = await summarizeAndRemove(upstream.url, undisturbed);

  const differences: string[] = [...expected.faults];
  const moments: Record<string, number> = {
    "before the first request": 0,
    "while fetching": 0,
    "after the last request": 0,
  };
  let killed = 0;
  let folders = 0;
  while (killed < kills) {
    folders += 1;
    const dataDir = await temporaryFolder();
    const first = upstream.listRequests().length;
    let finished = false;
    while (!finished) {
      const child = start(dataDir);
      const exit = once(child, "exit");
      if (killed < kills) {
        await Promise.race([exit, sleep(draw.drawNext() * LONGEST_SHARE * wholeMs)]);
        if (child.exitCode === null) {
          child.kill("SIGKILL");
          const asked = upstream.listRequests().length - first;
          const moment =
            asked === 0
              ? "before the first request"
              : asked < wholeRequests
                ? "while fetching"
                : "after the last request";
          moments[moment] = (moments[moment] ?? 0) + 1;
          killed += 1;
        }
      }
      await exit;
      finished = child.exitCode === 0;
      if (child.exitCode !== null && child.exitCode !== 0)
        differences.push(`folder ${folders}: exit code ${child.exitCode}`);
    }
    const found = await summarizeAndRemove(upstream.url, dataDir);
    differences.push(...found.faults.map((fault) => `folder ${folders}: ${fault}`));
    if (found.digest !== expected.digest)
      differences.push(`folder ${folders}: ${found.digest}, not ${expected.digest}`);
  }
  return { kills: killed, folders, moments, digest: expected.digest, differences };
}

/** Summarizes a folder, without times and without faults that the kills themselves cause, and then removes it. */
async function summarizeAndRemove(url: string, dataDir: string): Promise<{ digest: string; faults: string[] }> {
  const place = await openWorkplace(url, {}, dataDir);
  try {
    const trades = await allTrades(place.store);
    const coverage = await place.store.filings.computeCoverageRows();
    const faults: string[] = [];
    if (new Set(trades.map(({ id }) => id)).size !== trades.length) faults.push("a trade is stored twice");
    const rows = sum(coverage, (row) => row.rowsRead);
    const told = sum(coverage, (row) => row.trades + row.superseded + row.rejected);
    if (rows !== told) faults.push(`${rows} rows were read, but ${told} are accounted for`);
    const listed = (await place.store.filings.readListedYears()).reduce((total, { filings }) => total + filings, 0);
    const states = sum(coverage, (row) => row.filings);
    if (listed !== states) faults.push(`${listed} filings are listed, but ${states} have a state`);
    const digest = createHash("sha256").update(JSON.stringify({ trades, coverage })).digest("hex");
    const scanned = trades.filter(({ confidence }) => confidence === "ocr").length;
    return {
      digest: `${trades.length} trades, ${scanned} of them of scans, ${states} filings, ${digest.slice(0, 16)}`,
      faults,
    };
  } finally {
    await place.close();
  }
}
