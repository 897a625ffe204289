import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { makeFolder } from "./make-folder.ts";

test("creates a folder and its parents once, with the requested mode", (t) => {
  const root = mkdtempSync(path.join(tmpdir(), "make-folder-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = path.join(root, "a", "b");
  makeFolder(folder, 0o700);
  makeFolder(folder, 0o700);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test("fails with the system's error if the system refuses to create the folder", {
  skip: !existsSync("/proc/self"),
}, () => {
  assert.throws(() => makeFolder("/proc/x/y"), { code: "ENOENT" });
});
