import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { eventually } from "../eventually.ts";

const MODULE = JSON.stringify(new URL("../../src/filings/readers/exit-with-parent.ts", import.meta.url).href);
/** Prints its process id, then never returns to its event loop. */
const READER = `
  const { exitWithParent } = await import(${MODULE});
  const { writeSync } = await import("node:fs");
  exitWithParent();
  writeSync(1, String(process.pid));
  for (;;);
`;
const PARENT = `
  const { spawn } = await import("node:child_process");
  spawn(process.execPath, ["--input-type=module", "--eval", ${JSON.stringify(READER)}], { stdio: ["ignore", "inherit", "inherit"] });
  setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a reader stuck in parsing ends if its parent is killed", {
  skip: process.platform === "win32",
}, async (t) => {
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", PARENT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => parent.kill("SIGKILL"));
  const [pid] = ((await once(parent.stdout, "data")) as [Buffer]).map(Number) as [number];
  t.after(() => isAlive(pid) && process.kill(pid, "SIGKILL"));
  assert.ok(isAlive(pid));
  parent.kill("SIGKILL");
  await eventually("the reader is gone", () => !isAlive(pid), { withinMs: 20_000 });
});
