import assert from "node:assert/strict";
import { test } from "node:test";
import { composeConfirmationMail } from "./mail-text.ts";

test("the confirmation mail contains the code and a command that submits the code to the service's public URL", () => {
  const { text } = composeConfirmationMail("Ann\r\nBcc: x", "77JR0TV8HAQNXRK5", "https://api.example/api/v1");
  assert.match(text, /^The account "Ann Bcc: x" wants to send its alerts to this address\.$/m);
  assert.match(text, /^ {2}77JR0TV8HAQNXRK5$/m);
  assert.match(
    text,
    /^ {2}curl .+ -d '\{"code":"77JR0TV8HAQNXRK5"\}' https:\/\/api\.example\/api\/v1\/premium\/emails\/confirm$/m,
  );
});
