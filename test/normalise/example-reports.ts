/** A fictional filer, and lines of House and Senate reports, for the tests of this folder. */
import assert from "node:assert/strict";
import { type IsoDate, parseIsoDate } from "../../src/domain/dates.ts";
import type { Politician } from "../../src/domain/politician.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../src/domain/printed-report.ts";
import type { Security } from "../../src/domain/security.ts";
import { AssetMaster } from "../../src/filings/normalise/asset-master.ts";
import { normaliseFiling } from "../../src/filings/normalise/normalise.ts";
import { getSource } from "../../src/filings/sources/all.ts";

export const parseDay = (text: string): IsoDate => {
  const date = parseIsoDate(text);
  assert.ok(date, text);
  return date;
};

export const filer: Politician = {
  id: "Z900001",
  name: "Sample Member",
  names: [{ first: "Sample", middle: null, last: "Member", suffix: null, nickname: null, officialFull: null }],
  terms: [
    {
      chamber: "house",
      start: parseDay("2019-01-03"),
      end: parseDay("2021-01-03"),
      state: "NJ",
      district: 2,
      parties: [
        { start: parseDay("2019-01-03"), end: parseDay("2019-12-18"), party: "Democrat", caucus: null },
        { start: parseDay("2019-12-19"), end: parseDay("2021-01-03"), party: "Republican", caucus: null },
      ],
    },
  ],
  committees: [],
  current: false,
};

const createListed = (symbol: string, name: string): Security => ({
  symbol,
  name,
  exchange: null,
  etf: false,
  cik: null,
});
export const master = new AssetMaster([
  createListed("AAPL", "Apple Inc."),
  createListed("BRK.B", "Berkshire Hathaway Inc."),
  createListed("FB", "ProShares S&P 500 Dynamic Buffer ETF"),
  createListed("BTC", "Grayscale Bitcoin Mini Trust"),
  createListed("T$A", "AT&T Inc."),
  createListed("ZBEA", "Sample Daily Small Cap Bear 3X Shares"),
]);

const houseLine: RawTransaction = {
  ...createBlankLine(1),
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

export function createHouseFiling(lines: readonly Partial<RawTransaction>[], more: Partial<RawFiling> = {}): RawFiling {
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
export const createSenateFiling = (lines: readonly Partial<RawTransaction>[]): RawFiling =>
  createHouseFiling(
    lines.map((line) => ({ ...senateLine, ...line })),
    { source: "senate-efd", kind: "html", signedDate: null, filedDate: "03/01/2020", stateDistrict: null },
  );

export const house = { id: "h20000001", filedDate: parseDay("2020-03-01"), body: getSource("house-clerk") };
export const senate = {
  id: "s1a2b3c4d-0000-4000-8000-000000000001",
  filedDate: parseDay("2020-03-01"),
  body: getSource("senate-efd"),
};
export const normaliseTrade = (line: Partial<RawTransaction>) => {
  const { trades, rejected } = normaliseFiling(createHouseFiling([line]), house, filer, master);
  assert.deepEqual(rejected, []);
  const [trade] = trades;
  assert.ok(trade);
  return trade;
};
export const normaliseRejection = (line: Partial<RawTransaction>, filing = house, who: Politician | null = filer) => {
  const { trades, rejected } = normaliseFiling(createHouseFiling([line]), filing, who, master);
  assert.deepEqual(trades, []);
  return rejected[0]?.reason;
};
