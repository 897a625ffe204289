import assert from "node:assert/strict";
import { test } from "node:test";
import { type IsoDate, parseIsoDate } from "./dates.ts";
import {
  findCurrentIssuerName,
  findCurrentTicker,
  findLastDayOfSecurity,
  findSuccessorSymbol,
  listFormerTickers,
  listTickers,
  RENAMES,
} from "./renames.ts";
import { RENAMES_BETWEEN_LISTS } from "./renames-between-lists.ts";
import { toCanonicalSymbol } from "./symbol.ts";

const on = (text: string): IsoDate => text as IsoDate;

test("every rename has canonical symbols and a valid day, and no symbol ends twice on one day", () => {
  const seen = new Set<string>();
  const days = RENAMES.map(({ symbol, until, next }) => [symbol, until, next] as const);
  for (const [symbol, until, next] of [...days, ...RENAMES_BETWEEN_LISTS]) {
    assert.deepEqual([toCanonicalSymbol(symbol), toCanonicalSymbol(next)], [symbol, next]);
    assert.notEqual(parseIsoDate(until), null, symbol);
    assert.notEqual(symbol, next);
    assert.ok(!seen.has(`${symbol} ${until}`), symbol);
    seen.add(`${symbol} ${until}`);
  }
});

test("the rename valid on the transaction date counts", () => {
  assert.equal(findCurrentTicker("FB", on("2021-05-05")), "META");
  assert.equal(findCurrentTicker("FB", on("2022-06-08")), "META", "the last day");
  assert.equal(findCurrentTicker("FB", on("2022-06-09")), "FB");
  assert.equal(findCurrentTicker("META", on("2022-06-09")), "META");
  assert.equal(findCurrentTicker("META", on("2021-12-01")), "METV", "another security had the symbol then");
  assert.equal(findCurrentTicker("CBS", on("2015-01-01")), "PSKY", "from rename to rename");
  assert.equal(findCurrentTicker("FISV", on("2020-01-01")), "FISV", "back to the first symbol");
  assert.equal(findCurrentTicker("FI", on("2024-01-01")), "FISV");
  assert.equal(findCurrentTicker("NONE", on("2024-01-01")), "NONE");
});

/** The symbols that find a trade whose security is only followed through its renames. */
const findersOf = (ticker: string, day: string, current: string | null = findCurrentTicker(ticker, on(day))) =>
  listTickers({ ticker, currentTicker: ticker === "" ? null : current, transactionDate: on(day) });

test("a trade is found by its filed symbol and by today's", () => {
  assert.deepEqual(findersOf("FB", "2021-05-05"), ["FB", "META"]);
  assert.deepEqual(findersOf("META", "2024-05-05"), ["META", "FB"]);
  assert.deepEqual(findersOf("FB", "2025-05-05"), ["FB"]);
  assert.deepEqual(findersOf("VIAC", "2020-05-05"), ["VIAC", "PSKY", "CBS", "PARA"]);
  assert.deepEqual(findersOf("FI", "2024-05-05"), ["FI", "FISV"]);
  assert.deepEqual(findersOf("AAPL", "2024-05-05"), ["AAPL"]);
  assert.deepEqual(findersOf("", "2024-05-05"), [""]);
  assert.deepEqual(listFormerTickers("META"), ["FB"]);
  assert.deepEqual(listFormerTickers("FISV"), ["FI"]);
});

test("a former symbol finds later trades only while no other issuer has it on the day of the trade", () => {
  assert.deepEqual(findersOf("META", "2025-06-24"), ["META", "FB"]);
  assert.deepEqual(findersOf("META", "2025-06-25"), ["META"], "a fund has FB from this day");
  assert.deepEqual(findersOf("GOOGL", "2020-01-02"), ["GOOGL"], "GOOG is class C's since the day after");
  assert.deepEqual(findersOf("GOOG", "2014-01-02"), ["GOOG", "GOOGL"]);
  assert.deepEqual(findersOf("UAA", "2020-01-02"), ["UAA"]);
  assert.deepEqual(findersOf("IQV", "2025-04-08"), ["IQV", "Q"]);
  assert.deepEqual(findersOf("IQV", "2026-04-08"), ["IQV"]);
  assert.deepEqual(findersOf("HWM", "2021-01-04"), ["HWM"], "AA and ARNC were those of companies that had split");
  assert.deepEqual(findersOf("AA", "2015-01-05"), ["AA", "HWM", "ARNC"]);
  assert.deepEqual(findersOf("ABX", "2016-01-04"), ["ABX", "B"], "Randgold had GOLD then");
  assert.deepEqual(findersOf("B", "2025-06-02"), ["B", "ABX", "GOLD"]);
  assert.deepEqual(findersOf("FISV", "2019-01-02"), ["FISV"], "Frank's International had FI then");
});

test("a trade whose symbol now belongs to another issuer is found only by the filed symbol", () => {
  assert.deepEqual(findersOf("SI", "2020-11-20", null), ["SI"]);
  assert.deepEqual(findersOf("FB", "2023-01-04", "META"), ["FB", "META"], "filed under its former symbol");
});

test("a discontinued security is identified by symbol and day, and a symbol's successor comes from the security that last gave it up", () => {
  assert.equal(findLastDayOfSecurity("COHR", on("2022-06-30")), "2022-06-30");
  assert.equal(findLastDayOfSecurity("COHR", on("2022-09-08")), null);
  assert.equal(findLastDayOfSecurity("FB", on("2025-07-01")), null, "a present holder has not ended");
  assert.equal(findSuccessorSymbol("SQ", on("2025-06-02")), "XYZ");
  assert.equal(findSuccessorSymbol("SQ", on("2024-06-03")), null, "not given up yet");
});

test("a symbol has a successor from the day after its last, and renames give the issuer's current name", () => {
  assert.equal(findSuccessorSymbol("FB", on("2022-06-08")), null);
  assert.equal(findSuccessorSymbol("FB", on("2022-06-09")), "META");
  assert.equal(findCurrentIssuerName(findCurrentTicker("ABC", on("2020-01-01"))), "Cencora");
  assert.equal(findCurrentIssuerName("NONE"), null);
});
