import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber, toDayText } from "./bar-columns.ts";
import type { IsoDate } from "./dates.ts";
import { isTradingDay } from "./exchange-calendar.ts";
import { listMissingSessions, listSessions } from "./sessions.ts";

const toNumber = (day: string) => toDayNumber(day as IsoDate);

test("sessions are the trading days between two dates, without weekends, Good Friday or days of mourning", () => {
  const listBetween = (from: string, to: string) => Array.from(listSessions(toNumber(from), toNumber(to)), toDayText);
  assert.deepEqual(listBetween("2024-03-27", "2024-04-01"), ["2024-03-27", "2024-03-28", "2024-04-01"]);
  assert.deepEqual(listBetween("2025-01-08", "2025-01-10"), ["2025-01-08", "2025-01-10"]);
});

test("trading sessions match the exchange calendar on every day from 1990 to 2031", () => {
  const [first, last] = [toNumber("1990-01-01"), toNumber("2031-12-31")];
  const named = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((day) =>
    isTradingDay(toDayText(day)),
  );
  assert.deepEqual([...listSessions(first, last)], named);
});

test("a session counts as missing only if it lies between the first and the last day of a series", () => {
  const listMissing = (...days: string[]) => listMissingSessions(Int32Array.from(days, toNumber));
  assert.deepEqual(listMissing("2024-03-27", "2024-04-02"), ["2024-03-28", "2024-04-01"]);
  assert.deepEqual(listMissing("2024-03-28", "2024-04-01"), []);
  assert.deepEqual([listMissing("2024-03-28"), listMissing()], [[], []]);
});
