/** Draws rows of fictional House reports: one function for each kind of row. */
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

export function drawListedRow(draw: RandomSource, signed: IsoDate): PtrRow {
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

/** Draws an option trade. The form has no fields for option terms, so they are in the description. */
export function drawOptionRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const expires = formatFormDay(addDays(signed, 300));
  return {
    ...drawListedRow(draw, signed),
    assetTypeCode: "OP",
    transactionType: "P",
    capGainsOver200: false,
    description: `Purchased ${draw.drawInteger(2, 90)} call options with a strike price of $${draw.drawInteger(20, 300)} and an expiration date of ${expires}. Sale of 14 shares at $823.80 is only mentioned here, in a sentence long enough to wrap.`,
  };
}

export function drawBondRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const bond = draw.pick(BONDS);
  return {
    ...drawListedRow(draw, signed),
    assetName: `${bond.name}, ${bond.rate}, Due ${bond.matures}`,
    ticker: null,
    assetTypeCode: bond.code,
    location: bond.code === "GS" ? "Nowhere, US" : null,
    description: bond.code === "GS" ? "Made-up municipal bond." : null,
  };
}

export function drawPrivateRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const company = draw.pick(PRIVATE_COMPANIES);
  return {
    ...drawListedRow(draw, signed),
    assetName: company.name,
    ticker: null,
    assetTypeCode: draw.pick(["OI", "HN", "PS"]),
    location: `${company.place}, US`,
    description: company.about,
  };
}

export function drawExchangeRow(draw: RandomSource, signed: IsoDate): PtrRow {
  return {
    ...drawListedRow(draw, signed),
    transactionType: "E",
    capGainsOver200: false,
    description: "Fictional merger: shares were exchanged for shares.",
  };
}

/**
 * Draws two rows whose amount is not a regular bracket (a spouse's amount over $1,000,000, and an exact amount), and a
 * cryptocurrency row.
 */
export function drawOddAmountRows(draw: RandomSource, signed: IsoDate): PtrRow[] {
  return [
    { ...drawListedRow(draw, signed), owner: "SP", amount: "Spouse/DC Over $1,000,000" },
    { ...drawListedRow(draw, signed), amount: `$${draw.drawInteger(15, 999)}.${draw.drawInteger(10, 99)}` },
    { ...drawListedRow(draw, signed), assetName: "Samplecoin (fictional)", ticker: "CRYPTO:ZZC", assetTypeCode: "CT" },
  ];
}

/** Draws a row with a date after the signature, which cannot be true but which the form accepts. */
export function drawImpossibleRow(draw: RandomSource, signed: IsoDate): PtrRow {
  const later = formatFormDay(addDays(signed, 200));
  return { ...drawListedRow(draw, signed), transactionDate: later, notificationDate: later };
}

/** Draws a row that amends or deletes a row of an earlier report and therefore has a row id. */
export function drawChangedRow(draw: RandomSource, signed: IsoDate, filingStatus: "Amended" | "Deleted"): PtrRow {
  return { ...drawListedRow(draw, signed), id: `2000${draw.drawInteger(100_000, 999_999)}`, filingStatus };
}
