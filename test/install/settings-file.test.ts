/** Tests `.env` in the working folder: which settings the launcher reads from it, and which are ignored. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import {
  createShellEnvironment,
  createTemporaryFolder,
  type ProgramResult,
  ROOT,
  run,
  waitForOutput,
} from "./workbench.ts";

const LAUNCHER = path.join(ROOT, "bin/congress-trades.js");
let folder: string;
before(async () => {
  folder = await createTemporaryFolder();
});
beforeEach(() => rm(path.join(folder, ".env"), { recursive: true, force: true }));
after(() => rm(folder, { recursive: true, force: true }));

/** Leaves out the variable that the test runner sets to keep tests from reading a `.env` in the clone. */
function createEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { CONGRESS_TRADES_ENV, ...own } = createShellEnvironment(path.dirname(process.execPath));
  return { ...own, DATABASE_URL: "", ...more };
}

const launch = (args: readonly string[], more?: Record<string, string>): Promise<ProgramResult> =>
  run(process.execPath, [LAUNCHER, ...args], folder, createEnvironment(more));
const writeEnvFile = (text: string) => writeFile(path.join(folder, ".env"), text);
/** The data folder that a command used, read from its error that the folder holds no store. */
const readFolder = ({ stderr }: ProgramResult) => /data folder "([^"]+)" holds no store/.exec(stderr)?.[1] ?? stderr;

test("a command uses the file's settings, but the environment takes precedence", async () => {
  await writeEnvFile("DATA_DIR=from-file\n");
  assert.equal(readFolder(await launch(["coverage"])), path.join(folder, "from-file"));
  assert.equal(readFolder(await launch(["coverage"], { DATA_DIR: "own" })), path.join(folder, "own"));
  assert.equal(readFolder(await launch(["coverage"], { CONGRESS_TRADES_ENV: "" })), path.join(folder, "data"));
  await writeFile(path.join(folder, "other"), "DATA_DIR=from-other\n");
  assert.equal(
    readFolder(await launch(["coverage"], { CONGRESS_TRADES_ENV: "other" })),
    path.join(folder, "from-other"),
  );
  const module = await run(
    process.execPath,
    [path.join(ROOT, "src/app/cli/main.ts"), "coverage"],
    folder,
    createEnvironment(),
  );
  assert.equal(readFolder(module), path.join(folder, "data"), "a module run without the launcher reads no file");
});

test("rejects a wrong value in the file like one in the environment", async () => {
  await writeEnvFile("PORT=abc\nOCR=perhaps\n");
  const { code, stderr } = await launch(["coverage"]);
  assert.equal(code, 1);
  assert.match(stderr, /^PORT must be .*, not "abc"\.\nOCR must be .*, not "perhaps"\.\n$/);
});

test("ignores a Python folder named .env, but a file named explicitly must exist", async () => {
  await mkdir(path.join(folder, ".env"));
  assert.equal(readFolder(await launch(["coverage"])), path.join(folder, "data"));
  const { code, stderr } = await launch(["coverage"], { CONGRESS_TRADES_ENV: "absent" });
  assert.equal(code, 1);
  assert.equal(stderr, `The settings in "${path.join(folder, "absent")}" cannot be read (ENOENT).\n`);
});

test("the service starts with the settings from setup", async () => {
  const child = spawn(process.execPath, [LAUNCHER, "setup"], {
    cwd: folder,
    env: createEnvironment(),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  // Standard input stays open, as in a terminal: the command exits by itself after the last answer.
  child.stdin.write("no\noperator@example.org\n0\n");
  await waitForOutput(child, /only you can read/);
  assert.deepEqual(await exit, [0, null]);
  await writeFile(path.join(folder, ".env"), "INGEST=false\nSPEED=5\n", { flag: "a" });
  assert.match(await readFile(path.join(folder, ".env"), "utf8"), /^CONTACT=operator@example\.org$/m);

  const service = spawn(process.execPath, [LAUNCHER, "serve"], { cwd: folder, env: createEnvironment() });
  const output = await waitForOutput(service, /Downloading is off/);
  service.kill("SIGTERM");
  assert.match(output, new RegExp(`^Settings are also read from ${path.join(folder, ".env")}\\.$`, "m"));
  assert.match(output, /^SPEED in .* is not a setting\.$/m);
  assert.doesNotMatch(output, /:3000/);
});

test("without a terminal or answers, setup ends instead of asking forever", async () => {
  const child = spawn(process.execPath, [LAUNCHER, "setup"], {
    cwd: folder,
    env: createEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await waitForOutput(child, /printf .* \| npm run setup/);
  assert.match(output, /Nothing was written: not every question was answered\./);
});
