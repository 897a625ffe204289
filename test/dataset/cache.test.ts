/** Tests the version stored for the next start: it serves the same as a new build, and a doubtful file is not used. */
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
import { MEMBERS, makeTradeSource, makeTrades, SYMBOLS } from "./made-trades.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "kept-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const file = path.join(dataDir, "dataset", "kept-version");
const VERSION = { version: "2026-11-20.1", publishedAt: NOON };

function openCache(more: { databaseUrl?: string; dataNotice?: string; said?: string[] } = {}) {
  const { databaseUrl = null, dataNotice = null, said = [] } = more;
  const log = (fields: object, text: string) => void said.push(`${text} ${JSON.stringify(fields)}`);
  return new VersionCache({ dataDir, databaseUrl, dataNotice, log: { info: log, warn: log } as never });
}

async function storeVersion(trades: readonly Trade[], politicians = MEMBERS): Promise<DatasetContents> {
  const contents = await buildContents(makeTradeSource(trades, politicians));
  assert.ok(contents);
  await openCache().saveVersion(contents);
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

/** Returns everything that a dataset returns for these filters, members and symbols. */
async function readAnswers(dataset: Dataset) {
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
      const trades = makeTrades(count, seed);
      const politicians = [...MEMBERS, merged];
      await storeVersion(trades, politicians);
      const loaded = await openCache().load(VERSION);
      assert.ok(loaded);
      const built = await buildDataset(makeTradeSource(trades, politicians));
      assert.deepEqual(await readAnswers(createDatasetFromContents(loaded)), await readAnswers(built));
    }),
    { numRuns: 12 },
  );
});

test("the contents survive being stored, array by array", async () => {
  const contents = await storeVersion(makeTrades(500));
  assert.deepEqual(await openCache().load(null), contents);
});

test("ignores a truncated file, and ignores and logs a file with a changed byte", async () => {
  await storeVersion(makeTrades(50));
  const whole = readFileSync(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ change;
      writeFileSync(file, damaged);
      const said: string[] = [];
      const loaded = await openCache({ said }).load(VERSION);
      // The spaces after the file's header mean nothing.
      const isBlank = at < 1024 && whole[at] === 0x20 && loaded !== null;
      if (!isBlank) {
        assert.equal(loaded, null, `byte ${at}`);
        assert.match(said.join(), /cannot be read and is not used|because it belongs to a different/);
      }
      writeFileSync(file, whole.subarray(0, at));
      assert.equal(await openCache().load(VERSION), null, `cut at ${at}`);
    }),
  );
  writeFileSync(file, whole);
  assert.ok(await openCache().load(VERSION));
});

test("does not use a file stored for another version, database, notice or release", async () => {
  await storeVersion(makeTrades(5));
  const assertRefused = async (of: string, load: (said: string[]) => Promise<unknown>) => {
    const said: string[] = [];
    assert.equal(await load(said), null);
    assert.match(said.join(), new RegExp(`it belongs to a different ${of}`));
  };
  await assertRefused("version", (said) => openCache({ said }).load({ ...VERSION, version: "2026-11-20.2" }));
  await assertRefused("version", (said) => openCache({ said }).load({ ...VERSION, publishedAt: new Date() }));
  await assertRefused("database", (said) =>
    openCache({ said, databaseUrl: "postgres://db.example/congress" }).load(null),
  );
  await assertRefused("database", (said) => openCache({ said, dataNotice: "Made up." }).load(null));
  const text = readFileSync(file, "latin1");
  writeFileSync(file, text.replace(/"format":1/, '"format":2'), "latin1");
  await assertRefused("release", (said) => openCache({ said }).load(VERSION));
});

test("a new database password does not invalidate the stored version", async () => {
  const contents = await buildContents(makeTradeSource(makeTrades(5)));
  assert.ok(contents);
  await openCache({ databaseUrl: "postgres://a:b@db.example/congress" }).saveVersion(contents);
  assert.ok(await openCache({ databaseUrl: "postgres://a:c@db.example/congress" }).load(VERSION));
  assert.doesNotMatch(readFileSync(file, "latin1"), /db\.example/);
});

test("a service stores the version it built, and the next start serves it without reading the trades", async () => {
  const trades = makeTrades(100);
  const first = new DatasetHolder(makeTradeSource(trades), { cache: openCache() });
  await first.reload();
  await first.waitUntilSaved();
  const source = makeTradeSource(trades);
  const noTrades = {
    ...source,
    publications: {
      ...source.publications,
      streamTrades: () => assert.fail("the trades were read"),
    },
  };
  const second = new DatasetHolder(noTrades, { cache: openCache() });
  assert.deepEqual(await readAnswers(await second.reload()), await readAnswers(first.getCurrent()));
  const later = new DatasetHolder(makeTradeSource(makeTrades(7), MEMBERS, "2026-11-20.2"), { cache: openCache() });
  assert.equal((await later.reload()).tradeCount, 7);
  await later.waitUntilSaved();
  assert.equal((await openCache().load(null))?.version, "2026-11-20.2");
});
