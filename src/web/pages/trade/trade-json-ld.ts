/** A trade in schema.org terms, for search engines: who bought or sold what, when, the range, and the report. */
import { filingFacts } from "../../../api/disclosures/filing-schema.ts";
import { instrumentOf } from "../../../domain/direction.ts";
import type { Trade, TransactionType } from "../../../domain/trade.ts";
import { headline } from "../../../domain/trade-headline.ts";
import type { Links } from "../../links.ts";
import { instrumentText } from "../../parts/trade-words.ts";
import type { FilingRow } from "../../records.ts";

const ACTIONS: Readonly<Record<TransactionType, string>> = {
  purchase: "BuyAction",
  sale_full: "SellAction",
  sale_partial: "SellAction",
  exchange: "TradeAction",
  other: "TradeAction",
};

interface Described {
  readonly trade: Trade;
  readonly politician: string;
  readonly filing: FilingRow;
}

export function tradeJsonLd(links: Links, { trade, politician, filing }: Described): object {
  const { amount, company, currentTicker, ticker } = trade;
  const symbol = currentTicker ?? ticker;
  const terms = instrumentText(instrumentOf(trade), trade.option);
  return {
    "@context": "https://schema.org",
    "@type": ACTIONS[trade.transactionType],
    name: `${headline(trade)} by ${politician}`,
    identifier: trade.id,
    url: links.absolute(`/trades/${trade.id}`),
    startTime: trade.transactionDate,
    agent: {
      "@type": "Person",
      name: politician,
      identifier: trade.politicianId,
      url: links.absolute(`/politicians/${trade.politicianId}`),
    },
    object: {
      "@type": "FinancialProduct",
      name: terms === "" ? company : `${company}, ${terms}`,
      ...(symbol !== "" && { identifier: symbol, url: links.absolute(`/tickers/${encodeURIComponent(symbol)}`) }),
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
      url: filingFacts(filing).document_url,
    },
  };
}
