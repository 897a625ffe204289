import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { ScannedField } from "../../domain/scanned-page.ts";
import { listPoorlyReadFields, MIN_CONFIDENCE, pickBestReadings, toDraftRow } from "./filing-readings.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const createField = (reading: string | null): ScannedField => ({ reading, confidence: 0.9, sure: true, box });

/** A line with an uncertain asset. @param glued whether it was read together with the line below. */
function createLine(glued: boolean): RawTransaction {
  const asset = { ...createField("Fictional Widgets (FIWI) Retirement account"), sure: false };
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
          owner: createField("SP"),
          asset: glued ? { ...asset, ofSeveralLines: true } : asset,
          transactionType: createField("P"),
          transactionDate: createField("01/08/2026"),
          notificationDate: createField(null),
          amount: createField("$1,001 - $15,000"),
        },
      },
    },
  } as unknown as RawTransaction;
}

test("does not offer a name that may include an account heading, or the ticker in such a name", () => {
  const { asset, ticker, owner } = pickBestReadings(createLine(true));
  assert.deepEqual([asset, ticker, owner], ["", "", "SP"]);
  assert.equal(pickBestReadings(createLine(false)).asset, "Fictional Widgets (FIWI) Retirement account");
});

test("keeps a name that a person typed", () => {
  const typed = { ...createLine(true), assetCell: "Fictional Widgets", assetName: "Fictional Widgets" };
  assert.equal(pickBestReadings(typed).asset, "Fictional Widgets");
});

test("does not keep an uncertain reading below the minimum confidence", () => {
  const read = (confidence: number, uncertain: readonly string[]) => {
    const scanned = createLine(false);
    const fields = { ...scanned.scan?.row.fields, amount: { ...createField("$1,001 - $15,000"), confidence } };
    return { ...scanned, amount: "", scan: { ...scanned.scan, uncertain, row: { ...scanned.scan?.row, fields } } };
  };
  for (const [confidence, uncertain, stands] of [
    [0, ["amount"], false],
    [MIN_CONFIDENCE - 0.01, ["amount"], false],
    [MIN_CONFIDENCE, ["amount"], true],
    [0, [], true],
  ] as const) {
    const scanned = read(confidence, uncertain) as unknown as RawTransaction;
    assert.equal("amount" in pickBestReadings(scanned), stands, `${confidence} ${uncertain}`);
    assert.deepEqual(listPoorlyReadFields(scanned), stands ? [] : ["amount"]);
  }
});

test("drafts a row with `?` for an optional field that was read poorly, and without a poorly read required field", () => {
  const scanned = createLine(false);
  const hardly = { confidence: 0, sure: false };
  const fields = {
    ...scanned.scan?.row.fields,
    owner: { ...createField("5P"), ...hardly },
    notificationDate: { ...createField(null), ...hardly },
    amount: { ...createField("$1,001 - $15,000"), ...hardly },
  };
  const unread = {
    ...scanned,
    owner: null,
    amount: "",
    scan: { uncertain: ["owner", "notificationDate", "amount"], row: { ...scanned.scan?.row, fields } },
  } as unknown as RawTransaction;
  const { owner, notificationDate, amount, transactionType } = toDraftRow(unread);
  assert.deepEqual([owner, notificationDate, amount, transactionType], ["?", "?", undefined, "P"]);
});
