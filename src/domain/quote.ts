/** The latest price of a security. A number that the provider does not have is null, never 0. */
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
  /** Instant of the price itself, not of the answer. */
  readonly pricedAt: Date;
}
