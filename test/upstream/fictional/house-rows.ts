/** Rows of made-up House reports, one function for each kind that the forms have. */

import {
  ACCOUNTS,
  BONDS,
  bracket,
  listedAsset,
  PRIVATE_COMPANIES,
  printedDay,
  printedName,
  tradingDay,
} from "../../../src/app/demo/fictional/assets.ts";
import type { Chance } from "../../../src/app/demo/fictional/chance.ts";
import type { PtrRow } from "../../../src/app/demo/fictional/ptr-form.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";

const COMMENTS = [
  "This comment is fictional: a spouse's broker, who does not exist, was not asked.",
  "Made-up note: see the description.",
];

export function listedRow(draw: Chance, signed: IsoDate): PtrRow {
  const traded = tradingDay(draw, signed);
  const security = listedAsset(draw);
  const sold = draw.happens(0.45);
  return {
    id: null,
    owner: draw.pick([null, null, "SP", "JT", "DC"]),
    assetName: printedName(security),
    ticker: security.symbol,
    assetTypeCode: security.etf ? "EF" : "ST",
    transactionType: sold ? draw.pick(["S", "S (partial)"] as const) : "P",
    transactionDate: printedDay(traded),
    notificationDate: printedDay(addDays(traded, draw.between(0, 2))),
    amount: bracket(draw),
    capGainsOver200: sold && draw.happens(0.5),
    filingStatus: "New",
    subholding: draw.happens(0.4) ? draw.pick(ACCOUNTS) : null,
    location: null,
    description: null,
    comment: draw.happens(0.06) ? draw.pick(COMMENTS) : null,
  };
}

/** Options have no fields of their own: the description says it all. */
export function optionRow(draw: Chance, signed: IsoDate): PtrRow {
  const expires = printedDay(addDays(signed, 300));
  return {
    ...listedRow(draw, signed),
    assetTypeCode: "OP",
    transactionType: "P",
    capGainsOver200: false,
    description: `Purchased ${draw.between(2, 90)} call options with a strike price of $${draw.between(20, 300)} and an expiration date of ${expires}. Sale of 14 shares at $823.80 is only mentioned here, in a sentence long enough to wrap.`,
  };
}

export function bondRow(draw: Chance, signed: IsoDate): PtrRow {
  const bond = draw.pick(BONDS);
  return {
    ...listedRow(draw, signed),
    assetName: `${bond.name}, ${bond.rate}, Due ${bond.matures}`,
    ticker: null,
    assetTypeCode: bond.code,
    location: bond.code === "GS" ? "Nowhere, US" : null,
    description: bond.code === "GS" ? "Made-up municipal bond." : null,
  };
}

export function privateRow(draw: Chance, signed: IsoDate): PtrRow {
  const company = draw.pick(PRIVATE_COMPANIES);
  return {
    ...listedRow(draw, signed),
    assetName: company.name,
    ticker: null,
    assetTypeCode: draw.pick(["OI", "HN", "PS"]),
    location: `${company.place}, US`,
    description: company.about,
  };
}

export function exchangeRow(draw: Chance, signed: IsoDate): PtrRow {
  return {
    ...listedRow(draw, signed),
    transactionType: "E",
    capGainsOver200: false,
    description: "Fictional merger: shares were exchanged for shares.",
  };
}

/** The two amounts that are no bracket: a spouse's or child's over a million, and an exact sum. */
export function oddAmountRows(draw: Chance, signed: IsoDate): PtrRow[] {
  return [
    { ...listedRow(draw, signed), owner: "SP", amount: "Spouse/DC Over $1,000,000" },
    { ...listedRow(draw, signed), amount: `$${draw.between(15, 999)}.${draw.between(10, 99)}` },
    { ...listedRow(draw, signed), assetName: "Samplecoin (fictional)", ticker: "CRYPTO:ZZC", assetTypeCode: "CT" },
  ];
}

/** A day after the signature cannot be true; the form takes it all the same. */
export function impossibleRow(draw: Chance, signed: IsoDate): PtrRow {
  const later = printedDay(addDays(signed, 200));
  return { ...listedRow(draw, signed), transactionDate: later, notificationDate: later };
}

/** Rows that change or take back rows of an earlier report carry its row ids. */
export function changedRow(draw: Chance, signed: IsoDate, filingStatus: "Amended" | "Deleted"): PtrRow {
  return { ...listedRow(draw, signed), id: `2000${draw.between(100_000, 999_999)}`, filingStatus };
}
