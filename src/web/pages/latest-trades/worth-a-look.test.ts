import assert from "node:assert/strict";
import { test } from "node:test";
import type { TradeSummary } from "../../../publication/dataset/dataset.ts";
import type { Cluster } from "../../../publication/dataset/facts/clusters.ts";
import type { Highlight, Highlights } from "../../../publication/dataset/facts/highlights.ts";
import { createLinks } from "../../links.ts";
import { renderHighlights, renderSummary } from "./worth-a-look.ts";

const summary = {
  id: "txn_h1_01",
  politicianId: "A000001",
  politician: "Ann Example",
  chamber: "house",
  party: "Democrat",
  ticker: "EXMP",
  company: "Example Corp.",
  assetType: "Stock",
  transactionType: "purchase",
  instrument: "security",
  option: null,
  transactionDate: "2026-07-08",
  disclosureDate: "2026-11-20",
  amount: { lowUsd: 100_001, highUsd: 250_000 },
} as TradeSummary;
const facts = {
  earlier: 42,
  size: { percentile95: { lowUsd: 1001, highUsd: 15_000 }, isAbove: true, asLarge: 0 },
} as Extract<Highlight, { facts: unknown }>["facts"];

const CLUSTER = {
  symbol: "EXMP",
  company: "Example Corp.",
  side: "sells",
  members: 4,
  from: "2026-10-20",
  to: "2026-10-31",
  chance: 1.23,
  likeTrials: 5,
  compared: 41,
} as unknown as Cluster;

function render(
  found: readonly Highlight[],
  unreadReports = 0,
  compared = 412,
  cluster: Cluster | null = null,
): string {
  const getMember = () =>
    ({
      unreadReports,
      terms: [{ chamber: "house", start: "2025-01-03", end: "2027-01-03", state: "CA", district: 11 }],
    }) as never;
  const highlights = { from: "2026-10-22", to: "2026-11-20", compared, found } as Highlights;
  const dataset = { getSummaryAt: () => summary, getMember };
  return String(
    renderHighlights({ links: createLinks("http://127.0.0.1/api/v1"), dataset, highlights, cluster }),
  ).replaceAll(/<[^>]+>/g, "");
}

test("each trade shows its rule, and a trade that matches two rules is listed once", () => {
  const text = render([
    { rule: "largest", position: 3 },
    { rule: "latest", position: 3, daysLate: 94 },
  ]);
  assert.match(
    text,
    /Chosen from 412 trades first disclosed from Oct 22, 2026 to Nov 20, 2026\. Only trades listed on this site/,
  );
  assert.equal(text.match(/Purchase of Example Corp\. \(EXMP\)/g)?.length, 1);
  assert.match(text, /traded Jul 8, 2026, disclosed Nov 20, 2026/);
  assert.match(
    text,
    /Of the trades first disclosed in the last 30 days, none has a larger amount\. Amounts are compared by the lower bounds of their ranges\. Disclosed 94 days past the deadline, the most in the last 30 days\./,
  );
  assert.match(
    render([{ rule: "latest", position: 3, daysLate: 1 }]),
    /Disclosed 1 day past the deadline, the most in the last 30 days\. No late fee is due for the first 30 days past/,
  );
});

test('a "first trade" is the first in the data, and the page mentions unread reports', () => {
  const first = { rule: "first_in_security", position: 3, facts } as const;
  assert.match(
    render([first]),
    /First trade in EXMP in our data, and \$100,001 or more: none of the 42 known earlier trades by this member is in this security\./,
  );
  assert.match(render([first], 2), /is in this security \(not read: 2 reports\)\./);
  const one = { ...first, facts: { ...facts, earlier: 1 } };
  assert.match(render([one]), /the only known earlier trade by this member is not in this security\./);
  assert.match(render([{ ...first, facts: { ...facts, earlier: 0 } }]), /no earlier trade by this member is known\./);
  assert.match(
    render([{ rule: "above_own_95th", position: 3, facts }]),
    /95% of 42 known earlier trades were \$1,001 - \$15,000 or less; this one is \$100,001 - \$250,000\./,
  );
});

test("says why no trade is listed if none of the trades can be compared", () => {
  assert.match(
    render([], 0, 0),
    /None of the trades first disclosed from Oct 22, 2026 to Nov 20, 2026 can be compared, because each has an uncertain date or may repeat an earlier one\./,
  );
});

test("a cluster shows the number of members expected by chance, and how many securities were compared", () => {
  const text = render([], 0, 0, CLUSTER);
  assert.match(text, /4 members sold Example Corp\. \(EXMP\)\s+traded from Oct 20, 2026 to Oct 31, 2026/);
  assert.match(
    text,
    /By chance, an average of 1\.2 members would have done so in this security\. In 5 of 400 trials, in which each member’s trading days of a year were shifted at random, at least one of the 41 combinations of a security and a direction that were compared stood out at least as much\./,
  );
  assert.match(render([], 0, 0, { ...CLUSTER, compared: 1 }), /random, this security stood out at least as much\./);
});

test("the collapsed section names the first entry, and states how many more there are", () => {
  const summarize = (found: readonly Highlight[], cluster: Cluster | null) => {
    const dataset = { getSummaryAt: () => summary, getMember: () => undefined };
    return String(renderSummary({ dataset, highlights: { found } as unknown as Highlights, cluster })).replaceAll(
      /<[^>]+>/g,
      "",
    );
  };
  const largest = { rule: "largest", position: 3 } as const;
  assert.equal(
    summarize([largest, { rule: "latest", position: 3, daysLate: 9 }], null),
    "Purchase of Example Corp. (EXMP)",
  );
  assert.equal(summarize([largest], CLUSTER), "Purchase of Example Corp. (EXMP), and 1 more");
  assert.equal(summarize([], CLUSTER), "4 members sold Example Corp. (EXMP)");
  assert.equal(summarize([], null), "nothing");
});
