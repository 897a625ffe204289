/**
 * `npm run test:postgres [FILE...]`: the tests whose stores are in SQLite once more, with a throw-away PostgreSQL instead.
 * Those are the test files that reach `database.ts`; a file that starts PostgreSQL itself chooses its databases, and has run on both.
 * Left out is what ends alike on any database.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { startPostgres } from "./postgres.ts";

const DATABASE = resolve("test/database.ts");
const POSTGRES = resolve("test/postgres.ts");

/** Test files that reach `database.ts` although no outcome of theirs depends on it, and what they are about. */
const ALIKE: Readonly<Record<string, string>> = {
  "test/bundle/services.test.ts": "whose readings a service takes; how they are stored is in readings.test.ts",
  "test/chaos/assistant-calls.test.ts": "loads a service on SQLite, whose statements run within its loop",
  "test/chaos/evidence-queue.test.ts": "loads a service on SQLite, whose statements run within its loop",
  "test/corpus/fetch.test.ts": "fetches documents and opens no store",
  "test/docs/corpus-requests.test.ts": "whether the service understands the requests that pages show",
  "test/docs/requests.test.ts": "whether the service understands the requests that pages show",
  "test/e2e/hostile-sites.test.ts": "reads documents and lists that a site should not send",
  "test/e2e/odd-pages.test.ts": "reads pages that a site should not send",
  "test/e2e/parse.test.ts": "reads files and opens no store",
  "test/e2e/unreachable-sites.test.ts": "what is said while a site does not answer",
  "test/evidence/evidence-over-http.test.ts": "draws pictures of kept files",
  "test/chaos/past-questions.test.ts": "loads a service on SQLite, whose statements run within its loop",
  "test/large/dearest-questions.test.ts": "measures the loop of a service on SQLite, whose statements run within it",
  "test/large/everything-changed.test.ts": "measures turns of the loop over SQLite, whose statements run within it",
  "test/web/browser/corpus.test.ts": "looks at pages in a browser",
  "test/web/browser/facts.test.ts": "compares pages with the API of the same service",
  "test/web/review/browser.test.ts": "looks at pages in a browser; what they write is in decisions.test.ts",
};

function importsOf(file: string): readonly string[] {
  const matches = readFileSync(file, "utf8").matchAll(/(?:from|import) "(\.{1,2}\/[^"]+\.ts)"/g);
  return [...matches].map(([, path = ""]) => resolve(join(dirname(file), path))).filter((path) => existsSync(path));
}

function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  // What the service imports is none of the tests' files.
  if (seen.has(file) || file.startsWith(resolve("src"))) return false;
  seen.add(file);
  return importsOf(file).some((path) => reaches(path, target, seen));
}

for (const file of Object.keys(ALIKE)) {
  if (!existsSync(file)) throw new Error(`${file} is left out, and there is no such file`);
}

const choosesItself = (file: string) => importsOf(file).includes(POSTGRES);

const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : globSync("test/**/*.test.ts").filter(
        (file) => !(file in ALIKE) && reaches(resolve(file), DATABASE) && !choosesItself(file),
      );
const postgres = await startPostgres();
if ("skipped" in postgres) {
  console.log(postgres.skipped);
} else {
  const concurrency = process.env["TEST_CONCURRENCY"];
  const args = ["--test", "--test-reporter=spec", "--test-timeout=900000", "--test-force-exit", ...files.sort()];
  if (concurrency !== undefined) args.unshift(`--test-concurrency=${concurrency}`);
  const tests = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, TEST_POSTGRES_URL: postgres.url },
  });
  [process.exitCode] = await once(tests, "exit");
  await postgres.stop();
}
