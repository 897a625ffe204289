/** `.env` in the working folder: what the launcher takes from it, and what nobody does. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { type Ended, printed, ROOT, run, shell, temporaryFolder } from "./workbench.ts";

const LAUNCHER = path.join(ROOT, "bin/congress-trades.js");
let folder: string;
before(async () => {
  folder = await temporaryFolder();
});
beforeEach(() => rm(path.join(folder, ".env"), { recursive: true, force: true }));
after(() => rm(folder, { recursive: true, force: true }));

/** Without the variable of the runner that keeps a `.env` of the clone away from the tests. */
function env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { CONGRESS_TRADES_ENV, ...own } = shell(path.dirname(process.execPath));
  return { ...own, DATABASE_URL: "", ...more };
}

const launch = (args: readonly string[], more?: Record<string, string>): Promise<Ended> =>
  run(process.execPath, [LAUNCHER, ...args], folder, env(more));
const keep = (text: string) => writeFile(path.join(folder, ".env"), text);
/** The folder that a command looks for, as it says where it holds nothing. */
const folderIn = ({ stderr }: Ended) => /data folder "([^"]+)" holds no store/.exec(stderr)?.[1] ?? stderr;

test("a command uses the file's settings, but the environment takes precedence", async () => {
  await keep("DATA_DIR=from-file\n");
  assert.equal(folderIn(await launch(["coverage"])), path.join(folder, "from-file"));
  assert.equal(folderIn(await launch(["coverage"], { DATA_DIR: "own" })), path.join(folder, "own"));
  assert.equal(folderIn(await launch(["coverage"], { CONGRESS_TRADES_ENV: "" })), path.join(folder, "data"));
  await writeFile(path.join(folder, "other"), "DATA_DIR=from-other\n");
  assert.equal(folderIn(await launch(["coverage"], { CONGRESS_TRADES_ENV: "other" })), path.join(folder, "from-other"));
  const module = await run(process.execPath, [path.join(ROOT, "src/app/cli/main.ts"), "coverage"], folder, env());
  assert.equal(folderIn(module), path.join(folder, "data"), "a module reads no file");
});

test("rejects a wrong value in the file like one in the environment", async () => {
  await keep("PORT=abc\nOCR=perhaps\n");
  const { code, stderr } = await launch(["coverage"]);
  assert.equal(code, 1);
  assert.match(stderr, /^PORT must be .*, not "abc"\.\nOCR must be .*, not "perhaps"\.\n$/);
});

test("ignores a Python folder named .env, but a file named explicitly must exist", async () => {
  await mkdir(path.join(folder, ".env"));
  assert.equal(folderIn(await launch(["coverage"])), path.join(folder, "data"));
  const { code, stderr } = await launch(["coverage"], { CONGRESS_TRADES_ENV: "absent" });
  assert.equal(code, 1);
  assert.equal(stderr, `The settings in "${path.join(folder, "absent")}" cannot be read (ENOENT).\n`);
});

test("the service starts with the settings from setup", async () => {
  const child = spawn(process.execPath, [LAUNCHER, "setup"], {
    cwd: folder,
    env: env(),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  // Left open, as a terminal is: the command ends by itself after its last answer.
  child.stdin.write("no\noperator@example.org\n0\n");
  await printed(child, /only you can read/);
  assert.deepEqual(await exit, [0, null]);
  await writeFile(path.join(folder, ".env"), "INGEST=false\nSPEED=5\n", { flag: "a" });
  assert.match(await readFile(path.join(folder, ".env"), "utf8"), /^CONTACT=operator@example\.org$/m);

  const service = spawn(process.execPath, [LAUNCHER, "serve"], { cwd: folder, env: env() });
  const said = await printed(service, /Downloading is off/);
  service.kill("SIGTERM");
  assert.match(said, new RegExp(`^Settings are also read from ${path.join(folder, ".env")}\\.$`, "m"));
  assert.match(said, /^SPEED in .* is not a setting\.$/m);
  assert.doesNotMatch(said, /:3000/);
});

test("without a terminal or answers, setup ends instead of asking forever", async () => {
  const child = spawn(process.execPath, [LAUNCHER, "setup"], {
    cwd: folder,
    env: env(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = await printed(child, /printf .* \| npm run setup/);
  assert.match(said, /Nothing was written: not every question was answered\./);
});
