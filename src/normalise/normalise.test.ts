import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type IsoDate, isoDate } from "../domain/dates.ts";
import type { Politician } from "../domain/politician.ts";
import { blankLine, type RawFiling, type RawTransaction } from "../domain/printed-report.ts";
import { reasonText } from "../domain/reason.ts";
import type { Security } from "../domain/security.ts";
import { sourceOf } from "../sources/all.ts";
import { AssetMaster } from "./asset-master.ts";
import { createFilerIndex } from "./filer.ts";
import { normaliseFiling } from "./normalise.ts";

const day = (text: string): IsoDate => {
  const date = isoDate(text);
  assert.ok(date, text);
  return date;
};

const filer: Politician = {
  id: "Z900001",
  name: "Sample Member",
  names: [{ first: "Sample", middle: null, last: "Member", suffix: null, nickname: null, officialFull: null }],
  terms: [
    {
      chamber: "house",
      start: day("2019-01-03"),
      end: day("2021-01-03"),
      state: "NJ",
      district: 2,
      parties: [
        { start: day("2019-01-03"), end: day("2019-12-18"), party: "Democrat", caucus: null },
        { start: day("2019-12-19"), end: day("2021-01-03"), party: "Republican", caucus: null },
      ],
    },
  ],
  committees: [],
  current: false,
};

const listed = (symbol: string, name: string): Security => ({ symbol, name, exchange: null, etf: false, cik: null });
const master = new AssetMaster([
  listed("AAPL", "Apple Inc."),
  listed("BRK.B", "Berkshire Hathaway Inc."),
  listed("FB", "ProShares S&P 500 Dynamic Buffer ETF"),
  listed("BTC", "Grayscale Bitcoin Mini Trust"),
  listed("T$A", "AT&T Inc."),
]);

const houseLine: RawTransaction = {
  ...blankLine(1),
  owner: "SP",
  assetName: "Apple Inc. - Common Stock",
  assetCell: "Apple Inc. - Common Stock (AAPL) [ST]",
  ticker: "AAPL",
  assetTypeCode: "ST",
  transactionType: "S (partial)",
  transactionDate: "02/03/2020",
  notificationDate: "02/10/2020",
  amount: "$1,001 - $15,000",
  capGainsOver200: true,
  filingStatus: "New",
  subholding: "Family Trust",
  description: "Sold 10 shares.",
  page: 1,
};

function houseFiling(lines: readonly Partial<RawTransaction>[], more: Partial<RawFiling> = {}): RawFiling {
  return {
    source: "house-clerk",
    kind: "text",
    docId: "20000001",
    filer: "Hon. Sample Member",
    stateDistrict: "NJ02",
    signedDate: "03/01/2020",
    filedDate: null,
    amendment: null,
    pages: 1,
    transactions: lines.map((line, at) => ({ ...houseLine, line: at + 1, ...line })),
    rejected: [],
    ...more,
  };
}

const senateLine: Partial<RawTransaction> = {
  owner: "Child",
  assetTypeCode: null,
  notificationDate: null,
  filingStatus: null,
  subholding: null,
  description: null,
  capGainsOver200: null,
  page: null,
};
const senateFiling = (lines: readonly Partial<RawTransaction>[]): RawFiling =>
  houseFiling(
    lines.map((line) => ({ ...senateLine, ...line })),
    { source: "senate-efd", kind: "html", signedDate: null, filedDate: "03/01/2020", stateDistrict: null },
  );

const house = { id: "h20000001", filedDate: day("2020-03-01"), body: sourceOf("house-clerk") };
const senate = {
  id: "s1a2b3c4d-0000-4000-8000-000000000001",
  filedDate: day("2020-03-01"),
  body: sourceOf("senate-efd"),
};
const tradeOf = (line: Partial<RawTransaction>) => {
  const { trades, rejected } = normaliseFiling(houseFiling([line]), house, filer, master);
  assert.deepEqual(rejected, []);
  const [trade] = trades;
  assert.ok(trade);
  return trade;
};
const reasonOf = (line: Partial<RawTransaction>, filing = house, who: Politician | null = filer) => {
  const { trades, rejected } = normaliseFiling(houseFiling([line]), filing, who, master);
  assert.deepEqual(trades, []);
  return rejected[0]?.reason;
};

test("a House line, whole", () => {
  assert.deepEqual(tradeOf({}), {
    id: "txn_h20000001_01",
    filingId: "h20000001",
    line: 1,
    politicianId: "Z900001",
    chamber: "house",
    party: "Republican",
    ticker: "AAPL",
    tickerSource: "filed",
    currentTicker: "AAPL",
    coin: null,
    company: "Apple Inc.",
    assetType: "Stock",
    assetTypeRaw: "ST",
    assetNameRaw: "Apple Inc. - Common Stock",
    option: null,
    shortSale: false,
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
    comment: "Sold 10 shares.",
    owner: "spouse",
    ownerUnread: null,
    capGainsOver200: true,
    account: "Family Trust",
    location: null,
    filingStatus: "New",
    page: 1,
    box: null,
    confidence: "printed",
  });
});

test("the party is that of the transaction date", () => {
  assert.equal(tradeOf({ transactionDate: "12/18/2019" }).party, "Democrat");
  assert.equal(tradeOf({ transactionDate: "12/19/2019" }).party, "Republican");
  assert.equal(tradeOf({ transactionDate: "06/01/2015" }).party, "Democrat");
});

test("a symbol stays as filed, and a company of another name than today's is the one filed", () => {
  const facebook = tradeOf({ ticker: "FB", assetName: "Facebook, Inc. - Class A" });
  assert.deepEqual([facebook.ticker, facebook.company], ["FB", "Facebook, Inc. - Class A"]);
  const coin = tradeOf({ ticker: "CRYPTO:BTC", assetName: "Bitcoin", assetTypeCode: "CT" });
  assert.deepEqual([coin.ticker, coin.coin, coin.company, coin.assetType], ["", "BTC", "Bitcoin", "Cryptocurrency"]);
  assert.deepEqual(
    [coin.tickerSource, coin.currentTicker],
    ["none", null],
    "a fund of the same letters is another asset",
  );
  const classB = tradeOf({ ticker: "brk-b", assetName: "Berkshire Hathaway Inc. New" });
  assert.deepEqual([classB.ticker, classB.company], ["BRK.B", "Berkshire Hathaway Inc."]);
  assert.equal(tradeOf({ ticker: "T$A", assetName: "AT&T Inc. Depositary Shares" }).company, "AT&T Inc.");
  assert.equal(tradeOf({ ticker: "HCN", assetName: "Welltower Inc." }).company, "Welltower Inc.");
});

test("no ticker is guessed", () => {
  for (const ticker of [null, "--", "", "N/A", "None", "91282CJP7", "VZ TMUS", "widely held", "0700.HK"]) {
    const trade = tradeOf({ ticker });
    assert.deepEqual(
      [trade.ticker, trade.tickerSource, trade.company],
      ["", "none", "Apple Inc. - Common Stock"],
      `${ticker}`,
    );
  }
});

test("a symbol written as a name resolves, to the issuer's name, unless the comment speaks of another paper", () => {
  const apple = { symbol: "AAPL", name: "Apple Inc.", exchange: "Nasdaq", etf: false, cik: 320193 };
  const listed = new AssetMaster([apple], new Map([["AAPL", day("2019-01-02")]]));
  const fieldsOf = (line: Partial<RawTransaction>) => {
    const [trade] = normaliseFiling(houseFiling([{ ticker: null, ...line }]), house, filer, listed).trades;
    return [trade?.ticker, trade?.tickerSource, trade?.currentTicker, trade?.company];
  };
  assert.deepEqual(fieldsOf({ assetName: "aapl" }), ["AAPL", "resolved", "AAPL", "Apple Inc."]);
  assert.deepEqual(fieldsOf({ assetName: "Apple Inc.", comment: "Preferred Stock: 3.65%" }), [
    "",
    "none",
    null,
    "Apple Inc.",
  ]);
});

test("a company is never empty, and a line that names no asset is rejected", () => {
  assert.equal(tradeOf({ assetName: " ", assetCell: "(XYZ) [ST]", ticker: "XYZ" }).company, "(XYZ) [ST]");
  assert.equal(tradeOf({ assetName: "", assetCell: "", ticker: "XYZ" }).company, "XYZ");
  assert.equal(reasonOf({ assetName: "", assetCell: " ", ticker: null }), "asset_missing");
});

test("description and comment are one text", () => {
  assert.equal(tradeOf({ description: "Sold", comment: "At a loss" }).comment, "Sold; At a loss");
  assert.equal(tradeOf({ description: null, comment: "--" }).comment, null);
});

test("each reason against a line", () => {
  assert.equal(reasonOf({ filingStatus: "Deleted" }), "deleted");
  assert.equal(reasonOf({ transactionDate: "02/30/2020" }), "date_unreadable");
  assert.equal(reasonOf({ transactionDate: "12/31/2007" }), "transaction_before_2008");
  assert.equal(reasonOf({ transactionDate: "03/02/2020" }), "transaction_after_filing");
  assert.equal(reasonOf({ transactionDate: "02/03/3031" }), "transaction_after_filing");
  assert.equal(reasonOf({ amount: "$15,001 -" }), "amount_unreadable");
  assert.equal(reasonOf({ transactionType: " " }), "transaction_type_missing");
  assert.equal(reasonOf({}, house, null), "filer_not_a_member");
  const undated = normaliseFiling(
    houseFiling([{}], { signedDate: null }),
    { ...house, filedDate: null },
    filer,
    master,
  );
  assert.equal(undated.rejected[0]?.reason, "no_disclosure_date");
  assert.equal(undated.state, "needs_review");
});

test("a rejected line keeps what was printed", () => {
  const { rejected } = normaliseFiling(
    houseFiling([{ filingStatus: "Deleted", id: "2000074389" }]),
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

test("dates as filed: the day of filing is possible, a notification before the transaction is published", () => {
  assert.equal(tradeOf({ transactionDate: "3/1/2020" }).transactionDate, "2020-03-01");
  assert.equal(tradeOf({ notificationDate: "01/02/2019" }).notificationDate, "2019-01-02");
  assert.equal(tradeOf({ notificationDate: "13/01/2020" }).notificationDate, null);
});

test("the signature's day stands in for an empty or impossible one of the index", () => {
  const disclosed = (filedDate: IsoDate | null) =>
    normaliseFiling(houseFiling([{}]), { ...house, filedDate }, filer, master).trades[0]?.disclosureDate;
  assert.equal(disclosed(null), "2020-03-01");
  assert.equal(disclosed(day("2020-03-04")), "2020-03-04");
  assert.equal(disclosed(day("2020-02-28")), "2020-03-01");
  assert.equal(disclosed(day("3013-06-14")), "2020-03-01");
});

test("a Senate option, bond and exchange", () => {
  const { trades } = normaliseFiling(
    senateFiling([
      {
        line: 7,
        assetType: "Stock Option",
        transactionType: "Purchase",
        tickers: ["AAPL"],
        assetDetails: { "Option Type": "Put", "Strike price": "$210.00", Expires: "06/30/2017" },
      },
      { line: 3, assetType: "Corporate Bond", tickers: [null], ticker: null, assetDetails: { Matures: "2036-04-15" } },
      {
        line: 12,
        assetType: "Stock",
        transactionType: "Exchange",
        ticker: "-- AAPL",
        tickers: [null, "AAPL"],
        assetName: "Sample Pears (Exchanged) / Apple Inc. (Received)",
        assetParts: ["Sample Pears (Exchanged)", "Apple Inc. (Received)"],
      },
    ]),
    senate,
    filer,
    master,
  );
  const [option, bond, exchange] = trades;
  assert.equal(option?.id, "txn_s1a2b3c4d000040008000000000000001_07");
  assert.deepEqual(option?.option, { type: "Put", strike: "$210.00", expiry: "2017-06-30" });
  assert.deepEqual([option?.owner, option?.chamber, option?.assetType], ["dependent", "senate", "Stock Option"]);
  assert.deepEqual([bond?.option, bond?.ticker, bond?.assetType], [null, "", "Corporate Bond"]);
  assert.deepEqual(bond?.assetDetails, {
    coupon: null,
    maturity: "2036-04-15",
    place: null,
    description: null,
    platform: null,
  });
  assert.deepEqual(
    [exchange?.ticker, exchange?.company, exchange?.received],
    ["", "Sample Pears", { ticker: "AAPL", name: "Apple Inc." }],
  );
  assert.equal(exchange?.assetNameRaw, "Sample Pears (Exchanged) / Apple Inc. (Received)");
});

test("what a Senate page says of an asset in fields of its own", () => {
  const details = (assetDetails: Record<string, string>) =>
    normaliseFiling(
      senateFiling([{ line: 1, assetType: "Non-Public Stock", tickers: [null], ticker: null, assetDetails }]),
      senate,
      filer,
      master,
    ).trades[0]?.assetDetails;
  const none = { coupon: null, maturity: null, place: null, description: null, platform: null };
  assert.deepEqual(details({ Company: "Aeronics, Inc. (Austin, TX)", Description: "Equipment Manufacturing" }), {
    ...none,
    place: "Austin, TX",
    description: "Equipment Manufacturing",
  });
  assert.deepEqual(details({ "Rate/Coupon": "5%", Matures: "05/01/38" }), {
    ...none,
    coupon: "5%",
    maturity: "05/01/38",
  });
  assert.deepEqual(details({ Matures: "11/22/2024" }), { ...none, maturity: "2024-11-22" });
  assert.deepEqual(details({ "Exchange/Platform": "River" }), { ...none, platform: "River" });
  assert.equal(details({ Company: "A company without a place" }), null);
  assert.equal(details({}), null);
});

test("the state of a filing", () => {
  const stateOf = (raw: RawFiling, who: Politician | null = filer) => normaliseFiling(raw, house, who, master).state;
  assert.equal(stateOf(houseFiling([{}, { filingStatus: "Deleted" }])), "parsed");
  assert.equal(stateOf(houseFiling([{ filingStatus: "Deleted" }])), "needs_review");
  assert.equal(stateOf(houseFiling([])), "no_trades");
  assert.equal(
    stateOf(houseFiling([], { rejected: [{ line: 1, reason: "row_unreadable", text: "?" }] })),
    "needs_review",
  );
  const reasonOf = (raw: RawFiling) => {
    const { reason } = normaliseFiling(raw, house, filer, master);
    return reason && reasonText(reason);
  };
  assert.match(reasonOf(houseFiling([{ filingStatus: "Deleted" }])) ?? "", /^deleted_rows: It holds 1 /);
  assert.equal(
    reasonOf(houseFiling([{ filingStatus: "Deleted" }, { amount: "much" }, { amount: "more" }])),
    "no_usable_row: None of its 3 rows could be used: deleted 1, amount_unreadable 2.",
  );
  assert.equal(stateOf(houseFiling([{}]), null), "not_a_member");
  assert.equal(stateOf(houseFiling([], { kind: "scan" })), "needs_ocr");
  assert.equal(stateOf(houseFiling([], { kind: "paper" })), "needs_ocr");
  assert.equal(stateOf(houseFiling([], { kind: "other" })), "not_a_ptr");
  assert.equal(stateOf(houseFiling([], { kind: "scan" }), null), "not_a_member");
});

test("every line ends once, as a trade or with a reason, whatever it holds", () => {
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
      const rejected = [...new Set(before)].map((number) => ({ line: number, reason: "row_unreadable", text: "?" }));
      const result = normaliseFiling(houseFiling(lines, { rejected }), house, filer, master);
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

test("a member who changed chambers is one politician: each report under the body that received it, with the party of the day", () => {
  const [inHouse] = filer.terms;
  assert.ok(inHouse);
  const start = day("2021-01-03");
  const end = day("2027-01-03");
  const parties = [{ start, end, party: "Independent", caucus: null }];
  const moved = {
    ...filer,
    terms: [inHouse, { ...inHouse, chamber: "senate" as const, district: null, start, end, parties }],
  };
  const filers = createFilerIndex([moved]);
  const name = { first: "Sample", last: "Member" };
  const before = filers.match({ chamber: "house", ...name, stateDistrict: "NJ02", on: day("2020-03-01") });
  const after = filers.match({ chamber: "senate", ...name, stateDistrict: null, on: day("2021-03-01") });
  const [former] = normaliseFiling(houseFiling([{}]), house, before, master).trades;
  const line = { transactionDate: "02/03/2021" };
  const report = { ...senate, filedDate: day("2021-03-01") };
  const [latter] = normaliseFiling(senateFiling([line]), report, after, master).trades;
  const told = [former, latter].map((trade) => [trade?.politicianId, trade?.chamber, trade?.party]);
  assert.deepEqual(told, [
    ["Z900001", "house", "Republican"],
    ["Z900001", "senate", "Independent"],
  ]);
});

test("a report of which every line was rejected in review has no trades; a row that its filer deleted is still to be settled", () => {
  const rejected = (reason: string) => [{ line: 1, reason, text: "" }];
  const stateWith = (reason: string) =>
    normaliseFiling(houseFiling([], { rejected: rejected(reason) }), house, filer, master).state;
  assert.equal(stateWith("rejected_in_review"), "no_trades");
  assert.equal(stateWith("deleted"), "needs_review");
  assert.equal(stateWith("row_unreadable"), "needs_review");
});

test("a scanned row whose owner alone is in doubt is published without it, and says so; with another field in doubt it waits", () => {
  const scanned = (reading: string | null, ...uncertain: string[]) =>
    ({
      owner: null,
      scan: { uncertain, row: { box, fields: readings(reading) } },
    }) as unknown as Partial<RawTransaction>;
  const box = { left: 1, top: 2, width: 3, height: 4 };
  const readings = (owner: string | null) =>
    Object.fromEntries(
      ["owner", "asset", "transactionType", "transactionDate", "notificationDate", "amount"].map((name) => [
        name,
        { reading: name === "owner" ? owner : "x", confidence: 0.5, sure: true, box },
      ]),
    );
  const { owner, ownerUnread, confidence } = tradeOf(scanned("oF", "owner"));
  assert.deepEqual([owner, confidence], [null, "ocr"]);
  assert.equal(ownerUnread, 'Whose asset it is could not be read from the image for sure; the best reading is "oF".');
  assert.equal(tradeOf(scanned(null, "owner")).ownerUnread, "Whose asset it is could not be read from the image.");
  assert.equal(tradeOf(scanned(null)).owner, "self", "a blank cell is surely the filer's own");
  assert.equal(tradeOf(scanned(null)).ownerUnread, null);
  for (const field of ["asset", "transactionType", "transactionDate", "notificationDate", "amount"]) {
    assert.equal(reasonOf(scanned("oF", "owner", field)), "uncertain", field);
  }
  const told = { ...scanned("oF"), owner: "SP", reviewed: true as const };
  assert.deepEqual(
    [tradeOf(told).owner, tradeOf(told).ownerUnread, tradeOf(told).id],
    ["spouse", null, "txn_h20000001_01"],
  );
});
