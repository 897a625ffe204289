/**
 * Tests every number and sentence of the front page's blocks against a Python program that takes nothing from the service but
 * its responses.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import type { TradeRecords } from "../../src/api/disclosures/trade.ts";
import { createReturns } from "../../src/app/service/returns.ts";
import type { AmountRange } from "../../src/domain/amount-range.ts";
import { toDayNumber, toDayText } from "../../src/domain/bar-columns.ts";
import { addDays } from "../../src/domain/dates.ts";
import { listSessions } from "../../src/domain/sessions.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { StoredCloses } from "../../src/prices/market.ts";
import { makeRecords } from "../contract/made-dataset.ts";
import { makeInventory } from "../contract/made-market.ts";
import { startService } from "../contract/service.ts";
import { buildTradeDataset, compareDescending } from "../dataset/made-trades.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { day, NOON, politician, trade } from "../store/made.ts";

const PYTHON = "/usr/bin/python3";
const SCRIPT = path.join(import.meta.dirname, "front_page.py");
const skip =
  spawnSync(PYTHON, ["--version"]).status === 0 || process.env["REQUIRE_SERVICES"] === "1" ? false : "no Python";

const NEWEST = day("2026-02-20");
const STATES = ["CA", "TX", "VT"];
const MEMBERS = Array.from({ length: 16 }, (_, at) =>
  politician(
    `E${String(at).padStart(6, "0")}`,
    { name: `Ann “${at}” Example & Co.` },
    at % 4 === 0
      ? { chamber: "senate", state: STATES[(at / 4) % 3] ?? "CA", district: null }
      : { state: STATES[at % 3] ?? "CA", district: at % 5 },
  ),
);
const SYMBOLS = ["", "AAPL", "BRK.B", "KO", "PEP", "T", "GONE", "NVDA", "MSFT", "XOM", "CVX"];
/** Ranges of the forms, a spouse's with the same lower bound as another, and an exact amount; the first are drawn more often. */
const RANGES: readonly AmountRange[] = [
  { lowUsd: 1_001, highUsd: 15_000 },
  { lowUsd: 15_001, highUsd: 50_000 },
  { lowUsd: 318.74, highUsd: 318.74 },
  { lowUsd: 50_001, highUsd: 100_000 },
  { lowUsd: 100_001, highUsd: 250_000 },
  { lowUsd: 1_000_001, highUsd: null },
  { lowUsd: 1_000_001, highUsd: 5_000_000 },
  { lowUsd: 50_000_001, highUsd: null },
];
const OPTION = { type: "Call", strike: 10, expiry: null } as unknown as Trade["option"];

interface Scene {
  readonly seed: number;
  readonly trades: number;
  /** Number of members who bought the same security within days; these trades are disclosed last. */
  readonly crowd: number;
  /** One trade in this many has doubtful dates. */
  readonly doubtful: number;
}

function createTrades({ seed, trades, crowd, doubtful }: Scene): readonly Trade[] {
  const random = createSeededRandom(seed);
  const randomBelow = (most: number) => Math.floor(random() * most);
  const pickOne = <T>(values: readonly T[]): T => values[randomBelow(values.length)] as T;
  const made = Array.from({ length: trades }, (_, at) => {
    const transactionDate = addDays(NEWEST, -randomBelow(800));
    const gap = Math.min(randomBelow(random() < 0.2 ? 300 : 45), toDayNumber(NEWEST) - toDayNumber(transactionDate));
    const isDoubtful = randomBelow(doubtful) === 0;
    return trade(String(20_000_000 + Math.floor(at / 3)), at, {
      politicianId: pickOne(MEMBERS.slice(0, 10)).id,
      chamber: pickOne(["house", "senate"] as const),
      party: pickOne(["Democrat", "Republican", "Independent"] as const),
      ticker: pickOne(SYMBOLS),
      company: pickOne(["Example Corp.", "Made & Up", "Short <Names>"]),
      transactionType: pickOne(["purchase", "purchase", "sale_full", "sale_partial", "exchange", "other"] as const),
      amount: RANGES[Math.floor(RANGES.length * random() ** 4)] as AmountRange,
      transactionDate,
      disclosureDate: addDays(transactionDate, gap),
      notificationDate: randomBelow(3) === 0 ? null : addDays(transactionDate, randomBelow(30)),
      assetType: pickOne(["Stock", "Stock", "Stock", "ETF", "Corporate Bond", "Stock Option"] as const),
      shortSale: randomBelow(30) === 0,
      option: randomBelow(30) === 0 ? OPTION : null,
      ...(isDoubtful && { firstDisclosed: { date: null, source: "unknown" as const } }),
    });
  });
  const repeats = made.slice(0, trades / 10).map((each, at) => {
    const filed = addDays(each.filedDate, at % 2);
    const disclosed = filed > NEWEST ? NEWEST : filed;
    const { id, filingId } = trade(String(30_000_000 + at), at);
    const dates = { filedDate: disclosed, disclosureDate: disclosed };
    return { ...each, ...dates, id, filingId, possibleDuplicateOf: [each.id], isRepeat: true };
  });
  const repeated = new Map(repeats.map(({ id, possibleDuplicateOf: [of = ""] }) => [of, id]));
  const crowded = Array.from({ length: crowd }, (_, at) =>
    trade(String(40_000_000 + at), at, {
      ticker: "CRWD",
      company: "Crowd Inc.",
      politicianId: MEMBERS[at]?.id ?? "",
      transactionDate: addDays(NEWEST, -20 - at),
      disclosureDate: addDays(NEWEST, -at),
    }),
  );
  return [...made, ...repeats, ...crowded, ...(crowd > 0 ? [...createUnusual(), firstInSecurity] : [])]
    .map((each) => {
      const again = repeated.get(each.id);
      const isGone = each.ticker === "GONE";
      return {
        ...each,
        ...(again !== undefined && { possibleDuplicateOf: [again] }),
        // A symbol that no company has today counts for the last company that had it.
        ...(isGone && {
          company: "Gone Corp.",
          currentTicker: null,
          noCurrentTicker: each.line % 2 === 0 ? "ended" : "another_issuer",
        }),
      } as Trade;
    })
    .sort(
      (a, b) =>
        compareDescending(a.disclosureDate, b.disclosureDate) ||
        compareDescending(a.transactionDate, b.transactionDate) ||
        compareDescending(a.id, b.id),
    );
}

/** A purchase larger than all of the member's 25 earlier ones, which come first. */
function createUnusual(): readonly Trade[] {
  const politicianId = MEMBERS[11]?.id ?? "";
  const earlier = Array.from({ length: 25 }, (_, at) => {
    const transactionDate = addDays(NEWEST, -200 - 5 * at);
    const disclosureDate = addDays(transactionDate, 10);
    return trade("50000000", at, {
      politicianId,
      transactionDate,
      disclosureDate,
      amount: RANGES[at % 2] as AmountRange,
    });
  });
  return [...earlier, trade("50000001", 1, { politicianId, ...RECENTLY, amount: RANGES[4] as AmountRange })];
}

const RECENTLY = { transactionDate: addDays(NEWEST, -15), disclosureDate: addDays(NEWEST, -3) };
const firstInSecurity = trade("50000002", 1, {
  politicianId: MEMBERS[12]?.id ?? "",
  ticker: "NVDA",
  ...RECENTLY,
  amount: RANGES[4] as AmountRange,
});

const SESSIONS = listSessions(toDayNumber(day("2023-06-01")), toDayNumber(NEWEST));

function createCloses(symbol: string): StoredCloses | null {
  if (symbol === "GONE") return null;
  const random = createSeededRandom(symbol.length + (symbol.codePointAt(0) ?? 0));
  let price = 100;
  return {
    symbol: symbol as StoredCloses["symbol"],
    days: SESSIONS,
    close: Float64Array.from(SESSIONS, () => {
      price *= 1 + (random() - 0.49) / 40;
      return price;
    }),
    dividends: null,
    ended: false,
    origin: { providers: ["yahoo"], adjustment: "splits" },
    finalDay: toDayText(SESSIONS.at(-1) ?? 0),
  };
}

function createRecords(trades: readonly Trade[]): TradeRecords {
  const byId = new Map(trades.map((each) => [each.id, each]));
  const published = (found: Trade) => ({
    trade: found,
    supersedes: null,
    supersededBy: null,
    firstSeenAt: NOON,
    updatedAt: NOON,
  });
  const filing = { source: "house-clerk", url: "https://example.org/1.pdf" } as const;
  return {
    ...makeRecords(),
    findTrade: async (id) => published(byId.get(id) as Trade),
    readDetailed: async (ids) =>
      new Map(ids.map((id) => [id, { published: published(byId.get(id) as Trade), filing }] as const)),
    readIndustries: async () => new Map(),
  };
}

async function withCloses<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "closes-"));
  try {
    for (const symbol of ["SPY", "CRWD", ...SYMBOLS.filter((each) => each !== "")]) {
      const stored = createCloses(symbol);
      if (stored === null) continue;
      const rows = Array.from(stored.days, (each, at) => `${toDayText(each)},${stored.close[at]}\n`);
      await writeFile(path.join(folder, `${symbol}.csv`), `date,close\n${rows.join("")}`);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function recompute(scene: Scene): Promise<Record<string, number>> {
  const trades = createTrades(scene);
  const dataset = await buildTradeDataset(trades, MEMBERS);
  await using service = await startService({
    datasets: { getCurrent: () => dataset, findCached: () => dataset },
    records: createRecords(trades),
    returns: createReturns(
      { readCloses: async (symbol) => createCloses(symbol), isListed: () => true },
      makeInventory(),
    ),
  });
  const run = (folder: string) =>
    promisify(execFile)(PYTHON, [SCRIPT, `http://127.0.0.1:${service.port}`, folder], { maxBuffer: 2 ** 24 });
  const { stdout } = await withCloses(run).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, number>;
}

test("every number and sentence of the front page matches an independent computation", { skip }, async () => {
  const found = await recompute({ seed: 1, trades: 900, crowd: 6, doubtful: 20 });
  const rules = ["largest", "latest", "first", "above", "cluster"].map((rule) => found[`rule ${rule}`]);
  assert.deepEqual({ differences: found["differences"], rules }, { differences: 0, rules: [1, 1, 1, 1, 1] });
  assert.ok(
    (found["most traded"] ?? 0) > 5 && (found["changes since disclosure"] ?? 0) > 4 && (found["words"] ?? 0) > 150,
    JSON.stringify(found),
  );
});

test("a front page with few trades, or with only doubtful dates, also matches the independent computation", {
  skip,
}, async () => {
  for (const scene of [
    { seed: 2, trades: 10, crowd: 0, doubtful: 20 },
    { seed: 3, trades: 40, crowd: 0, doubtful: 1 },
    { seed: 4, trades: 150, crowd: 2, doubtful: 5 },
  ]) {
    const found = await recompute(scene);
    assert.equal(found["differences"], 0, JSON.stringify(found));
  }
});
