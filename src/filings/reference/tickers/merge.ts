import type { Security } from "../../../domain/security.ts";
import { servedName } from "./issuer-names.ts";

/**
 * One master of both: every symbol once. The exchange and the ETF flag are the directory's, the CIK the SEC's; the name of an
 * ETF is the directory's whole one (the SEC names the trust that issues it), that of an issuer as `servedName` says. Names that are not
 * served stay as `otherNames`.
 * A preferred share is `T$A` to the exchanges and `T.PA` to the SEC: both stay, and the first takes the other's CIK.
 */
export function mergeSecurities(sec: readonly Security[], listed: readonly Security[]): Security[] {
  const bySymbol = new Map(sec.map((each) => [each.symbol, each]));
  for (const security of listed) {
    const known = bySymbol.get(security.symbol) ?? bySymbol.get(security.symbol.replace("$", ".P"));
    bySymbol.set(security.symbol, known === undefined ? security : merged(known, security));
  }
  return [...bySymbol.values()];
}

function merged(sec: Security, listed: Security): Security {
  const name = listed.etf ? listed.name : servedName(sec.name, listed.name);
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
