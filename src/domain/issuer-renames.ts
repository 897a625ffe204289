/**
 * Former or foreign-language names of issuers whose security kept its symbol, by symbol. They distinguish a renamed issuer from
 * another one that reuses the symbol. Sources: the notices of the issuers and of the exchanges (NYSE, Nasdaq).
 */
import { mayBeOneIssuer } from "./issuer-name.ts";

/** Symbol, name printed in filings, current name. */
const NAMES: readonly (readonly [symbol: string, filed: string, today: string])[] = [
  ["AVGO", "Avago Technologies", "Broadcom"],
  ["BATRA", "Liberty Media Corporation Series A Liberty Braves", "Atlanta Braves Holdings"],
  ["BATRK", "Liberty Media Corporation Series C Liberty Braves", "Atlanta Braves Holdings"],
  ["BXP", "Boston Properties", "BXP"],
  ["ERIC", "Telefonaktiebolaget LM Ericsson", "Ericsson LM Telephone"],
  ["FMX", "Fomento Economico Mexicano", "Mexican Economic Development"],
  ["GBIL", "GS Treasuryaccess 0-1 Year ETF", "Goldman Sachs Access Treasury 0-1 Year ETF"],
  ["GE", "GE Aerospace", "General Electric"],
  ["GOOG", "Google", "Alphabet"],
  ["GOOGL", "Google", "Alphabet"],
  ["GSK", "Glaxo Wellcome", "GSK"],
  ["HASI", "Hannon Armstrong Sustainable Infrastructure Capital", "HA Sustainable Infrastructure Capital"],
  ["HIG", "Hartford Financial Services Group", "The Hartford Insurance Group"],
  ["HPQ", "Hewlett-Packard", "HP"],
  ["HQL", "Tekla Life Sciences Investors", "abrdn Life Sciences Investors"],
  ["J", "Jacobs Engineering Group", "Jacobs Solutions"],
  ["K", "Kellogg", "Kellanova"],
  ["LH", "Laboratory Corporation of America Holdings", "Labcorp Holdings"],
  ["MO", "Philip Morris Companies", "Altria Group"],
  ["MSTR", "MicroStrategy", "Strategy"],
  ["NXST", "Nexstar Broadcasting Group", "Nexstar Media Group"],
  ["PAM", "Pampa Energia", "Pampa Energy"],
  ["PCG", "Pacific Gas & Electric", "PG&E"],
  ["PENN", "Penn National Gaming", "PENN Entertainment"],
  ["RTX", "Raytheon Technologies", "RTX"],
  ["SKY", "Skyline Champion", "Champion Homes"],
  ["SLB", "Schlumberger", "SLB"],
  ["SQM", "Sociedad Quimica y Minera", "Chemical & Mining Co of Chile"],
  ["SSB", "South State", "SouthState Bank"],
  ["TAP", "Molson Coors Brewing", "Molson Coors Beverage"],
  ["TLK", "PT Telekomunikasi Indonesia", "Perusahaan Perseroan Persero PT Telekomunikasi Indonesia"],
  ["UHAL", "AMERCO", "U-Haul Holding"],
  ["UHAL.B", "AMERCO", "U-Haul Holding"],
  ["WAB", "Wabtec", "Westinghouse Air Brake Technologies"],
  ["WELL", "Health Care REIT", "Welltower"],
];

const bySymbol = Map.groupBy(NAMES, ([symbol]) => symbol);

/** True if `filed` is known to be another name of the issuer of `symbol`, whose current name is `today`. */
export function isOtherNameOfIssuer(symbol: string, filed: string, today: string): boolean {
  const names = bySymbol.get(symbol) ?? [];
  return names.some(([, oldName, now]) => mayBeOneIssuer(oldName, filed) && mayBeOneIssuer(now, today));
}
