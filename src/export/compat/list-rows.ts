/** Rows of the lists of Financial Modeling Prep and Quiver Quantitative. */
import { HOUSE_ASSET_CLASSES } from "../../domain/asset-class.ts";
import { type CompatTrade, printedAmount, SENATE_OWNERS } from "./compat-trade.ts";

/** Neither tells a partial sale from a full one. */
const PLAIN_TYPES = {
  purchase: "Purchase",
  sale_full: "Sale",
  sale_partial: "Sale",
  exchange: "Exchange",
  other: "",
} as const;

const over = (dollars: string) => `Over ${dollars}`;

/** `house-latest` has one field more than `senate-latest`. */
export function modelingPrepRow({ trade, name, state, stateDistrict, filer, documentUrl }: CompatTrade): object {
  const { chamber, owner, capGainsOver200: gains } = trade;
  return {
    symbol: trade.ticker,
    senateID: trade.politicianId,
    disclosureDate: trade.disclosureDate,
    transactionDate: trade.transactionDate,
    firstName: filer.first,
    lastName: filer.last,
    office: name,
    district: stateDistrict ?? state,
    owner: owner === null ? "" : SENATE_OWNERS[owner],
    assetDescription: trade.company,
    assetType: trade.assetType,
    type: PLAIN_TYPES[trade.transactionType],
    amount: printedAmount(trade.amount, over),
    ...(chamber === "house" && { capitalGainsOver200USD: gains === null ? "" : gains ? "True" : "False" }),
    comment: trade.comment ?? "",
    link: documentUrl,
  };
}

/** The House's code of an asset class, for filings of both chambers. */
const CODES = new Map(Object.entries(HOUSE_ASSET_CLASSES).map(([code, label]) => [label, code]));
CODES.delete("Other");

/** Returns since the trade are not computed here. @param updatedAt when the trade was published or last changed. */
export function quiverRow({ trade, name }: CompatTrade, updatedAt: Date): object {
  return {
    Representative: name,
    BioGuideID: trade.politicianId,
    ReportDate: trade.disclosureDate,
    TransactionDate: trade.transactionDate,
    Ticker: trade.ticker,
    Transaction: PLAIN_TYPES[trade.transactionType],
    Range: printedAmount(trade.amount, over),
    House: trade.chamber === "house" ? "Representatives" : "Senate",
    Amount: trade.amount.lowUsd.toFixed(1),
    Party: trade.party.slice(0, 1),
    last_modified: updatedAt.toISOString().slice(0, 10),
    TickerType: CODES.get(trade.assetType) ?? null,
    Description: trade.comment,
    ExcessReturn: null,
    PriceChange: null,
    SPYChange: null,
  };
}
