import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "../../base/log.ts";
import { startDigests } from "./digests.ts";

test("a digest that cannot be written does not block the others, and is tried once per pass", async () => {
  const waiting = new Set(Array.from({ length: 450 }, (_, at) => `alert_${at}`));
  const tried: string[] = [];
  const writer = startDigests({
    digests: {
      listDue: async (limit) => [...waiting].slice(0, limit).map((id) => ({ id, accountId: "acct_1" })),
      async write({ id }) {
        tried.push(id);
        if (Number(id.slice("alert_".length)) < 250) throw new Error("its data cannot be read");
        return waiting.delete(id);
      },
    },
    baseUrl: "https://api.example/api/v1",
    loadStandouts: async () => new Map(),
    emails: false,
    onQueued() {},
    log: createLogger("silent"),
  });
  await writer.writeDueDigests();
  await writer.stop();
  assert.equal(waiting.size, 250, "only the digests that cannot be written are left");
  assert.equal(tried.length, 450);
});
