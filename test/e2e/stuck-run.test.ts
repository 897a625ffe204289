import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { AppError } from "../../src/errors.ts";
import { followed } from "../../src/ingest/background-run.ts";

test("a run's process that gives no sign any more is ended, and the service is told that it was stuck", async () => {
  const child = fork(fileURLToPath(new URL("./stuck-process.ts", import.meta.url)), [], { serialization: "advanced" });
  const exited = once(child, "exit");
  await assert.rejects(
    followed(child, new AbortController().signal, () => false, 50),
    (error) => error instanceof AppError && error.code === "run_stuck",
  );
  assert.equal((await exited)[1], "SIGKILL");
});
