import assert from "node:assert/strict";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { testWithStore } from "./with-store.ts";

const WALMART = { symbol: "WMT", name: "Walmart Inc.", exchange: "NYSE", etf: false, cik: null };

testWithStore(
  "collects a security's first date and names from filings, and lists filings with an unidentified trade or line",
  async (store) => {
    await store.filings.recordListings([listing("1"), listing("2"), listing("3"), listing("4")], NOON);
    const walmart = { ticker: "WMT", company: "Walmart Inc." };
    await store.publications.publish({
      at: NOON,
      politicians: [politician("E000001")],
      securities: [WALMART],
      outcomes: [
        outcome("1", [
          trade("1", 1, { ...walmart, transactionDate: day("2021-05-04") }),
          trade("1", 2, { ...walmart, transactionDate: day("2019-03-01") }),
          trade("1", 3, { ...walmart, transactionDate: day("2014-03-03"), company: "Another issuer of then" }),
        ]),
        outcome("2", [trade("2", 1, { ticker: "", tickerSource: "none", company: "Walmart Inc. Bond" })]),
        outcome("3", [
          trade("3", 1, { ...walmart, transactionDate: day("2012-01-03"), tickerSource: "resolved" }),
          trade("3", 2, { ticker: "NOPE", company: "Nope" }),
        ]),
        outcome(
          "4",
          [
            trade("4", 1, { ...walmart, assetNameRaw: "WALMRT INC", confidence: "ocr" }),
            trade("4", 3, { ...walmart, assetNameRaw: "WALMAT", confidence: "ocr", assetNameUnsure: true }),
          ],
          {
            state: "needs_review",
            rejected: [{ line: 2, reason: "uncertain", text: "Uncertain: asset. Walmat" }],
          },
        ),
      ],
    });
    assert.deepEqual([...(await store.reference.readFirstTradeDays())], [["WMT", "2019-03-01"]]);
    const listIds = async (which: "all" | "unidentified") =>
      (await all(store.filings.readFilings(which))).map(({ filing }) => filing.id);
    const filed = new Map((await store.reference.readFiledNames()).map((each) => [each.name, each]));
    assert.deepEqual(filed.get("WALMRT INC"), { name: "WALMRT INC", symbol: "WMT", scanned: true });
    assert.equal(filed.has("WALMAT"), false, "a name with uncertain letters is not collected");
    const { assetNameRaw } = trade("1", 1);
    assert.deepEqual(filed.get(assetNameRaw), { name: assetNameRaw, symbol: "WMT", scanned: false });
    assert.deepEqual(await listIds("unidentified"), ["h2", "h3", "h4"]);
    assert.deepEqual(await listIds("all"), ["h1", "h2", "h3", "h4"]);
  },
);
