import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mergeSecurities } from "../../src/filings/reference/tickers/merge.ts";
import { readNasdaqListed, readOtherListed } from "../../src/filings/reference/tickers/read-nasdaq-directory.ts";
import { readSecTickers } from "../../src/filings/reference/tickers/read-sec-tickers.ts";
import { createTickersClient } from "../../src/filings/reference/tickers/tickers.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { read } from "../sources/read-here.ts";
import { createMemoryKeeper, createSite } from "../sources/stored.ts";

const [secUrl, nasdaqTraderUrl] = ["https://sec.example", "https://nt.example"];
const SEC = `${secUrl}/files/company_tickers_exchange.json`;
const LISTED = `${nasdaqTraderUrl}/dynamic/symdir/nasdaqlisted.txt`;
const OTHER = `${nasdaqTraderUrl}/dynamic/symdir/otherlisted.txt`;
const listedText = "Symbol|Security Name|Test Issue|ETF\nZZB|Sample Two - Common Stock|N|N\nFile Creation Time: 1|||\n";
const pages: Readonly<Record<string, string>> = {
  [SEC]: JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data: [[1, "Sample One", "ZZA", "OTC"]] }),
  [LISTED]: listedText,
  [OTHER]: "ACT Symbol|Security Name|Exchange|ETF|Test Issue\nZZC|Sample Three|N|N|N\nFile Creation Time: 1||||\n",
};

async function fetchSecurities(
  changed: Readonly<Record<string, string | number>>,
  signal = new AbortController().signal,
) {
  const keeper = createMemoryKeeper();
  const http = createSite({ ...pages, ...changed });
  const master = await createTickersClient({ http, keeper, read, secUrl, nasdaqTraderUrl }).fetch(signal);
  return { keeper, symbols: master.securities.map(({ symbol }) => symbol), failures: master.failures };
}

test("merges three lists into one list of securities", async () => {
  const { symbols, failures, keeper } = await fetchSecurities({});
  assert.deepEqual(symbols, ["ZZA", "ZZB", "ZZC"]);
  assert.deepEqual(failures, []);
  assert.deepEqual(keeper.urls, [SEC, LISTED, OTHER]);
});

test("reports a failed list and keeps the others", async () => {
  for (const [url, page, code] of [
    [SEC, 404, "missing_document"],
    [SEC, "<html>Your Request Originates from an Undeclared Automated Tool</html>", "unexpected_document"],
    [SEC, '{"fields":[],"data":[]}', "json_unexpected_shape"],
    [LISTED, listedText.slice(0, 60), "unexpected_document"],
    [OTHER, listedText, "directory_unknown_columns"],
  ] as const) {
    const { symbols, failures } = await fetchSecurities({ [url]: page });
    assert.equal(symbols.length, 2);
    assert.deepEqual(
      failures.map((failure) => failure.code),
      [code],
    );
    assert.ok(failures[0]?.message.includes(url), failures[0]?.message);
  }
});

test("an aborted fetch rejects and is not reported as a failed list", async () => {
  await assert.rejects(fetchSecurities({ [SEC]: 404 }, AbortSignal.abort()), { name: "AbortError" });
});

test("merges the real lists into one list of securities", { skip: skipWithoutCorpus }, () => {
  const bytes = (name: string) => readFileSync(join(corpusDir ?? "", "tickers", name));
  const sec = readSecTickers(bytes("company_tickers_exchange.2025-12.json"));
  const listed = [...readNasdaqListed(bytes("nasdaqlisted.txt")), ...readOtherListed(bytes("otherlisted.txt"))];
  const merged = mergeSecurities(sec, listed);
  assert.deepEqual([sec.length, listed.length, merged.length], [10217, 11543, 15194]);
  const bySymbol = new Map(merged.map((each) => [each.symbol, each]));
  assert.equal(bySymbol.size, merged.length);
  const getName = (symbol: string) => bySymbol.get(symbol)?.name;
  assert.deepEqual(["NVDA", "AMZN", "BRK.B", "T$A"].map(getName), [
    "NVIDIA Corporation",
    "Amazon.com, Inc.",
    "Berkshire Hathaway Inc.",
    "AT&T Inc.",
  ]);
  assert.equal(bySymbol.get("SPY")?.etf, true);
});
