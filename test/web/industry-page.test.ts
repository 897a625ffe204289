/** The pages of industries and committees over HTTP, and the industry facet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommitteeSeat } from "../../src/domain/politician.ts";
import { startService } from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { politician, trade } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };
const createSeat = (id: string, name: string, parent: string | null = null): CommitteeSeat => ({
  id,
  name,
  chamber: "house",
  parent,
  title: null,
});
const FINANCE = createSeat("HSBA", "House Committee on Financial Services");
const ENERGY = createSeat("HSIF", "House Committee on Energy and Commerce");

/** Starts a service in which Ann sits on three committees and Bob on none. */
async function startIndustryService() {
  const dataset = await buildTradeDataset(
    [
      trade("1", 1, { ticker: "T" }),
      trade("1", 2, { ticker: "T", transactionType: "sale_full" }),
      trade("1", 3, { ticker: "AAPL" }),
      trade("1", 4, { ticker: "XYZ" }),
      trade("2", 1, { ticker: "T", politicianId: "E000002" }),
    ],
    [
      politician("E000001", {
        committees: [
          FINANCE,
          ENERGY,
          createSeat("HSIF16", "Communications", ENERGY.name),
          createSeat("HSJU", "Judiciary"),
        ],
      }),
      politician("E000002"),
    ],
  );
  return startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
}

test("lists every industry under its division, and says how many trades have no known industry", async () => {
  await using pages = await startIndustryService();
  const { status, text } = await pages.ask("/industries", HTML);
  assert.equal(status, 200);
  assert.match(text, /4 trades are in companies whose industry is known, out of 5/);
  assert.match(
    text,
    /<a href="\/industries\/D">Manufacturing<\/a>[\s\S]*<a href="\/industries\/3571">Electronic Computers<\/a>/,
  );
  assert.doesNotMatch(text, /Mining<\/a>/, "leaves out divisions without trades");
  assert.doesNotMatch(text, /NaN|undefined|null/);
});

test("an industry's page has its trades, members and securities, and its place in the classification", async () => {
  await using pages = await startIndustryService();
  const { status, text } = await pages.ask("/industries/4813", HTML);
  assert.equal(status, 200);
  assert.match(text, /<h1>Telephone Communications \(No Radiotelephone\)<\/h1>/);
  assert.match(text, /<a href="\/industries\/E">Transportation, Communications/);
  assert.match(text, /<a href="\/industries\/48">Communications<\/a>/);
  assert.match(text, /3 trades by 2 members of Congress in 1 security/);
  assert.match(text, /href="\/trades\.csv\?industry=4813" download/);
  assert.match(text, /href="\/trades\.atom\?industry=4813"/);
  const group = await pages.ask("/industries/48?chamber=house&transaction_type=purchase", HTML);
  assert.match(group.text, /<strong>2<\/strong> trades/);
  assert.match(group.text, /3 trades by 2 members/, "a filter narrows the list, but not the sums");
});

test("a lower-case letter redirects to the division, and an unknown industry returns 404", async () => {
  await using pages = await startIndustryService();
  const moved = await pages.ask("/industries/d", HTML);
  assert.deepEqual([moved.status, moved.headers.location], [308, "/industries/D"]);
  for (const code of ["9999", "K", "35711", "computers"]) {
    const { status, text } = await pages.ask(`/industries/${code}`, HTML);
    assert.equal(status, 404, code);
    assert.match(text, /No such industry/);
  }
  const empty = await pages.ask("/industries/10", HTML);
  assert.equal(empty.status, 200, "an industry group of the SIC manual has a page even without trades");
  assert.match(empty.text, /No trade is known in companies that the SEC assigns to it/);
});

test("a committee's page shows its members and their trades, and each member's page links to the committee", async () => {
  await using pages = await startIndustryService();
  const { text } = await pages.ask("/politicians?committee=hsif", HTML);
  assert.match(text, /<option value="HSIF" selected>House Committee on Energy and Commerce<\/option>/);
  assert.match(text, /<strong>1<\/strong> person/);
  assert.match(text, /<a href="\/politicians\/E000001">/);
  assert.doesNotMatch(text, /E000002/);
  assert.match(text, /<a href="\/\?politician_id=E000001">4 trades<\/a>, which you can filter by industry/);
  assert.match((await pages.ask("/politicians/E000001", HTML)).text, /<a href="\/politicians\?committee=HSIF">/);
  const wrong = await pages.ask("/politicians?committee=agriculture", HTML);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Choose a committee, or enter its id, such as SSAF/);
  assert.equal((await pages.ask("/politicians.csv?committee=HSIF")).text.trim().split("\n").length, 2);
});

test("the API lists the members of a committee or subcommittee", async () => {
  await using pages = await startIndustryService();
  const listIds = async (committee: string) => {
    const { text } = await pages.ask(`/api/v1/politicians/?committee=${committee}`);
    return (JSON.parse(text) as { readonly politicians: { readonly id: string }[] }).politicians.map(({ id }) => id);
  };
  assert.deepEqual(await listIds("HSIF"), ["E000001"]);
  assert.deepEqual(await listIds("hsif16"), ["E000001"]);
  assert.deepEqual(await listIds("SSAF"), []);
  assert.equal((await pages.ask("/api/v1/politicians/?committee=4")).status, 400);
});

test("a security's page shows its industry or that it is unknown, and the feed and a member's list can be filtered by industry", async () => {
  await using pages = await startIndustryService();
  assert.match((await pages.ask("/tickers/T", HTML)).text, /Industry: <a href="\/industries\/4813">Telephone/);
  assert.match((await pages.ask("/tickers/XYZ", HTML)).text, /Industry: not known/);
  const { text } = await pages.ask("/", HTML);
  assert.match(text, /<a href="\/\?industry=E"><span>Transportation, Communications/);
  const ofMember = await pages.ask("/politicians/E000001?industry=48", HTML);
  assert.match(ofMember.text, /<strong>2<\/strong> trades/);
  const chosen = await pages.ask("/?industry=E,35", HTML);
  assert.match(chosen.text, /<strong>4<\/strong> trades/);
  assert.match(
    chosen.text,
    /<bdi>Industrial and Commercial Machinery and Computer Equipment or Transportation, Communications/,
  );
});

test("shows neither a facet nor a zero if no industry is known yet", async () => {
  const dataset = await buildTradeDataset([trade("1", 1, { ticker: "XYZ" })], [politician("E000001")]);
  await using pages = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
  assert.doesNotMatch((await pages.ask("/", HTML)).text, /Industry of the company/);
  assert.match((await pages.ask("/industries", HTML)).text, /No company(?:'|&#39;)s industry is known yet/);
});
