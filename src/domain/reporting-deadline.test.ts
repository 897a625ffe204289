import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, countDaysBetween, type IsoDate } from "./dates.ts";
import { countDaysLate, explainUnjudgedLateness, isLate } from "./lateness.ts";
import { computeReportingDeadline } from "./reporting-deadline.ts";

const day = (text: string) => text as IsoDate;

test("the deadline is 30 days after notification or 45 after the transaction, whichever comes first", () => {
  const traded = day("2026-01-01");
  const deadline = (notified: IsoDate | null) =>
    computeReportingDeadline({ transactionDate: traded, notificationDate: notified });
  assert.deepEqual(deadline(day("2026-01-02")), { day: "2026-02-01", countedFrom: "notification" });
  assert.deepEqual(deadline(day("2026-02-10")), { day: "2026-02-15", countedFrom: "transaction" });
  assert.deepEqual(deadline(null), { day: "2026-02-15", countedFrom: "transaction" });
  assert.deepEqual(deadline(day("2025-12-01")), { day: "2026-02-15", countedFrom: "transaction" });
  assert.deepEqual(
    deadline(traded),
    { day: "2026-01-31", countedFrom: "notification" },
    "told on the day of the trade",
  );
  assert.deepEqual(
    deadline(day("2025-12-31")),
    { day: "2026-02-15", countedFrom: "transaction" },
    "told a day before it",
  );
  assert.deepEqual(deadline(day("2026-01-15")), { day: "2026-02-14", countedFrom: "notification" }, "a day sooner");
  assert.deepEqual(deadline(day("2026-01-16")), { day: "2026-02-15", countedFrom: "transaction" }, "both on one day");
});

test("without a readable notification date, a trade is neither late nor on time, however late its disclosure", () => {
  const trade = {
    transactionDate: day("2026-01-01"),
    notificationDate: null,
    notificationUnread: "It is smudged.",
    firstDisclosed: { date: day("2026-06-01"), source: "filing" as const },
  };
  assert.deepEqual(
    [isLate(trade), explainUnjudgedLateness(trade), countDaysLate(trade)],
    [null, "notification_unread", null],
  );
  assert.equal(isLate({ ...trade, notificationUnread: null }), true);
});

test("a trade is late exactly if it is disclosed after its deadline", () => {
  const days = fc.integer({ min: -60, max: 120 });
  fc.assert(
    fc.property(fc.option(days), days, (notified, disclosed) => {
      const trade = {
        transactionDate: day("2026-01-01"),
        notificationDate: notified === null ? null : addDays(day("2026-01-01"), notified),
        firstDisclosed: { date: addDays(day("2026-01-01"), disclosed), source: "filing" as const },
      };
      const { day: deadline } = computeReportingDeadline(trade);
      assert.equal(isLate(trade), trade.firstDisclosed.date > deadline);
      const late = countDaysBetween(deadline, trade.firstDisclosed.date);
      assert.equal(countDaysLate(trade), late > 0 ? late : null);
    }),
  );
});
