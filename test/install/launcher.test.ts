/** Tests `npm start` and `congress-trades` as a supervisor sees them: one process to signal, and nothing left behind. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { totalmem } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { eventually } from "../eventually.ts";
import { createShellEnvironment, createTemporaryFolder, ROOT, run, waitForOutput } from "./workbench.ts";

let folder: string;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => rm(folder, { recursive: true, force: true }));

const OFFLINE = { INGEST: "false", PORT: "0", HOST: "127.0.0.1" };
const onPosix = { skip: process.platform === "win32" };

for (const [name, command, args] of [
  ["npm start", "npm", ["start"]],
  ["congress-trades serve", process.execPath, ["bin/congress-trades.js", "serve"]],
] as const) {
  test(`SIGTERM to \`${name}\` ends the service and releases the data folder`, onPosix, async () => {
    const dataDir = path.join(folder, name.replaceAll(" ", "-"));
    const env = createShellEnvironment(path.dirname(process.execPath), { ...OFFLINE, DATA_DIR: dataDir });
    const child = spawn(command, args, { cwd: ROOT, env });
    const closed = once(child, "close");
    const [, address = ""] = /(http:\/\/[\d.:]+)/.exec(await waitForOutput(child, /http:\/\/[\d.]+:\d+\S*/)) ?? [];
    assert.equal((await fetch(`${address}/health/live`)).status, 200);
    child.kill("SIGTERM");
    const [code] = await closed;
    assert.equal(code, 0);
    await assert.rejects(fetch(`${address}/health/live`));
    const again = await run(process.execPath, ["src/app/cli/main.ts", "coverage"], ROOT, env);
    assert.equal(again.code, 0, again.stderr);
  });
}

test(
  "the launcher becomes the service's process, with no process between the service and the supervisor",
  onPosix,
  async () => {
    const env = createShellEnvironment(path.dirname(process.execPath), {
      ...OFFLINE,
      DATA_DIR: path.join(folder, "one"),
    });
    const child = spawn(process.execPath, ["bin/congress-trades.js", "serve"], { cwd: ROOT, env });
    const closed = once(child, "close");
    await waitForOutput(child, /http:\/\/[\d.]+:\d+/);
    const held = await run(process.execPath, ["src/app/cli/main.ts", "ingest"], ROOT, env);
    assert.match(held.stderr, new RegExp(`held by process ${child.pid} `));
    child.kill("SIGTERM");
    await closed;
  },
);

test("the machine's memory or NODE_OPTIONS limits the heap", {
  skip: process.platform !== "linux",
}, async () => {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
  const bound = Math.max(256, Math.min(512, Math.floor(megabytes / 2)));
  for (const [name, settings, expected] of [
    ["bounded", {}, [String(bound)]],
    ["as-set", { NODE_OPTIONS: "--max-old-space-size=700" }, []],
  ] as const) {
    const env = createShellEnvironment(path.dirname(process.execPath), {
      ...OFFLINE,
      ...settings,
      DATA_DIR: path.join(folder, name),
    });
    const child = spawn(process.execPath, ["bin/congress-trades.js", "serve"], { cwd: ROOT, env });
    const closed = once(child, "close");
    await waitForOutput(child, /http:\/\/[\d.]+:\d+/);
    const line = await readFile(`/proc/${child.pid}/cmdline`, "utf8");
    assert.deepEqual(
      [...line.matchAll(/--max-old-space-size=(\d+)/g)].map(([, set]) => set),
      expected,
    );
    child.kill("SIGTERM");
    await closed;
  }
});

test("on an older Node, SIGKILL to the waiting launcher also ends the service", onPosix, async () => {
  const env = createShellEnvironment(path.dirname(process.execPath), {
    ...OFFLINE,
    DATA_DIR: path.join(folder, "killed"),
  });
  const launching = `process.execve = undefined;
    const { handOver } = await import("./bin/hand-over.js");
    handOver(["src/app/cli/main.ts", "serve"]);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", launching], { cwd: ROOT, env });
  const [, address = ""] = /(http:\/\/[\d.:]+)/.exec(await waitForOutput(child, /http:\/\/[\d.]+:\d+\S*/)) ?? [];
  assert.equal((await fetch(`${address}/health/live`)).status, 200);
  child.kill("SIGKILL");
  await eventually("the service ends", async () => !(await fetch(`${address}/health/live`).catch(() => null)));
});

test("on Windows, `exec` runs the command and exits with its code", async () => {
  const args = ["runtime/exec.js", "node", "-e", "process.exit(7)"];
  assert.equal((await run(process.execPath, args, ROOT, process.env)).code, 7);
});

for (const name of ["filings", "prices"] as const) {
  test(`the library's entry for ${name} lists every export, and says in one sentence if Node is too old`, async () => {
    const entry = path.join(ROOT, `bin/${name}.js`);
    const [, names = ""] = /^export const \{ (.+) \}/m.exec(await readFile(entry, "utf8")) ?? [];
    const module = (await import(`../../src/app/library/${name}.ts`)) as object;
    assert.deepEqual(names.split(", "), Object.keys(module));
    const old = `Object.defineProperty(process.versions, "node", { value: "22.1.0" });
      await import(${JSON.stringify(pathToFileURL(entry).href)}).catch(({ message }) => console.log(message));`;
    const env = createShellEnvironment(path.dirname(process.execPath));
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", old], ROOT, env);
    assert.match(
      stdout,
      /^congress-trades needs Node 24 or newer, and this is Node 22\.1\.0 \(.+\): install a newer one\.\n$/,
    );
  });
}
