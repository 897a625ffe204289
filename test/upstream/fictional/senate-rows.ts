/** Draws rows of fictional Senate reports: one function for each kind of row. */
import { formatFormDay } from "../../../src/app/demo/fictional/assets.ts";
import type { RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import { formatListedName, toYahooSymbolText } from "../../../src/app/demo/fictional/securities.ts";
import type { SenateRow } from "../../../src/app/demo/fictional/senate-report.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";
import { BONDS, drawBracket, drawListedAsset, drawTradingDay, PRIVATE_COMPANIES } from "./assets.ts";

export type DrawRow = (draw: RandomSource, filed: IsoDate) => SenateRow;

export const drawListedRow: DrawRow = (draw, filed) => {
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

export const drawOptionRow: DrawRow = (draw, filed) => ({
  ...drawListedRow(draw, filed),
  assetType: "Stock Option",
  assetDetails: {
    "Option Type": draw.pick(["Put", "Call", "Short Sale"]),
    "Strike price": `$${draw.drawInteger(20, 300)}.00`,
    Expires: formatFormDay(addDays(filed, 120)),
  },
});

export const drawBondRow: DrawRow = (draw, filed) => {
  const bond = draw.pick(BONDS);
  return {
    ...drawListedRow(draw, filed),
    tickers: [null],
    assetParts: [bond.name],
    assetType: bond.type,
    assetDetails: { "Rate/Coupon": bond.rate, Matures: bond.matures },
  };
};

export const drawPrivateRow: DrawRow = (draw, filed) => {
  const company = draw.pick(PRIVATE_COMPANIES);
  return {
    ...drawListedRow(draw, filed),
    tickers: [null],
    assetParts: [`${company.name} - Class A & B Units`],
    assetType: "Non-Public Stock",
    assetDetails: {
      Company: `${company.name.replace(" (fictional)", "")} (${company.place})`,
      Description: company.about,
    },
  };
};

export const drawCryptoRow: DrawRow = (draw, filed) => ({
  ...drawListedRow(draw, filed),
  tickers: [null],
  assetParts: ["Samplecoin (fictional)"],
  assetType: "Cryptocurrency",
  assetDetails: { "Exchange/Platform": "Pretend Exchange" },
});

/** Draws an exchange, which has two assets in one row. The asset that was given up may have no symbol. */
export const drawExchangeRow: DrawRow = (draw, filed) => {
  const given = drawListedRow(draw, filed);
  const received = drawListedRow(draw, filed);
  return {
    ...given,
    tickers: [draw.drawBoolean(0.5) ? (given.tickers[0] ?? null) : null, received.tickers[0] ?? null],
    assetParts: [`${given.assetParts[0]} (Exchanged)`, `${received.assetParts[0]} (Received)`],
    transactionType: "Exchange",
    comment: "Fictional merger",
  };
};

/** Draws a row with a date after the filing, which cannot be true. */
export const drawImpossibleRow: DrawRow = (draw, filed) => ({
  ...drawListedRow(draw, filed),
  transactionDate: formatFormDay(addDays(filed, 60)),
});
