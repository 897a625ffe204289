/** Tests every number and sentence on returns against a Python program that takes nothing from the service but its responses. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createReturns } from "../../src/app/service/returns.ts";
import { toDayNumber, toDayText } from "../../src/domain/bar-columns.ts";
import { listSessions } from "../../src/domain/sessions.ts";
import type { StoredCloses } from "../../src/prices/market.ts";
import { makeInventory } from "../contract/made-market.ts";
import { startService } from "../contract/service.ts";
import { buildTradeDataset, makeTrades, SYMBOLS } from "../dataset/made-trades.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { day } from "../store/made.ts";

const PYTHON = "/usr/bin/python3";
const SCRIPT = path.join(import.meta.dirname, "recompute.py");
const skip =
  spawnSync(PYTHON, ["--version"]).status === 0 || process.env["REQUIRE_SERVICES"] === "1" ? false : "no Python";
const SESSIONS = listSessions(toDayNumber(day("2021-02-01")), toDayNumber(day("2026-02-27")));
/** Symbols without stored prices. */
const UNPRICED = new Set(["T"]);

/** Prices that move independently and also in a common cycle; some days are missing, even of SPY. */
const CLOSES = new Map(
  ["SPY", ...SYMBOLS]
    .filter((symbol) => symbol !== "" && !UNPRICED.has(symbol))
    .map((symbol, number) => {
      const random = createSeededRandom(number + 1);
      let price = 50 + 20 * number;
      const all = Array.from(SESSIONS, (session, at) => {
        price *= 1 + (random() - 0.49 + 0.1 * Math.sin(at / 21)) / 40;
        return { session, price };
      }).filter((_, at) => (at * 7 + number) % 211 !== 0);
      return [symbol, all] as const;
    }),
);

async function readCloses(symbol: string): Promise<StoredCloses | null> {
  const own = CLOSES.get(symbol);
  if (own === undefined) return null;
  return {
    symbol: symbol as StoredCloses["symbol"],
    days: Int32Array.from(own, ({ session }) => session),
    close: Float64Array.from(own, ({ price }) => price),
    dividends: null,
    ended: false,
    origin: { providers: ["yahoo"], adjustment: "splits" },
    finalDay: toDayText(SESSIONS.at(-1) ?? 0),
  };
}

async function withBars<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "bars-"));
  try {
    for (const [symbol, own] of CLOSES) {
      const rows = own.map(({ session, price }) => `${toDayText(session)},${price}\n`);
      await writeFile(path.join(folder, `${symbol}.csv`), `date,close\n${rows.join("")}`);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function recompute(symbols: ReadonlySet<string>, ticker: string, trades = 2_000) {
  const dataset = await buildTradeDataset(makeTrades(trades).filter((trade) => symbols.has(trade.ticker)));
  const returns = createReturns({ readCloses, isListed: () => true }, makeInventory());
  await using service = await startService({
    datasets: { getCurrent: () => dataset, findCached: () => dataset },
    returns,
  });
  const origin = `http://127.0.0.1:${service.port}`;
  const run = (folder: string) => promisify(execFile)(PYTHON, [SCRIPT, origin, "E000001", ticker, folder]);
  const { stdout } = await withBars(run).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, number>;
}

const PRICED = new Set(SYMBOLS.filter((symbol) => symbol !== "" && !UNPRICED.has(symbol)));

test("every number and sentence on returns matches an independent computation to nine digits", { skip }, async () => {
  const found = await recompute(PRICED, "AAPL");
  const { differences, numbers = 0, words = 0, ok = 0 } = found;
  assert.ok(differences === 0 && numbers > 10_000 && words > 1_000 && ok > 20, JSON.stringify(found));
});

test("results with few decisions, few prices or no decisions also match the independent computation", {
  skip,
}, async () => {
  const few = await recompute(PRICED, "FISV", 120);
  assert.ok(few["differences"] === 0 && (few["too_few_filings"] ?? 0) > 20, JSON.stringify(few));
  const found = await recompute(new Set(["AAPL", "T"]), "T");
  const { differences, none = 0, too_few_priced: unpriced = 0 } = found;
  assert.ok(differences === 0 && none > 0 && unpriced > 0, JSON.stringify(found));
});
