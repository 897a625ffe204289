/** The feeds, read with third-party feed readers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { XMLValidator } from "fast-xml-parser";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import RssParser from "rss-parser";
import type { Trade } from "../../src/domain/trade.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { makeLedger } from "../contract/made-ledger.ts";
import { type Service, startService } from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { publishSomething } from "../dataset/random-publications.ts";
import { day, listing, outcome, politician, trade } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";

interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly feed_url: string;
  readonly home_page_url: string;
  readonly items: readonly { id: string; url: string; title: string; content_html: string; date_published: string }[];
}

const SUBJECTS = ["/trades", "/politicians/X000001", "/tickers/AAPL"];

async function fetchXmlFeed(service: Service, path: string) {
  const { status, text, headers } = await service.ask(path);
  assert.equal(status, 200, text);
  assert.equal(XMLValidator.validate(text), true, path);
  const other = path.includes(".atom") ? parseAtomFeed(text).entries : parseRssFeed(text).items;
  const feed = await new RssParser().parseString(text);
  assert.equal(other?.length ?? 0, feed.items.length, path);
  return { text, headers, feed };
}

async function fetchJsonFeed(service: Service, path: string): Promise<JsonFeed> {
  const { status, text, headers } = await service.ask(path);
  assert.equal(status, 200, text);
  assert.equal(headers["content-type"], "application/feed+json; charset=utf-8");
  const feed = JSON.parse(text) as JsonFeed;
  const read = parseJsonFeed(text);
  // This reader trims texts.
  assert.deepEqual(
    read.items?.map(({ id, url, title, content_html }) => ({ id, url, title, content_html })) ?? [],
    feed.items.map(({ id, url, title, content_html }) => ({ id, url, title, content_html: content_html.trim() })),
  );
  return feed;
}

test("the three formats of each feed have the same entries, with amount range, days to disclose and evidence", async () => {
  await using service = await startService();
  for (const subject of SUBJECTS) {
    for (const group of ["", "?group=trade"]) {
      const { items, version, feed_url: self } = await fetchJsonFeed(service, `${subject}.feed.json${group}`);
      assert.equal(version, "https://jsonfeed.org/version/1.1");
      assert.equal(self, `https://api.example${subject}.feed.json${group}`);
      assert.ok(items.length > 0);
      const ids = items.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const { id, content_html: content, date_published: at } of items) {
        assert.match(id, /^tag:api\.example,2026:(filing|trade)\/\w+$/);
        assert.match(content, /\$[\d,]+ - \$[\d,]+|\$[\d,]+\+/);
        assert.match(content, /\d days?|days to disclose are not known/);
        assert.match(content, /href="https:\/\/api\.example\/evidence\/txn_\w+\.png"/);
        assert.equal(new Date(at).toISOString(), at);
      }
      const atom = await fetchXmlFeed(service, `${subject}.atom${group}`);
      const rss = await fetchXmlFeed(service, `${subject}.rss${group}`);
      assert.deepEqual(
        atom.feed.items.map((each) => each["id"] as string),
        ids,
      );
      assert.deepEqual(
        rss.feed.items.map(({ guid }) => guid),
        ids,
      );
      assert.deepEqual(
        rss.feed.items.map(({ title }) => title),
        items.map(({ title }) => title),
      );
      assert.deepEqual(
        rss.feed.items.map(({ link }) => link),
        items.map(({ url }) => url),
      );
      for (const [, date] of rss.text.matchAll(/<pubDate>(.*?)<\/pubDate>/g)) {
        assert.match(date ?? "", /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
      }
      assert.equal(atom.headers["content-type"], "application/atom+xml; charset=utf-8");
      assert.equal(rss.headers["content-type"], "application/rss+xml; charset=utf-8");
    }
  }
});

testWithStore("an entry keeps its id across versions, in all formats", async (store) => {
  const datasets = new DatasetHolder(store);
  await using service = await startService({ datasets });
  for (const group of ["filing", "trade"]) {
    const idOf = new Map<string, string>();
    let seen = 0;
    for (let n = 0; n < 8; n += 1) {
      await publishSomething(store, n);
      await datasets.reload();
      const { items } = await fetchJsonFeed(service, `/trades.feed.json?group=${group}`);
      for (const { id, url } of items) {
        seen += 1;
        assert.equal(idOf.get(url) ?? id, id);
        idOf.set(url, id);
      }
      const ids = items.map(({ id }) => id);
      const [atom, rss] = [
        await fetchXmlFeed(service, `/trades.atom?group=${group}`),
        await fetchXmlFeed(service, `/trades.rss?group=${group}`),
      ];
      assert.deepEqual(
        atom.feed.items.map((each) => each["id"] as string),
        ids,
      );
      assert.deepEqual(
        rss.feed.items.map(({ guid }) => guid),
        ids,
      );
    }
    assert.equal(new Set(idOf.values()).size, idOf.size, "all entries have different ids");
    assert.ok(seen > 2 * idOf.size, "too few entries occur in several versions");
  }
});

testWithStore(
  "the daily feed has the trades published on each completed day, and its entries never change",
  async (store) => {
    const parseTime = (text: string) => new Date(text);
    const publish = (docId: string, when: string, trades: readonly Trade[]) =>
      store.publications.publish({
        at: parseTime(when),
        politicians: [politician("E000001")],
        outcomes: [outcome(docId, trades)],
      });
    const createDisclosure = (text: string) => ({ disclosureDate: day(text) });
    // Trades of the first listing count on their disclosure date, later trades on their publication date in Washington time.
    await store.filings.recordListings([listing("1")], parseTime("2026-11-18T12:00:00Z"));
    await publish("1", "2026-11-18T12:00:00Z", [
      trade("1", 1, createDisclosure("2026-11-16")),
      trade("1", 2, createDisclosure("2026-11-17")),
      trade("1", 3, createDisclosure("2026-09-17")),
    ]);
    await store.sources.recordListingCompleted("house-clerk", parseTime("2026-11-18T13:00:00Z"));
    await store.filings.recordListings([listing("2"), listing("3"), listing("4")], parseTime("2026-11-18T14:00:00Z"));
    await publish("2", "2026-11-20T04:30:00Z", [trade("2", 1, createDisclosure("2026-11-17"))]);
    await publish("3", "2026-11-20T05:30:00Z", [
      trade("3", 1, createDisclosure("2026-09-01")),
      trade("3", 2, createDisclosure("2026-11-19")),
    ]);
    await publish("4", "2026-11-21T12:00:00Z", [trade("4", 1, createDisclosure("2026-11-19"))]);
    const datasets = new DatasetHolder(store);
    await datasets.reload();
    const ledger = { ...makeLedger(), readNewTrades: store.publications.readNewTrades };
    let now = Date.parse("2026-11-21T04:59:00Z");
    await using service = await startService({ datasets, ledger, readWallClockMs: () => now });
    const listEntries = async () =>
      (await fetchJsonFeed(service, "/feeds/daily.feed.json")).items.map(({ id, content_html: content }) => [
        id.replace("tag:api.example,2026:day/", ""),
        ...new Set(Array.from(content.matchAll(/\/trades\/txn_h(\d+_\d+)"/g), ([, trade]) => trade)),
      ]);
    const before = [
      ["2026-11-19", "2_01"],
      ["2026-11-17", "1_02"],
      ["2026-11-16", "1_01"],
    ];
    assert.deepEqual(await listEntries(), before);
    now = Date.parse("2026-11-21T05:01:00Z");
    assert.deepEqual(
      await listEntries(),
      [["2026-11-20", "3_02", "3_01"], ...before],
      "a day is added at midnight in Washington",
    );
    const { feed, text } = await fetchXmlFeed(service, "/feeds/daily.atom");
    assert.equal(feed.items[0]?.title, "Nov 20, 2026: 2 trades of 1 member");
    assert.equal(feed.items[0]?.link, "https://api.example/?disclosed_from=2026-09-01&disclosed_to=2026-11-19");
    assert.match(text, /<updated>2026-11-21T05:00:00\.000Z<\/updated>/);
    await fetchXmlFeed(service, "/feeds/daily.rss");
    assert.equal((await service.ask("/feeds/daily.atom?day=1")).status, 400);
  },
);

test("shared caches may store a feed and revalidate it by its ETag", async () => {
  await using service = await startService();
  for (const path of ["/trades.atom", "/trades.rss", "/trades.feed.json", "/feeds/daily.atom"]) {
    const { headers } = await service.ask(path);
    assert.match(String(headers["cache-control"]), /^public/);
    const again = await service.ask(path, { headers: { "if-none-match": String(headers.etag) } });
    assert.equal(again.status, 304);
  }
});

test("returns an empty feed for a filter without matches, and names an invalid filter in the error", async () => {
  await using service = await startService();
  const { items, title } = await fetchJsonFeed(service, `/trades.feed.json?ticker=ZZZZZ`);
  assert.deepEqual(items, []);
  assert.ok(title);
  for (const ending of [".atom", ".rss"]) {
    const { feed, text } = await fetchXmlFeed(service, `/trades${ending}?ticker=ZZZZZ`);
    assert.deepEqual(feed.items, []);
    assert.ok(feed.title);
    assert.match(text, /<(updated|lastBuildDate)>\S/);
  }
  for (const query of ["chamber=lords", "group=day", "colour=red"]) {
    const { status, text } = await service.ask(`/trades.atom?${query}`);
    assert.equal(status, 400, query);
    assert.ok(text.includes(query.split("=")[0] ?? ""), text);
  }
  for (const path of ["/politicians/Z999999.atom", "/tickers/ZZZZZ.rss", "/tickers/ZZZZZ.feed.json"]) {
    assert.equal((await service.ask(path)).status, 404, path);
  }
});

test("each page links to a feed with the page's filters", async () => {
  await using service = await startService({ baseUrl: "https://data.example/congress/api/v1" });
  for (const [page, feed] of [
    ["/?chamber=house", "/trades.atom?chamber=house"],
    ["/politicians/X000001", "/politicians/X000001.rss"],
    ["/tickers/AAPL", "/tickers/AAPL.feed.json"],
  ] as const) {
    const { text } = await service.ask(page, { headers: { accept: "text/html" } });
    assert.ok(text.includes(`href="/congress${feed}"`), page);
    const { text: body } = await service.ask(feed);
    assert.ok(body.includes(`https://data.example/congress${feed}`), body.slice(0, 600));
  }
});

test("a feed of trades names options and short sales in titles and bodies", async () => {
  const option = { type: "Put", strike: "$85", expiry: "2026-06-19" };
  const dataset = await buildTradeDataset(
    [
      trade("9", 1, { transactionType: "sale_partial", assetType: "Stock Option", option }),
      trade("9", 2, { transactionType: "sale_full", shortSale: true }),
    ],
    [politician("E000001")],
  );
  await using service = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
  const { items } = await fetchJsonFeed(service, "/trades.feed.json?group=trade");
  assert.deepEqual(items.map(({ title }) => title).toSorted(), [
    "Ann Example E000001: partial sale of put options on Apple Inc. (AAPL), strike $85, expires 2026-06-19, $1,001 - $15,000",
    "Ann Example E000001: short sale of Apple Inc. (AAPL), $1,001 - $15,000",
  ]);
  assert.ok(
    items.some(({ content_html: body }) => body.includes(". Partial sale of put options on Apple Inc. (AAPL), ")),
  );
});
