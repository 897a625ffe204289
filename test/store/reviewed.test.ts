import assert from "node:assert/strict";
import type { RejectionCode } from "../../src/base/error-codes.ts";
import { day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { testWithStore } from "./with-store.ts";

testWithStore("stores which ids belong to one person, and creates a version if that changes", async (store) => {
  const politicians = [politician("A000001"), politician("B000001"), politician("C000001")];
  await store.publications.publish({ at: NOON, outcomes: [], politicians });
  const publish = async (identities: Record<string, string>) =>
    (await store.publications.publish({ at: NOON, outcomes: [], identities })).changed;
  const listMerged = async () =>
    (await store.reference.listPoliticians()).flatMap(({ id, mergedInto }) => (mergedInto ? [[id, mergedInto]] : []));
  assert.equal(await publish({ A000001: "B000001", Z000009: "B000001", C000001: "Z000009" }), true);
  assert.deepEqual(await listMerged(), [["A000001", "B000001"]]);
  assert.equal(await publish({ A000001: "B000001" }), false);
  await store.publications.publish({ at: NOON, outcomes: [], politicians });
  assert.deepEqual(await listMerged(), [["A000001", "B000001"]], "publishing the members again keeps the merged ids");
  assert.equal(await publish({}), true);
  assert.deepEqual(await listMerged(), []);
});

testWithStore("finds filings with pending items, newest first, with the waiting lines", async (store) => {
  const createListing = (docId: string, filedDate: string) => listing(docId, { filedDate: day(filedDate) });
  const listings = [
    createListing("1", "2026-01-01"),
    createListing("2", "2026-03-01"),
    createListing("3", "2026-02-01"),
    createListing("4", "2026-04-01"),
  ];
  await store.filings.recordListings(listings, NOON);
  const createLine = (number: number, reason: RejectionCode) => ({ line: number, reason, text: `Line ${number}.` });
  await store.publications.publish({
    at: NOON,
    politicians: [politician("E000001")],
    outcomes: [
      outcome("1", [], { state: "needs_review", reason: { code: "unknown_page", detail: "Page 1 is." } }),
      outcome("2", [trade("2", 1)], {
        rejected: [createLine(4, "uncertain"), createLine(3, "deleted"), createLine(2, "date_unreadable")],
      }),
      outcome("3", [trade("3", 1)], { rejected: [createLine(2, "deleted"), createLine(3, "rejected_in_review")] }),
      outcome("4", [trade("4", 1)]),
    ],
  });
  const found = (await store.filings.listInReview()).map(({ filing, rejected }) => [filing.id, rejected]);
  assert.deepEqual(found, [
    ["h2", [createLine(4, "uncertain"), createLine(2, "date_unreadable")]],
    ["h1", []],
  ]);
});
