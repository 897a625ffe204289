/** Companies and funds of the fictional sites. Their symbols are not listed on any exchange. */
import type { FictionalSecurity } from "../../../src/app/demo/fictional/securities.ts";

const createStock = (
  symbol: string,
  name: string,
  exchange: "Nasdaq" | "NYSE",
  sic: FictionalSecurity["sic"],
  kind = "Common Stock",
): FictionalSecurity => ({
  symbol,
  company: `${name} (fictional)`,
  kind,
  exchange,
  etf: false,
  sic,
});
const createFund = (symbol: string, name: string): FictionalSecurity => ({
  symbol,
  company: `${name} (fictional)`,
  kind: "ETF",
  exchange: "NYSE",
  etf: true,
  sic: undefined,
});

export const SECURITIES: readonly FictionalSecurity[] = [
  createStock("ZZWID", "Sample Widgets Inc.", "Nasdaq", "3571"),
  createStock("ZZGAD", "Example Gadgets Corporation", "Nasdaq", "3990"),
  createStock("ZZROB", "Imaginary Robotics, Inc.", "Nasdaq", "3990", "Class A Common Stock"),
  createStock("ZZCHP", "Pretend Semiconductors Ltd.", "Nasdaq", "3674", "Ordinary Shares"),
  createStock("ZZSFT", "Placeholder Software Inc.", "Nasdaq", "7372"),
  createStock("ZZNET", "Demo Networks Holdings", "Nasdaq", "3576"),
  createStock("ZZBIO", "Invented Biosciences, Inc.", "Nasdaq", "2836"),
  createStock("ZZCLD", "Mock Cloud Services Inc.", "Nasdaq", "7370"),
  createStock("ZZBNK", "Fictional National Bank Corp.", "NYSE", "6021"),
  createStock("ZZOIL", "Makebelieve Petroleum Company", "NYSE", "1311"),
  createStock("ZZAIR", "Nowhere Airlines Group", "NYSE", "4512"),
  createStock("ZZFOO", "Specimen Foods Company", "NYSE", "2000"),
  createStock("ZZDRG", "Hypothetical Pharmaceuticals plc", "NYSE", "2834", "American Depositary Shares"),
  createStock("ZZPWR", "Figment Power & Light Company", "NYSE", "4911"),
  createStock("ZZRLS", "Unreal Railways, Inc.", "NYSE", "4011"),
  createStock("ZZSTL", "Faux Steel Corporation", "NYSE", "3312"),
  createStock("ZZHLD.A", "Dummy Holdings Inc.", "NYSE", "6331", "Class A Common Stock"),
  createStock("ZZHLD.B", "Dummy Holdings Inc.", "NYSE", "6331", "Class B Common Stock"),
  createStock("ZZRTY", "Scarecrow Realty Trust", "NYSE", "6798", "Shares of Beneficial Interest"),
  { ...createStock("ZZNEW", "Lately Listed Templates Inc.", "Nasdaq", ""), listedOn: "2024-03-11" },
  createFund("ZZC", "Samplecoin Tracking Trust"),
  createFund("ZZALL", "Sample Total Market Index Fund"),
  createFund("ZZBND", "Sample Aggregate Bond Fund"),
  createFund("ZZTEC", "Sample Technology Sector Fund"),
];
