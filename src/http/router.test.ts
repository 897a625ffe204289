import assert from "node:assert/strict";
import { test } from "node:test";
import { Router } from "./router.ts";

const createEndpoint = (name: string) => ({ name, reply: () => assert.fail("not asked") });
const router = new Router(100);
router.add("GET", "/quotes", createEndpoint("quotes"));
router.add("GET", "/quote/:symbol", createEndpoint("quote"));
router.add("PATCH", "/alerts/:id", createEndpoint("alert_change"));
router.add("DELETE", "/alerts/:id", createEndpoint("alert_delete"));

function findEndpoint(method: string, path: string) {
  const match = router.find(method, path);
  return match && [match.endpoint.name, { ...match.parameters }];
}

test("a path and a method match one endpoint, with decoded parameters", () => {
  assert.deepEqual(findEndpoint("GET", "/quotes"), ["quotes", {}]);
  assert.deepEqual(findEndpoint("HEAD", "/quote/BRK.B"), ["quote", { symbol: "BRK.B" }]);
  assert.deepEqual(findEndpoint("GET", "/quote/BRK%2FB"), ["quote", { symbol: "BRK/B" }]);
  assert.deepEqual(findEndpoint("DELETE", "/alerts/1"), ["alert_delete", { id: "1" }]);
});

test("another method, an empty parameter or another spelling matches nothing", () => {
  const missing = [
    ["POST", "/quotes"],
    ["BREW", "/quotes"],
    ["GET", "/quote/"],
    ["GET", "/quotes/"],
    ["GET", "/Quotes"],
    ["GET", "/alerts/1"],
  ] as const;
  for (const [method, path] of missing) assert.equal(findEndpoint(method, path), null, `${method} ${path}`);
});

test("a path allows the methods of all its endpoints, and OPTIONS", () => {
  assert.deepEqual(router.findMethods("/quote/A"), ["GET", "HEAD", "OPTIONS"]);
  assert.deepEqual(router.findMethods("/alerts/1"), ["PATCH", "DELETE", "OPTIONS"]);
  assert.deepEqual(router.findMethods("*"), ["GET", "HEAD", "OPTIONS"]);
  assert.equal(router.findMethods("/quote/"), null);
  assert.equal(router.findMethods("/nothing"), null);
});
