/** Runs test files in several processes at once. Two heavy files run at the same time only if no light one is left. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";

/** Slots for processes that run at once: one more than processors, since many test files wait for programs they started. */
const ROOM = availableParallelism() + 1;
/** Ends a file that hangs. */
const TIMEOUT_MS = 900_000;

/** Files that measure turns of the event loop: the service they start and its client each use a processor. */
const LOOP = "test/large/";
/**
 * Heavy files that depend on having a processor, such as those that kill processes under load: no other heavy file runs beside
 * them.
 */
const ALONE = [
  LOOP,
  "test/chaos/crowds.test.ts",
  "test/chaos/deliveries.test.ts",
  "test/chaos/replicas.test.ts",
  "test/e2e/frozen-database.test.ts",
  "test/chaos/ingest-kills.test.ts",
];
/**
 * Files that use a processor or two, since they start browsers, OCR of scanned pages, or complete installs. They start in this
 * order: first those that run alone, while there are light files to fill the gaps, then those that take longest.
 */
const HEAVY = [
  ...ALONE,
  "test/install/packed.test.ts",
  "test/web/browser/demonstration.test.ts",
  "test/install/update-beside.test.ts",
  "test/e2e/scans.test.ts",
  "test/evidence/corpus.test.ts",
  "test/e2e/interrupted.test.ts",
  "test/web/browser/corpus.test.ts",
  "test/web/review/browser.test.ts",
];

/** Files that mostly wait for time to pass: two of them use no more of the machine than one other file. */
const WAITING = [
  "test/chaos/limits.test.ts",
  "test/e2e/events.test.ts",
  "test/e2e/frozen-database.test.ts",
  "test/e2e/unreachable-sites.test.ts",
  "test/redis/",
  "test/webhooks/",
];

/** Test files that share a process, and the environment in which they run. */
export interface TestRun {
  /** At least one. */
  readonly files: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Printed instead of the files' names. */
  readonly name?: string;
  /** Printed after the name, for files that run more than once. */
  readonly where?: string;
}

interface Job extends TestRun {
  /** Place among the heavy files; null for a light one. */
  readonly heavyAt: number | null;
  readonly isAlone: boolean;
  /** Number of slots it takes. */
  readonly weight: number;
}

function toJob(run: TestRun): Job {
  const isIn = (place: string) => run.files.some((file) => file.startsWith(place));
  const at = HEAVY.findIndex(isIn);
  return { ...run, heavyAt: at === -1 ? null : at, isAlone: ALONE.some(isIn), weight: computeWeight(isIn) };
}

function computeWeight(isIn: (place: string) => boolean): number {
  if (isIn(LOOP)) return Math.min(2, ROOM);
  return WAITING.some(isIn) ? 0.5 : 1;
}

const isLoopTest = ({ files }: TestRun) => files.some((file) => file.startsWith(LOOP));
const computeOrder = ({ heavyAt, weight }: Job) => heavyAt ?? (weight < 1 ? HEAVY.length : HEAVY.length + 1);

interface Outcome {
  readonly passed: boolean;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Starts heavy files first, so that light ones fill the gaps; of the light ones, those that mostly wait start first, but
 * never beside a test of the event loop.
 * @returns whether all passed. Prints a line per process, the full output of a failed one, and the totals at the end.
 */
export async function runFiles(runs: readonly TestRun[]): Promise<boolean> {
  const waiting = runs.map(toJob).sort((a, b) => computeOrder(a) - computeOrder(b));
  const running = new Map<Job, Promise<void>>();
  const sums: Record<string, number> = { pass: 0, fail: 0, cancelled: 0, skipped: 0 };
  let allPassed = true;
  while (waiting.length > 0 || running.size > 0) {
    const jobs = [...running.keys()];
    const used = jobs.reduce((sum, { weight }) => sum + weight, 0);
    const heavy = jobs.filter(({ heavyAt }) => heavyAt !== null);
    // Beside a test of the event loop, which does not use two processors all the time, a file that works fits better.
    const isLoopTested = jobs.some(isLoopTest);
    const hasRoom = (job: Job) => used + job.weight <= ROOM && !(isLoopTested && job.weight < 1);
    const mayStart = (job: Job) => hasRoom(job) && (job.heavyAt === null || heavy.length === 0);
    const mayShare = (job: Job) => hasRoom(job) && heavy.length < 2 && ![job, ...heavy].some(({ isAlone }) => isAlone);
    const first = waiting.findIndex(mayStart);
    const next = first === -1 ? waiting.findIndex(mayShare) : first;
    const [job] = next === -1 ? [] : waiting.splice(next, 1);
    if (job === undefined) {
      await Promise.race(running.values());
      continue;
    }
    const done = runProcess(job).then(({ passed, counts }) => {
      running.delete(job);
      allPassed &&= passed;
      for (const name of Object.keys(sums)) sums[name] = (sums[name] ?? 0) + (counts[name] ?? 0);
    });
    running.set(job, done);
  }
  for (const [name, sum] of Object.entries(sums)) console.log(`ℹ ${name} ${sum}`);
  return allPassed;
}

/** The process exits once its tests are done, even if they left something open, such as a service after a failure. */
async function runProcess({ files, env, where, name = formatName(files, where) }: TestRun): Promise<Outcome> {
  const startedAt = performance.now();
  const together = files.length > 1 ? ["--test", "--test-isolation=none"] : [];
  const args = [...together, "--test-reporter=spec", `--test-timeout=${TIMEOUT_MS}`, "--test-force-exit", ...files];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const hung = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  // "exit", not "close": a program that a failed test left running holds the pipe open.
  const [code] = await once(child, "exit");
  clearTimeout(hung);
  await new Promise(setImmediate);
  const output = Buffer.concat(chunks).toString("utf8");
  const counts = readCounts(output);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  // A file fails if no test ran in it and no skipped test gave a reason.
  const ran = (counts["tests"] ?? 0) >= files.length || /^\s*﹣ .*# /m.test(output);
  const passed = code === 0 && ran && counts["fail"] === 0 && counts["cancelled"] === 0;
  // A process that exits without printing its totals has failed, whatever its tests reported.
  const counted = passed || (counts["fail"] ?? 0) + (counts["cancelled"] ?? 0) > 0 ? counts : { ...counts, fail: 1 };
  const skipped = counted["skipped"] ? `, ${counted["skipped"]} skipped` : "";
  console.log(`${passed ? "✔" : "✖"} ${name}: ${counted["pass"] ?? 0} passed${skipped}, ${seconds} s`);
  if (!passed) console.log(output, code === 0 ? "" : `(exit ${code ?? child.signalCode})`);
  else for (const line of output.split("\n").filter((each) => /^\s*﹣ .*# /.test(each))) console.log(line);
  const times = process.env["TEST_TIMES"];
  if (times !== undefined) appendFileSync(times, `file\t${seconds}\t${name}\n`);
  return { passed, counts: counted };
}

/** `test/web/feeds.test.ts, html.test.ts, links.test.ts on PostgreSQL`. */
function formatName([first = "", ...others]: readonly string[], where: string | undefined): string {
  const names = [first, ...others.map((file) => basename(file))].join(", ");
  return where === undefined ? names : `${names} ${where}`;
}

/** The totals that the spec reporter prints last: `ℹ pass 12`. */
function readCounts(output: string): Record<string, number> {
  const found = output.matchAll(/^ℹ (tests|pass|fail|cancelled|skipped) (\d+)$/gm);
  return Object.fromEntries([...found].map(([, name, count]) => [name, Number(count)]));
}
