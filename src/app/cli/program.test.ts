import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

const main = path.join(import.meta.dirname, "main.ts");

/** Runs the CLI with invalid arguments, and returns its error output. */
function runProgram(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.equal(stdout, "");
  return stderr;
}

test("a wrong command prints one line, with a suggestion or where to find help", () => {
  assert.equal(runProgram("covrage"), "error: unknown command 'covrage'\n(Did you mean coverage?)\n");
  assert.equal(runProgram("zzz"), "error: unknown command 'zzz'\nSee npm run -s cli -- --help\n");
  assert.equal(
    runProgram("keys", "revoke"),
    "error: missing required argument 'id'\nSee npm run -s cli -- keys revoke --help\n",
  );
});
