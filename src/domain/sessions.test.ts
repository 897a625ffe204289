import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber, toDayText } from "./bar-columns.ts";
import type { IsoDate } from "./dates.ts";
import { isTradingDay } from "./exchange-calendar.ts";
import { listMissingSessions, listSessions } from "./sessions.ts";

const number = (day: string) => toDayNumber(day as IsoDate);

test("sessions are the trading days between two dates, without weekends, Good Friday or days of mourning", () => {
  const between = (from: string, to: string) => Array.from(listSessions(number(from), number(to)), toDayText);
  assert.deepEqual(between("2024-03-27", "2024-04-01"), ["2024-03-27", "2024-03-28", "2024-04-01"]);
  assert.deepEqual(between("2025-01-08", "2025-01-10"), ["2025-01-08", "2025-01-10"]);
});

test("sessions match the calendar day by day", () => {
  const [first, last] = [number("1990-01-01"), number("2031-12-31")];
  const named = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((day) =>
    isTradingDay(toDayText(day)),
  );
  assert.deepEqual([...listSessions(first, last)], named);
});

test("a session counts as missing only if it lies between the first and the last day of a series", () => {
  const missing = (...days: string[]) => listMissingSessions(Int32Array.from(days, number));
  assert.deepEqual(missing("2024-03-27", "2024-04-02"), ["2024-03-28", "2024-04-01"]);
  assert.deepEqual(missing("2024-03-28", "2024-04-01"), []);
  assert.deepEqual([missing("2024-03-28"), missing()], [[], []]);
});
