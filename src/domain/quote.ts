/** A security's latest price. A number that the provider lacks is null, never 0. */
export interface Quote {
  readonly symbol: string;
  readonly companyName: string | null;
  readonly price: number;
  readonly change: number | null;
  readonly changePercent: number | null;
  readonly volume: number | null;
  readonly marketCap: number | null;
  readonly peRatio: number | null;
  readonly week52High: number | null;
  readonly week52Low: number | null;
  /** Time to which the price applies, not the time of the response. */
  readonly pricedAt: Date;
}

/** All optional fields of a quote as null, for a provider that returns only a price. */
export const EMPTY_QUOTE_FIELDS: Readonly<Record<Exclude<keyof Quote, "symbol" | "price" | "pricedAt">, null>> = {
  companyName: null,
  change: null,
  changePercent: null,
  volume: null,
  marketCap: null,
  peRatio: null,
  week52High: null,
  week52Low: null,
};

/** A quote as served, with the fields of docs/api.md. */
export interface WireQuote {
  readonly symbol: string;
  readonly company_name: string | null;
  readonly price: number;
  readonly change: number | null;
  readonly change_percent: number | null;
  readonly volume: number | null;
  readonly market_cap: number | null;
  readonly pe_ratio: number | null;
  readonly week_52_high: number | null;
  readonly week_52_low: number | null;
  /** Instant of the price, UTC: `2026-02-20T21:00:00Z`. */
  readonly timestamp: string;
}

export function toWireQuote(quote: Quote): WireQuote {
  return {
    symbol: quote.symbol,
    company_name: quote.companyName,
    price: quote.price,
    change: quote.change,
    change_percent: quote.changePercent,
    volume: roundOrNull(quote.volume),
    market_cap: roundOrNull(quote.marketCap),
    pe_ratio: quote.peRatio,
    week_52_high: quote.week52High,
    week_52_low: quote.week52Low,
    timestamp: `${quote.pricedAt.toISOString().slice(0, 19)}Z`,
  };
}

function roundOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
