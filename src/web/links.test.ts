import assert from "node:assert/strict";
import { test } from "node:test";
import { createLinks } from "./links.ts";

test("addresses stay below a proxy's path prefix, and queries leave out empty values", () => {
  const links = createLinks("https://example.org/congress/api/v1");
  assert.equal(links.toLatestTrades(), "/congress/");
  assert.equal(
    links.toLatestTrades({ party: ["Democrat", "Republican"], q: "a&b", page: undefined, state: "" }),
    "/congress/?party=Democrat,Republican&q=a%26b",
  );
  assert.equal(links.toTicker("BRK.B"), "/congress/tickers/BRK.B");
  assert.equal(links.toPolitician("../x"), "/congress/politicians/..%2Fx");
  assert.equal(links.toAbsolute("/late"), "https://example.org/congress/late");
  assert.equal(createLinks("http://localhost:3000/api/v1").toPoliticians({ page: 2 }), "/politicians?page=2");
});
