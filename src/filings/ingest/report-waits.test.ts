import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Activity } from "../../base/activity.ts";
import { createLoggerTo } from "../../base/log.ts";
import { reportWaits } from "./report-waits.ts";

test("tells the operator every minute what a source is waiting for, and when it continues", async () => {
  let now = 0;
  mock.method(performance, "now", () => now);
  mock.timers.enable({ apis: ["setInterval"] });
  const passMinute = () => {
    now += 60_000;
    mock.timers.tick(60_000);
  };
  const lines: string[] = [];
  const log = createLoggerTo("info", { write: (line: string) => lines.push(line) });
  const messages: (string | null)[] = [];
  const activity = new Activity();
  const stop = reportWaits(activity, "house-clerk", log, (waitingFor) => messages.push(waitingFor));
  try {
    const answer = Promise.withResolvers<void>();
    const step = activity.runStep("GET https://example.org/2026FD.zip", () => answer.promise);
    passMinute();
    passMinute();
    answer.resolve();
    await step;
    passMinute();
    passMinute();
  } finally {
    stop();
    mock.reset();
    mock.timers.reset();
  }
  const what = "GET https://example.org/2026FD.zip";
  assert.deepEqual(messages, [`has waited 60 s for ${what}`, `has waited 120 s for ${what}`, null]);
  assert.deepEqual(
    lines
      .map((line) => JSON.parse(line) as { source: string; waitingFor: string; seconds: number })
      .map(({ source, waitingFor, seconds }) => [source, waitingFor, seconds]),
    [
      ["house-clerk", what, 60],
      ["house-clerk", what, 120],
    ],
  );
});
