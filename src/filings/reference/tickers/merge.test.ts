import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeSecurities } from "./merge.ts";
import { readNasdaqListed, readOtherListed } from "./read-nasdaq-directory.ts";
import { readSecTickers } from "./read-sec-tickers.ts";

const toBytes = (text: string) => new TextEncoder().encode(text);
const createSecFile = (data: unknown[], fields = ["cik", "name", "ticker", "exchange"]) =>
  toBytes(JSON.stringify({ fields, data }));
const catchCode = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  return "accepted";
};

const LISTED = `Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares
ZZSW|Sample Widgets, Inc. - Common Stock|Q|N|N|100|N|N
ZZTS|Sample Test Stock|Q|Y|N|100|N|N
ZZEF|Sample 500 ETF|G|N|N|100|Y|N
File Creation Time: 0721202521:31|||||||
`;
const OTHER = `ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol
ZZB.B|Sample Brothers Inc. Class B Common Stock|N|ZZB.B|N|100|N|ZZB.B
ZZB$A|Sample Brothers Inc. Depositary Shares|N|ZZBpA|N|100|N|ZZB-A
ZZB$|Sample Brothers Inc. Preferred|N|ZZBp|N|100|N|ZZB-
ZZAR|Sample Arca Trust|P|ZZAR|Y|100|N|ZZAR
File Creation Time: 0721202521:31||||||`;

test("SEC: symbols are canonical, names clean, and each symbol appears once", () => {
  const rows = [
    [1, "SAMPLE BROTHERS INC /DE/", "ZZB-B", "NYSE"],
    [2, "Sample Widgets Inc", "ZZSW", "Nasdaq"],
    [3, "Sample Widgets again", "ZZSW", "OTC"],
    [4, "Sample Warrants", "ZZ-WTA", "NYSE"],
    [5, "Sample Foreign AG/ADR", "ZZFOF", null],
  ];
  assert.deepEqual(readSecTickers(createSecFile(rows)), [
    { symbol: "ZZB.B", name: "SAMPLE BROTHERS INC", exchange: "NYSE", etf: false, cik: 1 },
    { symbol: "ZZSW", name: "Sample Widgets Inc", exchange: "Nasdaq", etf: false, cik: 2 },
    { symbol: "ZZFOF", name: "Sample Foreign AG", exchange: null, etf: false, cik: 5 },
  ]);
  const turned = createSecFile([["OTC", "ZZSW", "Sample Widgets", 9]], ["exchange", "ticker", "name", "cik"]);
  assert.equal(readSecTickers(turned)[0]?.cik, 9);
});

test("rejects an SEC file in another format", () => {
  assert.equal(
    catchCode(() => readSecTickers(toBytes("<html>"))),
    "json_malformed",
  );
  assert.equal(
    catchCode(() => readSecTickers(toBytes("[]"))),
    "json_unexpected_shape",
  );
  assert.equal(
    catchCode(() => readSecTickers(createSecFile([[1, "A", "B"]], ["cik", "name", "ticker"]))),
    "json_unexpected_shape",
  );
  assert.equal(
    catchCode(() => readSecTickers(createSecFile([["1", "Sample", "ZZSW", "NYSE"]]))),
    "json_unexpected_shape",
  );
  assert.equal(
    catchCode(() => readSecTickers(createSecFile([]))),
    "json_empty",
  );
});

test("Nasdaq Trader: drops test issues and odd symbols, names exchanges, and keeps full ETF names", () => {
  assert.deepEqual(readNasdaqListed(toBytes(LISTED.replaceAll("\n", "\r\n"))), [
    { symbol: "ZZSW", name: "Sample Widgets, Inc.", exchange: "Nasdaq", etf: false, cik: null },
    { symbol: "ZZEF", name: "Sample 500 ETF", exchange: "Nasdaq", etf: true, cik: null },
  ]);
  assert.deepEqual(
    readOtherListed(toBytes(OTHER)).map(({ symbol, name, exchange, etf }) => [symbol, name, exchange, etf]),
    [
      ["ZZB.B", "Sample Brothers Inc.", "NYSE", false],
      ["ZZB$A", "Sample Brothers Inc.", "NYSE", false],
      ["ZZAR", "Sample Arca Trust", "NYSE Arca", true],
    ],
  );
});

test("Nasdaq Trader: rejects a truncated, malformed or empty file, a different list or a web page", () => {
  const lines = LISTED.split("\n");
  assert.equal(
    catchCode(() => readNasdaqListed(toBytes(lines.slice(0, 3).join("\n")))),
    "directory_truncated",
  );
  assert.equal(
    catchCode(() => readNasdaqListed(toBytes(OTHER))),
    "directory_unknown_columns",
  );
  assert.equal(
    catchCode(() => readOtherListed(toBytes("<html></html>"))),
    "directory_unknown_columns",
  );
  assert.equal(
    catchCode(() => readNasdaqListed(toBytes(""))),
    "directory_unknown_columns",
  );
  assert.equal(
    catchCode(() => readNasdaqListed(toBytes([lines[0], "ZZSW|Sample", lines[4]].join("\n")))),
    "directory_row",
  );
  assert.equal(
    catchCode(() => readNasdaqListed(toBytes([lines[0], lines[4]].join("\n")))),
    "directory_empty",
  );
});

test("merges a symbol's entries, however spelled: exchange and ETF name from Nasdaq Trader, CIK from the SEC", () => {
  const merged = mergeSecurities(
    readSecTickers(
      createSecFile([
        [1, "SAMPLE BROTHERS INC", "ZZB-B", "NYSE"],
        [1, "SAMPLE BROTHERS INC", "ZZB-PA", "NYSE"],
        [7, "Sample Trust Sponsor", "ZZAR", "NYSE"],
        [8, "Sample Over The Counter", "ZZOTC", "OTC"],
      ]),
    ),
    [...readNasdaqListed(toBytes(LISTED)), ...readOtherListed(toBytes(OTHER))],
  );
  const bySymbol = new Map(merged.map((each) => [each.symbol, each]));
  assert.equal(bySymbol.size, merged.length);
  assert.deepEqual(bySymbol.get("ZZB.B"), {
    symbol: "ZZB.B",
    name: "Sample Brothers Inc.",
    otherNames: ["SAMPLE BROTHERS INC", "Sample Brothers Inc. Class B Common Stock"],
    exchange: "NYSE",
    etf: false,
    cik: 1,
  });
  assert.equal(bySymbol.get("ZZB$A")?.cik, 1);
  assert.deepEqual(bySymbol.get("ZZAR"), {
    symbol: "ZZAR",
    name: "Sample Arca Trust",
    otherNames: ["Sample Trust Sponsor"],
    exchange: "NYSE Arca",
    etf: true,
    cik: 7,
  });
  assert.equal(bySymbol.get("ZZOTC")?.exchange, "OTC");
  assert.equal(bySymbol.get("ZZSW")?.cik, null);
});
