import assert from "node:assert/strict";
import { test } from "node:test";
import { latenessOf } from "../../src/web/pages/trade/lateness.ts";
import { day, trade } from "../store/made.ts";

const disclosed = (on: string) =>
  latenessOf(
    trade("1", 1, {
      transactionDate: day("2026-01-01"),
      notificationDate: day("2026-01-02"),
      disclosureDate: day(on),
    }),
  );

test("the days after the trade and those before or after the deadline are told", () => {
  assert.deepEqual(disclosed("2026-01-18"), {
    verdict: "in_time",
    sentence: "Disclosed 17 days after the trade, 14 days before the 30 days from the notice had passed.",
  });
  assert.match(disclosed("2026-02-01").sentence, /on the last day that the law allows/);
  assert.deepEqual(disclosed("2026-02-02"), {
    verdict: "late",
    sentence: "Disclosed 32 days after the trade, 1 day after the 30 days from the notice had passed.",
  });
});

test("nothing is said of lateness where a date is suspect or the first disclosure is not known", () => {
  assert.equal(latenessOf(trade("1", 1, { dateSuspect: "transaction_year_alone" })).verdict, "unknown");
  assert.equal(latenessOf(trade("1", 1, { firstDisclosed: { date: null, source: "unknown" } })).verdict, "unknown");
});
