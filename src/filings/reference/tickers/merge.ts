import type { Security } from "../../../domain/security.ts";
import { chooseServedName } from "./issuer-names.ts";

/**
 * Merges both lists, each symbol once. Exchange and ETF flag come from the directory, and the CIK comes from the SEC. An ETF gets
 * the directory's full name, because the SEC gives the name of the issuing trust. Any other security gets the name from
 * `chooseServedName`. All other names become `otherNames`. A preferred share is `T$A` to exchanges and `T.PA` to the SEC. Both
 * symbols are kept, and `T$A` gets the CIK of `T.PA`.
 */
export function mergeSecurities(sec: readonly Security[], listed: readonly Security[]): Security[] {
  const bySymbol = new Map(sec.map((each) => [each.symbol, each]));
  for (const security of listed) {
    const known = bySymbol.get(security.symbol) ?? bySymbol.get(security.symbol.replace("$", ".P"));
    bySymbol.set(security.symbol, known === undefined ? security : mergeSecurity(known, security));
  }
  return [...bySymbol.values()];
}

function mergeSecurity(sec: Security, listed: Security): Security {
  const name = listed.etf ? listed.name : chooseServedName(sec.name, listed.name);
  const others = new Set([sec.name, listed.name, ...(sec.otherNames ?? []), ...(listed.otherNames ?? [])]);
  others.delete(name);
  return {
    symbol: listed.symbol,
    name,
    ...(others.size > 0 && { otherNames: [...others] }),
    exchange: listed.exchange ?? sec.exchange,
    etf: listed.etf,
    cik: sec.cik,
  };
}
