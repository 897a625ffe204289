import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, countDaysBetween, type IsoDate } from "./dates.ts";
import { countDaysLate, explainUnjudgedLateness, isLate } from "./lateness.ts";
import { computeReportingDeadline } from "./reporting-deadline.ts";

const toDay = (text: string) => text as IsoDate;

test("the deadline is 30 days after notification or 45 after the transaction, whichever comes first", () => {
  const traded = toDay("2026-01-01");
  const compute = (notified: IsoDate | null) =>
    computeReportingDeadline({ transactionDate: traded, notificationDate: notified });
  assert.deepEqual(compute(toDay("2026-01-02")), { day: "2026-02-01", countedFrom: "notification" });
  assert.deepEqual(compute(toDay("2026-02-10")), { day: "2026-02-15", countedFrom: "transaction" });
  assert.deepEqual(compute(null), { day: "2026-02-15", countedFrom: "transaction" });
  assert.deepEqual(compute(toDay("2025-12-01")), { day: "2026-02-15", countedFrom: "transaction" });
  assert.deepEqual(compute(traded), { day: "2026-01-31", countedFrom: "notification" }, "notified on the trade day");
  assert.deepEqual(compute(toDay("2025-12-31")), { day: "2026-02-15", countedFrom: "transaction" }, "before the trade");
  assert.deepEqual(compute(toDay("2026-01-15")), { day: "2026-02-14", countedFrom: "notification" }, "a day sooner");
  assert.deepEqual(compute(toDay("2026-01-16")), { day: "2026-02-15", countedFrom: "transaction" }, "both on one day");
});

test("without a readable notification date, a trade is neither late nor on time, however late its disclosure", () => {
  const trade = {
    transactionDate: toDay("2026-01-01"),
    notificationDate: null,
    notificationUnread: "It is smudged.",
    firstDisclosed: { date: toDay("2026-06-01"), source: "filing" as const },
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
        transactionDate: toDay("2026-01-01"),
        notificationDate: notified === null ? null : addDays(toDay("2026-01-01"), notified),
        firstDisclosed: { date: addDays(toDay("2026-01-01"), disclosed), source: "filing" as const },
      };
      const { day: deadline } = computeReportingDeadline(trade);
      assert.equal(isLate(trade), trade.firstDisclosed.date > deadline);
      const late = countDaysBetween(deadline, trade.firstDisclosed.date);
      assert.equal(countDaysLate(trade), late > 0 ? late : null);
    }),
  );
});
