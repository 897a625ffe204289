/** The search on `/` and in the list of politicians: by forms of names, seats, separate or joined words, and filing ids. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startService } from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { day, personName, politician, trade } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };
const PEOPLE = [
  politician("A000001", { name: "Joseph Q. Sample", names: [personName("Joseph", "Sample")] }),
  politician("B000001", { name: "Bea Other" }, { district: 12 }),
  politician("C000001", { name: "Cal Former", current: false }, createEndedTerm()),
  politician("D000001", { name: "Dora Senator" }, { chamber: "senate", district: null }),
];
const dataset = await buildTradeDataset(
  [
    trade("9", 1, { politicianId: "A000001", company: "JPMorgan Chase & Co", ticker: "JPM" }),
    trade("8", 1, { politicianId: "B000001" }),
    trade("7", 1, { politicianId: "C000001", company: "Face Book Holdings", ticker: "FBH" }),
  ],
  PEOPLE,
);
const service = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
after(() => service.close());

function createEndedTerm() {
  const [start, end] = [day("2019-01-03"), day("2021-01-03")];
  return { start, end, parties: [{ start, end, party: "Democrat", caucus: null }] };
}

/** Reads the texts of the entries in each result block, by the block's heading. */
async function fetchBlocks(query: string): Promise<Record<string, readonly string[]>> {
  const { status, text } = await service.ask(`/?${query}`, HTML);
  assert.equal(status, 200);
  const found = [...text.matchAll(/<section class="block"><h2>(\w+)<\/h2>(.*?)<\/section>/gs)];
  return Object.fromEntries(
    found.map(([, name, content = ""]) => [
      name,
      [...content.matchAll(/<li>(.*?)<\/li>/gs)].map(([, entry = ""]) => entry.replaceAll(/<[^>]+>/g, "").trim()),
    ]),
  );
}

test("a search by state and district finds the members, current members first", async () => {
  const people = ["Joseph Q. Sample D House, CA-11 · 1 trade", "Cal Former D House, CA-11 former · 1 trade"];
  for (const query of ["california+11", "CA-11", "California%27s+11th+district"]) {
    assert.deepEqual((await fetchBlocks(`q=${query}`))["People"], people, query);
  }
});

test("short forms of names find people, and the page links to their trades if no trade matches", async () => {
  assert.deepEqual((await fetchBlocks("q=joe"))["People"], ["Joseph Q. Sample D House, CA-11 · 1 trade"]);
  const { text } = await service.ask("/?q=joe", HTML);
  assert.match(text, /href="\/\?politician_id=A000001"><bdi>Joseph Q\. Sample/);
  assert.doesNotMatch(text, /Nothing found/);
});

test("separate or joined words find companies", async () => {
  assert.deepEqual((await fetchBlocks("q=jp+morgan"))["Companies"], ["JPM JPMorgan Chase &amp; Co 1 trade"]);
  assert.deepEqual((await fetchBlocks("q=facebook"))["Companies"], ["FBH Face Book Holdings 1 trade"]);
  const answer = await service.ask("/api/v1/tickers/?q=facebook");
  assert.equal(JSON.parse(answer.text).total, 1, "the API finds the same companies");
});

test("finds a filing by its number, its id and the id of a trade in it", async () => {
  for (const query of ["20990001", "h20990001", "txn_h20990001_01"]) {
    assert.deepEqual((await fetchBlocks(`q=${query}`))["Filings"], ["2026-02-09, Ann Example Read"], query);
  }
});

test("shows the result blocks only on the first page of the search results", async () => {
  assert.deepEqual(Object.keys(await fetchBlocks("chamber=house")), []);
  assert.deepEqual(Object.keys(await fetchBlocks("q=sample&page=2")), []);
  assert.match((await service.ask("/?q=nothingatall", HTML)).text, /Nothing found/);
});

test("a form on the home page finds a district's representative and senators, with the trades of the last year", async () => {
  const { text: first } = await service.ask("/", HTML);
  assert.match(first, /<form class="own-members" action="\/politicians">/);
  const { text } = await service.ask("/politicians?state=CA&district=11&office=in", HTML);
  const names = [...text.matchAll(/<th scope="row"><a href="[^"]+"><bdi>([^<]+)/g)].map(([, name]) => name);
  assert.deepEqual(names, ["Joseph Q. Sample"]);
  const words = text.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
  assert.match(
    words,
    /Who represents California, district 11 Joseph Q\. Sample D House, CA-11 1 trade in the last year: Purchase of JPMorgan Chase &amp; Co \(JPM\) /,
  );
  assert.match(words, /Dora Senator D Senate, CA No trade of the last year is known\. Trades made since /);
  assert.match(text, /href="\/politicians\/A000001\?traded_from=\d{4}-\d\d-\d\d#trades">1 trade in the last year</);
  const narrower = await service.ask("/politicians?state=CA&district=11&office=in&chamber=house", HTML);
  assert.doesNotMatch(narrower.text, /Who represents/);
  const file = await service.ask("/politicians.csv?district=12");
  assert.equal(file.text.trimEnd().split("\r\n").length, 2);
  const wrong = await service.ask("/politicians?district=eleven", HTML);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Enter a district number/);
});

test("rejects an unknown parameter and names known parameters, and removes tracking parameters", async () => {
  for (const [path, known] of [
    ["/?tiker=AAPL", /Did you mean ticker\?/],
    ["/politicians?staet=CA", /Did you mean state\?/],
    ["/politicians/A000001?traded_form=2026-01-01", /Did you mean traded_from\?/],
    ["/tickers/JPM?partei=x", /Did you mean party\?/],
    ["/late?yaer=2024", /Known: &#39;year&#39;, &#39;chamber&#39;/],
    ["/coverage?month=1", /Known: &#39;year&#39;/],
    ["/methodology?x=1", /This path has none/],
    ["/data?version=1", /Known: &#39;since&#39;/],
  ] as const) {
    const { status, text } = await service.ask(path, HTML);
    assert.equal(status, 400, path);
    assert.match(text, known, path);
    assert.match(text, new RegExp(/[?&](\w+)=/.exec(path)?.[1] ?? ""), path);
    assert.doesNotMatch(
      text,
      /<strong>0<\/strong> trades|CSV, 0 rows/,
      `${path} shows a number for a search that was not made`,
    );
  }
  const shared = await service.ask("/?q=joe&utm_source=letter&fbclid=1", HTML);
  assert.equal(shared.status, 308);
  assert.equal(shared.headers["location"], "/?q=joe");
});

test("shows the summary blocks only on the unfiltered home page, and leaves out unknown numbers", async () => {
  const { text } = await service.ask("/", HTML);
  assert.match(text, /New since [A-Z][a-z]+day, <time datetime="[\d-]+">[A-Z][a-z]{2} \d+, 2026/);
  for (const title of ["Worth a look", "Late", "Your members", "Last 30 days"])
    assert.ok(text.includes(`<h2>${title}</h2>`), title);
  assert.doesNotMatch(text, /NaN|undefined|Infinity|Invalid Date/);
  for (const path of ["/?chamber=house", "/?page=2", "/?q=joe"]) {
    assert.doesNotMatch((await service.ask(path, HTML)).text, /class="front"|class="news"/, path);
  }
});
