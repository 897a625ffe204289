import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/base/config.ts";
import { AppError } from "../../src/base/errors.ts";
import { followProcess, runInBackground } from "../../src/filings/ingest/background-run.ts";

test("ends a run's process that no longer responds, and reports that it was stuck", async () => {
  const child = fork(fileURLToPath(new URL("./stuck-process.ts", import.meta.url)), [], { serialization: "advanced" });
  const exited = once(child, "exit");
  await assert.rejects(
    followProcess(child, new AbortController().signal, () => false, 50),
    (error) => error instanceof AppError && error.code === "run_stuck",
  );
  assert.equal((await exited)[1], "SIGKILL");
});

test("a run whose process cannot be started, such as during an update, fails early and does not end the service", async (t) => {
  const { execPath } = process;
  t.after(() => {
    process.execPath = execPath;
  });
  process.execPath = "/nowhere/node";
  const events = { onPublished() {}, onReference() {}, onProgress() {} };
  const scope = { sinceYear: 2026, since: null };
  await assert.rejects(
    runInBackground({} as Config, { kind: "filings", scope }, new AbortController().signal, events),
    (error) => {
      return error instanceof AppError && error.code === "run_ended_early" && /ENOENT/.test(error.message);
    },
  );
  await new Promise(setImmediate);
});
