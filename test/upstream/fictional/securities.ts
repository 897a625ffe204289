/** Made-up companies and funds of the fictional sites: their symbols are on no exchange. */
import type { FictionalSecurity } from "../../../src/app/demo/fictional/securities.ts";

const createStock = (
  symbol: string,
  name: string,
  exchange: "Nasdaq" | "NYSE",
  kind = "Common Stock",
): FictionalSecurity => ({
  symbol,
  company: `${name} (fictional)`,
  kind,
  exchange,
  etf: false,
});
const createFund = (symbol: string, name: string): FictionalSecurity => ({
  symbol,
  company: `${name} (fictional)`,
  kind: "ETF",
  exchange: "NYSE",
  etf: true,
});

export const SECURITIES: readonly FictionalSecurity[] = [
  createStock("ZZWID", "Sample Widgets Inc.", "Nasdaq"),
  createStock("ZZGAD", "Example Gadgets Corporation", "Nasdaq"),
  createStock("ZZROB", "Imaginary Robotics, Inc.", "Nasdaq", "Class A Common Stock"),
  createStock("ZZCHP", "Pretend Semiconductors Ltd.", "Nasdaq", "Ordinary Shares"),
  createStock("ZZSFT", "Placeholder Software Inc.", "Nasdaq"),
  createStock("ZZNET", "Demo Networks Holdings", "Nasdaq"),
  createStock("ZZBIO", "Invented Biosciences, Inc.", "Nasdaq"),
  createStock("ZZCLD", "Mock Cloud Services Inc.", "Nasdaq"),
  createStock("ZZBNK", "Fictional National Bank Corp.", "NYSE"),
  createStock("ZZOIL", "Makebelieve Petroleum Company", "NYSE"),
  createStock("ZZAIR", "Nowhere Airlines Group", "NYSE"),
  createStock("ZZFOO", "Specimen Foods Company", "NYSE"),
  createStock("ZZDRG", "Hypothetical Pharmaceuticals plc", "NYSE", "American Depositary Shares"),
  createStock("ZZPWR", "Figment Power & Light Company", "NYSE"),
  createStock("ZZRLS", "Unreal Railways, Inc.", "NYSE"),
  createStock("ZZSTL", "Faux Steel Corporation", "NYSE"),
  createStock("ZZHLD.A", "Dummy Holdings Inc.", "NYSE", "Class A Common Stock"),
  createStock("ZZHLD.B", "Dummy Holdings Inc.", "NYSE", "Class B Common Stock"),
  createStock("ZZRTY", "Scarecrow Realty Trust", "NYSE", "Shares of Beneficial Interest"),
  { ...createStock("ZZNEW", "Lately Listed Templates Inc.", "Nasdaq"), listedOn: "2024-03-11" },
  createFund("ZZC", "Samplecoin Tracking Trust"),
  createFund("ZZALL", "Sample Total Market Index Fund"),
  createFund("ZZBND", "Sample Aggregate Bond Fund"),
  createFund("ZZTEC", "Sample Technology Sector Fund"),
];
