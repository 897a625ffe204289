import assert from "node:assert/strict";
import { test } from "node:test";
import type { TradeFacts } from "../../src/publication/dataset/facts/trade-facts.ts";
import { createLinks } from "../../src/web/links.ts";
import { explainUnusualness, renderUnusualSection } from "../../src/web/pages/trade/unusual.ts";
import { day, trade } from "../store/made.ts";

const FACTS: TradeFacts = {
  earlier: 140,
  knownSince: day("2019-02-01"),
  size: { percentile95: { lowUsd: 15_001, highUsd: 50_000 }, isAbove: false, asLarge: 31 },
  earlierInSecurity: 0,
  daysSinceLast: 12,
  daysSinceLastInSecurity: null,
};
const amount = { lowUsd: 250_001, highUsd: 500_000 };

test("compares a trade with the member's earlier trades by size, asset and days since the last trade", () => {
  assert.deepEqual(explainUnusualness(FACTS, { amount }), [
    "Not unusually large for this member: 31 of 140 earlier trades were as large or larger.",
    "It is the member's first known trade in this asset.",
    "The member's previous trade in any asset was 12 days earlier.",
  ]);
});

test("says that a size is usual if nearly all earlier trades have the same size and no trade is smaller", () => {
  const size = { percentile95: amount, isAbove: false, asLarge: 140 };
  const [first] = explainUnusualness({ ...FACTS, size }, { amount });
  assert.equal(first, "Usual size: at least 95% of the 140 earlier trades were this size, and none was smaller.");
});

test("names the form's smallest bracket, and says whether the member's other trades are in that bracket", () => {
  const smallest = { lowUsd: 1_001, highUsd: 15_000 };
  const getSentence = (percentile95: typeof amount) =>
    explainUnusualness({ ...FACTS, size: { percentile95, isAbove: false, asLarge: 140 } }, { amount: smallest })[0];
  assert.equal(
    getSentence(smallest),
    "Smallest size bracket, as usual for this member: at least 95% of the 140 earlier trades were this size, and none was smaller.",
  );
  assert.equal(
    getSentence(amount),
    "Smallest size bracket on the form, so not unusually large for this member: all 140 earlier trades were as large or larger.",
  );
});

test("names the 95th percentile if the size is larger", () => {
  const size = { percentile95: { lowUsd: 15_001, highUsd: 50_000 }, isAbove: true, asLarge: 0 };
  const [first] = explainUnusualness({ ...FACTS, size }, { amount });
  assert.match(
    first ?? "",
    /Unusually large.*\$15,001 - \$50,000 or less.*\$250,001 - \$500,000, and none of them was as large/,
  );
});

test("says nothing about size if earlier trades are too few, and compares nothing if there are no earlier trades", () => {
  assert.match(
    explainUnusualness({ ...FACTS, earlier: 1, size: null }, { amount })[0] ?? "",
    /Only 1 earlier trade .* is known/,
  );
  const first = { ...FACTS, earlier: 0, size: null };
  assert.equal(explainUnusualness(first, { amount }).length, 1);
  const links = createLinks("https://example.org/api/v1");
  const renderSection = (facts: TradeFacts) => String(renderUnusualSection(links, facts, trade("1", 1), "A000001"));
  assert.match(renderSection(FACTS), /Compared with this member’s known earlier trades/);
  assert.doesNotMatch(renderSection(first), /Compared with/);
});
