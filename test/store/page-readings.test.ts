/** Tests stored readings of scanned pages and the lists of reports that need one. */
import assert from "node:assert/strict";
import { day, listing, NOON, outcome, politician } from "./made.ts";
import { testWithStore } from "./with-store.ts";

testWithStore("stores a page's reading, and replaces it by another release's reading", async ({ pageReadings }) => {
  assert.deepEqual(await pageReadings.readStoredPages("aa"), []);
  await pageReadings.save("aa", { page: 2, reader: "1", json: '{"seen":2}' });
  await pageReadings.save("aa", { page: 1, reader: "1", json: '{"seen":1}' });
  await pageReadings.save("bb", { page: 1, reader: "1", json: "{}" });
  await pageReadings.save("aa", { page: 2, reader: "2", json: '{"seen":"again"}' });
  assert.deepEqual(await pageReadings.readStoredPages("aa"), [
    { page: 1, reader: "1", json: '{"seen":1}' },
    { page: 2, reader: "2", json: '{"seen":"again"}' },
  ]);
});

testWithStore("lists reports that are unread or have a page over its limits, newest filed first", async (store) => {
  const { filings, publications, pageReadings } = store;
  const days = ["2026-01-05", "2026-03-05", "2026-02-05", "2026-04-05", "2026-05-05"];
  await filings.recordListings(
    days.map((filed, at) => listing(String(at + 1), { filedDate: day(filed) })),
    NOON,
  );
  for (const docId of ["1", "2", "3", "4"]) await filings.setDocument(`h${docId}`, docId.repeat(64));
  await publications.publish({
    at: NOON,
    politicians: [politician("E000001")],
    outcomes: [
      outcome("1", [], { state: "needs_ocr" }),
      outcome("2", [], { state: "needs_review", reason: { code: "reader_timeout", detail: "Page 1: late" } }),
      outcome("3", [], { state: "needs_review", reason: { code: "unknown_page", detail: "Page 1" } }),
      outcome("4", [], { state: "ocr" }),
      outcome("5", [], { state: "needs_ocr" }),
    ],
  });
  assert.deepEqual(
    (await pageReadings.listWaiting()).map(({ id }) => id),
    ["h2", "h1"],
  );
});

testWithStore(
  "lists reports with pages read by another release, newest filed first, and no unread ones",
  async (store) => {
    const { filings, publications, pageReadings } = store;
    await filings.recordListings(
      ["2026-01-05", "2026-03-05", "2026-02-05", "2026-04-05"].map((filed, at) =>
        listing(String(at + 1), { filedDate: day(filed), kind: at === 2 ? "paper" : "ptr" }),
      ),
      NOON,
    );
    for (const docId of ["1", "2", "3", "4"]) await filings.setDocument(`h${docId}`, docId.repeat(64));
    await publications.publish({
      at: NOON,
      politicians: [politician("E000001")],
      outcomes: [
        outcome("1", [], { state: "ocr" }),
        outcome("2", [], { state: "no_trades" }),
        outcome("3", [], { state: "needs_review", reason: { code: "uncertain_rows", detail: "1 of 2" } }),
        outcome("4", [], { state: "needs_ocr" }),
      ],
    });
    for (const docId of ["1", "2", "4"]) {
      await pageReadings.save(docId.repeat(64), { page: 1, reader: "3", json: "{}" });
    }
    await pageReadings.save("2".repeat(64), { page: 2, reader: "4", json: "{}" });
    const { documents, filings: named } = await pageReadings.findOutdatedReadings("4");
    assert.deepEqual(
      named.map(({ id }) => id),
      ["h2", "h3", "h1"],
      "a paper report is listed although its pages are separate documents",
    );
    assert.ok(documents.has("1".repeat(64)) && !documents.has("3".repeat(64)));
    for (const docId of ["1", "2", "4"]) {
      await pageReadings.save(docId.repeat(64), { page: 1, reader: "4", json: "{}" });
    }
    assert.deepEqual((await pageReadings.findOutdatedReadings("4")).filings, []);
  },
);
