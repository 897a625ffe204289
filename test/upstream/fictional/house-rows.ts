/** Rows of made-up House reports, one function for each kind that the forms have. */
import { formatFormDay } from "../../../src/app/demo/fictional/assets.ts";
import type { RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import type { PtrRow } from "../../../src/app/demo/fictional/ptr-form.ts";
import { formatListedName } from "../../../src/app/demo/fictional/securities.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";
import { ACCOUNTS, BONDS, drawBracket, drawListedAsset, drawTradingDay, PRIVATE_COMPANIES } from "./assets.ts";

const COMMENTS = [
  "This comment is fictional: a spouse's broker, who does not exist, was not asked.",
  "Made-up note: see the description.",
];

export function listedRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const traded = drawTradingDay(draw, signed);
  const security = drawListedAsset(draw);
  const sold = draw.drawBoolean(0.45);
  return {
    id: null,
    owner: draw.pick([null, null, "SP", "JT", "DC"]),
    assetName: formatListedName(security),
    ticker: security.symbol,
    assetTypeCode: security.etf ? "EF" : "ST",
    transactionType: sold ? draw.pick(["S", "S (partial)"] as const) : "P",
    transactionDate: formatFormDay(traded),
    notificationDate: formatFormDay(addDays(traded, draw.drawInteger(0, 2))),
    amount: drawBracket(draw),
    capGainsOver200: sold && draw.drawBoolean(0.5),
    filingStatus: "New",
    subholding: draw.drawBoolean(0.4) ? draw.pick(ACCOUNTS) : null,
    location: null,
    description: null,
    comment: draw.drawBoolean(0.06) ? draw.pick(COMMENTS) : null,
  };
}

/** Options have no fields of their own: the description says it all. */
export function optionRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const expires = formatFormDay(addDays(signed, 300));
  return {
    ...listedRow(draw, signed),
    assetTypeCode: "OP",
    transactionType: "P",
    capGainsOver200: false,
    description: `Purchased ${draw.drawInteger(2, 90)} call options with a strike price of $${draw.drawInteger(20, 300)} and an expiration date of ${expires}. Sale of 14 shares at $823.80 is only mentioned here, in a sentence long enough to wrap.`,
  };
}

export function bondRow(draw: RandomSource, signed: IsoDate): PtrRow {
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

export function privateRow(draw: RandomSource, signed: IsoDate): PtrRow {
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

export function exchangeRow(draw: RandomSource, signed: IsoDate): PtrRow {
  return {
    ...listedRow(draw, signed),
    transactionType: "E",
    capGainsOver200: false,
    description: "Fictional merger: shares were exchanged for shares.",
  };
}

/** The two amounts that are no bracket: a spouse's or child's over a million, and an exact sum. */
export function oddAmountRows(draw: RandomSource, signed: IsoDate): PtrRow[] {
  return [
    { ...listedRow(draw, signed), owner: "SP", amount: "Spouse/DC Over $1,000,000" },
    { ...listedRow(draw, signed), amount: `$${draw.drawInteger(15, 999)}.${draw.drawInteger(10, 99)}` },
    { ...listedRow(draw, signed), assetName: "Samplecoin (fictional)", ticker: "CRYPTO:ZZC", assetTypeCode: "CT" },
  ];
}

/** A day after the signature cannot be true; the form takes it all the same. */
export function impossibleRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const later = formatFormDay(addDays(signed, 200));
  return { ...listedRow(draw, signed), transactionDate: later, notificationDate: later };
}

/** Rows that change or take back rows of an earlier report carry its row ids. */
export function changedRow(draw: RandomSource, signed: IsoDate, filingStatus: "Amended" | "Deleted"): PtrRow {
  return { ...listedRow(draw, signed), id: `2000${draw.drawInteger(100_000, 999_999)}`, filingStatus };
}
