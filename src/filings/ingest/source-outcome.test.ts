import assert from "node:assert/strict";
import { test } from "node:test";
import type { Logger } from "../../base/log.ts";
import type { Reason } from "../../domain/reason.ts";
import type { Store } from "../../store/store.ts";
import { recordSourceOutcome } from "./source-outcome.ts";

test("logs one line if a source fails, one if its failure changes, and one if it recovers", async () => {
  const lines: string[] = [];
  const warn = (_: unknown, text: string) => lines.push(text);
  let lastError: Reason | null = null;
  const parts = {
    log: { warn, debug: () => {} } as unknown as Logger,
    now: () => new Date(),
    store: {
      sources: {
        listAll: async () => [{ source: "tickers", lastError }],
        recordSuccess: async () => {
          lastError = null;
        },
        recordFailure: async (_source: string, _at: Date, error: Reason) => {
          lastError = error;
        },
      },
    } as unknown as Pick<Store, "sources">,
  };
  const outcomes = [null, "network", "network", "blocked", "blocked", null, null] as const;
  for (const code of outcomes) {
    await recordSourceOutcome(parts, "tickers", code === null ? null : { code, message: `It fails with ${code}.` });
  }
  assert.deepEqual(lines, ["It fails with network.", "It fails with blocked.", "tickers answers again"]);
});
