/** The page of a trade over HTTP: its dossier, ids that no trade has, and a store that does not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../src/base/errors.ts";
import { blankFiling, blankLine } from "../../src/domain/printed-report.ts";
import { madeRecords } from "../contract/made-dataset.ts";
import { HOUSE, madeLedger } from "../contract/made-ledger.ts";
import { madeMarket } from "../contract/made-market.ts";
import { json, startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };
const TRADE = "txn_h20990001_01";

/** The made ledger, in which line 1 of the House's report is printed. */
function ledger() {
  const report = blankFiling({ source: "house-clerk", kind: "text" as const, docId: "20990001" });
  const line = { ...blankLine(1), assetCell: "Apple <b>Inc.</b> (AAPL) [ST]", transactionType: "P" };
  return { ...madeLedger(), printed: async () => ({ ...report, transactions: [line] }) };
}

/** Records with a trade of the House's report in the made ledger. */
function records() {
  const made = madeRecords();
  return {
    ...made,
    async trade(id: string) {
      const found = await made.trade("txn_h20999999_01");
      return found && id === TRADE
        ? { ...found, trade: { ...found.trade, id, filingId: HOUSE }, supersededBy: "h20990009" }
        : made.trade(id);
    },
  };
}

test("a trade's page has the printed words, the line's picture, the digest and what became of it", async () => {
  await using service = await startService({ ledger: ledger(), records: records() });
  const { status, text, headers } = await service.ask(`/trades/${TRADE}`, HTML);
  assert.equal(status, 200);
  assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
  assert.match(text, /Apple &lt;b&gt;Inc\.&lt;\/b&gt; \(AAPL\) \[ST\]/);
  assert.match(text, new RegExp(`<img src="/evidence/${TRADE}\\.png" alt="[^"]+">`));
  assert.match(text, /taken back/);
  assert.match(text, /SHA-256 [0-9a-f]{64}\./);
  assert.doesNotMatch(text, / style=|<script>/);
});

test("an owner and a kind of asset that the scan does not give are not told as facts", async () => {
  const scanned = {
    ...records(),
    async trade(id: string) {
      const found = await records().trade(id);
      const unread = { owner: null, ownerUnread: "It was not read.", assetType: "Other", assetTypeRaw: null };
      return found && { ...found, trade: { ...found.trade, ...unread, ticker: "", currentTicker: null } };
    },
  };
  await using service = await startService({ ledger: ledger(), records: scanned });
  const { text } = await service.ask(`/trades/${TRADE}`, HTML);
  assert.match(text, /owner: not read/);
  assert.match(text, /No price is shown: the filing does not say that it is a listed share or fund\./);
});

test("a store of prices that does not answer is not said to have none", async () => {
  const away = async () => {
    throw new UnavailableError("service_unavailable", "The store of prices does not answer.", 5);
  };
  const market = { ...madeMarket(), isListed: () => true, closes: away };
  const listed = {
    ...records(),
    async trade(id: string) {
      const found = await records().trade(id);
      return found && { ...found, trade: { ...found.trade, ticker: "AAPL", currentTicker: "AAPL" } };
    },
  };
  await using service = await startService({ ledger: ledger(), records: listed, market });
  const page = await service.ask(`/trades/${TRADE}`, HTML);
  assert.equal(page.status, 200);
  assert.match(page.text, /No price is shown: the store of prices does not answer at the moment\./);
  const list = json(await service.ask("/api/v1/trades?limit=1&ticker=AAPL")) as { trades: { id: string }[] };
  assert.equal((await service.ask(`/api/v1/trades/prices?ids=${list.trades[0]?.id}`)).status, 503);
});

test("the head of an option's page says that it is one, with its terms", async () => {
  const option = { type: "Call", strike: "$190", expiry: "2026-06-19" };
  const optional = {
    ...records(),
    async trade(id: string) {
      const found = await records().trade(id);
      return found && { ...found, trade: { ...found.trade, assetType: "Stock Option", option } };
    },
  };
  await using service = await startService({ ledger: ledger(), records: optional });
  const { text } = await service.ask(`/trades/${TRADE}`, HTML);
  assert.match(text, /· owner: \w+ · call option, strike \$190, expires 2026-06-19<\/p>/);
  const what = '[^<"]* of call options on ';
  for (const form of [
    `<h1>${what}<bdi>`,
    `<title>[^<]*: ${what.toLowerCase()}`,
    `property="og:title" content="[^"]*: ${what}`,
  ]) {
    assert.match(text, new RegExp(form));
  }
  assert.match(text, new RegExp(`name="description" content="${what}`));
  assert.match(text, new RegExp(`id="citation">[^<]*, ${what}`));
});

test("an id that no trade has is told with what is known of its filing", async () => {
  await using service = await startService();
  const known = await service.ask("/trades/txn_h20990001_02", HTML);
  assert.equal(known.status, 404);
  assert.match(known.text, /The filer marked the row as deleted\./);
  const unknown = await service.ask("/trades/%3Cscript%3E", HTML);
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /&lt;script&gt;/);
  assert.match(unknown.text, /An id names the filing and the line/);
});

test("while the store does not answer, the public fields are shown, and what is missing is said", async () => {
  const fails = async () => {
    throw new Error("the database is away");
  };
  await using service = await startService({ records: { ...madeRecords(), trade: fails } });
  const listed = await service.ask("/trades/txn_h20999999_01", HTML);
  assert.equal(listed.status, 503);
  assert.match(listed.text, /does not answer at the moment/);
  assert.match(listed.text, /\$1,001 - \$15,000|\$50,000,001\+/);
  assert.doesNotMatch(listed.text, /the database is away/);
  assert.equal((await service.ask("/trades/txn_h1_01", HTML)).status, 503);
});
