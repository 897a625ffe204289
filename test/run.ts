/**
 * `npm test [FILE...]`: the tests that end within four minutes on two cores, and what was left out; with files, those.
 * `npm run test:all`: the long tests too, and what depends on the database once more on PostgreSQL; with `--rest` without those of `npm test`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";

interface LongTests {
  readonly what: string;
  /** Files, or folders ending in a slash, below the project's root. */
  readonly places: readonly string[];
}

const LONG: readonly LongTests[] = [
  { what: "whole runs of import, service and review", places: ["test/e2e/"] },
  {
    what: "instances that start from each other's bundles",
    places: [
      "test/bundle/followers.test.ts",
      "test/bundle/readings.test.ts",
      "test/bundle/served.test.ts",
      "test/bundle/services.test.ts",
      "test/bundle/start-from.test.ts",
    ],
  },
  { what: "processes killed under load", places: ["test/chaos/"] },
  { what: "packing and installing with several releases of npm and Node", places: ["test/install/"] },
  { what: "pages in a browser, and those of review", places: ["test/web/browser/", "test/web/review/"] },
  {
    what: "pages read by OCR, and pictures of their lines",
    places: [
      "test/evidence/",
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
  { what: "answers of many former versions", places: ["test/dataset/former-versions.test.ts"] },
  { what: "backup and restore", places: ["test/backup/"] },
  { what: "clients generated from the OpenAPI document", places: ["test/docs/generated-clients.test.ts"] },
  {
    what: "printed commands and programs, on the demonstration and on real filings",
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
  { what: "price providers with every fault", places: ["test/market/faults.test.ts"] },
];
/** The part of the places above that a first look at the project needs. */
const QUICK = ["test/e2e/service.test.ts"];
/** What measures turns of the event loop has the machine to itself, and fills a store of 100,000 trades first. */
const ALONE: LongTests = { what: "the event loop at 100,000 trades", places: ["test/large/"] };

/** Test files at a time: many wait for the programs that they started. Node by itself leaves a processor free, which on two is half of them. */
const CONCURRENCY = process.env["TEST_CONCURRENCY"] ?? String(availableParallelism() + 1);
/** Ends a test that hangs. On a slow machine the longest, beside two others, take more than five minutes. */
const TIMEOUT_MS = 900_000;

/** Most of a test file's time is reading the modules that it shares with others; in `node_modules`, so that a new install begins without it. */
const COMPILE_CACHE = resolve("node_modules/.cache/tests");

const isIn =
  ({ places }: LongTests) =>
  (file: string) =>
    places.some((place) => file === place || (place.endsWith("/") && file.startsWith(place)));

/** @returns whether all passed. */
async function pass(title: string, args: readonly string[]): Promise<boolean> {
  console.log(`== ${title}`);
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, TEST_CONCURRENCY: CONCURRENCY, ...process.env };
  const child = spawn(process.execPath, args, { stdio: "inherit", env });
  const [code] = await once(child, "exit");
  return code === 0;
}

/** A file's process is ended once its tests are: what it has left open, a service after a failure for instance, keeps nobody waiting. */
function inProcesses(title: string, files: readonly string[], concurrency = CONCURRENCY) {
  const args = ["--test", `--test-concurrency=${concurrency}`, "--test-reporter=spec", `--test-timeout=${TIMEOUT_MS}`];
  return pass(title, [...args, "--test-force-exit", ...files]);
}

async function quick(files: readonly string[]): Promise<boolean> {
  const units = ["--test", "--test-isolation=none", "--test-reporter=spec", "--test-timeout=60000", "src/**/*.test.ts"];
  const results = [await pass("units", units), await inProcesses("rooms", files)];
  return results.every(Boolean);
}

async function rest(long: readonly string[], alone: readonly string[]): Promise<boolean> {
  const results = [
    await inProcesses("long tests", long),
    await inProcesses(ALONE.what, alone, "1"),
    await pass("on PostgreSQL", ["test/on-postgres.ts"]),
  ];
  return results.every(Boolean);
}

const files = globSync("test/**/*.test.ts").sort();
for (const { places } of [...LONG, ALONE, { places: QUICK }]) {
  for (const place of places) {
    if (!files.some((file) => file.startsWith(place)))
      throw new RangeError(`test/run.ts names ${place}, where no test is`);
  }
}
const isLong = (file: string) => !QUICK.includes(file) && LONG.some((each) => isIn(each)(file));
const short = files.filter((file) => !isLong(file) && !isIn(ALONE)(file));
const [mode, ...named] = process.argv.slice(2);
if (mode !== "all" && mode !== "quick") throw new RangeError(`test/run.ts is told quick or all, not ${mode}`);
let passed: boolean;
if (mode === "all") {
  passed = named.includes("--rest") || (await quick(short));
  passed = (await rest(files.filter(isLong), files.filter(isIn(ALONE)))) && passed;
} else if (named.length > 0) {
  passed = await inProcesses("the tests that were named", named);
} else {
  passed = await quick(short);
  console.log("Left out, for `npm run test:all`:");
  for (const each of [...LONG, ALONE]) {
    const count = files.filter((file) => isIn(each)(file) && !QUICK.includes(file)).length;
    console.log(`- ${each.what} (${count} ${count === 1 ? "file" : "files"})`);
  }
  console.log("- what depends on the database, once more on PostgreSQL");
}
process.exitCode = passed ? 0 : 1;
