/** Tests providers' dividends, and how they are joined to the stored ones. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CashDividends } from "../../src/domain/bar.ts";
import { toDayNumber, toDayText } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { DailyDividends } from "../../src/prices/market.ts";
import { readPrices } from "../../src/prices/providers/tiingo.ts";
import { readValidDividends } from "../../src/prices/providers/valid-dividends.ts";
import { corpusDir, skipWithoutCorpus as skip } from "../corpus.ts";
import { createFlatBars, createTestMarket } from "./made-providers.ts";
import { readYahooRecording } from "./recorded-answers.ts";
import { readRecordedChart } from "./recorded-yahoo.ts";

const day = (text: string) => text as IsoDate;
const listByDay = (dividends: CashDividends | null | undefined) =>
  [...(dividends?.cash ?? [])].map(([at, dollars]) => [toDayText(at), dollars]);

function createDividends(from: string, to: string, cash: Record<string, number>): DailyDividends {
  const days = Object.entries(cash).map(([at, dollars]): [number, number] => [toDayNumber(day(at)), dollars]);
  return { from: toDayNumber(day(from)), to: toDayNumber(day(to)), cash: new Map(days), refused: [] };
}

const getSpan = (dividends: CashDividends | null | undefined) =>
  dividends ? [toDayText(dividends.from), toDayText(dividends.to)] : [];

test("Yahoo's recorded chart has Microsoft's four dividends of 2021", { skip }, async () => {
  const file = "yahoo-finance2-2025-03/historical-via-chart-MSFT-dividends-2021-02-01-to-2022-01-31.csv.json";
  const { dividends, bars } = await readRecordedChart(readYahooRecording(file), "MSFT");
  assert.deepEqual(listByDay(dividends), [
    ["2021-02-17", 0.56],
    ["2021-05-19", 0.56],
    ["2021-08-18", 0.56],
    ["2021-11-17", 0.62],
  ]);
  assert.deepEqual(getSpan(dividends), [bars.at(-1)?.date, bars[0]?.date]);
});

/** Rows of a real Tiingo history. */
function readTiingoRows(symbol: string) {
  const folder = join(corpusDir ?? "", "market", "history", "tiingo_daily_2024-04_2026-03");
  const [header = "", ...lines] = readFileSync(join(folder, `${symbol}_1d.csv`), "utf8")
    .trim()
    .split(/\r?\n/);
  const names = header.toLowerCase().split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    const readNumber = (name: string) => Number(cells[names.indexOf(name)]);
    return {
      date: (cells[names.indexOf("date")] ?? "").replace(" ", "T"),
      ...{
        open: readNumber("open"),
        high: readNumber("high"),
        low: readNumber("low"),
        close: readNumber("close"),
        volume: readNumber("volume"),
      },
      ...{ divCash: readNumber("divcash"), splitFactor: readNumber("splitfactor") },
    };
  });
}

test("rescales Tiingo's dividends to its split-adjusted closes", { skip }, () => {
  const rows = readTiingoRows("NVDA");
  const { dividends } = readPrices(rows, "NVDA", day("2026-04-01"));
  assert.deepEqual(listByDay(dividends).slice(0, 2), [
    ["2024-06-11", 0.01],
    ["2024-09-12", 0.01],
  ]);
  // Moves the ten-for-one split to the day after the first dividend.
  const later = rows.map((row) => ({ ...row, splitFactor: row.date.startsWith("2024-06-12") ? 10 : 1 }));
  const scaled = readPrices(later, "NVDA", day("2026-04-01")).dividends;
  assert.deepEqual(listByDay(scaled).slice(0, 2), [
    ["2024-06-11", 0.001],
    ["2024-09-12", 0.01],
  ]);
  const silent = rows.map((row) => ({ ...row, divCash: undefined }));
  assert.deepEqual([...(readPrices(silent, "NVDA", day("2026-04-01")).dividends?.cash ?? [])], []);
});

test("rejects an implausible dividend with a reason, and treats all dividends up to its date as unknown", () => {
  const bars = createFlatBars("2026-11-20", 10, 20);
  const readDividend = (date: string | null, cash: unknown) =>
    readValidDividends([{ date: date as IsoDate | null, cash }], bars);
  for (const cash of [20.5, -1, Number.NaN, Number.POSITIVE_INFINITY, "much", null]) {
    const result = readDividend("2026-11-12", cash);
    assert.deepEqual([...getSpan(result), result?.cash.size], ["2026-11-13", "2026-11-20", 0], String(cash));
    assert.match(result?.refused[0] ?? "", /^the dividend of 2026-11-12 is rejected: /);
  }
  assert.match(readDividend("2026-11-12", 20.5)?.refused[0] ?? "", /20.5 is more than the close of 20$/);
  assert.match(readDividend(null, 1)?.refused[0] ?? "", /no readable ex-dividend day/);
  const twice = readValidDividends(
    [day("2026-11-16"), day("2026-11-16")].map((date) => ({ date, cash: 1 })),
    bars,
  );
  assert.deepEqual([getSpan(twice)[0], twice?.cash.size], ["2026-11-17", 0]);
  // A dividend on a day outside the bars is ignored.
  assert.deepEqual(readDividend("2026-10-01", 1), { ...readDividend("2026-11-12", 1), cash: new Map() });
  assert.equal(readValidDividends([], []), null);
});

const BEFORE = createFlatBars("2026-11-18", 60, 100);
const PAID = createDividends("2026-09-01", "2026-11-18", { "2026-10-05": 1, "2026-11-10": 2 });

/** Fetches twice: the first answer is Yahoo's, and `second` has the providers' answers to the second fetch. */
async function fetchTwice(second: Partial<Record<"yahoo" | "nasdaq", Partial<DailyAnswer>>>) {
  let isSecond = false;
  const createAnswer = (id: "yahoo" | "nasdaq") => () => {
    if (!isSecond) return id === "yahoo" ? { bars: BEFORE, dividends: PAID } : null;
    const result = second[id];
    if (result === undefined) throw new Error("has no second answer");
    return { bars: BEFORE, ...result };
  };
  const made = createTestMarket(
    {
      ...(second.nasdaq ? {} : { yahoo: { bars: createAnswer("yahoo") } }),
      ...(second.nasdaq && { nasdaq: { bars: createAnswer("nasdaq") } }),
    },
    "2026-11-18T22:00:00Z",
  );
  if (second.nasdaq) {
    const stored = { bars: BEFORE, refreshedAt: new Date("2026-11-18T22:00:00Z"), companyName: null };
    const dividends = { ...PAID, providers: ["yahoo"] };
    made.kept.bars.set("SMPL", { ...stored, origin: { providers: ["yahoo"], adjustment: "splits" }, dividends });
  } else await made.getHistory();
  isSecond = true;
  made.setTime("2026-11-20T22:00:00Z");
  await made.getHistory();
  return made.kept.bars.get("SMPL");
}

type DailyAnswer = {
  bars: ReturnType<typeof createFlatBars>;
  dividends: DailyDividends;
  splits: { date: IsoDate; ratio: number }[];
};

test("a ten-for-one split between two requests rescales dividends with the closes", async () => {
  const after = createFlatBars("2026-11-20", 10, 10).map((bar) => ({ ...bar, volume: 10_000 }));
  const splits = [{ date: day("2026-11-19"), ratio: 10 }];
  const paid = createDividends("2026-11-09", "2026-11-20", { "2026-11-10": 0.2 });
  const result = { ...(await fetchTwice({ yahoo: { bars: after, splits, dividends: paid } })) };
  assert.deepEqual(listByDay(result.dividends), [
    ["2026-10-05", 0.1],
    ["2026-11-10", 0.2],
  ]);
  assert.deepEqual(getSpan(result.dividends), ["2026-09-01", "2026-11-20"]);
  assert.deepEqual(new Set(result.bars?.map(({ close }) => close)), new Set([10]));
  // The provider of the second answer has no dividends, and the stored ones are rescaled all the same.
  const silent = await fetchTwice({ nasdaq: { bars: after, splits } });
  assert.deepEqual(listByDay(silent?.dividends), [
    ["2026-10-05", 0.1],
    ["2026-11-10", 0.2],
  ]);
  assert.deepEqual([getSpan(silent?.dividends)[1], silent?.bars[0]?.date], ["2026-11-18", "2026-11-20"]);
});

test("rescales an answer's dividends together with older days that are still on the old scale", async () => {
  const halfway = [...createFlatBars("2026-11-20", 2, 10), ...BEFORE];
  const splits = [{ date: day("2026-11-19"), ratio: 10 }];
  const stored = await fetchTwice({
    yahoo: { bars: halfway, splits, dividends: { ...PAID, to: toDayNumber(day("2026-11-20")) } },
  });
  assert.deepEqual(new Set(stored?.bars.map(({ close }) => close)), new Set([10]));
  assert.deepEqual(
    listByDay(stored?.dividends).map(([, dollars]) => dollars),
    [0.1, 0.2],
  );
});

test("new dividends replace stored dividends of the same days, and dividends of an unfinished day stay unknown", async () => {
  const after = createFlatBars("2026-11-23", 12, 100);
  const paid = createDividends("2026-11-09", "2026-11-23", { "2026-11-10": 2.5, "2026-11-23": 1 });
  const stored = await fetchTwice({ yahoo: { bars: after, dividends: paid } });
  assert.deepEqual(listByDay(stored?.dividends), [
    ["2026-10-05", 1],
    ["2026-11-10", 2.5],
  ]);
  assert.equal(getSpan(stored?.dividends)[1], "2026-11-20");
});

test("a renamed symbol's dividends continue under the new symbol", async () => {
  const made = createTestMarket(
    { yahoo: { bars: () => ({ bars: createFlatBars("2026-11-20", 30, 600) }) } },
    "2026-11-20T22:00:00Z",
  );
  const bars = createFlatBars("2022-06-08", 40, 190);
  const dividends = { ...createDividends("2022-05-02", "2022-06-08", { "2022-05-10": 1 }), providers: ["yahoo"] };
  made.kept.bars.set("FB", {
    bars,
    refreshedAt: new Date("2022-06-09T12:00:00Z"),
    companyName: "Meta Platforms, Inc.",
    origin: { providers: ["yahoo"], adjustment: "splits" },
    dividends,
  });
  await made.getHistory("FB");
  assert.deepEqual(made.kept.bars.get("META")?.dividends, dividends);
});
