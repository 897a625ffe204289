/** The version that is kept for the next start: what is served from it is what a build would serve, and what is not sure is not used. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { CHAMBERS, PARTIES } from "../../src/domain/politician.ts";
import { splitSearchWords } from "../../src/domain/search-words.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { TRADE_SORTS, type TradeFilter } from "../../src/domain/trade-filter.ts";
import { buildContents } from "../../src/publication/dataset/build.ts";
import { VersionCache } from "../../src/publication/dataset/cache/cache-file.ts";
import { createDatasetFromContents, type DatasetContents } from "../../src/publication/dataset/cache/contents.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { NOON, politician } from "../store/made.ts";
import { buildDataset } from "./build-dataset.ts";
import { MEMBERS, madeTrades, SYMBOLS, sourceOf } from "./made-trades.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "kept-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const file = path.join(dataDir, "dataset", "kept-version");
const VERSION = { version: "2026-11-20.1", publishedAt: NOON };

function cacheIn(more: { databaseUrl?: string; dataNotice?: string; said?: string[] } = {}) {
  const { databaseUrl = null, dataNotice = null, said = [] } = more;
  const log = (fields: object, text: string) => void said.push(`${text} ${JSON.stringify(fields)}`);
  return new VersionCache({ dataDir, databaseUrl, dataNotice, log: { info: log, warn: log } as never });
}

async function kept(trades: readonly Trade[], politicians = MEMBERS): Promise<DatasetContents> {
  const contents = await buildContents(sourceOf(trades, politicians));
  assert.ok(contents);
  await cacheIn().saveVersion(contents);
  return contents;
}

const FILTERS: readonly TradeFilter[] = [
  {},
  ...CHAMBERS.map((chamber) => ({ chamber })),
  ...PARTIES.map((party) => ({ party: [party] })),
  { ticker: ["META", "FISV"], late: false },
  { words: splitSearchWords("ford") },
  { words: splitSearchWords("s&p adviser"), minAmountUsd: 1001 },
  { politicianId: ["E000002", "Y000001"], possibleDuplicate: true },
  { tradedFrom: "2021-06-01" as never, tradedTo: "2022-06-01" as never, amendmentPending: false },
];

/** Everything that a dataset answers to these questions. */
async function answersOf(dataset: Dataset) {
  const lists = FILTERS.flatMap((filter) =>
    TRADE_SORTS.flatMap((by) =>
      [true, false].map((descending) => [
        dataset.listTrades(filter, { by, descending }, 50, 3),
        dataset.select(filter, { by, descending }),
        dataset.listTradesByFilingWithTally(filter, { by, descending }, 10, 1),
      ]),
    ),
  );
  const positions = Array.from({ length: dataset.tradeCount }, (_, position) => position);
  const ids = [...MEMBERS.map(({ id }) => id), "Y000001", "Z999999"];
  return {
    about: [dataset.version, dataset.publishedAt, dataset.byteLength, dataset.tradeCount, dataset.politicianCount],
    recent: dataset.listRecentTrades(100, 1),
    lists,
    trades: positions.map((position) => [dataset.getTradeAt(position), dataset.getSummaryAt(position)]),
    filings: positions.map((position) => dataset.findTradesOfFiling(dataset.getSummaryAt(position).filingId)),
    tickers: [[], ["ford"], ["inc", "a"]].map((words) => dataset.listTickerPage({ words }, 20, 1)),
    details: [...SYMBOLS, "NONE"].map((symbol) => dataset.getTicker(symbol)),
    politicians: [{}, { chamber: "house" as const }].map((filter) => dataset.listPoliticianPage(filter, 20, 0)),
    people: ids.map((id) => [dataset.getPolitician(id), dataset.getMergedId(id)]),
    late: [await dataset.facts.listLateRowsByPerson(), await dataset.facts.listLateRowsByYear({ chamber: "house" })],
    facts: await Promise.all(ids.map((id) => dataset.facts.getPoliticianFacts(id))),
    securities: await Promise.all(SYMBOLS.map((symbol) => dataset.facts.getTickerFacts(symbol))),
  };
}

test("a start from the stored version serves the same answers as a build, for any trades", async () => {
  const merged = politician("Y000001", { mergedInto: "E000001" });
  await fc.assert(
    fc.asyncProperty(fc.nat(400), fc.integer(), async (count, seed) => {
      const trades = madeTrades(count, seed);
      const politicians = [...MEMBERS, merged];
      await kept(trades, politicians);
      const loaded = await cacheIn().load(VERSION);
      assert.ok(loaded);
      const built = await buildDataset(sourceOf(trades, politicians));
      assert.deepEqual(await answersOf(createDatasetFromContents(loaded)), await answersOf(built));
    }),
    { numRuns: 12 },
  );
});

test("the contents survive being stored, array by array", async () => {
  const contents = await kept(madeTrades(500));
  assert.deepEqual(await cacheIn().load(null), contents);
});

test("ignores a file with a changed byte or a truncated one, and the log says so", async () => {
  await kept(madeTrades(50));
  const whole = readFileSync(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ change;
      writeFileSync(file, damaged);
      const said: string[] = [];
      const loaded = await cacheIn({ said }).load(VERSION);
      // The spaces behind the head mean nothing.
      const isBlank = at < 1024 && whole[at] === 0x20 && loaded !== null;
      if (!isBlank) {
        assert.equal(loaded, null, `byte ${at}`);
        assert.match(said.join(), /cannot be read and is not used|is of another/);
      }
      writeFileSync(file, whole.subarray(0, at));
      assert.equal(await cacheIn().load(VERSION), null, `cut at ${at}`);
    }),
  );
  writeFileSync(file, whole);
  assert.ok(await cacheIn().load(VERSION));
});

test("does not serve a stored version of another version, database, notice or release", async () => {
  await kept(madeTrades(5));
  const refused = async (of: string, load: (said: string[]) => Promise<unknown>) => {
    const said: string[] = [];
    assert.equal(await load(said), null);
    assert.match(said.join(), new RegExp(`it is of another ${of}`));
  };
  await refused("version", (said) => cacheIn({ said }).load({ ...VERSION, version: "2026-11-20.2" }));
  await refused("version", (said) => cacheIn({ said }).load({ ...VERSION, publishedAt: new Date() }));
  await refused("database", (said) => cacheIn({ said, databaseUrl: "postgres://db.example/congress" }).load(null));
  await refused("database", (said) => cacheIn({ said, dataNotice: "Made up." }).load(null));
  const text = readFileSync(file, "latin1");
  writeFileSync(file, text.replace(/"format":1/, '"format":2'), "latin1");
  await refused("release", (said) => cacheIn({ said }).load(VERSION));
});

test("a new database password does not invalidate the stored version", async () => {
  const contents = await buildContents(sourceOf(madeTrades(5)));
  assert.ok(contents);
  await cacheIn({ databaseUrl: "postgres://a:b@db.example/congress" }).saveVersion(contents);
  assert.ok(await cacheIn({ databaseUrl: "postgres://a:c@db.example/congress" }).load(VERSION));
  assert.doesNotMatch(readFileSync(file, "latin1"), /db\.example/);
});

test("a service stores the version it built, and the next start serves it without reading the trades", async () => {
  const trades = madeTrades(100);
  const first = new DatasetHolder(sourceOf(trades), { cache: cacheIn() });
  await first.reload();
  await first.waitUntilSaved();
  const source = sourceOf(trades);
  const noTrades = {
    ...source,
    publications: {
      ...source.publications,
      streamTrades: () => assert.fail("the trades were read"),
    },
  };
  const second = new DatasetHolder(noTrades, { cache: cacheIn() });
  assert.deepEqual(await answersOf(await second.reload()), await answersOf(first.getCurrent()));
  const later = new DatasetHolder(sourceOf(madeTrades(7), MEMBERS, "2026-11-20.2"), { cache: cacheIn() });
  assert.equal((await later.reload()).tradeCount, 7);
  await later.waitUntilSaved();
  assert.equal((await cacheIn().load(null))?.version, "2026-11-20.2");
});
