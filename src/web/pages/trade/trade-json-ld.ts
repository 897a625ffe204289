/** Describes a trade for search engines (schema.org): who bought or sold what and when, the amount range, and the report. */
import { toFilingFacts } from "../../../api/disclosures/filing-schema.ts";
import { classifyInstrument } from "../../../domain/direction.ts";
import type { Trade, TransactionType } from "../../../domain/trade.ts";
import { formatHeadline } from "../../../domain/trade-headline.ts";
import type { Links } from "../../links.ts";
import { formatInstrumentTerms } from "../../parts/trade-words.ts";
import type { FilingRow } from "../../records.ts";

const ACTIONS: Readonly<Record<TransactionType, string>> = {
  purchase: "BuyAction",
  sale_full: "SellAction",
  sale_partial: "SellAction",
  exchange: "TradeAction",
  other: "TradeAction",
};

export function buildTradeJsonLd(
  links: Links,
  { trade, politician, filing }: { readonly trade: Trade; readonly politician: string; readonly filing: FilingRow },
): object {
  const { amount, company, currentTicker, ticker } = trade;
  const symbol = currentTicker ?? ticker;
  const terms = formatInstrumentTerms(classifyInstrument(trade), trade.option);
  return {
    "@context": "https://schema.org",
    "@type": ACTIONS[trade.transactionType],
    name: `${formatHeadline(trade)} by ${politician}`,
    identifier: trade.id,
    url: links.toAbsolute(`/trades/${trade.id}`),
    startTime: trade.transactionDate,
    agent: {
      "@type": "Person",
      name: politician,
      identifier: trade.politicianId,
      url: links.toAbsolute(`/politicians/${trade.politicianId}`),
    },
    object: {
      "@type": "FinancialProduct",
      name: terms === "" ? company : `${company}, ${terms}`,
      ...(symbol !== "" && { identifier: symbol, url: links.toAbsolute(`/tickers/${encodeURIComponent(symbol)}`) }),
    },
    priceSpecification: {
      "@type": "PriceSpecification",
      priceCurrency: "USD",
      minPrice: amount.lowUsd,
      ...(amount.highUsd !== null && { maxPrice: amount.highUsd }),
    },
    subjectOf: {
      "@type": "Report",
      name: `Periodic transaction report of ${politician}`,
      identifier: filing.id,
      datePublished: trade.filedDate,
      url: toFilingFacts(filing).document_url,
    },
  };
}
