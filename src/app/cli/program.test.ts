import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

const main = path.join(import.meta.dirname, "main.ts");

/** The output of an invalid call. */
function printed(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.equal(stdout, "");
  return stderr;
}

test("a wrong command prints one line, with a suggestion or where to find help", () => {
  assert.equal(printed("covrage"), "error: unknown command 'covrage'\n(Did you mean coverage?)\n");
  assert.equal(printed("zzz"), "error: unknown command 'zzz'\nSee npm run -s cli -- --help\n");
  assert.equal(
    printed("keys", "revoke"),
    "error: missing required argument 'id'\nSee npm run -s cli -- keys revoke --help\n",
  );
});
