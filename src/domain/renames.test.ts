import assert from "node:assert/strict";
import { test } from "node:test";
import { type IsoDate, parseIsoDate } from "./dates.ts";
import {
  findCurrentIssuerName,
  findCurrentTicker,
  findEndOfReusedSymbol,
  findSuccessorSymbol,
  listFormerTickers,
  listTickers,
  RENAMES,
} from "./renames.ts";
import { RENAMES_BETWEEN_LISTS } from "./renames-between-lists.ts";
import { toCanonicalSymbol } from "./symbol.ts";

const toDay = (text: string): IsoDate => text as IsoDate;

test("every rename has canonical symbols and a valid day, and no symbol is renamed twice on one day", () => {
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

test("applies the rename that was valid on the transaction date", () => {
  assert.equal(findCurrentTicker("FB", toDay("2021-05-05")), "META");
  assert.equal(findCurrentTicker("FB", toDay("2022-06-08")), "META", "the last day");
  assert.equal(findCurrentTicker("FB", toDay("2022-06-09")), "FB");
  assert.equal(findCurrentTicker("META", toDay("2022-06-09")), "META");
  assert.equal(findCurrentTicker("META", toDay("2021-12-01")), "METV", "another security had the symbol then");
  assert.equal(findCurrentTicker("CBS", toDay("2015-01-01")), "PSKY", "through several renames");
  assert.equal(findCurrentTicker("FISV", toDay("2020-01-01")), "FISV", "back to the first symbol");
  assert.equal(findCurrentTicker("FI", toDay("2024-01-01")), "FISV");
  assert.equal(findCurrentTicker("FI", toDay("2019-01-02")), "XPRO", "Frank's International had FI then");
  assert.equal(findCurrentTicker("NONE", toDay("2024-01-01")), "NONE");
});

/** Lists the symbols that find a trade. By default, its current symbol comes only from the list of renames. */
const listFinders = (ticker: string, day: string, current: string | null = findCurrentTicker(ticker, toDay(day))) =>
  listTickers({ ticker, currentTicker: ticker === "" ? null : current, transactionDate: toDay(day) });

test("a trade is found by its filed symbol and its security's other symbols", () => {
  assert.deepEqual(listFinders("FB", "2021-05-05"), ["FB", "META"]);
  assert.deepEqual(listFinders("META", "2024-05-05"), ["META", "FB"]);
  assert.deepEqual(listFinders("FB", "2025-05-05"), ["FB"]);
  assert.deepEqual(listFinders("VIAC", "2020-05-05"), ["VIAC", "PSKY", "CBS", "PARA"]);
  assert.deepEqual(listFinders("FI", "2024-05-05"), ["FI", "FISV"]);
  assert.deepEqual(listFinders("AAPL", "2024-05-05"), ["AAPL"]);
  assert.deepEqual(listFinders("", "2024-05-05"), [""]);
  assert.deepEqual(listFormerTickers("META"), ["FB"]);
  assert.deepEqual(listFormerTickers("FISV"), ["FI"]);
});

test("a former symbol finds later trades only if no other issuer has the symbol on the day of the trade", () => {
  assert.deepEqual(listFinders("META", "2025-06-24"), ["META", "FB"]);
  assert.deepEqual(listFinders("META", "2025-06-25"), ["META"], "a fund has FB from this day");
  assert.deepEqual(listFinders("GOOGL", "2020-01-02"), ["GOOGL"], "GOOG is class C's since the day after");
  assert.deepEqual(listFinders("GOOG", "2014-01-02"), ["GOOG", "GOOGL"]);
  assert.deepEqual(listFinders("UAA", "2020-01-02"), ["UAA"]);
  assert.deepEqual(listFinders("IQV", "2025-04-08"), ["IQV", "Q"]);
  assert.deepEqual(listFinders("IQV", "2026-04-08"), ["IQV"]);
  assert.deepEqual(listFinders("HWM", "2021-01-04"), ["HWM"], "AA and ARNC then belonged to split-off companies");
  assert.deepEqual(listFinders("AA", "2015-01-05"), ["AA", "HWM", "ARNC"]);
  assert.deepEqual(listFinders("ABX", "2016-01-04"), ["ABX", "B"], "Randgold had GOLD then");
  assert.deepEqual(listFinders("B", "2025-06-02"), ["B", "ABX", "GOLD"]);
  assert.deepEqual(listFinders("FISV", "2019-01-02"), ["FISV"], "Frank's International had FI then");
});

test("a trade whose symbol now belongs to another issuer is found only by the filed symbol", () => {
  assert.deepEqual(listFinders("SI", "2020-11-20", null), ["SI"]);
  assert.deepEqual(listFinders("FB", "2023-01-04", "META"), ["FB", "META"], "filed under its former symbol");
});

test("finds the last day of a security whose symbol was reused, and a symbol's successor once the symbol is given up", () => {
  assert.equal(findEndOfReusedSymbol("COHR", toDay("2022-06-30")), "2022-06-30");
  assert.equal(findEndOfReusedSymbol("COHR", toDay("2022-09-08")), null);
  assert.equal(
    findEndOfReusedSymbol("FB", toDay("2025-07-01")),
    null,
    "the security that has the symbol today is not discontinued",
  );
  assert.equal(findSuccessorSymbol("SQ", toDay("2025-06-02")), "XYZ");
  assert.equal(findSuccessorSymbol("SQ", toDay("2024-06-03")), null, "not given up yet");
});

test("a symbol has a successor from the day after its last day, and the list of renames gives the issuer's current name", () => {
  assert.equal(findSuccessorSymbol("FB", toDay("2022-06-08")), null);
  assert.equal(findSuccessorSymbol("FB", toDay("2022-06-09")), "META");
  assert.equal(findCurrentIssuerName(findCurrentTicker("ABC", toDay("2020-01-01"))), "Cencora");
  assert.equal(findCurrentIssuerName("NONE"), null);
});
