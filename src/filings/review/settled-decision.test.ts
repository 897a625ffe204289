import assert from "node:assert/strict";
import { test } from "node:test";
import { formatSettledDecision, type Publication, type SettledDecision } from "./settled-decision.ts";

const decision = {
  at: "2026-11-20T12:00:00Z",
  author: "A. Editor",
  reason: "The page says so.",
  subject: "filer",
  filing: "h8217343",
  politician: "P000197",
} as const;
const published: Publication = {
  result: "published",
  state: "needs_review",
  reason: "lines",
  trades: 3,
  rejectedLines: 1,
};
const createSettled = (publication: Publication, stillWaits: SettledDecision["remaining"] = null): SettledDecision => ({
  decision,
  publication,
  remaining: stillWaits,
});

test("a published decision shows the filing's state, its counts and what is still waiting", () => {
  const given = createSettled(published, { reason: "several_fit", candidates: ["txn_h1_01", "txn_h2_01"] });
  assert.equal(
    formatSettledDecision("txn_h8217343_03", given),
    "h8217343 needs_review (lines), 3 trades, 1 rejected lines\ntxn_h8217343_03 still waits: several earlier trades or reports fit equally well (txn_h1_01 txn_h2_01).\n",
  );
});

test("a decision that is not published yet says why", () => {
  const held = { id: 7, heldAt: new Date(0), reason: "It removes 40 trades." };
  const given: readonly (readonly [Publication, RegExp])[] = [
    [{ result: "not_read" }, /^h8217343 has not been read yet/],
    [{ result: "behind_held" }, /^h8217343 is in a publication that is held\./],
    [{ result: "held", held }, /^Publication 7 is held: It removes 40 trades\./],
  ];
  for (const [publication, text] of given)
    assert.match(formatSettledDecision("h8217343", createSettled(publication)), text);
});
