import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { parseBarsFile } from "./file.ts";

const TODAY = "2026-11-20" as IsoDate;
const read = (...lines: string[]) => parseBarsFile(lines.join("\n"), "SMPL.csv", TODAY).bars;

test("columns may be in any order and case; the adjusted close is ignored", () => {
  assert.deepEqual(
    read(
      "\uFEFFVolume,low,HIGH,Adj Close,Open,Date,close",
      "70,9,12,1,10,2026-11-18,11",
      '80,10,13,1,11,"2026-11-19 00:00:00-05:00",12',
      "",
    ),
    [
      { date: "2026-11-19", open: 11, high: 13, low: 10, close: 12, volume: 80 },
      { date: "2026-11-18", open: 10, high: 12, low: 9, close: 11, volume: 70 },
    ],
  );
});

test("without a volume column volumes are 0; lines may end in CRLF", () => {
  const { bars } = parseBarsFile("Date,Open,High,Low,Close\r\n2026-11-18,10,12,9,11\r\n", "SMPL.csv", TODAY);
  assert.deepEqual(bars, [{ date: "2026-11-18", open: 10, high: 12, low: 9, close: 11, volume: 0 }]);
});

const HEADER = "Date,Open,High,Low,Close,Volume";
for (const [what, lines, said] of [
  ["another language", ["Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie", ""], /no column date, open, high, low, close/],
  ["a header of its own", ["Date,Open,High,Low,Close,Volume,Dividends", ""], /unknown column "dividends"/],
  ["three header lines", ["Price,Close,High,Low,Open,Volume", "Ticker,V,V,V,V,V"], /no column date/],
  ["a repeated column", ["Date,Open,High,Low,Close,Close", ""], /twice/],
  ["no line", [HEADER], /no line/],
  ["nothing", [""], /no column/],
  ["a page", ["<html><body>Verify that you are human</body></html>"], /no column/],
  ["a missing value", [HEADER, "2026-11-18,10,12,9,11,70", "2026-11-19,,,,,"], /line 3/],
  ["no volume", [HEADER, "2026-11-19,10,12,9,11,"], /line 2: its volume \(nothing\) is not a number of shares/],
  ["null", [HEADER, "2026-11-19,null,null,null,null,null"], /line 2/],
  ["too few values", [HEADER, "2026-11-19,10,12"], /line 2: 3 values under 6 columns/],
  ["a nonexistent day", [HEADER, "2026-02-30,10,12,9,11,70"], /line 2: "2026-02-30" is not a day/],
  ["another date format", [HEADER, "11/19/2026,10,12,9,11,70"], /not a day/],
  [
    "a repeated day",
    [HEADER, "2026-11-19,10,12,9,11,70", "2026-11-19,10,12,9,11,70"],
    /line 2: 2026-11-19 appears twice, in lines 2 and 3/,
  ],
  ["a Sunday", [HEADER, "2026-11-15,10,12,9,11,70"], /line 2: the exchanges did not trade on 2026-11-15/],
  ["a holiday", [HEADER, "2025-12-25,10,12,9,11,70"], /line 2: the exchanges did not trade on 2025-12-25/],
  ["a Saturday long ago", [HEADER, "1987-10-17,10,12,9,11,70"], /did not trade on 1987-10-17/],
  ["a future day", [HEADER, "2026-11-23,10,12,9,11,70"], /line 2: 2026-11-23 is in the future/],
  ["a negative price", [HEADER, "2026-11-19,10,12,-9,11,70"], /line 2: its low "-9" is not a price: a plain number/],
  [
    "thousands",
    [HEADER, "2026-11-19,10,12,9,11,1.000.000"],
    /line 2: its volume "1.000.000" is not a number of shares/,
  ],
  ["a low above the high", [HEADER, "2026-11-19,10,9,12,11,70"], /line 2: its low 12 is above its high 9/],
  ["a close below the low", [HEADER, "2026-11-19,10,12,9,8,70"], /line 2: its close 8 is below its low 9/],
  ["a contradiction", [HEADER, "2026-11-19,10,10,9,11,70"], /line 2: its close 11 is above its high 10/],
  ["a dollar sign", [HEADER, "2026-11-19,$10,12,9,11,70"], /line 2: its open "\$10" is not a price/],
] as const) {
  test(`rejects ${what}, with the file's name`, () => {
    assert.throws(
      () => read(...lines),
      (error: Error & { code?: string }) =>
        error.code === "bad_answer" && error.message.startsWith("SMPL.csv") && said.test(error.message),
    );
  });
}

const GOOD = ["2026-11-09", "2026-11-10", "2026-11-11", "2026-11-12", "2026-11-13"].map(
  (day) => `${day},10,12,9,11,70`,
);

test("leaves out bad rows if asked to, and reports them", () => {
  const readSkipping = (...lines: string[]) => parseBarsFile([HEADER, ...lines].join("\n"), "SMPL.csv", TODAY, true);
  const { bars, leftOut } = readSkipping(...GOOD, "2026-11-16,10,8,9,11,70");
  assert.deepEqual([bars.length, leftOut], [5, ["SMPL.csv, line 7: its low 9 is above its high 8."]]);
  assert.throws(
    () => readSkipping(...GOOD, "2026-11-09,10,12,9,10,70"),
    /SMPL.csv: 2 of 6 rows are bad, and at most a fifth may be left out. SMPL.csv, line 2: 2026-11-09 appears twice/,
  );
});
