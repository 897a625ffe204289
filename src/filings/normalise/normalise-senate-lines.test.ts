/** Lines of the Senate, with the fields that only they have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSenateFiling, filer, master, senate } from "../../../test/normalise/example-reports.ts";
import { normaliseFiling } from "./normalise.ts";

test("a Senate option, bond and exchange become trades with their terms", () => {
  const { trades } = normaliseFiling(
    createSenateFiling([
      {
        line: 7,
        assetType: "Stock Option",
        transactionType: "Purchase",
        tickers: ["AAPL"],
        assetDetails: { "Option Type": "Put", "Strike price": "$210.00", Expires: "06/30/2017" },
      },
      { line: 3, assetType: "Corporate Bond", tickers: [null], ticker: null, assetDetails: { Matures: "2036-04-15" } },
      {
        line: 12,
        assetType: "Stock",
        transactionType: "Exchange",
        ticker: "-- AAPL",
        tickers: [null, "AAPL"],
        assetName: "Sample Pears (Exchanged) / Apple Inc. (Received)",
        assetParts: ["Sample Pears (Exchanged)", "Apple Inc. (Received)"],
      },
    ]),
    senate,
    filer,
    master,
  );
  const [option, bond, exchange] = trades;
  assert.equal(option?.id, "txn_s1a2b3c4d000040008000000000000001_07");
  assert.deepEqual(option?.option, { type: "Put", strike: "$210.00", expiry: "2017-06-30" });
  assert.deepEqual([option?.owner, option?.chamber, option?.assetType], ["dependent", "senate", "Stock Option"]);
  assert.deepEqual([bond?.option, bond?.ticker, bond?.assetType], [null, "", "Corporate Bond"]);
  assert.deepEqual(bond?.assetDetails, {
    coupon: null,
    maturity: "2036-04-15",
    place: null,
    description: null,
    platform: null,
  });
  assert.deepEqual(
    [exchange?.ticker, exchange?.company, exchange?.received],
    ["", "Sample Pears", { ticker: "AAPL", name: "Apple Inc." }],
  );
  assert.equal(exchange?.assetNameRaw, "Sample Pears (Exchanged) / Apple Inc. (Received)");
});

test("serves the labeled fields of an asset on a Senate page", () => {
  const normaliseDetails = (assetDetails: Record<string, string>) =>
    normaliseFiling(
      createSenateFiling([{ line: 1, assetType: "Non-Public Stock", tickers: [null], ticker: null, assetDetails }]),
      senate,
      filer,
      master,
    ).trades[0]?.assetDetails;
  const none = { coupon: null, maturity: null, place: null, description: null, platform: null };
  assert.deepEqual(
    normaliseDetails({ Company: "Aeronics, Inc. (Austin, TX)", Description: "Equipment Manufacturing" }),
    {
      ...none,
      place: "Austin, TX",
      description: "Equipment Manufacturing",
    },
  );
  assert.deepEqual(normaliseDetails({ "Rate/Coupon": "5%", Matures: "05/01/38" }), {
    ...none,
    coupon: "5%",
    maturity: "05/01/38",
  });
  assert.deepEqual(normaliseDetails({ Matures: "11/22/2024" }), { ...none, maturity: "2024-11-22" });
  assert.deepEqual(normaliseDetails({ "Exchange/Platform": "River" }), { ...none, platform: "River" });
  assert.equal(normaliseDetails({ Company: "A company without a place" }), null);
  assert.equal(normaliseDetails({}), null);
});
