import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trade } from "../../domain/trade.ts";
import type { ListedFiling, PublicationSize, SupersededTrade } from "../../store/publication.ts";
import {
  findHoldReason,
  isMembersRecordIncomplete,
  isNewFiling,
  judgeListSize,
  judgeRun,
  type ListSize,
  selectAnnouncedTrades,
  selectCorrectedTrades,
} from "./publication-policy.ts";

const SMALL: PublicationSize = {
  events: 0,
  hasActivePremiumAccount: true,
  publishedBefore: 1000,
  removed: 0,
  replaced: 0,
  withdrawn: 0,
};

test("holds a publication that exceeds a limit, but not one exactly at the limit", () => {
  const measures: readonly (readonly [Partial<PublicationSize>, RegExp | null])[] = [
    [{}, null],
    [{ events: 2000 }, null],
    [{ events: 2001 }, /^It would send 2001 events/],
    [{ events: 2001, hasActivePremiumAccount: false }, null],
    [{ removed: 10 }, null],
    [{ removed: 11 }, /^It would remove 11 of 1000 published trades/],
    [{ withdrawn: 100 }, null],
    [{ withdrawn: 101 }, /withdraw 101 of 1000/],
    [{ withdrawn: 101, publishedBefore: 10_100 }, null],
    [{ replaced: 500 }, null],
    [{ replaced: 501 }, /^It would replace 501 of 1000/],
    [{ replaced: 501, publishedBefore: 10_020 }, null],
    [{ removed: 1, publishedBefore: 0 }, /^It would remove 1 of 0/],
  ];
  for (const [size, expected] of measures) {
    const reason = findHoldReason({ ...SMALL, ...size });
    if (expected === null) assert.equal(reason, null, JSON.stringify(size));
    else assert.match(reason ?? "", expected);
  }
});

const COMPLETED = new Date("2026-03-01T00:00:00Z");
const toFiling = (id: string, changes: Partial<ListedFiling> = {}): ListedFiling => ({
  id,
  year: 2026,
  firstListedAt: new Date("2026-03-02T00:00:00Z"),
  listingCompletedAt: COMPLETED,
  yearListedBefore: true,
  isFirstImport: false,
  ...changes,
});

test("notifies subscribers of filings listed after their source's first complete listing, but not of years fetched later", () => {
  assert.equal(isNewFiling(toFiling("h1")), true);
  assert.equal(isNewFiling(toFiling("h1", { firstListedAt: COMPLETED })), false);
  assert.equal(isNewFiling(toFiling("h1", { listingCompletedAt: null })), false);
  assert.equal(isNewFiling(toFiling("h1", { year: 2024 })), true);
  assert.equal(isNewFiling(toFiling("h1", { year: 2024, yearListedBefore: false })), false);
  assert.equal(isNewFiling(toFiling("h1", { yearListedBefore: false })), true, "a year that has just begun");
});

test("announces trades of new filings, and a superseded trade with its replacement if the filing of either is new", () => {
  const toTrade = (id: string, filingId: string) => ({ id, filingId }) as Trade;
  const [old, fresh, former, replacement] = [
    toTrade("t1", "h1"),
    toTrade("t2", "h2"),
    toTrade("t3", "h1"),
    toTrade("t4", "h2"),
  ];
  const superseded: SupersededTrade[] = [{ previous: former, by: "t4", byFiling: "h2", replacement }];
  const change = { added: [fresh], changed: [], removed: [old, former], superseded };
  const filings = [toFiling("h1", { firstListedAt: COMPLETED }), toFiling("h2")];
  assert.deepEqual(selectAnnouncedTrades(change, filings), new Set(["t2", "t3", "t4"]));
  assert.deepEqual(selectAnnouncedTrades(change, []), new Set());
});

test("announces every correction of a published trade, except corrections within the first import", () => {
  const toTrade = (id: string, filingId: string) => ({ id, filingId }) as Trade;
  const [changed, gone, former, replacement] = ["t1", "t2", "t3", "t4"].map((id) => toTrade(id, "h1")) as [
    Trade,
    Trade,
    Trade,
    Trade,
  ];
  const change = {
    changed: [{ trade: changed, previous: changed }],
    removed: [gone, former],
    superseded: [{ previous: former, by: "t4", byFiling: "h2", replacement }],
  };
  const old = { firstListedAt: COMPLETED };
  const select = (filings: ListedFiling[]) => [...selectCorrectedTrades(change, filings)];
  assert.deepEqual(select([toFiling("h1", old), toFiling("h2", old)]), ["t1", "t2", "t3", "t4"]);
  const first = { isFirstImport: true };
  assert.deepEqual(select([toFiling("h1", { ...old, ...first }), toFiling("h2", { ...old, ...first })]), []);
  assert.deepEqual(
    select([toFiling("h1", { ...old, ...first }), toFiling("h2", first)]),
    ["t3", "t4"],
    "an amendment listed after the first import",
  );
  assert.deepEqual(
    select([toFiling("h1", first), toFiling("h2", { ...old, ...first })]),
    ["t1", "t2", "t3", "t4"],
    "news",
  );
});

test("a run with unreadable documents waits for 50 documents; then more than 2% unreadable hold the publication", () => {
  for (const [documents, unreadable, expected] of [
    [0, 0, "publish"],
    [49, 0, "publish"],
    [49, 1, "wait"],
    [50, 1, "publish"],
    [50, 2, "hold"],
    [1000, 20, "publish"],
    [1000, 21, "hold"],
  ] as const) {
    assert.equal(judgeRun(documents, unreadable), expected, `${unreadable} of ${documents}`);
  }
});

test("a downloaded list of members with less than 90% of the known members counts as truncated", () => {
  assert.equal(isMembersRecordIncomplete(540, 486), false);
  assert.equal(isMembersRecordIncomplete(540, 485), true);
  assert.equal(isMembersRecordIncomplete(0, 0), false);
});

const LIST: ListSize = { filings: 1000, reports: 400, newReports: 10, daysSince: 1, known: 100, lost: 0 };

test("rejects a list that lost over 10% of the known filings, or that gained more than a chamber can have received", () => {
  const judge = (size: Partial<ListSize>) => judgeListSize({ ...LIST, ...size });
  assert.equal(judge({}), "believed");
  assert.equal(judge({ lost: 10 }), "believed");
  assert.equal(judge({ lost: 11 }), "fewer_than_before");
  assert.equal(judge({ known: 4, lost: 2 }), "believed", "a chamber may withdraw a few reports");
  assert.equal(judge({ known: 4, lost: 3 }), "fewer_than_before");
  assert.equal(judge({ newReports: 600 }), "believed");
  assert.equal(judge({ newReports: 601 }), "more_than_possible");
  assert.equal(judge({ newReports: 601, daysSince: null }), "believed", "the first list of a year");
  assert.equal(judge({ newReports: 501, daysSince: -3 }), "more_than_possible", "a clock that was set back");
  assert.equal(judge({ filings: 10_001 }), "more_than_possible");
  assert.equal(judge({ reports: 5001 }), "more_than_possible");
});
