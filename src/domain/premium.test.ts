import assert from "node:assert/strict";
import { test } from "node:test";
import { type Account, isAccountActive } from "./premium.ts";

test("an account works until the moment it expires, unless the operator has disabled it", () => {
  const at = new Date("2026-11-20T12:00:00Z");
  const account: Account = {
    id: "acc_1",
    name: "Example",
    plan: "premium",
    createdAt: new Date(0),
    expiresAt: null,
    disabledAt: null,
    contact: null,
  };
  const createExpiring = (ms: number) => ({ ...account, expiresAt: new Date(at.getTime() + ms) });
  assert.equal(isAccountActive(account, at), true);
  assert.equal(isAccountActive(createExpiring(1), at), true);
  assert.equal(isAccountActive(createExpiring(0), at), false);
  assert.equal(isAccountActive({ ...account, disabledAt: new Date(0) }, at), false);
  assert.equal(isAccountActive({ ...createExpiring(1), disabledAt: new Date(0) }, at), false);
});
