/**
 * `npm test [FILE...]`: runs the short tests, which together take minutes on two cores, and prints which were left out; with
 * files, runs only those.
 * `npm run test:all [-- PASS...]`: runs all passes or the named ones: units, rooms, long, loop, postgres. The first two run as
 * one pass, and so do the last three, so that light files use the processors that heavy ones leave idle.
 * `npm run test:postgres [FILE...]`: runs the PostgreSQL pass, or these files on PostgreSQL.
 */
import { appendFileSync, existsSync, globSync, readFileSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { IMPORTED } from "./e2e/imported-place.ts";
import { POSTGRES_FILES, withPostgres } from "./on-postgres.ts";
import { runFiles, type TestRun } from "./run-files.ts";

interface LongTests {
  readonly what: string;
  /** Files, or folders ending in a slash, below the project's root. */
  readonly places: readonly string[];
}

const LONG: readonly LongTests[] = [
  { what: "complete runs of import, service and review", places: ["test/e2e/"] },
  { what: "processes killed under load", places: ["test/chaos/"] },
  { what: "packing and installing with several releases of npm and Node", places: ["test/install/"] },
  { what: "pages in a browser, and the review pages", places: ["test/web/browser/", "test/web/review/"] },
  {
    what: "pages read by OCR, and pictures of their lines",
    places: [
      "test/evidence/",
      "test/corpus/library.test.ts",
      "test/corpus/records.test.ts",
      "test/review/sheets.test.ts",
      "test/sources/leaning-left-rules.test.ts",
      "test/sources/pages-without-rows.test.ts",
      "test/sources/scan-crop.test.ts",
      "test/sources/senate-paper.test.ts",
      "test/sources/texts-on-forms.test.ts",
    ],
  },
  {
    what: "every document of the corpus, listed, read and matched to its filer",
    places: [
      "test/normalise/filers.test.ts",
      "test/sources/house-clerk.test.ts",
      "test/upstream/corpus-material.test.ts",
      "test/upstream/demonstration/",
    ],
  },
  { what: "responses for many former versions", places: ["test/dataset/past-versions.test.ts"] },
  { what: "backup and restore", places: ["test/backup/"] },
  { what: "clients generated from the OpenAPI document", places: ["test/docs/generated-clients.test.ts"] },
  {
    what: "commands and programs printed in the documentation, run on the demonstration and on real filings",
    places: [
      "test/docs/corpus-requests.test.ts",
      "test/docs/python-page.test.ts",
      "test/docs/requests.test.ts",
      "test/mcp/questions.test.ts",
      "test/upstream/demo.test.ts",
    ],
  },
  {
    what: "commands for accounts and prices",
    places: ["test/contract/premium-cli.test.ts", "test/market/prices-cli.test.ts"],
  },
  { what: "the workflow that publishes to Pages", places: ["test/deploy/github-actions.test.ts"] },
  { what: "price providers with every fault", places: ["test/market/faults.test.ts"] },
];
/** Long tests that `npm test` runs all the same, because even a first look at the project needs them. */
const QUICK = ["test/e2e/service.test.ts"];
/** Tests that measure turns of the event loop, after filling a store with 100,000 trades. */
const LOOP: LongTests = { what: "the event loop at 100,000 trades", places: ["test/large/"] };

/** Temporary files are in memory if there is room: on disk, a run waits for thousands of commits. */
const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 8e9;
if (process.env["TMPDIR"] === undefined && hasRoomInMemory()) process.env["TMPDIR"] = IN_MEMORY;

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY) || freemem() < ROOM_BYTES) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === IN_MEMORY);
  // Tests execute programs that they install.
  return bavail * bsize >= ROOM_BYTES && mount !== undefined && !/\bnoexec\b/.test(mount);
}

/**
 * Cache of compiled modules: compiling shared modules takes most of a test file's time. It is in `node_modules`, so that a new
 * install starts without it.
 */
const COMPILE_CACHE = resolve("node_modules/.cache/tests");
const environment: NodeJS.ProcessEnv = {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...process.env,
  NODE_OPTIONS: [process.env["NODE_OPTIONS"], `--import=${new URL("equal-priority.js", import.meta.url)}`]
    .filter((each) => each !== undefined)
    .join(" "),
};

/** Files per shared process: fewer would save less time, more would leave a processor idle at the end. */
const SHARING = 5;

const isIn =
  ({ places }: LongTests) =>
  (file: string) =>
    places.some((place) => file === place || (place.endsWith("/") && file.startsWith(place)));

/** The tests in `src`, next to the files that they test; all run in one process. */
const UNITS: TestRun = { files: globSync("src/**/*.test.ts").sort(), env: environment, name: "src/**/*.test.ts" };

const files = globSync("test/**/*.test.ts").sort();
for (const { places } of [...LONG, LOOP, { places: [...QUICK, ...POSTGRES_FILES] }]) {
  for (const place of places) {
    if (!files.some((file) => file.startsWith(place)))
      throw new RangeError(`test/run.ts names ${place}, which has no test`);
  }
}
const isLong = (file: string) => !QUICK.includes(file) && LONG.some((each) => isIn(each)(file));
const short = files.filter((file) => !isLong(file) && !isIn(LOOP)(file));

interface Pass {
  readonly title: string;
  readonly files: readonly string[];
}

const PASSES = {
  rooms: { title: "rooms", files: short },
  long: { title: "long tests", files: files.filter(isLong) },
  loop: { title: LOOP.what, files: files.filter(isIn(LOOP)) },
  postgres: { title: "on PostgreSQL", files: files.filter(isIn({ what: "", places: POSTGRES_FILES })) },
} as const satisfies Readonly<Record<string, Pass>>;
type PassName = keyof typeof PASSES | "units";
/** Passes in order; those on one line run as one pass. */
const ORDER: readonly (readonly PassName[])[] = [
  ["units", "rooms"],
  ["long", "loop", "postgres"],
];
const PASS_NAMES = ORDER.flat();

function run(names: readonly PassName[]): Promise<boolean> {
  const here = names.flatMap((name) => {
    if (name === "units") return [UNITS];
    return name === "postgres" ? [] : toRuns(PASSES[name].files);
  });
  return names.includes("postgres") ? runOnPostgres(PASSES.postgres.files, here) : runFiles(here);
}

/** @param others other tests to run at the same time. */
function runOnPostgres(chosen: readonly string[], others: readonly TestRun[] = []): Promise<boolean> {
  return withPostgres((url) => {
    const env = { ...environment, TEST_POSTGRES_URL: url ?? undefined };
    const there = url === null ? [] : toRuns(chosen, env);
    return runFiles([...others, ...there.map((each): TestRun => ({ ...each, where: "on PostgreSQL" }))]);
  });
}

/** Short files of one folder share processes, a few files each, like units; every other file has its own process. */
function toRuns(files: readonly string[], env = environment): TestRun[] {
  const { shared = [], alone = [] } = Object.groupBy(files, (file) =>
    short.includes(file) && !QUICK.includes(file) ? "shared" : "alone",
  );
  const folders = Object.values(Object.groupBy(shared, dirname)).filter((each) => each !== undefined);
  const few = folders.flatMap((inFolder) =>
    Array.from({ length: Math.ceil(inFolder.length / SHARING) }, (_, at) =>
      inFolder.slice(at * SHARING, (at + 1) * SHARING),
    ),
  );
  return [...alone.map((file) => [file]), ...few].map((each) => ({ files: each, env }));
}

const getTitle = (name: PassName) => (name === "units" ? name : PASSES[name].title);

/** Appends the pass and its seconds to the file named by TEST_TIMES. @returns whether all tests passed. */
async function runPass(title: string, run: () => Promise<boolean>): Promise<boolean> {
  console.log(`== ${title}`);
  const startedAt = performance.now();
  const passed = await run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${title}: ${seconds} s`);
  const times = process.env["TEST_TIMES"];
  if (times !== undefined) appendFileSync(times, `pass\t${seconds}\t${title}\n`);
  return passed;
}

async function runPasses(names: readonly PassName[]): Promise<boolean> {
  const imported = await mkdtemp(join(tmpdir(), "congress-trades-imported-"));
  try {
    environment[IMPORTED] = imported;
    let passed = true;
    for (const together of ORDER) {
      const chosen = together.filter((name) => names.includes(name));
      if (chosen.length === 0) continue;
      passed = (await runPass(chosen.map(getTitle).join(", "), () => run(chosen))) && passed;
    }
    return passed;
  } finally {
    await rm(imported, { recursive: true, force: true });
  }
}

const [mode, ...named] = process.argv.slice(2);
let passed: boolean;
if (mode === "all") {
  const unknown = named.find((name) => !(PASS_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new RangeError(`Unknown pass ${unknown}. Passes: ${PASS_NAMES.join(", ")}`);
  passed = await runPasses(named.length > 0 ? (named as PassName[]) : PASS_NAMES);
} else if (mode === "postgres") {
  const chosen = named.length > 0 ? named : PASSES.postgres.files;
  passed = await runPass("on PostgreSQL", () => runOnPostgres(chosen));
} else if (mode !== "quick") {
  throw new RangeError(`Unknown mode ${mode}. Modes of test/run.ts: quick, all, postgres`);
} else if (named.length > 0) {
  passed = await runPass("the named tests", () => runFiles(named.map((file) => ({ files: [file], env: environment }))));
} else {
  passed = await runPasses(["units", "rooms"]);
  console.log("Left out, for `npm run test:all`:");
  for (const each of [...LONG, LOOP]) {
    const count = files.filter((file) => isIn(each)(file) && !QUICK.includes(file)).length;
    console.log(`- ${each.what} (${count} ${count === 1 ? "file" : "files"})`);
  }
  console.log("- tests that depend on the database, run again on PostgreSQL");
}
process.exitCode = passed ? 0 : 1;
