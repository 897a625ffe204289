import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  createHouseFiling,
  filer,
  house,
  master,
  normaliseRejection,
  normaliseTrade,
} from "../../../test/normalise/example-reports.ts";
import type { RejectionCode } from "../../base/error-codes.ts";
import type { Politician } from "../../domain/politician.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import { formatReason } from "../../domain/reason.ts";
import { AssetMaster } from "./asset-master.ts";
import { normaliseFiling } from "./normalise.ts";

test("a House line becomes a trade with all its fields", () => {
  assert.deepEqual(normaliseTrade({}), {
    id: "txn_h20000001_01",
    filingId: "h20000001",
    line: 1,
    politicianId: "Z900001",
    chamber: "house",
    party: "Republican",
    ticker: "AAPL",
    tickerSource: "filed",
    currentTicker: "AAPL",
    noCurrentTicker: null,
    endedOn: null,
    coin: null,
    company: "Apple Inc.",
    assetType: "Stock",
    assetTypeRaw: "ST",
    assetNameRaw: "Apple Inc. - Common Stock",
    option: null,
    shortSale: false,
    directionDoubt: null,
    assetDetails: null,
    received: null,
    transactionType: "sale_partial",
    amount: { lowUsd: 1001, highUsd: 15000 },
    amountRaw: "$1,001 - $15,000",
    filedDate: "2020-03-01",
    disclosureDate: "2020-03-01",
    firstDisclosed: { date: "2020-03-01", source: "filing" },
    amendmentPending: null,
    possibleDuplicateOf: [],
    isRepeat: false,
    transactionDate: "2020-02-03",
    notificationDate: "2020-02-10",
    dateSuspect: null,
    lateExemption: null,
    comment: "Sold 10 shares.",
    owner: "spouse",
    ownerUnread: null,
    notificationUnread: null,
    assetNameUnsure: false,
    capGainsOver200: true,
    account: "Family Trust",
    location: null,
    filingStatus: "New",
    page: 1,
    box: null,
    confidence: "printed",
  });
});

test("joins description and comment into one text, without repeating what both say", () => {
  const getComment = (description: string | null, comment: string | null) =>
    normaliseFiling(createHouseFiling([{ description, comment }]), house, filer, master).trades[0]?.comment;
  assert.equal(getComment("Compensation", "Paid late"), "Compensation; Paid late");
  assert.equal(getComment("Dividend reinvestment", "Dividend  reinvestment "), "Dividend reinvestment");
  assert.equal(getComment(null, "Paid late"), "Paid late");
  assert.equal(getComment(null, null), null);
});

test("rejects an invalid line with the right code", () => {
  assert.equal(normaliseRejection({ filingStatus: "Deleted" }), "deleted");
  assert.equal(normaliseRejection({ transactionDate: "02/30/2020" }), "date_unreadable");
  assert.equal(normaliseRejection({ transactionDate: "12/31/2007" }), "transaction_before_2008");
  assert.equal(normaliseRejection({ transactionDate: "03/02/2020" }), "transaction_after_filing");
  assert.equal(normaliseRejection({ transactionDate: "02/03/3031" }), "transaction_after_filing");
  assert.equal(normaliseRejection({ amount: "$15,001 -" }), "amount_unreadable");
  assert.equal(normaliseRejection({ transactionType: " " }), "transaction_type_missing");
  assert.equal(normaliseRejection({}, house, null), "filer_not_a_member");
  const undated = normaliseFiling(
    createHouseFiling([{}], { signedDate: null }),
    { ...house, filedDate: null },
    filer,
    master,
  );
  assert.equal(undated.rejected[0]?.reason, "no_disclosure_date");
  assert.equal(undated.state, "needs_review");
});

test("a rejected line keeps its printed text", () => {
  const { rejected } = normaliseFiling(
    createHouseFiling([{ filingStatus: "Deleted", id: "2000074389" }]),
    house,
    filer,
    master,
  );
  assert.deepEqual(rejected, [
    {
      line: 1,
      reason: "deleted",
      text: "2000074389 | SP | Apple Inc. - Common Stock (AAPL) [ST] | S (partial) | 02/03/2020 | 02/10/2020 | $1,001 - $15,000 | Filing status: Deleted | Family Trust | Sold 10 shares.",
    },
  ]);
});

test("the state of a filing follows from its lines", () => {
  const getState = (raw: RawFiling, who: Politician | null = filer) => normaliseFiling(raw, house, who, master).state;
  assert.equal(getState(createHouseFiling([{}, { filingStatus: "Deleted" }])), "parsed");
  assert.equal(getState(createHouseFiling([{ filingStatus: "Deleted" }])), "needs_review");
  assert.equal(getState(createHouseFiling([])), "no_trades");
  assert.equal(
    getState(createHouseFiling([], { rejected: [{ line: 1, reason: "unreadable_row", text: "?" }] })),
    "needs_review",
  );
  const getReason = (raw: RawFiling) => {
    const { reason } = normaliseFiling(raw, house, filer, master);
    return formatReason(reason);
  };
  assert.match(
    getReason(createHouseFiling([{ filingStatus: "Deleted" }])) ?? "",
    /^deleted_rows: All of its rows \(1\) are marked as deleted\./,
  );
  assert.equal(
    getReason(createHouseFiling([{ filingStatus: "Deleted" }, { amount: "much" }, { amount: "more" }])),
    "no_usable_row: None of its 3 rows could be used: deleted 1, amount_unreadable 2.",
  );
  assert.equal(getState(createHouseFiling([{}]), null), "not_a_member");
  assert.equal(getState(createHouseFiling([], { kind: "scan" })), "needs_ocr");
  assert.equal(getState(createHouseFiling([], { kind: "paper" })), "needs_ocr");
  assert.equal(getState(createHouseFiling([], { kind: "other" })), "not_a_ptr");
  assert.equal(getState(createHouseFiling([], { kind: "scan" }), null), "not_a_member");
});

test("no line is lost: each becomes one trade, or one rejected line with a reason", () => {
  const text = fc.oneof(fc.string(), fc.constantFrom("P", "02/03/2020", "$1,001 - $15,000", "--", "Deleted"));
  const line = fc.record({
    line: fc.integer({ min: 1, max: 30 }),
    transactionDate: text,
    amount: text,
    transactionType: text,
    assetName: text,
    ticker: fc.option(text),
    filingStatus: fc.option(text),
    comment: fc.option(text),
  });
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 5 })), (lines, before) => {
      const rejected = [...new Set(before)].map(
        (number) => ({ line: number, reason: "unreadable_row", text: "?" }) as const,
      );
      const result = normaliseFiling(createHouseFiling(lines, { rejected }), house, filer, master);
      assert.equal(result.trades.length + result.rejected.length, lines.length + rejected.length);
      assert.equal(new Set(result.trades.map((trade) => trade.id)).size, result.trades.length);
      for (const trade of result.trades) {
        assert.notEqual(trade.company, "");
        assert.ok(trade.transactionDate <= trade.disclosureDate);
      }
      for (const line of result.rejected) assert.match(line.reason, /^[a-z0-9_]+$/);
    }),
  );
});

test("a report with every line rejected in review has no trades; a row deleted by its filer still needs review", () => {
  const reject = (reason: RejectionCode) => [{ line: 1, reason, text: "" }];
  const judge = (reason: RejectionCode) =>
    normaliseFiling(createHouseFiling([], { rejected: reject(reason) }), house, filer, master).state;
  assert.equal(judge("rejected_in_review"), "no_trades");
  assert.equal(judge("deleted"), "needs_review");
  assert.equal(judge("unreadable_row"), "needs_review");
});

test("leaves out a scanned row's uncertain owner or notification date and says so; a row with another uncertain field is rejected", () => {
  const toScanned = (reading: string | null, ...uncertain: string[]) =>
    ({
      owner: null,
      scan: { uncertain, row: { box, fields: toReadings(reading) } },
    }) as unknown as Partial<RawTransaction>;
  const box = { left: 1, top: 2, width: 3, height: 4 };
  const toReadings = (owner: string | null) =>
    Object.fromEntries(
      ["owner", "asset", "transactionType", "transactionDate", "notificationDate", "amount"].map((name) => [
        name,
        { reading: name === "owner" ? owner : "x", confidence: 0.5, sure: true, box },
      ]),
    );
  const { owner, ownerUnread, confidence } = normaliseTrade(toScanned("oF", "owner"));
  assert.deepEqual([owner, confidence], [null, "ocr"]);
  assert.equal(ownerUnread, 'The owner could not be read from the image with certainty; the best reading is "oF".');
  assert.equal(normaliseTrade(toScanned(null, "owner")).ownerUnread, "The owner could not be read from the image.");
  assert.equal(normaliseTrade(toScanned(null)).owner, "self", "a blank cell is surely the filer's own");
  assert.equal(normaliseTrade(toScanned(null)).ownerUnread, null);
  for (const field of ["asset", "transactionType", "transactionDate", "amount"]) {
    assert.equal(normaliseRejection(toScanned("oF", "owner", field)), "uncertain", field);
  }
  const { notificationDate, notificationUnread } = normaliseTrade({
    ...toScanned("SP", "notificationDate"),
    notificationDate: null,
  });
  assert.deepEqual(
    [notificationDate, notificationUnread],
    [null, 'The notification date could not be read from the image with certainty; the best reading is "x".'],
  );
  const settled = { ...toScanned("oF"), owner: "SP", reviewed: true as const };
  assert.deepEqual(
    [normaliseTrade(settled).owner, normaliseTrade(settled).ownerUnread, normaliseTrade(settled).id],
    ["spouse", null, "txn_h20000001_01"],
  );
});

test("publishes a scanned row's uncertain name as read, without a symbol, if enough passes agree on it", () => {
  const box = { left: 1, top: 2, width: 3, height: 4 };
  const field = { reading: "OAKEN BOATS (OAKB)", confidence: 0.5, sure: true, box };
  const toNamed = (count: number) => {
    const asset = { ...field, sure: false, passes: [{ text: "OAKEN BOATS (OAKB)", count }] };
    const fields = { owner: field, asset, transactionType: field, transactionDate: field, notificationDate: field };
    const row = { box, handwritten: false, fields: { ...fields, amount: field } };
    const blank = { assetName: "", assetCell: "", ticker: null, scan: { uncertain: ["asset"], row } };
    return blank as unknown as Partial<RawTransaction>;
  };
  const { id, ticker, company, assetNameRaw, assetNameUnsure } = normaliseTrade(toNamed(12));
  assert.deepEqual(
    [id, ticker, company, assetNameRaw, assetNameUnsure],
    ["txn_h20000001_01", "", "OAKEN BOATS (OAKB)", "OAKEN BOATS (OAKB)", true],
  );
  assert.equal(normaliseRejection(toNamed(5)), "uncertain");
});

test("explains why a trade has no direction: an inverse fund by its printed or listed name, an option on one, or contradicting words", () => {
  const funds = new AssetMaster([
    { symbol: "ZZSH", name: "ProShares Short Sample500", exchange: null, etf: true, cik: null },
    { symbol: "ZZBD", name: "Sample Short-Term Bond ETF", exchange: null, etf: true, cik: null },
  ]);
  const getDoubt = (line: Partial<RawTransaction>) =>
    normaliseFiling(createHouseFiling([{ description: null, ...line }]), house, filer, funds).trades[0]?.directionDoubt;
  assert.equal(getDoubt({ ticker: "ZZSH", assetName: "ProShares Trust" }), "inverse_fund");
  assert.equal(getDoubt({ ticker: null, assetName: "Direxion Daily Sample Bear 3X Shares" }), "inverse_fund");
  assert.equal(
    getDoubt({ ticker: "ZZSH", assetName: "ProShares Trust", assetTypeCode: "OP", description: "Bought 5 calls" }),
    "inverse_fund",
  );
  assert.equal(getDoubt({ ticker: "ZZBD", assetName: "Sample Short-Term Bond ETF" }), null);
  assert.equal(getDoubt({ assetTypeCode: "OP", description: "Buy to close covered call" }), "words_contradict_type");
});
