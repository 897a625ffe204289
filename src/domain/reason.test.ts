import assert from "node:assert/strict";
import { test } from "node:test";
import { sameReason } from "./reason.ts";

test('two reasons are equal if code and detail are, and "no reason" equals only itself', () => {
  const reason = { code: "network", detail: "No connection." } as const;
  assert.equal(sameReason(reason, { ...reason }), true);
  assert.equal(sameReason(reason, { ...reason, detail: "No answer." }), false);
  assert.equal(sameReason(reason, { ...reason, code: "timeout" }), false);
  assert.equal(sameReason(null, null), true);
  assert.equal(sameReason(reason, null), false);
});
