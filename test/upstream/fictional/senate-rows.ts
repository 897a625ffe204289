/** Rows of made-up Senate reports, one function for each kind that the pages have. */
import { formatFormDay } from "../../../src/app/demo/fictional/assets.ts";
import type { RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import { formatListedName, toYahooSymbolText } from "../../../src/app/demo/fictional/securities.ts";
import type { SenateRow } from "../../../src/app/demo/fictional/senate-report.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";
import { BONDS, drawBracket, drawListedAsset, drawTradingDay, PRIVATE_COMPANIES } from "./assets.ts";

export type RowMaker = (draw: RandomSource, filed: IsoDate) => SenateRow;

export const listedRow: RowMaker = (draw, filed) => {
  const traded = drawTradingDay(draw, filed);
  const security = drawListedAsset(draw);
  return {
    line: 1,
    transactionDate: formatFormDay(traded),
    owner: draw.pick(["Self", "Joint", "Joint", "Spouse", "Spouse", "Child"] as const),
    tickers: [toYahooSymbolText(security.symbol)],
    assetParts: [formatListedName(security)],
    assetDetails: {},
    assetType: "Stock",
    transactionType: draw.pick(["Purchase", "Purchase", "Sale (Full)", "Sale (Partial)"] as const),
    amount: drawBracket(draw),
    comment: draw.drawBoolean(0.1) ? "R" : null,
  };
};

export const optionRow: RowMaker = (draw, filed) => ({
  ...listedRow(draw, filed),
  assetType: "Stock Option",
  assetDetails: {
    "Option Type": draw.pick(["Put", "Call", "Short Sale"]),
    "Strike price": `$${draw.drawInteger(20, 300)}.00`,
    Expires: formatFormDay(addDays(filed, 120)),
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
    tickers: [draw.drawBoolean(0.5) ? (given.tickers[0] ?? null) : null, received.tickers[0] ?? null],
    assetParts: [`${given.assetParts[0]} (Exchanged)`, `${received.assetParts[0]} (Received)`],
    transactionType: "Exchange",
    comment: "Fictional merger",
  };
};

/** A day after the filing cannot be true. */
export const impossibleRow: RowMaker = (draw, filed) => ({
  ...listedRow(draw, filed),
  transactionDate: formatFormDay(addDays(filed, 60)),
});
