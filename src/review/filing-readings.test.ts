import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawTransaction } from "../domain/printed-report.ts";
import type { ScannedField } from "../domain/scanned-page.ts";
import { bestReadings } from "./filing-readings.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const field = (reading: string | null): ScannedField => ({ reading, confidence: 0.9, sure: true, box });

/** A line of which the asset is not sure. @param glued whether it was read together with the line below. */
function line(glued: boolean): RawTransaction {
  const asset = { ...field("Fictional Widgets (FIWI) Retirement account"), sure: false };
  return {
    owner: "SP",
    assetName: "",
    assetCell: "",
    transactionType: "P",
    transactionDate: "01/08/2026",
    notificationDate: null,
    amount: "$1,001 - $15,000",
    ticker: null,
    scan: {
      uncertain: ["asset"],
      row: {
        box,
        handwritten: false,
        fields: {
          owner: field("SP"),
          asset: glued ? { ...asset, ofSeveralLines: true } : asset,
          transactionType: field("P"),
          transactionDate: field("01/08/2026"),
          notificationDate: field(null),
          amount: field("$1,001 - $15,000"),
        },
      },
    },
  } as unknown as RawTransaction;
}

test("a name that may be glued to the heading of an account is not offered for acceptance, and names no ticker", () => {
  const { asset, ticker, owner } = bestReadings(line(true));
  assert.deepEqual([asset, ticker, owner], ["", "", "SP"]);
  assert.equal(bestReadings(line(false)).asset, "Fictional Widgets (FIWI) Retirement account");
});

test("once a person has typed it in, the name stands", () => {
  const typed = { ...line(true), assetCell: "Fictional Widgets", assetName: "Fictional Widgets" };
  assert.equal(bestReadings(typed).asset, "Fictional Widgets");
});
