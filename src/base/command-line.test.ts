import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { formatCommand } from "./command-line.ts";

test("messages print the command as it is typed in a clone, an installed package or the image", () => {
  const clone = path.join(import.meta.dirname, "command-line.ts");
  assert.equal(formatCommand("demo", clone), "npm run demo");
  assert.equal(formatCommand("serve", clone), "npm start");
  assert.equal(formatCommand("keys list", clone), "npm run -s cli -- keys list");
  const compiled = "/project/node_modules/congress-trades/dist/src/base/command-line.js";
  assert.equal(formatCommand("demo", compiled), "npx congress-trades demo");
  assert.equal(formatCommand("keys list", compiled), "npx congress-trades keys list");
  assert.equal(formatCommand("demo", "/nowhere/src/base/command-line.ts"), "node bin/congress-trades.js demo");
});
