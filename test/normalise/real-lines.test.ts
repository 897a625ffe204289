/** Tests lines of real reports: none is lost, and the resulting trades follow the contract. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type IsoDate, parseIsoDate, parseUsDate } from "../../src/domain/dates.ts";
import { findDirection } from "../../src/domain/direction.ts";
import type { Politician } from "../../src/domain/politician.ts";
import type { RawFiling, RawTransaction } from "../../src/domain/printed-report.ts";
import { findCurrentTicker } from "../../src/domain/renames.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { AssetMaster } from "../../src/filings/normalise/asset-master.ts";
import { identifyTicker } from "../../src/filings/normalise/identify.ts";
import { normaliseFiling } from "../../src/filings/normalise/normalise.ts";
import { mergeSecurities } from "../../src/filings/reference/tickers/merge.ts";
import { readNasdaqListed, readOtherListed } from "../../src/filings/reference/tickers/read-nasdaq-directory.ts";
import { readSecTickers } from "../../src/filings/reference/tickers/read-sec-tickers.ts";
import { buildFilingId, getSource } from "../../src/filings/sources/all.ts";
import { readSenateDocument } from "../../src/filings/sources/senate-efd/read.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { readCsv } from "../upstream/csv.ts";

const resolvePath = (...path: string[]) => join(corpusDir ?? "", ...path);

const start = parseIsoDate("2009-01-06");
const end = parseIsoDate("2031-01-03");
const LONG_AGO = "2012-01-01" as IsoDate;
assert.ok(start && end);
const filer: Politician = {
  id: "Z900001",
  name: "Sample Member",
  names: [],
  terms: [
    {
      chamber: "senate",
      start,
      end,
      state: "ME",
      district: null,
      parties: [{ start, end, party: "Independent", caucus: "Democrat" }],
    },
  ],
  committees: [],
  current: true,
};

/** Treats every security as listed since 2012, so that only names are tested. */
function createRealMaster(): AssetMaster {
  const bytes = (name: string) => readFileSync(resolvePath("tickers", name));
  const sec = readSecTickers(bytes("company_tickers_exchange.2025-12.json"));
  const listed = [...readNasdaqListed(bytes("nasdaqlisted.txt")), ...readOtherListed(bytes("otherlisted.txt"))];
  const securities = mergeSecurities(sec, listed);
  return new AssetMaster(securities, new Map(securities.map(({ symbol }) => [symbol, LONG_AGO])));
}

test("publishes every line of the Senate's pages", { skip: skipWithoutCorpus }, () => {
  const master = createRealMaster();
  const trades: Trade[] = [];
  for (const row of readCsv(readFileSync(resolvePath("senate", "documents.csv"), "utf8"))) {
    const docId = row["uuid"] ?? "";
    const raw = readSenateDocument(readFileSync(resolvePath("senate", "ptr", `${docId}.html`)), docId);
    const filing = {
      id: buildFilingId("senate-efd", docId),
      filedDate: parseUsDate(raw.filedDate ?? ""),
      body: getSource(raw.source),
    };
    const outcome = normaliseFiling(raw, filing, filer, master);
    assert.equal(outcome.trades.length + outcome.rejected.length, Number(row["transactions"]), docId);
    assert.deepEqual(outcome.rejected, [], docId);
    assert.equal(outcome.state, "parsed", docId);
    trades.push(...outcome.trades);
  }
  assert.equal(trades.length, 3278);
  assert.equal(new Set(trades.map(({ id }) => id)).size, 3278);
  for (const trade of trades) {
    assert.notEqual(trade.company, "");
    assert.notEqual(trade.transactionType, "other");
    assert.notEqual(trade.owner, null);
    assert.equal(trade.received !== null, trade.transactionType === "exchange" && trade.assetNameRaw.includes(" / "));
    if (trade.assetType === "Stock Option") assert.notEqual(trade.option, null);
  }
  const named = trades.filter(({ option, assetType }) => option !== null && assetType !== "Stock Option");
  const countType = (type: string) => named.filter(({ assetType }) => assetType === type).length;
  assert.deepEqual([countType("Stock"), countType("Futures Contract"), named.length], [28, 31, 59]);
  const puts = named.filter(({ option }) => option?.type === "Put");
  assert.equal(puts.length, 7);
  for (const put of puts) assert.deepEqual([put.transactionType, findDirection(put)], ["sale_full", "bullish"]);
  const exchange = trades.find((trade) => trade.company.startsWith("Seventy Seven Energy"));
  assert.deepEqual([exchange?.ticker, exchange?.received?.ticker], ["", "PTEN"]);
  const coin = trades.find((trade) => trade.assetNameRaw === "Bitcoin");
  assert.deepEqual(
    [coin?.ticker, coin?.coin, coin?.company, coin?.assetType],
    ["", "BTC", "Bitcoin", "Cryptocurrency"],
  );
  const facebook = trades.filter((trade) => trade.ticker === "FB");
  assert.ok(facebook.length > 0 && facebook.every((trade) => trade.company.startsWith("Facebook")));
});

test("an asset name on a Senate report never identifies a different security from the filed ticker", {
  skip: skipWithoutCorpus,
}, () => {
  const master = createRealMaster();
  let identified = 0;
  const others: string[] = [];
  for (const row of readCsv(readFileSync(resolvePath("senate", "documents.csv"), "utf8"))) {
    const raw = readSenateDocument(
      readFileSync(resolvePath("senate", "ptr", `${row["uuid"]}.html`)),
      row["uuid"] ?? "",
    );
    for (const { ticker, assetName, assetType, transactionDate } of raw.transactions) {
      const filed = toCanonicalSymbol(ticker ?? "");
      if (filed === null || assetType !== "Stock") continue;
      const found = identifyTicker(assetName, LONG_AGO, master);
      if (found === "") continue;
      identified += 1;
      const today = findCurrentTicker(filed, parseUsDate(transactionDate) ?? LONG_AGO);
      if (found !== filed && found !== today) others.push(`${filed} ${found} ${assetName}`);
    }
  }
  assert.ok(identified > 1000, `${identified} identified`);
  assert.deepEqual(others, []);
});

test("publishes every line of the House's gold records except deleted ones", { skip: skipWithoutCorpus }, () => {
  const master = createRealMaster();
  let lines = 0;
  let published = 0;
  for (const file of readdirSync(resolvePath("gold", "house"))) {
    const gold = JSON.parse(readFileSync(resolvePath("gold", "house", file), "utf8")) as {
      transactions: RawTransaction[];
    };
    const docId = file.replace(".json", "");
    const raw: RawFiling = {
      source: "house-clerk",
      kind: "text",
      docId,
      filer: null,
      stateDistrict: null,
      signedDate: null,
      filedDate: null,
      amendment: null,
      pages: null,
      transactions: gold.transactions.map((line) => ({
        ...toCamelCase(line),
        tickers: [],
        assetParts: [],
        assetDetails: {},
      })),
      rejected: [],
    };
    const outcome = normaliseFiling(
      raw,
      {
        id: buildFilingId("house-clerk", docId),
        filedDate: parseIsoDate("2026-12-31"),
        body: getSource("house-clerk"),
      },
      filer,
      master,
    );
    lines += gold.transactions.length;
    published += outcome.trades.length;
    assert.equal(outcome.trades.length + outcome.rejected.length, gold.transactions.length);
    for (const rejected of outcome.rejected) assert.equal(rejected.reason, "deleted", `${docId} ${rejected.text}`);
    for (const trade of outcome.trades) assert.notEqual(trade.owner, null);
  }
  assert.ok(lines > 300, `${lines} lines`);
  assert.equal(lines - published, 2);
});

/** Converts the snake_case names of a gold record to the reader's camelCase. */
function toCamelCase(line: object): RawTransaction {
  const renamed = Object.entries(line).map(([key, value]) => [
    key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(renamed) as RawTransaction;
}
