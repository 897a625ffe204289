import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeLateness, renderLatenessSection } from "../../src/web/pages/trade/lateness.ts";
import { day, trade } from "../store/made.ts";

const judgeDisclosure = (on: string) =>
  judgeLateness(
    trade("1", 1, {
      transactionDate: day("2026-01-01"),
      notificationDate: day("2026-01-02"),
      disclosureDate: day(on),
    }),
  );

test("says how many days after the trade and how many days before or after the deadline it was disclosed", () => {
  assert.deepEqual(judgeDisclosure("2026-01-18"), {
    verdict: "in_time",
    sentence: "Disclosed 17 days after the trade, 14 days before the deadline.",
  });
  assert.match(judgeDisclosure("2026-02-01").sentence, /on the day of the deadline/);
  assert.deepEqual(judgeDisclosure("2026-02-02"), {
    verdict: "late",
    sentence:
      "Disclosed 32 days after the trade, 1 day past the deadline (a late fee is due only if a report is more than 30 days late).",
  });
  assert.match(
    judgeDisclosure("2026-03-03").sentence,
    /30 days past the deadline \(a late fee is due only if a report is more than 30 days late\)/,
  );
  assert.match(
    judgeDisclosure("2026-03-04").sentence,
    /31 days past the deadline \(a late fee is due only if a report is more than 30 days late, as this one is/,
  );
});

test("says nothing about lateness if a date is suspect or the first disclosure is unknown", () => {
  assert.equal(judgeLateness(trade("1", 1, { dateSuspect: "transaction_year_alone" })).verdict, "unknown");
  assert.equal(judgeLateness(trade("1", 1, { firstDisclosed: { date: null, source: "unknown" } })).verdict, "unknown");
});

test("shows the filer's comment only next to a lateness verdict", () => {
  const comment = "Held in a <managed> account that is widely held.";
  const renderSection = (more: Parameters<typeof trade>[2]) =>
    String(
      renderLatenessSection(
        trade("1", 1, { transactionDate: day("2026-01-01"), notificationDate: null, comment, ...more }),
      ),
    );
  const words = /The filer writes: <q><bdi>Held in a &lt;managed&gt; account that is widely held\.<\/bdi><\/q>/;
  assert.match(renderSection({ disclosureDate: day("2026-03-01") }), words);
  assert.match(renderSection({ disclosureDate: day("2026-03-01"), lateExemption: "may_be_fund" }), words);
  assert.doesNotMatch(renderSection({ disclosureDate: day("2026-01-05") }), /The filer writes/);
  assert.match(renderSection({ disclosureDate: day("2026-01-05") }), /weekends and holidays do not move the deadline/);
});

test("says that a trade needs no report", () => {
  const { verdict, sentence } = judgeLateness(trade("1", 1, { lateExemption: "bond_called_or_matured" }));
  assert.equal(verdict, "unknown");
  assert.match(
    sentence,
    /^Not judged, because no periodic transaction report is required for the call, redemption or maturity of a bond\./,
  );
});
