/** Tests how a member's other filings affect a trade as it is stored, served and announced. */
import assert from "node:assert/strict";
import type { StatedAmendments } from "../../src/domain/amendments/report.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { buildFilingId } from "../../src/filings/sources/all.ts";
import type { FilingOutcome } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judging } from "./judged-by.ts";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { alertDraft, later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const TITLE = "Periodic Transaction Report for 02/09/2026";
const AMENDS: StatedAmendments = { report: { number: 1 }, lines: [], decided: [] };
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft" };

function createSenateOutcome(
  docId: string,
  filed: string,
  amending: StatedAmendments | null,
  lines: readonly Partial<Trade>[],
): FilingOutcome {
  const id = buildFilingId("senate-efd", docId);
  const trades = lines.map((line, at) => ({
    ...trade(docId, at + 1, { filedDate: day(filed), chamber: "senate", notificationDate: null, ...line }),
    id: `txn_${id}_0${at + 1}`,
    filingId: id,
  }));
  return { ...outcome(docId, trades), filingId: id, trades, amending };
}

async function recordListings(
  store: Store,
  filings: Readonly<Record<string, readonly [filed: string, title: string]>>,
) {
  await store.filings.recordListings(
    Object.entries(filings).map(([docId, [filed, title]]) =>
      listing(docId, { source: "senate-efd", filedDate: day(filed), title }),
    ),
    later(60),
  );
}

const publish = (store: Store, outcomes: readonly FilingOutcome[], at = later(200)) =>
  store.publications.publish(
    { at, politicians: [politician("E000001")], outcomes },
    judging(store.sources, { reason: "amended" }),
  );

async function listRecent(store: Store): Promise<readonly string[]> {
  const trades = (await all(store.publications.streamTrades())).flat();
  return trades.map(({ id, disclosureDate, filedDate }) => `${id} ${disclosureDate} ${filedDate}`);
}

testWithStore(
  "an amendment replaces its original in the recent list and is announced as an update of it",
  async (store) => {
    await store.sources.recordListingCompleted("senate-efd", later(1));
    await recordListings(store, {
      "1": ["2026-02-09", TITLE],
      "2": ["2026-02-20", TITLE],
      "3": ["2026-06-01", `${TITLE} (Amendment 1)`],
    });
    const { id: account } = await store.accounts.create("reader", "premium", NOON);
    await store.alerts.create(account, alertDraft({ filter: {} }), NOON);
    await publish(store, [
      createSenateOutcome("1", "2026-02-09", null, [{}, MSFT]),
      createSenateOutcome("2", "2026-02-20", null, [{ ticker: "NVDA", assetNameRaw: "Nvidia" }]),
    ]);
    const before = await store.events.listAfter(account, 0, null, 100);
    await publish(store, [createSenateOutcome("3", "2026-06-01", AMENDS, [{ owner: "spouse" }, MSFT])], later(300));
    assert.deepEqual(await listRecent(store), [
      "txn_s2_01 2026-02-20 2026-02-20",
      "txn_s3_02 2026-02-09 2026-06-01",
      "txn_s3_01 2026-02-09 2026-06-01",
    ]);
    const news = (await store.events.listAfter(account, before.length, null, 100)).map(
      ({ body }) => JSON.parse(body) as { type: string; data: { trade?: Record<string, unknown>; previous?: object } },
    );
    assert.deepEqual(
      news.map(({ type }) => type),
      ["trade.updated", "trade.updated", "trade.removed", "trade.removed", "dataset.published"],
      "no trade.created event, and the alert does not trigger again",
    );
    assert.deepEqual(
      news.slice(0, 2).map(({ data }) => [data.trade?.["disclosure_date"], data.previous]),
      [
        ["2026-02-09", { id: "txn_s1_01" }],
        ["2026-02-09", { id: "txn_s1_02" }],
      ],
    );
  },
);

testWithStore(
  "an amendment takes its first disclosure date from its title until its original is read",
  async (store) => {
    await recordListings(store, { "1": ["2026-02-10", TITLE], "3": ["2026-06-01", `${TITLE} (Amendment 1)`] });
    const amendment = createSenateOutcome("3", "2026-06-01", AMENDS, [{}]);
    await publish(store, [amendment]);
    assert.deepEqual(await listRecent(store), ["txn_s3_01 2026-02-09 2026-06-01"]);
    const lone = (await store.publications.findTrade("txn_s3_01"))?.trade;
    assert.deepEqual(lone?.firstDisclosed, { date: "2026-02-09", source: "title" });
    assert.deepEqual(lone?.amendmentPending, { reason: "original_not_found", amends: [], amendedBy: [] });
    await publish(store, [createSenateOutcome("1", "2026-02-10", null, [{}])], later(300));
    const linked = (await store.publications.findTrade("txn_s3_01"))?.trade;
    assert.deepEqual(linked?.firstDisclosed, { date: "2026-02-10", source: "original" });
    assert.equal(linked?.amendmentPending, null);
    assert.equal(
      (await publish(store, [amendment], later(400))).changed,
      false,
      "publishing the same again changes nothing",
    );
    await publish(store, [{ ...amendment, amending: null }], later(500));
    const apart = (await store.publications.findTrade("txn_s3_01"))?.trade;
    assert.deepEqual(
      apart?.firstDisclosed,
      { date: "2026-06-01", source: "filing" },
      "a report that amends nothing was first disclosed by itself",
    );
  },
);

testWithStore("shows an unsettled amendment on the filing that it may amend and on its own filing", async (store) => {
  await recordListings(store, { "1": ["2026-02-09", TITLE], "3": ["2026-06-01", `${TITLE} (Amendment 1)`] });
  const other = { ...MSFT, owner: "joint", transactionDate: day("2026-01-02"), transactionType: "exchange" } as const;
  await publish(store, [
    createSenateOutcome("1", "2026-02-09", null, [other]),
    createSenateOutcome("3", "2026-06-01", AMENDS, [{}]),
  ]);
  for (const filing of ["s1", "s3"]) {
    const unsettled = await store.amendments.listConcerningFiling(filing, "E000001");
    assert.deepEqual(
      unsettled.map(({ id, reason, candidates }) => [id, reason, candidates]),
      [["s3", "content_differs", ["s1"]]],
    );
  }
  assert.deepEqual(await store.amendments.listConcerningFiling("s2", "E000001"), []);
  const [former, latter] = [
    await store.publications.findTrade("txn_s1_01"),
    await store.publications.findTrade("txn_s3_01"),
  ];
  assert.deepEqual(former?.trade.amendmentPending?.amendedBy, ["s3"]);
  assert.deepEqual(latter?.trade.amendmentPending?.amends, ["s1"]);
});

testWithStore(
  "marks equal trades in two filings as possible duplicates, until one of them is read differently",
  async (store) => {
    await recordListings(store, { "1": ["2026-02-09", TITLE], "2": ["2026-02-20", TITLE] });
    await publish(store, [createSenateOutcome("2", "2026-02-20", null, [{}, MSFT])]);
    await publish(store, [createSenateOutcome("1", "2026-02-09", null, [{}])], later(300));
    const listMarks = async () =>
      (await all(store.publications.streamTrades()))
        .flat()
        .map(({ id, possibleDuplicateOf, isRepeat }) => [id, possibleDuplicateOf, isRepeat]);
    assert.deepEqual(await listMarks(), [
      ["txn_s2_02", [], false],
      ["txn_s2_01", ["txn_s1_01"], true],
      ["txn_s1_01", ["txn_s2_01"], false],
    ]);
    const repeats = (await store.filings.computeCoverageRows()).map(({ trades, possibleRepeats }) => [
      trades,
      possibleRepeats,
    ]);
    assert.deepEqual(repeats, [[3, 1]]);
    await publish(
      store,
      [createSenateOutcome("2", "2026-02-20", null, [{ transactionType: "sale_full" }, MSFT])],
      later(400),
    );
    assert.ok(
      (await listMarks()).every(([, others, isRepeat]) => (others as string[]).length === 0 && isRepeat === false),
    );
  },
);
