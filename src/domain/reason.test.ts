import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameReason } from "./reason.ts";

test('two reasons are equal if code and detail are, and "no reason" equals only itself', () => {
  const reason = { code: "network", detail: "No connection." } as const;
  assert.equal(isSameReason(reason, { ...reason }), true);
  assert.equal(isSameReason(reason, { ...reason, detail: "No answer." }), false);
  assert.equal(isSameReason(reason, { ...reason, code: "timeout" }), false);
  assert.equal(isSameReason(null, null), true);
  assert.equal(isSameReason(reason, null), false);
});
