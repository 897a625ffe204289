import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { test } from "node:test";
import { waitForEnd } from "./child-end.ts";

test("a child process that fails to start counts as ended, and sending to it crashes nothing", async () => {
  const child = fork("nothing.js", [], { execPath: "/nowhere/node", stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = waitForEnd(child);
  child.send({});
  const { why, isSuccess } = await ended;
  assert.match(why, /ENOENT/);
  assert.equal(isSuccess, false);
  await new Promise(setImmediate);
});

test("reports the exit code or the signal of a child process that ends", async () => {
  const options = { execArgv: ["-e", "process.once('message', (code) => process.exit(code))"] };
  for (const [code, why, isSuccess] of [
    [0, "exit 0", true],
    [3, "exit 3", false],
  ] as const) {
    const child = fork("-", [], { ...options, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const ended = waitForEnd(child);
    child.send(code);
    assert.deepEqual(await ended, { why, isSuccess });
  }
  const killed = fork("-", [], { ...options, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  killed.kill("SIGKILL");
  assert.deepEqual(await waitForEnd(killed), { why: "SIGKILL", isSuccess: false });
});
