/** `npm run sample`: which statements it draws, and the page that shows them. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { TradeRecordSchema } from "../../src/api/disclosures/trade-detail-schema.ts";
import { createHousePtr } from "../../src/app/demo/fictional/house-ptr.ts";
import { readConfig } from "../../src/base/config.ts";
import { ConfigError, UsageError } from "../../src/base/errors.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { createDocumentsFolder } from "../../src/filings/ingest/documents-folder.ts";
import { getSource } from "../../src/filings/sources/all.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";
import { drawSample, runSampleCommand } from "./sample.ts";
import { renderSamplePage, type SampledStatement } from "./sample-page.ts";
import { listKinds, type SampledTrade, STATEMENTS } from "./statements.ts";
import { Strata } from "./strata.ts";

const never = new AbortController().signal;

function createLine(changes: Partial<Trade> = {}, others: Partial<SampledTrade> = {}): SampledTrade {
  return { trade: trade("1", 1, changes), supersedes: null, supersededBy: null, inOffice: true, ...others };
}

const getKinds = (...given: Parameters<typeof createLine>) => Object.fromEntries(listKinds(createLine(...given)));

test("the sample's statements cover every field of a trade's record, except fields left out for a listed reason", () => {
  const leftOut = {
    "identifies the trade": ["id", "filing", "evidence_url"],
    "describes this instance, not the document": ["first_seen_at", "updated_at", "confidence", "industry"],
    "follows from a field that is drawn": ["disclosure_date"],
  };
  const stated = new Set<string>(Object.values(STATEMENTS).flatMap(({ fields }) => fields));
  const named = [...stated, ...Object.values(leftOut).flat()].sort();
  assert.deepEqual(named, Object.keys(TradeRecordSchema.shape).sort());
});

test("gives each statement about a plain purchase the common kind, and makes no statement about an option", () => {
  assert.deepEqual(getKinds(), {
    headline: "Purchase of",
    direction: "bullish",
    lateness: "in time",
    ticker: "filed, the same today",
    amount: "a range",
    owner: "self",
    transaction: "purchase",
    assetType: "Stock",
    amendment: "none",
    filer: "house, in office",
  });
});

test("gives rare statements, such as a short sale or a late disclosure, separate kinds", () => {
  const put = { type: "Put", strike: "$50", expiry: "2026-09-18" };
  const sold = getKinds({ transactionType: "sale_full", assetType: "Stock Option", option: put });
  assert.deepEqual(
    [sold["headline"], sold["direction"], sold["option"]],
    ["Sale of put options on", "bullish, put", "put, all terms"],
  );
  assert.equal(getKinds({ option: { ...put, expiry: null } })["option"], "put, some terms");
  assert.equal(getKinds({ transactionType: "sale_full", shortSale: true })["option"], "short sale");
  assert.equal(getKinds({ assetType: "Stock Option" })["option"], "no terms");
  assert.equal(getKinds({ comment: "Bought to close the calls" })["option"], "none, but a word of options");

  assert.equal(getKinds({ lateExemption: "widely_held_fund" })["lateness"], "not judged: widely_held_fund");
  assert.equal(getKinds({ transactionDate: day("2025-06-02"), notificationDate: null })["lateness"], "late");
  assert.equal(getKinds({ disclosureDate: day("2026-02-25") })["lateness"], "late, within the grace period");

  assert.equal(getKinds({ directionDoubt: "inverse_fund" })["direction"], "none: inverse_fund");

  assert.equal(getKinds({ currentTicker: null })["ticker"], "filed, another_issuer");
  assert.equal(getKinds({ currentTicker: "META" })["ticker"], "filed, another today");
  assert.equal(getKinds({ ticker: "", tickerSource: "none" })["ticker"], "none, a stock");
  assert.equal(getKinds({ ticker: "", assetType: "Corporate Bond" })["ticker"], "none, no stock");
  assert.equal(getKinds({ ticker: "", coin: "BTC" })["ticker"], "coin");

  assert.equal(getKinds({ amount: { lowUsd: 50_000_001, highUsd: null } })["amount"], "no upper bound");
  assert.equal(getKinds({ amount: { lowUsd: 12.5, highUsd: 12.5 } })["amount"], "a sum");
  assert.equal(getKinds({ owner: null })["owner"], "not said");
  assert.equal(getKinds({ owner: null, ownerUnread: "It is smudged." })["owner"], "not read");
  assert.equal(getKinds({}, { inOffice: false })["filer"], "house, not in office");
  assert.equal(getKinds({ confidence: "ocr" })["amount"], "a range, from an image");
});

test("gives each amendment state a separate kind, and makes no other statement about a superseded trade", () => {
  const pending = { reason: "several_fit", amends: ["txn_h2_01"], amendedBy: [] };
  assert.equal(getKinds({}, { supersedes: "txn_h2_01" })["amendment"], "replaces another");
  assert.equal(getKinds({ amendmentPending: pending })["amendment"], "not certain: several_fit");
  assert.equal(getKinds({ possibleDuplicateOf: ["txn_h2_01"] })["amendment"], "possible duplicate");
  assert.deepEqual(getKinds({}, { supersededBy: "txn_h2_01" }), { amendment: "replaced" });
  assert.deepEqual(getKinds({}, { supersededBy: "h2" }), { amendment: "taken back" });
});

/** Creates strata of 2,000 + `more` trades: three options, a late sale and otherwise plain purchases. */
function createManyStrata(more = 0): Strata {
  const strata = new Strata();
  const call = { type: "Call", strike: "$50", expiry: "2026-09-18" };
  const rare: Partial<Trade>[] = [
    { option: call },
    { option: call },
    { option: call },
    { transactionType: "sale_full", transactionDate: day("2025-06-02"), notificationDate: null },
  ];
  for (let number = 0; number < 2000 + more; number += 1) {
    strata.add({ ...createLine(), trade: trade("1", number + 1, rare[number]) });
  }
  return strata;
}

const drawNames = (strata: Strata, count: number, seed: number) =>
  strata.draw(count, seed).map(({ stratum, tradeId }) => `${stratum.statement} ${stratum.kind} ${tradeId}`);

test("draws the same sample for the same seed, and a mostly unchanged sample after new trades", () => {
  const drawn = drawNames(createManyStrata(), 200, 7);
  assert.equal(new Set(drawn).size, 200);
  assert.deepEqual(drawNames(createManyStrata(), 200, 7), drawn);
  const others = new Set(drawNames(createManyStrata(), 200, 8));
  assert.ok(drawn.filter((each) => others.has(each)).length < 40, "another seed draws mostly different statements");
  const later = new Set(drawNames(createManyStrata(20), 200, 7));
  assert.ok(
    drawn.filter((each) => later.has(each)).length > 180,
    "with 20 more trades most of the sample stays the same",
  );
});

test("draws statements of every kind, even the rarest, and all statements if there are few", () => {
  const strata = createManyStrata();
  const drawn = Map.groupBy(strata.draw(200, 1), ({ stratum }) => stratum);
  for (const stratum of strata.list()) assert.ok(drawn.has(stratum), `${stratum.statement} ${stratum.kind}`);
  const options = strata.list().filter(({ statement }) => statement === "option");
  assert.deepEqual(
    options.map((stratum) => [stratum.kind, stratum.tradeIds.length, drawn.get(stratum)?.length]),
    [["call, all terms", 3, 3]],
  );
  const few = new Strata();
  few.add(createLine());
  assert.equal(
    few.draw(200, 1).length,
    Object.keys(STATEMENTS).length - 1,
    "all statements except the one about options",
  );
  assert.deepEqual(new Strata().draw(200, 1), []);
});

test("the page loads no external resources and escapes all text", () => {
  const strata = new Strata();
  strata.add(createLine());
  const [drawn] = strata.draw(1, 1);
  assert.ok(drawn);
  const statement: SampledStatement = {
    drawn,
    politician: "Ann Example",
    headline: "Purchase of <i>Example</i> & Co.",
    lateness: "Disclosed 20 days after the trade.",
    listedFiler: "Hon. Ann Example (CA11)",
    printedFiler: null,
    tradeUrl: "http://localhost:3000/trades/txn_h1_01",
    documentUrl: "https://example.org/1.pdf",
    place: "page 1, line 1 of h1",
    published: [
      ["company", "<i>Example</i> & Co."],
      ["ticker", ""],
      ["option", { type: "Call", strike: null, expiry: null }],
      ["late", false],
    ],
    words: null,
    line: { png: Buffer.from("picture"), width: 100, height: 20, alternative: "Line 1" },
  };
  const unpictured = {
    reason: "The original of the filing 'h1' is not in the folder of originals.",
    printed: [{ field: "asset" as const, text: "</dd><script>", certainty: "printed" as const }],
  };
  const sample = { seed: 1, datasetVersion: "2026-11-20.1", tradeCount: 1, strata: strata.list() };
  const page = renderSamplePage({ ...sample, statements: [statement, { ...statement, line: unpictured }] });
  assert.ok(page.includes(`src="data:image/png;base64,${Buffer.from("picture").toString("base64")}"`));
  assert.ok(page.includes("No picture: The original of the filing"));
  assert.ok(
    page.includes("&lt;/dd&gt;&lt;script&gt;") && page.includes("Purchase of &lt;i&gt;Example&lt;/i&gt; &amp; Co."),
  );
  assert.ok(page.includes("{&quot;type&quot;:&quot;Call&quot;"));
  for (const verdict of ["right", "wrong", "unsure"]) {
    assert.equal(page.split(`name="s2" value="${verdict}"`).length, 2, verdict);
  }
  assert.ok(
    !/<(?:script|img|link|iframe)[^>]*(?:src|href)="(?!data:)/.test(page),
    "the page loads no external resources",
  );
});

testWithStore("shows pictures of stored originals, and a reason where no original is stored", async (store, place) => {
  const config = readConfig({ DATA_DIR: place.options.dataDir });
  const documents = createDocumentsFolder(config.DATA_DIR, store.documents, () => NOON);
  const row = {
    id: null,
    owner: null,
    assetName: "Example Holdings",
    ticker: "XMPL",
    assetTypeCode: "ST",
    transactionType: "P" as const,
    transactionDate: "01/20/2026",
    notificationDate: "01/21/2026",
    amount: "$1,001 - $15,000",
    capGainsOver200: false,
    filingStatus: "New" as const,
    subholding: null,
    location: null,
    description: null,
    comment: null,
  };
  const body = createHousePtr({
    docId: "29990001",
    filer: "Hon. Ann Example",
    status: "Member",
    stateDistrict: "CA11",
    signedDate: "02/09/2026",
    rows: [row],
  });
  const raw = await getSource("house-clerk").read.document.read(body, { docId: "29990001" });
  const [stored, lost] = [listing("29990001"), listing("29990002")];
  await store.filings.recordListings([stored, lost], NOON);
  const { sha256 } = await documents.save({ url: stored.url, headers: {}, body });
  await store.publications.publish({
    at: NOON,
    politicians: [politician("E000001")],
    outcomes: [
      outcome("29990001", [trade("29990001", 1)], { rawJson: JSON.stringify(raw), documentSha256: sha256 }),
      outcome("29990002", [trade("29990002", 1)], { rawJson: JSON.stringify({ ...raw, docId: "29990002" }) }),
    ],
  });
  const { page, summary } = await drawSample(config, store, 5, never);
  assert.match(summary, /^Headline +Purchase of +2 +2$/m);
  assert.match(summary, /^20 statements\.$/m);
  assert.equal(page.split("<img ").length, 11);
  assert.equal(page.split("No picture: The document of the filing").length, 11);
  assert.match(
    page,
    /Filer as listed: <bdi>Hon\. Ann Example \(CA11\)<\/bdi>; in the document: <bdi>Hon\. Ann Example<\/bdi>/,
  );
  assert.ok(page.includes('<a href="http://localhost:3000/trades/txn_h29990001_01">'));
  assert.equal((await drawSample(config, store, 5, never)).page, page, "the same seed gives the same page");
});

testWithStore(
  "rejects an invalid seed, a missing store and an empty store, and names the value in the message",
  async (_store, place) => {
    const config = readConfig({ DATA_DIR: place.options.dataDir });
    for (const seed of ["x", "-1", "1.5", "", "2147483648"]) {
      await assert.rejects(runSampleCommand(config, { seed }, never), (error: unknown) => {
        assert.ok(error instanceof UsageError);
        assert.equal(error.message, `--seed must be a whole number from 0 to 2147483647, not "${seed}".`);
        return true;
      });
    }
    const assertRefused = (dataDir: string, words: RegExp) =>
      assert.rejects(runSampleCommand({ ...config, DATA_DIR: dataDir }, { seed: "1" }, never), (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.ok(error.message.includes(dataDir), error.message);
        return words.test(error.message);
      });
    await assertRefused(config.DATA_DIR, /has no published trades/);
    await assertRefused(path.join(config.DATA_DIR, "nothing"), /holds no store/);
  },
);
