import assert from "node:assert/strict";
import { test } from "node:test";
import { blankLine, type RawTransaction } from "../domain/printed-report.ts";
import { isShortSale, readOption } from "./options.ts";

const line = (
  description: string | null,
  assetName = "Example Corp.",
  comment: string | null = null,
): RawTransaction => ({
  ...blankLine(1),
  assetName,
  assetCell: assetName,
  assetTypeCode: "OP",
  transactionType: "P",
  transactionDate: "01/02/2025",
  amount: "$1,001 - $15,000",
  description,
  comment,
});
const read = (text: string | null, assetType = "Stock Option", name?: string) =>
  readOption(line(text, name), "described", assetType);

test("kind, strike and expiry of a House option are read from the filer's words", () => {
  for (const [text, ...terms] of [
    [
      "Purchased 200 call options with a strike price of $50 and an expiration date of 3/19/27.",
      "Call",
      "$50",
      "2027-03-19",
    ],
    ["Call options; Strike price $325; Expires 06/18/2026", "Call", "$325", "2026-06-18"],
    ["Put option, strike price $215, exp. Feb. 21, 2025.", "Put", "$215", "2025-02-21"],
    ["CALL BERKSHIRE CL B NEW $300 EXP 01/17/25 CLASS B", "Call", "$300", "2025-01-17"],
    ["EXP 01/17/25 CLASS B C 300.00", "Call", "$300.00", "2025-01-17"],
    ["C 380.00", "Call", "$380.00", null],
    ["P 1,250.00", "Put", "$1,250.00", null],
    [
      "Sold 130 call options purchased 12/20/21 with a strike price of $2,100 and an expiration date of 1/20/23.",
      "Call",
      "$2,100",
      "2023-01-20",
    ],
    ["bought at market", null, null, null],
    [null, null, null, null],
  ] as const) {
    assert.deepEqual(Object.values(read(text) ?? {}), terms, String(text));
  }
});

test("a term that the words give twice, differently, is none", () => {
  assert.deepEqual(read("Call spread: strike price $100, strike price $120, expires 1/16/2026"), {
    type: "Call",
    strike: null,
    expiry: "2026-01-16",
  });
  assert.equal(read("call and put options, expires 13/45/2026")?.type, null);
  assert.equal(read("call, expires 13/45/2026")?.expiry, null, "no day of the calendar");
});

test("a line of another class is an option when its asset is called so, and a bond or a capital call never is", () => {
  assert.equal(read("CALL ISHARES RUSSELL 2000 $175 EXP 09/19/25", "Other", "IWM Option")?.strike, "$175");
  assert.equal(read("Exercised 50 call options at a strike price of $80", "Stock", "NVIDIA Corporation"), null);
  assert.equal(read(null, "Government Security", "PA ST UNIV 5.0% 09/01/2035 PAR CALL"), null);
  assert.equal(read("Capital call", "Other", "Fund II, LP capital call"), null);
});

test("short sales and their covers are told by the filer's words or the Senate's option type", () => {
  const option = { type: "Short Sale", strike: null, expiry: null };
  for (const text of ["short sale", "covered short", "short cover", "Sold short", "buy to cover short position"]) {
    assert.equal(isShortSale(line(text), null), true, text);
  }
  for (const text of [null, "Sold short-term bonds", "short duration", "sold short term treasuries"]) {
    assert.equal(isShortSale(line(text), null), false, String(text));
  }
  assert.equal(isShortSale(line(null), option), true);
});
