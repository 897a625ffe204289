/** Tests that docs/returns.py computes the API's figures from the rows of performance.parquet. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { PERFORMANCE_COLUMNS, streamPerformanceRows } from "../../src/app/service/data-files/performance-table.ts";
import { createPause } from "../../src/base/pause.ts";
import { toDayNumber } from "../../src/domain/bar-columns.ts";
import { addDays } from "../../src/domain/dates.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { StoredCloses } from "../../src/prices/market.ts";
import { toReportedTrade } from "../../src/prices/returns/decision.ts";
import { computeFindings } from "../../src/prices/returns/many-members.ts";
import type { Figure } from "../../src/prices/returns/performance.ts";
import { ReturnCalculator } from "../../src/prices/returns/return-calculator.ts";
import { toReturnTrade } from "../../src/publication/dataset/decided-trade.ts";
import { formatCsvHeader, formatCsvLine } from "../../src/publication/export/csv.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { day, trade } from "../store/made.ts";

const PYTHON = "/usr/bin/python3";
const SCRIPT = path.join(import.meta.dirname, "../../docs/returns.py");
const hasPandas = spawnSync(PYTHON, ["-c", "import numpy, pandas"]).status === 0;
const skip = hasPandas || process.env["REQUIRE_SERVICES"] === "1" ? false : "python3-pandas is not installed";
const FIRST = toDayNumber(day("2024-01-01"));
const DAYS = Int32Array.from({ length: 500 }, (_, session) => FIRST + session + 2 * Math.floor(session / 5));

async function readCloses(symbol: string): Promise<StoredCloses> {
  const random = createSeededRandom([...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0));
  let price = 100;
  const close = Float64Array.from(DAYS, () => {
    price *= 1 + (random() - 0.49) / 20;
    return price;
  });
  const origin = { providers: ["yahoo"], adjustment: "splits" } as const;
  const finalDay = day("2026-01-30");
  return {
    symbol: symbol as StoredCloses["symbol"],
    days: DAYS,
    close,
    dividends: null,
    ended: false,
    origin,
    finalDay,
  };
}

const MEMBERS = ["X000001", "X000002", "X000003"];

/** Sixty trades of each member, in sixteen filings and in seven securities that recur. */
const TRADES: readonly Trade[] = Array.from({ length: 60 * MEMBERS.length }, (_, index) => {
  const [member, n] = [Math.floor(index / 60), index % 60];
  const transactionDate = addDays(day("2024-02-01"), n * 6 + member);
  const ticker = `S${"ABCDEFG"[(n + member) % 7]}`;
  const filing = String(20_990_000 + 100 * member + Math.floor(n / 4) + (n % 3 === 0 ? 0 : 1));
  return trade(filing, n + 1, {
    politicianId: MEMBERS[member] as string,
    ticker,
    currentTicker: ticker,
    transactionDate,
    disclosureDate: addDays(transactionDate, 20),
    transactionType: n % 4 === 0 ? "sale_full" : "purchase",
  });
});

async function* yieldOnce<T>(values: readonly T[]) {
  yield values;
}

test("the script's numbers equal the API's to nine digits", { skip }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "returns-"));
  try {
    const columns = PERFORMANCE_COLUMNS.map(({ name }) => name);
    let text = formatCsvHeader(columns);
    const means = new Map<string, number>();
    for await (const row of streamPerformanceRows(yieldOnce(TRADES), { readCloses, isListed: () => true })) {
      assert.deepEqual(Object.keys(row).sort(), [...columns].sort());
      text += formatCsvLine(row, columns, true);
      if (row["anchor"] !== "copy" || row["horizon"] !== 21) continue;
      means.set(`${row["politician_id"]} ${row["side"]}s`, row["shrunken_mean"] as number);
    }
    const file = path.join(folder, "performance.csv");
    await writeFile(file, text);
    const [member = ""] = MEMBERS;
    const printed = execFileSync(PYTHON, [SCRIPT, file, member, "copy", "21"], { encoding: "utf8" });
    const found = JSON.parse(printed) as Record<"buys" | "sells", Python>;
    const question = { about: "all", scope: "chamber", anchors: ["copy"], horizons: [21], version: "v" } as const;
    const reported = TRADES.map((each) => toReportedTrade(toReturnTrade(each), each.currentTicker));
    const [{ members }] = await new ReturnCalculator(
      { readSeries: readCloses, readPriceRevision: async () => "" },
      createPause,
    ).answer(question, () => yieldOnce(reported), "");
    for (const side of ["buys", "sells"] as const) {
      const { estimate } = members.get(member)?.[side] ?? assert.fail();
      assert.ok(estimate.interval !== null);
      assertSame(found[side], estimate);
      assertNear(
        found[side].shrunken_mean,
        computeFindings(members, side).shrinkage?.shrunken.get(member) ?? Number.NaN,
      );
      assertNear(found[side].shrunken_mean, means.get(`${member} ${side}`) ?? Number.NaN);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Python {
  readonly n: number;
  readonly clusters: number;
  readonly mean: number;
  readonly shrunken_mean: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

function assertSame(found: Python, { count, clusters, mean, interval }: Figure["estimate"]): void {
  assert.deepEqual([found.n, found.clusters], [count, clusters]);
  assertNear(found.mean, mean ?? Number.NaN);
  assert.equal(found.interval === null, interval === null);
  if (found.interval === null || interval === null) return;
  assertNear(found.interval.low, interval.low);
  assertNear(found.interval.high, interval.high);
}

function assertNear(one: number, other: number): void {
  assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);
}
