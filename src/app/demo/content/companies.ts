/** Assets that the demo's members trade: companies and funds whose symbols are on no exchange, and assets without a symbol. */
import type { FictionalSecurity } from "../fictional/securities.ts";

export type Sector = "technology" | "health" | "finance" | "energy" | "industry" | "defense" | "consumer" | "funds";

export interface DemoSecurity extends FictionalSecurity {
  readonly sector: Sector;
}

const NYSE = { exchange: "NYSE" } as const;
const createDemoStock = (
  symbol: string,
  company: string,
  sector: Sector,
  sic: FictionalSecurity["sic"],
  more: Partial<FictionalSecurity> = {},
): DemoSecurity => ({
  symbol,
  company,
  kind: "Common Stock",
  exchange: "Nasdaq",
  etf: false,
  sector,
  sic,
  ...more,
});
const createDemoFund = (symbol: string, company: string): DemoSecurity =>
  createDemoStock(symbol, company, "funds", undefined, { kind: "ETF", etf: true, ...NYSE });

/** Symbol of a company that traded for years and was then delisted. No price provider knows the symbol anymore. */
export const WITHOUT_PRICES = "ZZGON";

/** The benchmark for returns; no member trades this fund. */
export const BENCHMARK = createDemoFund("SPY", "Average of Everything Fund");

export const COMPANIES: readonly DemoSecurity[] = [
  createDemoStock("ZZWID", "Wobbleworth Widgets Inc.", "technology", "3571", {
    splits: [{ date: "2025-06-10", numerator: 4, denominator: 1 }],
  }),
  createDemoStock("ZZCHP", "Pixelgrain Semiconductors Ltd.", "technology", "3674", {
    kind: "Ordinary Shares",
    splits: [{ date: "2024-07-15", numerator: 10, denominator: 1 }],
  }),
  createDemoStock("ZZCLD", "Nimbuswell Cloud Corporation", "technology", "7370"),
  createDemoStock("ZZSFT", "Inkwell & Lantern Software, Inc.", "technology", "7372"),
  createDemoStock("ZZROB", "Clanktown Robotics, Inc.", "technology", "3990", { kind: "Class A Common Stock" }),
  createDemoStock("ZZNET", "Farflung Networks Holdings", "technology", "3576"),
  createDemoStock("ZZNEW", "Freshly Minted Laboratories, Inc.", "technology", "", { listedOn: "2025-03-11" }),
  createDemoStock("ZZBIO", "Helixberry Biosciences, Inc.", "health", "2836"),
  createDemoStock("ZZDRG", "Placebrook Pharmaceuticals plc", "health", "2834", {
    kind: "American Depositary Shares",
    ...NYSE,
  }),
  createDemoStock("ZZHSP", "Softpillow Hospitals Corporation", "health", "8062", NYSE),
  createDemoStock("ZZBNK", "First Imaginary Bancorp", "finance", "6021", NYSE),
  createDemoStock("ZZINS", "Umbrella & Galosh Insurance Group", "finance", "6331", NYSE),
  createDemoStock("ZZPAY", "Pennywhistle Payments Inc.", "finance", "7370"),
  createDemoStock("ZZOIL", "Gusherton Petroleum Company", "energy", "1311", NYSE),
  createDemoStock("ZZSUN", "Noonday Solar Corporation", "energy", "3674"),
  createDemoStock("ZZPWR", "Lamplight Power & Light Company", "energy", "4911", NYSE),
  createDemoStock("ZZDEF", "Bulwark & Pike Aerospace Corporation", "defense", "3760", NYSE),
  createDemoStock("ZZSHP", "Saltmarsh Shipyards, Inc.", "defense", "3730", NYSE),
  createDemoStock("ZZAIR", "Cloudhopper Airlines Group", "industry", "4512", NYSE),
  createDemoStock("ZZRLS", "Chuffington Railways, Inc.", "industry", "4011", NYSE),
  createDemoStock("ZZAUT", "Trundlecart Motors Company", "industry", "3711", NYSE),
  createDemoStock("ZZSTL", "Anvilgate Steel Corporation", "industry", "3312", {
    splits: [{ date: "2025-11-04", numerator: 1, denominator: 8 }],
    ...NYSE,
  }),
  createDemoStock(WITHOUT_PRICES, "Vanishment Industries Inc.", "industry", undefined, NYSE),
  createDemoStock("ZZFOO", "Butterbarrel Foods Company", "consumer", "2000", NYSE),
  createDemoStock("ZZBEV", "Fizzmere Beverages Inc.", "consumer", "2086"),
  createDemoStock("ZZRTL", "Thimblecroft Stores, Inc.", "consumer", "5331", NYSE),
  createDemoStock("ZZLUM", "Splinterwood Timber Trust", "consumer", "6798", {
    kind: "Shares of Beneficial Interest",
    ...NYSE,
  }),
  createDemoStock("ZZHLD.A", "Hodgepodge Holdings Inc.", "finance", "6331", { kind: "Class A Common Stock", ...NYSE }),
  createDemoStock("ZZHLD.B", "Hodgepodge Holdings Inc.", "finance", "6331", { kind: "Class B Common Stock", ...NYSE }),
  createDemoFund("ZZALL", "Everything Total Market Index Fund"),
  createDemoFund("ZZBND", "Patchwork Aggregate Bond Fund"),
  createDemoFund("ZZTEC", "Gizmo Technology Sector Fund"),
];

export const BONDS = [
  {
    name: "Nowhere River Port Authority Revenue Bond",
    rate: "4.125%",
    matures: "06/01/2038",
    code: "GS",
    type: "Municipal Security",
  },
  {
    name: "Elsewhere County Water District General Obligation Bond",
    rate: "3.00%",
    matures: "12/01/2034",
    code: "GS",
    type: "Municipal Security",
  },
  {
    name: "Gusherton Petroleum Company Senior Notes",
    rate: "5.5%",
    matures: "03/15/2031",
    code: "CS",
    type: "Corporate Bond",
  },
] as const;

export const PRIVATE_COMPANIES = [
  { name: "Figment Orchards LLC", place: "Nowhere, KS", about: "Grows apples that do not exist" },
  { name: "Thingamajig Partners Fund II, LP", place: "Elsewhere, DE", about: "Invests in made-up companies" },
  { name: "Hollow Hill Cidery, Inc.", place: "Elsewhere, VT", about: "Brews cider on an imaginary hill" },
] as const;

export const COIN = { name: "Acorncoin", platform: "Pretend Exchange" } as const;

export const ACCOUNTS = [
  "Family Trust",
  "Brokerage Account ending in 0000",
  "Imaginary Retirement Plan > Pretend Bank IRA",
];
