import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine, type RawTransaction } from "../../src/domain/printed-report.ts";
import type { ScannedField, ScannedRow } from "../../src/domain/scanned-page.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { listComparedFields } from "../../src/web/pages/trade/compared-fields.ts";
import { day, trade } from "../store/made.ts";

const PRINTED: RawTransaction = {
  ...createBlankLine(1),
  assetCell: "Apple Inc. - Common Stock (AAPL) [ST]",
  ticker: "AAPL",
  transactionType: "P",
  transactionDate: "01/20/2026",
  notificationDate: "01/21/2026",
  amount: "$1,001 - $15,000",
};

function findField(name: string, of: Trade, printed: RawTransaction | null = PRINTED) {
  const found = listComparedFields(of, printed).find((each) => each.name === name);
  assert.ok(found, `there is no field ${name}`);
  return found;
}

test("shows each field as printed next to the served value", () => {
  const made = trade("1", 1);
  assert.deepEqual(findField("Transaction", made), {
    name: "Transaction",
    printed: "P",
    served: "Purchase",
    note: null,
  });
  assert.deepEqual(findField("Traded", made), {
    name: "Traded",
    printed: "01/20/2026",
    served: "2026-01-20",
    note: null,
  });
  assert.equal(findField("Owner", made).note, "The form leaves this blank for the filer's own assets.");
  assert.match(findField("Asset", made).note ?? "", /ticker lists/);
});

test("explains why a served value differs from the printed value", () => {
  assert.match(
    findField("Ticker", trade("1", 1, { ticker: "FB", currentTicker: "META" })).note ?? "",
    /ticker today is META/,
  );
  const getNote = (changes: Parameters<typeof trade>[2]) =>
    findField("Ticker", trade("1", 1, { currentTicker: null, ...changes })).note ?? "";
  const endedOn = day("2025-06-18");
  assert.equal(
    getNote({ noCurrentTicker: "another_issuer" }),
    "The filed name does not match the security that has this symbol today.",
  );
  assert.match(
    getNote({ noCurrentTicker: "another_issuer", endedOn }),
    /today. The security in this trade ceased to exist on 2025-06-18/,
  );
  assert.match(getNote({ noCurrentTicker: "ended", endedOn }), /^The security ceased to exist on 2025-06-18/);
  assert.match(getNote({ noCurrentTicker: "not_listed" }), /^This symbol is on none of our ticker lists/);
  assert.match(
    findField("Ticker", trade("1", 1, { tickerSource: "resolved" })).note ?? "",
    /exactly one listed issuer/,
  );
  assert.equal(findField("Ticker", trade("1", 1, { ticker: "", currentTicker: null })).served, null);
  assert.match(
    findField("Amount", trade("1", 1, { amount: { lowUsd: 318.74, highUsd: 318.74 } })).note ?? "",
    /an exact amount/,
  );
  assert.match(
    findField("Amount", trade("1", 1, { amount: { lowUsd: 50_000_001, highUsd: null } })).note ?? "",
    /no upper/,
  );
  assert.match(findField("Traded", trade("1", 1, { dateSuspect: "notification_after_filing" })).note ?? "", /a typo/);
  assert.equal(
    findField("Owner", trade("1", 1, { owner: null, ownerUnread: "It was not read." })).note,
    "It was not read.",
  );
  assert.match(findField("Asset", trade("1", 1, { assetNameUnsure: true })).note ?? "", /^The print is unclear/);
  const unread = { notificationDate: null, notificationUnread: "It is smudged." };
  assert.equal(findField("Member notified", trade("1", 1, unread)).note, "It is smudged.");
});

test("leaves out only the fields that the line does not have", () => {
  const listNames = (of: Trade) => listComparedFields(of, PRINTED).map(({ name }) => name);
  const unasked = trade("1", 1, { chamber: "senate", notificationDate: null });
  assert.equal(findField("Member notified", unasked).note, "The Senate's form does not ask for this date.");
  assert.ok(!listNames(trade("1", 1)).includes("Option"));
  const option = { type: "Call", strike: "$190", expiry: "2026-06-19" };
  assert.equal(findField("Option", trade("1", 1, { option })).served, "Call, strike $190, expires 2026-06-19");
  assert.ok(
    findField("Option", trade("1", 1, { option })).isDerived,
    "a field that the form does not have cannot be blank",
  );
  assert.ok(findField("Coin", trade("1", 1, { coin: "BTC" })).isDerived);
  assert.equal(findField("Account", trade("1", 1, { account: "A trust" })).served, "A trust");
});

test("shows a scanned line's readings, and explains how uncertain readings were decided", () => {
  const createReading = (reading: string | null, changes: Partial<ScannedField> = {}): ScannedField => ({
    reading,
    confidence: 1,
    sure: true,
    box: { left: 0, top: 0, width: 1, height: 1 },
    ...changes,
  });
  const row: ScannedRow = {
    box: { left: 0, top: 0, width: 1, height: 1 },
    handwritten: false,
    fields: {
      owner: createReading(null),
      asset: createReading("Apple Inc.", { asRead: "Apple lnc." }),
      transactionType: createReading("P"),
      transactionDate: createReading("01/26/2026", { sure: false, spelled: [{ date: "01/20/2026", chance: 0.4 }] }),
      notificationDate: createReading("01/21/2026"),
      amount: createReading("$1,001 - $15,000", { sure: false }),
    },
  };
  const line = { ...createBlankLine(1), scan: { uncertain: ["amount" as const], row } };
  const reviewed = trade("1", 1, { confidence: "reviewed", amountRaw: "$15,001 - $50,000" });
  assert.equal(findField("Amount", reviewed, line).printed, "$1,001 - $15,000");
  assert.equal(
    findField("Amount", reviewed, line).note,
    "The reading was not certain; a person decided what is printed.",
  );
  assert.match(findField("Asset", reviewed, line).note ?? "", /First read as “Apple lnc\.”/);
  const dated = trade("1", 1, { confidence: "ocr", transactionDate: day("2026-01-20") });
  assert.match(
    findField("Traded", dated, line).note ?? "",
    /^The print is unclear; the date was determined from the filing date/,
  );
});

test("for a line typed by a reviewer, shows as printed only the text stored with the trade", () => {
  const typed = listComparedFields(trade("1", 1, { confidence: "reviewed", transactionDate: day("2026-01-20") }), null);
  assert.deepEqual(
    typed.filter(({ printed }) => printed !== null).map(({ name }) => name),
    ["Asset", "Asset type", "Amount", "Capital gains over $200", "Status of the row"],
  );
});
