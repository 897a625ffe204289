/** Tests the exchange calendar against the days that have recorded prices. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { isTradingDay } from "../../src/domain/exchange-calendar.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";

const history = join(corpusDir ?? "", "market/history");

function readDays(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(/^(\d{4}-\d\d-\d\d)/gm)].map(([, day]) => day ?? "");
}

for (const [name, files, least] of [
  ["2019-2026", () => readdirSync(join(history, "daily")).map((file) => join("daily", file)), 1_760],
  ["2008-2020", () => ["yahoo_csv_AAPL_1d_1wk_1mo_2008-2020/AAPL_daily.csv"], 3_000],
] as const) {
  test(`trading days are exactly those with prices, ${name}`, { skip: skipWithoutCorpus }, () => {
    const traded = new Set(files().flatMap((file) => readDays(join(history, file))));
    const sorted = [...traded].sort();
    assert.ok(traded.size >= least, String(traded.size));
    const wrong: string[] = [];
    for (let day = sorted[0] as IsoDate; day <= (sorted.at(-1) ?? ""); day = addDays(day, 1)) {
      if (traded.has(day) !== isTradingDay(day)) wrong.push(day);
    }
    assert.deepEqual(wrong, []);
  });
}
