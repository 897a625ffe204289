import assert from "node:assert/strict";
import { test } from "node:test";
import { Router } from "../router.ts";
import { resolveApiFile } from "./api-files.ts";
import { readTarget } from "./request-target.ts";

test("a page's address with a file extension serves the API's answer", () => {
  const router = new Router(100);
  for (const path of ["/api/v1/tickers/:symbol", "/api/v1/trades", "/api/v1/trades.csv"]) {
    router.add("GET", path, { name: path, reply: () => assert.fail() });
  }
  const resolvePath = (url: string) => resolveApiFile(readTarget(url, 8000), router);
  assert.deepEqual(resolvePath("/tickers/BRK.B.json?x=1"), {
    path: "/api/v1/tickers/BRK.B",
    query: "x=1",
    underBase: true,
    fault: null,
  });
  assert.equal(resolvePath("/trades.json").path, "/api/v1/trades");
  assert.equal(resolvePath("/trades.csv").path, "/api/v1/trades.csv");
  for (const path of [
    "/openapi.json",
    "/trades",
    "/.json",
    "/api/v1/trades.json",
    "/tickers.csv",
    "/tickers/.json",
    "/tickers/AAPL.feed.json",
  ]) {
    assert.equal(resolvePath(path).path, path);
  }
});
