import { toPublicTrade } from "../../domain/public-trade.ts";
import type { Trade } from "../../domain/trade.ts";
import { formatHeadline } from "../../domain/trade-headline.ts";
import type { ReportedTrade } from "./types.ts";

export function buildReportedTrade(trade: Trade, filer: string | null): ReportedTrade {
  const { id, chamber, ticker, company, transaction_type, amount_range, ...rest } = toPublicTrade(trade, "");
  return {
    id,
    filing_id: trade.filingId,
    line: trade.line,
    page: trade.page,
    box: trade.box,
    filer,
    chamber,
    ticker,
    company,
    coin: trade.coin,
    headline: formatHeadline(trade),
    transaction_type,
    amount_range,
    amount_min: trade.amount.lowUsd,
    amount_max: trade.amount.highUsd,
    amount_raw: trade.amountRaw,
    transaction_date: rest.transaction_date,
    notification_date: trade.notificationDate,
    filed_date: trade.filedDate,
    date_suspect: trade.dateSuspect,
    owner: trade.owner,
    owner_unread: trade.ownerUnread,
    asset_type: rest.asset_type,
    asset_type_raw: trade.assetTypeRaw,
    asset_name_raw: trade.assetNameRaw,
    asset_details: trade.assetDetails && { ...trade.assetDetails },
    option: trade.option,
    short_sale: trade.shortSale,
    received: trade.received,
    cap_gains_over_200: trade.capGainsOver200,
    account: trade.account,
    filing_status: trade.filingStatus,
    comment: rest.comment,
    confidence: trade.confidence,
  };
}
