/** Returns on the pages: intervals instead of bare means, and the reason if there is no figure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createReturns } from "../../src/app/service/returns.ts";
import { toDayNumber } from "../../src/domain/bar-columns.ts";
import { OWNERS } from "../../src/domain/trade.ts";
import type { StoredCloses } from "../../src/prices/market.ts";
import { makeInventory } from "../contract/made-market.ts";
import { type Service, startService } from "../contract/service.ts";
import { buildTradeDataset, makeTrades } from "../dataset/made-trades.ts";
import { eventually } from "../eventually.ts";
import { day } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };
const FIRST = toDayNumber(day("2020-01-06"));
const DAYS = Int32Array.from({ length: 1800 }, (_, session) => FIRST + session + 2 * Math.floor(session / 5));
const LAST = day("2026-11-27");

/** Creates closes that drift differently for each security except the benchmark. */
async function readCloses(symbol: string): Promise<StoredCloses> {
  const drift = symbol === "SPY" ? 0.0003 : symbol.length / 10_000;
  const close = Float64Array.from(
    DAYS,
    (_, at) => 100 * Math.exp(drift * at + (symbol === "SPY" ? 0 : Math.sin(at / 7) / 20)),
  );
  const origin = { providers: ["yahoo"], adjustment: "splits" } as const;
  return {
    symbol: symbol as StoredCloses["symbol"],
    days: DAYS,
    close,
    dividends: null,
    ended: false,
    origin,
    finalDay: LAST,
  };
}

const NO_INVENTORY = {
  readPriceRevision: async () => "",
  readSpans: async () => new Map(),
  readFailures: async () => new Map(),
};
const openPricedReturns = () => createReturns({ readCloses, isListed: () => true }, makeInventory());
const priced = openPricedReturns();
const unpriced = createReturns({ readCloses: async () => null, isListed: () => true }, NO_INVENTORY);

async function fetchSection(path: string): Promise<string> {
  await using service = await startService({ returns: priced });
  const { status, text } = await service.ask(path, HTML);
  assert.equal(status, 200);
  assert.doesNotMatch(text, / style=|<script>|NaN|undefined|Infinity/);
  return /<section id="returns">[\s\S]*?<\/section>/.exec(text)?.[0] ?? assert.fail("no section");
}

test("a security's page says if there are too few member-months, and links to the decisions", async () => {
  const section = await fetchSection("/tickers/AAPL");
  assert.match(
    section,
    /Bought, three months<\/th><td>too few member-months for an interval \(107 decisions in 9 member-months; at least 10 member-months are needed\)/,
  );
  assert.match(section, /about 1 in 20 intervals lies entirely above zero/);
  assert.match(section, /All of these returns are of the same security, over periods that often overlap/);
  assert.match(
    section,
    /<th scope="col">The members&#39; own result, from the trade<\/th><th scope="col">A follower's result, from the disclosure<\/th>/,
  );
  const withheld = /<tr><th scope="row">Bought, three months<\/th>(.*)<\/tr>/.exec(section)?.[1] ?? assert.fail();
  const cells = withheld.match(/<td>.*?<\/td>/g) ?? [];
  assert.equal(cells.length, 2);
  assert.notEqual(cells[0], cells[1]);
  for (const each of cells) {
    assert.match(
      each,
      /<br><span class="small">prices then (beat|trailed) SPY by [^;]*; weighted by dollars, the average could be anything from [^;]* to [^;]*, depending on the exact amounts/,
    );
    assert.match(each, /That range is not a margin of error\. Luck alone could explain any of these figures<\/span>/);
  }
  assert.match(section, /without dividends, from yahoo/);
  assert.match(
    section,
    /href="\/api\/v1\/tickers\/AAPL\/performance\?anchor=copy&amp;horizon=63&amp;limit=1000&amp;format=csv"/,
  );
  assert.match(section, /<a href="\/trades\/txn_/);
});

test("the page of a member with too many trades without a symbol says why there is no figure", async () => {
  const section = await fetchSection("/politicians/X000001");
  assert.match(section, /no figure, because fewer than 90% of the decisions have a price \(107 have one\)/);
  assert.doesNotMatch(section, /the same security, over periods that often overlap/);
  assert.match(section, /Trades that are not among the decisions: 36 \(its ticker is unknown\)/);
  assert.doesNotMatch(section, /class="interval/);
});

test("without prices the pages say that nothing can be compared, and show no numbers", async () => {
  await using service = await startService({ returns: unpriced });
  for (const path of ["/politicians/X000001", "/tickers/AAPL", "/performance"]) {
    const { status, text } = await service.ask(path, HTML);
    assert.equal(status, 200, path);
    assert.match(text, /No price of SPY is stored yet|Nothing can be compared: prices of SPY have not been/, path);
    assert.match(text, /href="(\/performance)?#prices">Which prices are stored/, path);
    assert.doesNotMatch(text, /beat SPY|trailed SPY|: alpha /, path);
    assert.doesNotMatch(text, /class="interval|NaN|undefined|Infinity/, path);
  }
});

/** Creates trades of seven members, all with a symbol. */
async function createSymbolDataset() {
  const dataset = await buildTradeDataset(makeTrades(900).filter(({ ticker }) => ticker !== ""));
  return { datasets: { getCurrent: () => dataset, findCached: () => dataset } };
}

test("with prices for half of the symbols, gives no total and says how many purchases and sales have prices", async () => {
  const isPriced = (symbol: string) => /^(SPY|AAPL|BRK\.B|FB|FI)/.test(symbol);
  const half = {
    readCloses: async (symbol: string) => (isPriced(symbol) ? readCloses(symbol) : null),
    isListed: () => true,
  };
  await using service = await startService({
    ...(await createSymbolDataset()),
    returns: createReturns(half, makeInventory()),
  });
  const all = (await service.ask("/performance", HTML)).text;
  assert.match(all, /All purchases: no figure, because fewer than 90% of the decisions have a price \(\d+ have one\)/);
  assert.match(
    all,
    /<li><strong>Purchases minus sales: no figure, because fewer than 90% of the decisions have a price \(\d+ have one\)<\/strong><\/li>/,
  );
  assert.match(
    all,
    /The last failed request was for BRK\.B, on <time[^>]*>[^<]*<\/time> \(reason: yahoo answered 429\)\./,
  );
  assert.doesNotMatch(all, /class="interval|shrunken|NaN|undefined|Infinity/);
  const rows = all.match(/<tr><th scope="row"><a href="\/politicians\/.*<\/tr>/g) ?? [];
  assert.equal(rows.length, 4);
  for (const row of rows) assert.match(row, /no figure, because fewer than 90% .*no figure, because fewer than 90% /);
  const { buys, members, priced_share } = JSON.parse((await service.ask("/api/v1/performance?limit=1")).text) as {
    buys: { state: string; n: number; mean: number | null };
    members: { tested: { buys: number } };
    priced_share: number;
  };
  assert.deepEqual([buys.state, buys.mean, members.tested.buys], ["too_few_priced", null, 0]);
  assert.ok(buys.n > 0 && priced_share > 0.3 && priced_share < 0.7, String(priced_share));
  assert.match(
    (await service.ask("/tickers/AAPL", HTML)).text,
    /have prices for the three months after the disclosure, without dividends, from yahoo/,
  );
  const without = (await service.ask("/tickers/T", HTML)).text;
  assert.match(
    without,
    /0 of \d+ decisions have prices for the three months after the disclosure\. Decisions not counted in the mean returns: [^.]*no closing price is stored for that day/,
  );
});

test("shows each member's interval, and the member's mean shrunk toward the mean of all members", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: priced });
  const { members } = JSON.parse((await service.ask("/api/v1/performance?limit=1")).text) as {
    members: {
      shrinkage: { buys: { mean: number } | null };
      list: { politician_id: string; buys: Record<string, number | null> }[];
    };
  };
  const overallMean = members.shrinkage.buys?.mean ?? assert.fail("the mean of all members is missing");
  const shown = members.list.filter(({ buys }) => buys["shrunken_mean"] !== null);
  assert.ok(shown.length >= 2);
  for (const { buys } of shown) {
    const [mean = 0, shrunken = 0] = [buys["mean"], buys["shrunken_mean"]].map(Number);
    assert.ok(Math.abs(shrunken - overallMean) <= Math.abs(mean - overallMean) + 1e-12);
  }
  const csv = (await service.ask("/api/v1/performance?limit=1000&format=csv")).text
    .replaceAll('"', "")
    .trim()
    .split("\r\n");
  const [names = [], ...rows] = csv.map((line) => line.split(","));
  const getCell = (row: readonly string[], name: string) => row[names.indexOf(name)];
  const purchases = rows.filter((row) => getCell(row, "side") === "buy" && getCell(row, "shrunken_mean") !== "");
  assert.ok(purchases.length > 0);
  for (const row of purchases) {
    const member = shown.find(({ politician_id }) => politician_id === getCell(row, "politician_id"));
    assert.equal(Number(getCell(row, "shrunken_mean")), member?.buys["shrunken_mean"]);
  }
  const { text } = await service.ask("/performance", HTML);
  assert.match(
    text,
    /<td>prices then beat SPY by [\d.]+% to [\d.]+% on average \(\d+ decisions\)<\/td><td class="number">\+[\d.]+%<\/td>/,
  );
});

test("shows the result of purchases minus sales first, in bold, with the portfolio's alpha below that result", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: priced });
  const { text } = await service.ask("/performance?horizon=252", HTML);
  assert.match(
    text,
    /<ul class="plain"><li><strong>Purchases minus sales: no clear difference \([^)]*, 330 decisions\)<\/strong><br><span class="small">As a second measure, take a portfolio that holds each security bought/,
  );
  assert.match(
    text,
    /<li>All sales: prices then beat SPY by [^<]*; the seller missed that gain \(\d+ decisions\)<\/li>/,
  );
  const rows = Array.from(text.matchAll(/<g class="interval (\w+)">/g), ([, side]) => side);
  assert.deepEqual(rows, ["difference", "buys", "sells"]);
});

test("the page of all members sorts members by name, and says if no member has enough data for an interval", async () => {
  await using service = await startService({ returns: priced });
  const { text } = await service.ask("/performance", HTML);
  assert.match(
    text,
    /No member has enough reports and prices for a 90% confidence interval of the mean return after purchases\./,
  );
  assert.match(text, /<a href="\/performance" aria-current="page">Returns<\/a>/);
  assert.match(
    text,
    /Members are listed by name, not ranked by mean return: some would be at the top of such a ranking by luck alone/,
  );
});

test("the page of all members has every anchor, horizon, chamber and party, each at a single URL", async () => {
  await using service = await startService({ returns: priced });
  const { text } = await service.ask("/performance?anchor=skill&horizon=252&chamber=senate", HTML);
  assert.match(
    text,
    /Each figure is the security’s return over a year \(252 trading days\) from the close on the day of the trade, minus the return of SPY/,
  );
  assert.match(text, /Decisions compared with the market over a year: Senate/);
  assert.match(text, /<option value="252" selected>a year \(252 trading days\)/);
  assert.match(text, /href="\/api\/v1\/performance\?chamber=senate&amp;anchor=skill&amp;horizon=252&amp;limit=1"/);
  for (const [given, tidy] of [
    ["?anchor=copy&horizon=63", ""],
    ["?horizon=5&anchor=&party=", "?horizon=5"],
    ["?chamber=Senate", "?chamber=senate"],
  ]) {
    const { status, headers } = await service.ask(`/performance${given}`, HTML);
    assert.deepEqual([status, headers.location], [308, `/performance${tidy}`]);
  }
  const wrong = await service.ask("/performance?horizon=7", HTML);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /“7” is not one of: 5, 21, 63, 126, 252\./);
});

test("the page of all members says which prices are stored, and why others are missing", async () => {
  await using service = await startService({ returns: priced });
  const { text } = await service.ask("/performance", HTML);
  assert.match(text, /Of [\d,]+ trades in shares and listed funds, [\d,]+ \([\d.]+%\) have a price for the trade date/);
  assert.match(text, /its ticker is unknown<\/th><td class="number">36<\/td><td class="number">–/);
  await using bare = await startService({ returns: unpriced });
  const { text: without } = await bare.ask("/performance", HTML);
  assert.match(without, /listed funds, 0 \(0%\) have a price for the trade date/);
  assert.match(without, /the price has not been requested yet<\/th><td class="number">214<\/td>/);
});

/** Waits until the overview of all members is computed, and returns the page. */
async function fetchWithOverview(service: Service, path = "/performance"): Promise<string> {
  const isComputed = async () => !/charts are being computed/.test((await service.ask("/performance", HTML)).text);
  await eventually("the overview is computed", isComputed);
  return (await service.ask(path, HTML)).text;
}

test("a forest plot compares purchases with sales by horizon, chamber and party, after the trade and the disclosure", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: openPricedReturns() });
  const text = await fetchWithOverview(service);
  const forest = /<section id="overview">[\s\S]*?<\/section>/.exec(text)?.[0] ?? assert.fail(text);
  assert.equal(forest.match(/<g class="forest skill">/g)?.length, forest.match(/<g class="forest copy">/g)?.length);
  const names = Array.from(forest.matchAll(/<tr><th scope="row">([^<]*)</g), ([, name]) => name);
  assert.deepEqual(
    names,
    "A week,A month,Three months,Six months,A year,Senate,House,Democrat,Republican,Independent".split(","),
  );
  // The rows have the same figures as the API.
  for (const [row, query] of [
    ["A year", "horizon=252&anchor=copy"],
    ["House", "chamber=house&anchor=copy"],
    ["Independent", "party=Independent&anchor=copy"],
  ] as const) {
    const { difference } = JSON.parse((await service.ask(`/api/v1/performance?limit=1&${query}`)).text) as {
      difference: { n: number; interval: { low: number; high: number } };
    };
    const said =
      new RegExp(`<th scope="row">${row}</th><td>[^<]*</td><td>([^<]*)</td>`).exec(forest)?.[1] ?? assert.fail(row);
    assert.match(said, new RegExp(`\\(.*${difference.n} decisions\\)|\\(${difference.n} decisions\\)`), row);
    const { low, high } = difference.interval;
    assert.equal(said.startsWith("no clear difference"), low <= 0 && high >= 0, row);
  }
  const filtered = (await service.ask("/performance?chamber=house", HTML)).text;
  assert.doesNotMatch(filtered, /<section id="overview">/);
  assert.match(filtered, /href="\/performance#overview">Every horizon, chamber and party<\/a>/);
});

test("draws the path around the trade for all members, for a member with ten filings, and for a security", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: openPricedReturns() });
  const all = await fetchWithOverview(service);
  assert.match(all, /<h2>Around the trade<\/h2>\s*<p><strong>Three months after the trade, /);
  const { difference } = JSON.parse((await service.ask("/api/v1/performance?limit=1&anchor=skill")).text) as {
    difference: { n: number };
  };
  assert.match(
    all,
    new RegExp(`Three months after the trade, purchases minus sales: [^<]*${difference.n} decisions\\)</strong>`),
  );
  for (const [path, lines] of [
    ["/politicians/E000001", 2],
    ["/tickers/T", 1],
  ] as const) {
    const { text } = await service.ask(path, HTML);
    assert.match(text, /<h3>Around the trade<\/h3>/, path);
    assert.equal(text.match(/<g class="around (?:buys|sells)"><path/g)?.length, lines, path);
    assert.equal(/path of one price/.test(text), path.startsWith("/tickers"), path);
    assert.doesNotMatch(text, / style=|NaN|undefined|Infinity/);
  }
  // AAPL has only nine member-months in the default dataset.
  await using few = await startService({ returns: openPricedReturns() });
  assert.doesNotMatch((await few.ask("/tickers/AAPL", HTML)).text, /Around the trade/);
});

test("the home page links to the performance page, and repeats that page's result once returns are computed", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: openPricedReturns() });
  const { text: first } = await service.ask("/", HTML);
  assert.match(
    first,
    /<strong>Does it pay to follow\?<\/strong> <a href="\/performance">Returns after all members’ trades, compared with SPY<\/a><\/p>/,
  );
  const text = await fetchWithOverview(service, "/");
  const [, range, decisions] =
    /did not clearly do better or worse than those they sold<\/a>\. The 90% interval of [^<]* \(bought minus sold\) is ([^<,]*), from ([^<.]*)\./.exec(
      text,
    ) ?? assert.fail("the first page has no answer");
  const page = await fetchWithOverview(service);
  const said = `<strong>Purchases minus sales: no clear difference (${range}, ${decisions})</strong>`;
  assert.ok(page.includes(said), said);
  assert.doesNotMatch((await service.ask("/?ticker=AAPL", HTML)).text, /Does it pay/);
});

test("without prices, or with only half of the prices, each page says so and draws no chart", async () => {
  await using none = await startService({
    ...(await createSymbolDataset()),
    returns: createReturns({ readCloses: async () => null, isListed: () => true }, NO_INVENTORY),
  });
  const without = await fetchWithOverview(none);
  assert.doesNotMatch(without, /id="overview"|Around the trade/);
  assert.match(without, /Nothing can be compared: prices of SPY have not been fetched yet\./);
  assert.match(
    await fetchWithOverview(none, "/"),
    /compared with those they sold<\/a>: prices of SPY have not been fetched yet\.<\/p>/,
  );
  const asked = { firstDay: null, lastDay: null, dividendsFrom: null, requested: { from: day("2012-01-03") } };
  for (const [from, said] of [
    [asked.requested.from, "no source has a price of SPY"],
    [null, "prices of SPY could not be fetched yet"],
  ] as const) {
    const readSpans = async () => new Map([["SPY", { ...asked, requested: { from } }]]);
    const returns = createReturns(
      { readCloses: async () => null, isListed: () => true },
      { ...NO_INVENTORY, readSpans },
    );
    await using refused = await startService({ ...(await createSymbolDataset()), returns });
    assert.ok((await fetchWithOverview(refused)).includes(`Nothing can be compared: ${said}.`));
    assert.ok((await fetchWithOverview(refused, "/")).includes(`compared with those they sold</a>: ${said}.</p>`));
  }
  const isPriced = (symbol: string) => /^(SPY|AAPL|BRK\.B|FB|FI)/.test(symbol);
  const half = {
    readCloses: async (symbol: string) => (isPriced(symbol) ? readCloses(symbol) : null),
    isListed: () => true,
  };
  await using service = await startService({
    ...(await createSymbolDataset()),
    returns: createReturns(half, makeInventory()),
  });
  const text = await fetchWithOverview(service);
  assert.doesNotMatch(text, /class="forest|class="around/);
  assert.match(
    text,
    /<strong>Purchases minus sales, three months after the disclosure: no figure, because fewer than 90% of the decisions have a price \(\d+ have one\)<\/strong>/,
  );
  assert.match(
    text,
    /needs at least ten member-months \(the decisions of one member in one month\) for purchases or sales, and prices for nine in ten decisions\./,
  );
  assert.match(
    await fetchWithOverview(service, "/"),
    /compared with those they sold<\/a>: no figure, because fewer than 90% of the decisions have a price \(\d+ have one\)\.<\/p>/,
  );
});

test("recomputes pages and API responses after more prices are stored, but not after each price", async () => {
  let [now, symbols] = [0, 0];
  const market = {
    readCloses: async (symbol: string) => (symbols === 0 && symbol !== "SPY" ? null : readCloses(symbol)),
    isListed: () => true,
  };
  const returns = createReturns(market, { ...NO_INVENTORY, readPriceRevision: async () => String(symbols) }, () => now);
  await using service = await startService({ returns });
  // Each request has a different URL, because responses are cached for a second.
  let limit = 0;
  const isPriced = async () => {
    limit += 1;
    const { text } = await service.ask(`/api/v1/tickers/AAPL/performance?limit=${limit}`);
    return (JSON.parse(text) as { n_priced: number }).n_priced > 0;
  };
  assert.equal(await isPriced(), false);
  symbols = 1;
  now += 19_000;
  assert.equal(await isPriced(), false);
  now += 2_000;
  assert.equal(await isPriced(), true);
  now += 60 * 60_000;
  await isPriced();
  symbols = 0;
  now += 9 * 60_000;
  assert.equal(await isPriced(), true);
  now += 61_000;
  assert.equal(await isPriced(), false);
});

test("each year of a member's trades has a linked page with the returns and files of that year", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: priced });
  const fetchSectionAt = async (query: string) => {
    const { status, text } = await service.ask(`/politicians/E000001${query}`, HTML);
    assert.equal(status, 200);
    return /<section id="returns">[\s\S]*?<\/section>/.exec(text)?.[0] ?? assert.fail("no section");
  };
  const [all, year] = [await fetchSectionAt(""), await fetchSectionAt("?traded_from=2022-01-01&traded_to=2022-12-31")];
  const link = '<a href="/politicians/E000001?traded_from=2022-01-01&amp;traded_to=2022-12-31#returns">2022</a>';
  assert.ok(all.includes(link), all);
  assert.match(year, /<h2>Compared with the market: trades of 2022<\/h2>/);
  assert.match(year, /<a href="\/politicians\/E000001#returns" aria-current="page">2022<\/a>/);
  assert.match(
    year,
    /performance\?anchor=copy&amp;horizon=63&amp;limit=1000&amp;format=json&amp;traded_from=2022-01-01/,
  );
  const days = Array.from(
    year.matchAll(/<tr><th scope="row"><a href="\/trades\/[^"]*"><time datetime="(\d{4})/g),
    ([, each]) => each,
  );
  assert.ok(days.length > 5 && days.every((each) => each === "2022"), days.join(" "));
  const readDecisionCount = (section: string) => Number(/Returns after ([\d,]+) decisions?/.exec(section)?.[1]);
  assert.ok(readDecisionCount(year) > 0 && readDecisionCount(year) < readDecisionCount(all));
  // Any other period narrows only the list, so that visitors cannot trigger a computation for every pair of days.
  assert.equal(
    readDecisionCount(await fetchSectionAt("?traded_from=2022-01-01&traded_to=2022-12-30")),
    readDecisionCount(all),
  );
  assert.match(await fetchSectionAt("?traded_from=1999-01-01&traded_to=1999-12-31"), /was made in 1999\.<\/p>/);
});

test("limits a member's returns to the requested days, owner and securities", async () => {
  await using service = await startService({ ...(await createSymbolDataset()), returns: priced });
  interface Returns {
    readonly n_decisions: number;
    readonly decisions: readonly {
      readonly ticker: string;
      readonly transaction_date: string;
      readonly trade_ids: string[];
    }[];
  }
  const fetchReturns = async (query: string) => {
    const { status, text, headers } = await service.ask(`/api/v1/politicians/E000001/performance?limit=1000&${query}`);
    assert.equal(status, 200, text);
    return { ...(JSON.parse(text) as Returns), link: String(headers["link"] ?? "") };
  };
  const all = await fetchReturns("");
  const inSpan = all.decisions.filter(({ transaction_date: on }) => on >= "2022-03-01" && on <= "2023-02-28");
  const span = await fetchReturns("traded_from=2022-03-01&traded_to=2023-02-28");
  assert.ok(inSpan.length > 0 && inSpan.length < all.n_decisions);
  assert.deepEqual(span.decisions, inSpan);
  const two = await fetchReturns("ticker=fb,AAPL");
  assert.deepEqual(new Set(two.decisions.map(({ ticker }) => ticker)), new Set(["FB", "AAPL"]));
  assert.deepEqual(
    two.decisions,
    all.decisions.filter(({ ticker }) => ["FB", "AAPL"].includes(ticker)),
    "decisions about these securities and no others",
  );
  assert.equal((await fetchReturns("ticker=ZZZZ")).n_decisions, 0);
  const own = (await Promise.all(OWNERS.map((owner) => fetchReturns(`owner=${owner}`)))).map(({ n_decisions: n }) => n);
  assert.ok(
    own.every((each) => each > 0 && each < all.n_decisions),
    own.join(" "),
  );
  const first = await service.ask(
    "/api/v1/politicians/E000001/performance?limit=2&owner=self&ticker=FB,AAPL&traded_from=2021-01-01",
  );
  assert.match(String(first.headers["link"]), /ticker=AAPL%2CFB&owner=self&traded_from=2021-01-01&anchor=copy/);
});

test("rejects a filter that a member's returns do not support, and names the filter or the invalid value", async () => {
  await using service = await startService({ returns: priced });
  for (const [query, said] of [
    ["owner=uncle", /owner.*uncle.*self.*spouse/s],
    ["traded_from=2025", /traded_from.*2025/s],
    [
      "traded_from=2025-02-01&traded_to=2025-01-01",
      /'traded_to' \(2025-01-01\) must not be earlier than 'traded_from'/,
    ],
    ["ticker=NOT%20ONE", /ticker.*BRK\.B.*NOT ONE/s],
    ["party=Democrat", /party/],
  ] as const) {
    const { status, text } = await service.ask(`/api/v1/politicians/X000001/performance?${query}`);
    assert.equal(status, 400, query);
    assert.match(text, said);
  }
});
