import assert from "node:assert/strict";
import { test } from "node:test";
import { dayNumber, dayText } from "./bar-columns.ts";
import type { IsoDate } from "./dates.ts";
import { isTradingDay } from "./exchange-calendar.ts";
import { missingSessions, sessionsBetween } from "./sessions.ts";

const number = (day: string) => dayNumber(day as IsoDate);

test("sessions are the trading days between two dates, without weekends, Good Friday or days of mourning", () => {
  const between = (from: string, to: string) => Array.from(sessionsBetween(number(from), number(to)), dayText);
  assert.deepEqual(between("2024-03-27", "2024-04-01"), ["2024-03-27", "2024-03-28", "2024-04-01"]);
  assert.deepEqual(between("2025-01-08", "2025-01-10"), ["2025-01-08", "2025-01-10"]);
});

test("sessions match the calendar day by day", () => {
  const [first, last] = [number("1990-01-01"), number("2031-12-31")];
  const named = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((day) =>
    isTradingDay(dayText(day)),
  );
  assert.deepEqual([...sessionsBetween(first, last)], named);
});

test("a session counts as missing only if it lies between the first and the last day of a series", () => {
  const missing = (...days: string[]) => missingSessions(Int32Array.from(days, number));
  assert.deepEqual(missing("2024-03-27", "2024-04-02"), ["2024-03-28", "2024-04-01"]);
  assert.deepEqual(missing("2024-03-28", "2024-04-01"), []);
  assert.deepEqual([missing("2024-03-28"), missing()], [[], []]);
});
