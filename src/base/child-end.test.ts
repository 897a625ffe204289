import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { test } from "node:test";
import { waitForEnd } from "./child-end.ts";

test("a child that cannot be started has ended, and what was sent to it ends nobody else", async () => {
  const child = fork("nothing.js", [], { execPath: "/nowhere/node", stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = waitForEnd(child);
  child.send({});
  const { why, isSuccess } = await ended;
  assert.match(why, /ENOENT/);
  assert.equal(isSuccess, false);
  await new Promise(setImmediate);
});

test("a child that ends is told with its code or its signal", async () => {
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
