import assert from "node:assert/strict";
import { test } from "node:test";
import { buildTradeId } from "../../domain/filing.ts";
import { buildFilingId, toOfficialUrl } from "./all.ts";

test("ids of filings and trades come from the document's own id", () => {
  assert.equal(buildFilingId("house-clerk", "20024542"), "h20024542");
  assert.equal(buildTradeId(buildFilingId("house-clerk", "20024542"), 1), "txn_h20024542_01");
  const uuid = "0165d493-3c0e-4404-a4f0-dd99c1f95160";
  assert.equal(buildTradeId(buildFilingId("senate-efd", uuid), 181), "txn_s0165d4933c0e4404a4f0dd99c1f95160_181");
});

test("a document's official address does not depend on where it was fetched from", () => {
  const path = "/public_disc/ptr-pdfs/2026/20034579.pdf";
  for (const site of ["https://disclosures-clerk.house.gov", "http://127.0.0.1:4010/house"]) {
    assert.equal(
      toOfficialUrl({ source: "house-clerk", url: site + path }),
      `https://disclosures-clerk.house.gov${path}`,
    );
  }
  assert.equal(
    toOfficialUrl({ source: "senate-efd", url: "http://127.0.0.1:4010/senate/search/view/ptr/x/" }),
    "https://efdsearch.senate.gov/search/view/ptr/x/",
  );
});

test("an official address is always on the official site, even if the stored address is not", () => {
  const stored = ["nonsense", "x:.inner.example/1.pdf", "javascript:alert(1)", "https://inner.example//other.example/"];
  for (const url of ["", ...stored]) {
    for (const [source, host] of [
      ["house-clerk", "disclosures-clerk.house.gov"],
      ["senate-efd", "efdsearch.senate.gov"],
    ] as const) {
      assert.equal(new URL(toOfficialUrl({ source, url })).host, host, url);
    }
  }
});
