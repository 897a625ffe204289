import assert from "node:assert/strict";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { testWithStore } from "./with-store.ts";

const LATER = new Date("2026-11-21T06:30:00Z");

testWithStore("finds the newest document of a URL, and keeps older ones", async ({ documents }) => {
  const row = {
    url: "https://example.org/2026FD.zip",
    sha256: "aa",
    byteLength: 3_000_000_000,
    fetchedAt: NOON,
    headers: { etag: '"1"' },
  };
  assert.equal(await documents.findLatest(row.url), undefined);
  await documents.record(row);
  assert.deepEqual(await documents.findLatest(row.url), row);
  await documents.record({ ...row, sha256: "bb" });
  assert.equal(
    (await documents.findLatest(row.url))?.sha256,
    "bb",
    "of two documents fetched in the same millisecond, the one recorded later counts",
  );
  await documents.record({ ...row, fetchedAt: LATER, headers: { etag: '"2"' } });
  assert.deepEqual(await documents.findLatest(row.url), { ...row, fetchedAt: LATER, headers: { etag: '"2"' } });
  await documents.record({ ...row, headers: { etag: '"old"' } });
  assert.deepEqual(
    (await documents.findLatest(row.url))?.headers,
    { etag: '"2"' },
    "a document with an earlier fetch time does not replace a newer one",
  );
  assert.deepEqual(await documents.findStored(row.url, "bb"), { ...row, sha256: "bb" });
  assert.equal(await documents.findStored(row.url, "cc"), undefined);
});

testWithStore("listings add filings, update what the index changed, and remove none", async ({ filings }) => {
  const first = [listing("1"), listing("2", { kind: "other", title: "A" }), listing("3", { filedDate: null })];
  assert.deepEqual(await filings.recordListings(first, NOON), { added: 3, changed: 0 });
  assert.deepEqual(await filings.recordListings(first, NOON), { added: 0, changed: 0 });
  const corrected = listing("1", { filer: { prefix: null, first: "Ann\0a", last: "Example", suffix: "Jr." } });
  assert.deepEqual(await filings.recordListings([corrected], LATER), { added: 0, changed: 1 });
  assert.deepEqual(
    await filings.recordListings([corrected], LATER),
    { added: 0, changed: 0 },
    "a NUL character is not a change each time",
  );
  assert.deepEqual(await filings.get("h1"), {
    ...corrected,
    filer: { prefix: null, first: "Ann\u2400a", last: "Example", suffix: "Jr." },
    id: "h1",
    state: "pending",
    reason: null,
    documentSha256: null,
    politicianId: null,
    firstListedAt: NOON,
    lastListedAt: LATER,
    rowsRead: 0,
  });
  assert.equal((await filings.get("h2"))?.state, "not_a_ptr");
  assert.deepEqual((await filings.get("h3"))?.lastListedAt, NOON);
  assert.equal(await filings.get("h4"), undefined);
  await filings.recordListings([listing("2")], LATER);
  assert.equal((await filings.get("h2"))?.state, "pending", "the document is listed as a report and therefore waits");
});

testWithStore(
  "counts all rows of a list that names a document twice, and prefers the row that calls it a report",
  async ({ filings }) => {
    const rows = [
      listing("1", { kind: "other", title: "A" }),
      listing("1"),
      listing("1", { kind: "other" }),
      listing("2"),
    ];
    assert.deepEqual(await filings.readListedYears(), []);
    await filings.recordListings(rows, NOON, { source: "house-clerk", year: 2026 });
    assert.equal((await filings.get("h1"))?.kind, "ptr");
    const year = { source: "house-clerk", year: 2026, rows: 4, filings: 2, listedAt: NOON };
    assert.deepEqual(await filings.readListedYears(), [year]);
    await filings.recordListings([listing("2")], LATER);
    assert.deepEqual(await filings.readListedYears(), [year], "a partial list does not change the counts of the year");
    await filings.recordListings([listing("2")], LATER, { source: "house-clerk", year: 2026 });
    assert.deepEqual(await filings.readListedYears(), [{ ...year, rows: 1, filings: 1, listedAt: LATER }]);
  },
);

testWithStore(
  "keeps rows that name one document under different names, until a complete list names it once",
  async ({ filings }) => {
    const createFiler = (last: string) => ({ prefix: "Hon.", first: "Ann", last, suffix: null });
    const [ann, bea] = [
      listing("1", { filer: createFiler("Example") }),
      listing("1", { filer: createFiler("Sample") }),
    ];
    const year = { source: "house-clerk", year: 2026 };
    const listLastNames = async () => {
      const filing = await filings.get("h1");
      return [filing, ...(filing?.alsoListed ?? [])].map((each) => each?.filer.last);
    };
    await filings.recordListings([ann, ann], NOON, year);
    assert.deepEqual(await listLastNames(), ["Example"], "two equal rows count as one");
    assert.deepEqual(await filings.recordListings([bea, ann, bea], NOON, year), { added: 0, changed: 1 });
    assert.deepEqual(await listLastNames(), ["Sample", "Example"]);
    await filings.recordListings([ann], LATER);
    assert.deepEqual(await listLastNames(), ["Sample", "Example"], "a partial list may leave out the other row");
    assert.deepEqual(await filings.recordListings([bea, ann], LATER, year), { added: 0, changed: 0 });
    await filings.recordListings([ann], LATER, year);
    assert.deepEqual(await listLastNames(), ["Example"]);
  },
);

testWithStore("lists pending filings newest first, with their stored documents", async ({ filings }) => {
  await filings.recordListings(
    [
      listing("1", { filedDate: null }),
      listing("2", { filedDate: day("2026-01-02") }),
      listing("3", { filedDate: day("2026-11-02") }),
      listing("4", { kind: "other" }),
      listing("aa-bb", { source: "senate-efd", stateDistrict: null }),
    ],
    NOON,
  );
  await filings.setDocument("h2", "abcd");
  await assert.rejects(filings.setDocument("h9", "abcd"), /no filing "h9"/);
  const pending = await filings.listPending("house-clerk");
  assert.deepEqual(
    pending.map((filing) => [filing.id, filing.documentSha256]),
    [
      ["h3", null],
      ["h2", "abcd"],
      ["h1", null],
    ],
  );
  assert.deepEqual(
    (await all(filings.listWithDocument())).map((filing) => filing.id),
    ["h2"],
  );
  assert.deepEqual(
    (await filings.listPending("senate-efd")).map((filing) => filing.id),
    ["saa-bb"],
  );
});

testWithStore("records, publishes and streams 2,000 filings in batches", async (store) => {
  const ids = Array.from({ length: 2000 }, (_, index) => String(10_000 + index));
  const listings = ids.map((id) => listing(id));
  assert.deepEqual(await store.filings.recordListings(listings, NOON), { added: 2000, changed: 0 });
  const outcomes = ids.map((id) =>
    outcome(id, [trade(id, 1), trade(id, 2)], { rawJson: `{"doc":"${id} \u00e9\\u0000"}` }),
  );
  const result = await store.publications.publish({ at: NOON, outcomes, politicians: [politician("E000001")] });
  assert.equal(result.tradesAdded, 4000);
  const read = await all(store.filings.readFilings());
  assert.deepEqual(
    read.map(({ filing, raw }) => [filing.id, raw]),
    ids.map((id) => [`h${id}`, { doc: `${id} \u00e9\0` }]),
  );
});

testWithStore("coverage counts each filing and every line once", async ({ filings, publications }) => {
  await filings.recordListings(
    [listing("1"), listing("2"), listing("3"), listing("4", { kind: "other" }), listing("5", { year: 2025 })],
    NOON,
  );
  const rejected = [
    { line: 3, reason: "deleted", text: "SP \0 gone" },
    { line: 4, reason: "transaction_after_filing", text: "late" },
  ] as const;
  await publications.publish({
    at: NOON,
    politicians: [politician("E000001")],
    outcomes: [
      outcome("1", [trade("1", 1), trade("1", 2)], { rejected }),
      outcome("2", [], { state: "needs_ocr", rawJson: null }),
      outcome("5", [trade("5", 1)]),
    ],
  });
  const row = {
    source: "house-clerk",
    year: 2026,
    rowsRead: 0,
    trades: 0,
    possibleRepeats: 0,
    superseded: 0,
    rejected: 0,
    filings: 1,
  };
  assert.deepEqual(await filings.computeCoverageRows(), [
    { ...row, year: 2025, state: "parsed", rowsRead: 1, trades: 1, possibleRepeats: 1 },
    { ...row, state: "needs_ocr" },
    { ...row, state: "not_a_ptr" },
    { ...row, state: "parsed", rowsRead: 4, trades: 2, rejected: 2 },
    { ...row, state: "pending" },
  ]);
  assert.deepEqual(await filings.listRejectedLines("h1"), [{ ...rejected[0], text: "SP \u2400 gone" }, rejected[1]]);
  assert.deepEqual(await filings.countFilingsByPolitician(), new Map([["E000001", { needs_ocr: 1, parsed: 2 }]]));
  assert.deepEqual(await filings.countOpenReportsByPolitician(), new Map([["E000001", { unread: 1, amending: 0 }]]));
});

testWithStore("counts all of 600 filings and their lines", async ({ filings, publications, sources }) => {
  const ids = Array.from({ length: 600 }, (_, index) => String(20_000_000 + index));
  const [early, late] = [ids.slice(0, 400), ids.slice(400)];
  const createOutcome = (id: string) =>
    outcome(id, [trade(id, 1), trade(id, 2)], { rejected: [{ line: 3, reason: "deleted", text: "gone" }] });
  const publish = (of: readonly string[], at: Date) =>
    publications.publish({ at, politicians: [politician("E000001")], outcomes: of.map(createOutcome) });
  await filings.recordListings(
    early.map((id) => listing(id)),
    NOON,
  );
  await sources.recordListingCompleted("house-clerk", NOON);
  await publish(early, LATER);
  assert.deepEqual(
    await publications.measurePublicationDelays(),
    [],
    "filings of the first listing have no delay, because they waited for the import",
  );
  await filings.recordListings(
    late.map((id) => listing(id)),
    LATER,
  );
  const evenLater = new Date(LATER.getTime() + 60_000);
  await publish(late, evenLater);
  assert.deepEqual(
    (await filings.computeCoverageRows()).map((row) => [
      row.state,
      row.filings,
      row.rowsRead,
      row.trades,
      row.rejected,
    ]),
    [["parsed", 600, 1800, 1200, 600]],
  );
  assert.deepEqual(await filings.countReasons(), [
    { source: "house-clerk", year: 2026, of: "line", reason: "deleted", count: 600 },
  ]);
  const delays = await publications.measurePublicationDelays();
  assert.equal(delays.length, 200);
  assert.ok(delays.every(({ source, ms }) => source === "house-clerk" && ms === 60_000));
});

testWithStore("stores a source's last answer and last failure", async ({ sources }) => {
  await sources.recordFailure("house-clerk", NOON, { code: "timeout", detail: "no answer" });
  const failed = {
    source: "house-clerk",
    lastAttemptAt: NOON,
    lastSuccessAt: null,
    lastError: { code: "timeout", detail: "no answer" },
    lastErrorAt: NOON,
    listingCompletedAt: null,
    firstRunEndedAt: null,
  };
  assert.deepEqual(await sources.listAll(), [failed]);
  await sources.recordSuccess("house-clerk", LATER);
  const well = { ...failed, lastAttemptAt: LATER, lastSuccessAt: LATER, lastError: null, lastErrorAt: null };
  assert.deepEqual(await sources.listAll(), [well]);
  await sources.recordFailure("house-clerk", LATER, { code: "blocked", detail: "403" });
  assert.deepEqual((await sources.listAll())[0]?.lastSuccessAt, LATER);
});
