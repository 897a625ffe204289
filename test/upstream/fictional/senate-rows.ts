/** Rows of made-up Senate reports, one function for each kind that the pages have. */

import {
  BONDS,
  bracket,
  listedAsset,
  PRIVATE_COMPANIES,
  printedDay,
  printedName,
  tradingDay,
} from "../../../src/app/demo/fictional/assets.ts";
import type { Chance } from "../../../src/app/demo/fictional/chance.ts";
import { yahooSymbol } from "../../../src/app/demo/fictional/securities.ts";
import type { SenateRow } from "../../../src/app/demo/fictional/senate-report.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";

export type RowMaker = (draw: Chance, filed: IsoDate) => SenateRow;

export const listedRow: RowMaker = (draw, filed) => {
  const traded = tradingDay(draw, filed);
  const security = listedAsset(draw);
  return {
    line: 1,
    transactionDate: printedDay(traded),
    owner: draw.pick(["Self", "Joint", "Joint", "Spouse", "Spouse", "Child"] as const),
    tickers: [yahooSymbol(security.symbol)],
    assetParts: [printedName(security)],
    assetDetails: {},
    assetType: "Stock",
    transactionType: draw.pick(["Purchase", "Purchase", "Sale (Full)", "Sale (Partial)"] as const),
    amount: bracket(draw),
    comment: draw.happens(0.1) ? "R" : null,
  };
};

export const optionRow: RowMaker = (draw, filed) => ({
  ...listedRow(draw, filed),
  assetType: "Stock Option",
  assetDetails: {
    "Option Type": draw.pick(["Put", "Call", "Short Sale"]),
    "Strike price": `$${draw.between(20, 300)}.00`,
    Expires: printedDay(addDays(filed, 120)),
  },
});

export const bondRow: RowMaker = (draw, filed) => {
  const bond = draw.pick(BONDS);
  return {
    ...listedRow(draw, filed),
    tickers: [null],
    assetParts: [bond.name],
    assetType: bond.type,
    assetDetails: { "Rate/Coupon": bond.rate, Matures: bond.matures },
  };
};

export const privateRow: RowMaker = (draw, filed) => {
  const company = draw.pick(PRIVATE_COMPANIES);
  return {
    ...listedRow(draw, filed),
    tickers: [null],
    assetParts: [`${company.name} - Class A & B Units`],
    assetType: "Non-Public Stock",
    assetDetails: {
      Company: `${company.name.replace(" (fictional)", "")} (${company.place})`,
      Description: company.about,
    },
  };
};

export const cryptoRow: RowMaker = (draw, filed) => ({
  ...listedRow(draw, filed),
  tickers: [null],
  assetParts: ["Samplecoin (fictional)"],
  assetType: "Cryptocurrency",
  assetDetails: { "Exchange/Platform": "Pretend Exchange" },
});

/** Two assets in one row: the one given up may have no symbol. */
export const exchangeRow: RowMaker = (draw, filed) => {
  const given = listedRow(draw, filed);
  const received = listedRow(draw, filed);
  return {
    ...given,
    tickers: [draw.happens(0.5) ? (given.tickers[0] ?? null) : null, received.tickers[0] ?? null],
    assetParts: [`${given.assetParts[0]} (Exchanged)`, `${received.assetParts[0]} (Received)`],
    transactionType: "Exchange",
    comment: "Fictional merger",
  };
};

/** A day after the filing cannot be true. */
export const impossibleRow: RowMaker = (draw, filed) => ({
  ...listedRow(draw, filed),
  transactionDate: printedDay(addDays(filed, 60)),
});
