import assert from "node:assert/strict";
import { test } from "node:test";
import { readTarget } from "./request-target.ts";

test("splits a target into path and query, and says whether it is under the base", () => {
  for (const [url, path, query, underBase] of [
    ["/api/v1/a?b=c", "/api/v1/a", "b=c", true],
    ["/api/v1", "/api/v1", "", true],
    ["/api/v10/a", "/api/v10/a", "", false],
    ["/api/v2/a", "/api/v2/a", "", false],
    ["/%61pi/%76%31/a%2Fb", "/api/v1/a%2Fb", "", true],
    ["/api%2Fv1/a", "/api%2Fv1/a", "", false],
    ["http://evil:80/api/v1/a?b", "/api/v1/a", "b", true],
    ["https://evil?b", "/", "b", false],
    ["*", "*", "", false],
    ["/a?b?c", "/a", "b?c", false],
  ] as const) {
    assert.deepEqual(readTarget(url, 100), { path, query, underBase, fault: null }, url);
  }
});

test("reports a fault for a malformed or too long target", () => {
  for (const url of ["/api/v1/%zz", "/api/v1/%", "/api/v1/%ff", "ftp://a/b", "a:1", ""]) {
    assert.equal(readTarget(url, 100).fault, "malformed_request", url);
  }
  assert.equal(readTarget("/api/v1/%zz", 100).underBase, true);
  assert.equal(readTarget(`/api/v1/${"a".repeat(100)}`, 100).fault, "uri_too_long");
});
