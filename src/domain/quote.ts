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

/** Everything that a quote may lack, as it stands where nobody has it. */
export const NO_FIGURES: Readonly<Record<Exclude<keyof Quote, "symbol" | "price" | "pricedAt">, null>> = {
  companyName: null,
  change: null,
  changePercent: null,
  volume: null,
  marketCap: null,
  peRatio: null,
  week52High: null,
  week52Low: null,
};
