import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../base/config.ts";
import { checkClock, checkSettings } from "./doctor.ts";

test("warns if the clock is a minute off from all sites; a single answer from a cache does not matter", () => {
  assert.deepEqual(checkClock([]), []);
  assert.equal(checkClock([-59_000])[0]?.state, "ok");
  assert.equal(checkClock([400, 3_600_000])[0]?.state, "ok");
  const [ahead] = checkClock([120_400, 3_600_000]);
  assert.deepEqual([ahead?.state, ahead?.says], ["warning", "It is 120 s ahead of the sites' clocks."]);
  assert.match(checkClock([-7_200_000])[0]?.says ?? "", /^It is 7200 s behind/);
});

test("warns that MAIL_FROM has no effect without SMTP_URL, unless the running service has SMTP_URL", () => {
  const given = { MAIL_FROM: "a@example.org", CONTACT: "a@example.org" };
  const [idle] = checkSettings(readConfig(given), given, []);
  assert.equal(idle?.says, "It is set but has no effect: SMTP_URL is not set.");
  const [fine, ...others] = checkSettings(readConfig(given), given, ["SMTP_URL"]);
  assert.deepEqual([fine?.state, others], ["ok", []]);
});
