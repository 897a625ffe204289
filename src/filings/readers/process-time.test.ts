import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { readProcessorMs, readResidentBytes } from "./process-time.ts";

const BUSY = "process.stdout.write('x'); for (;;);";
const skip = process.platform === "linux" ? false : "this system has no /proc";

async function startProcess(script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  return child;
}

test("a suspended process uses no processor time, however long it is suspended", { skip }, async () => {
  const child = await startProcess(BUSY);
  try {
    const before = readProcessorMs(child.pid) ?? 0;
    while ((readProcessorMs(child.pid) ?? 0) < before + 50) await after(10);
    child.kill("SIGSTOP");
    await after(50);
    const stopped = readProcessorMs(child.pid) ?? 0;
    await after(300);
    assert.equal(readProcessorMs(child.pid), stopped);
    assert.ok(readResidentBytes(child.pid) > 2 ** 20);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

test("an ended process has no processor time and no memory", () => {
  assert.equal(readProcessorMs(undefined), null);
  assert.equal(readResidentBytes(undefined), 0);
});
