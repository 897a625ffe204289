import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAmendments } from "./amendments.ts";

test("lists each amending filing with what it superseded and what is pending, and the totals", () => {
  const common = { title: "P", politicianId: "E000001" };
  const text = formatAmendments([
    { ...common, filingId: "h1", superseded: [{ filingId: "h0", trades: 3, takenBack: 1 }], unsettled: [] },
    {
      ...common,
      filingId: "h2",
      superseded: [{ filingId: "h0", trades: 1, takenBack: 0 }],
      unsettled: [
        {
          id: "txn_h2_01",
          filingId: "h2",
          kind: "amended",
          reason: "several_fit",
          candidates: ["txn_h0_04", "txn_h0_05"],
        },
        { id: "txn_h2_02", filingId: "h2", kind: "deleted", reason: "none_fits", candidates: [] },
      ],
    },
    { ...common, filingId: "h3", superseded: [], unsettled: [] },
  ]);
  assert.equal(
    text,
    [
      "h1  P",
      "  supersedes 3 of h0, 1 of them without a replacement",
      "h2  P",
      "  supersedes 1 of h0",
      "  txn_h2_01 waits, several_fit: txn_h0_04 txn_h0_05",
      "  txn_h2_02 waits, none_fits",
      "h3  P",
      "  supersedes nothing",
      "3 filings amend others: 4 trades are superseded, 2 amendments need review.",
      "",
    ].join("\n"),
  );
});
