import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../domain/dates.ts";
import type { Trade } from "../domain/trade.ts";
import { withSuspectDates } from "./suspect-dates.ts";

const FILED = "2025-04-10" as IsoDate;
const row = (transactionDate: string, notificationDate: string | null = null) =>
  ({ transactionDate, notificationDate, dateSuspect: null }) as unknown as Trade;
const suspects = (...rows: readonly Trade[]) => withSuspectDates(rows, FILED).map(({ dateSuspect }) => dateSuspect);

test("the one row of a report that is a year or more old is suspect, and keeps its date", () => {
  const rows = [row("2025-03-18", "2025-04-04"), row("2024-03-18", "2025-04-04"), row("2025-03-20", "2025-04-04")];
  assert.deepEqual(suspects(...rows), [null, "transaction_year_alone", null]);
  assert.equal(withSuspectDates(rows, FILED)[1]?.transactionDate, "2024-03-18");
});

test("a report that is late in earnest, one of a single row, and a year that turns are not suspect", () => {
  assert.deepEqual(suspects(row("2023-03-18"), row("2023-05-02"), row("2025-03-20")), [null, null, null]);
  assert.deepEqual(suspects(row("2023-03-18")), [null]);
  assert.deepEqual(suspects(row("2024-04-01"), row("2024-06-02"), row("2025-03-20")), [null, null, null]);
  assert.deepEqual(suspects(row("2024-12-30"), row("2025-01-02")), [null, null]);
});

test("a notification before its transaction or after the filing is suspect", () => {
  assert.deepEqual(
    suspects(
      row("2025-03-18", "2025-03-17"),
      row("2025-03-18", "2025-03-18"),
      row("2025-03-18", "2025-04-10"),
      row("2025-03-18", "2025-04-11"),
    ),
    ["notification_before_transaction", null, null, "notification_after_filing"],
  );
});
