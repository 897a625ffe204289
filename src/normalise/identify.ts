/** Which listed security an asset's name identifies, where the filing gives no ticker: exactly one, or none (contract 2: never guessed). */
import type { IsoDate } from "../domain/dates.ts";
import { issuerKey } from "../domain/issuer-name.ts";
import type { Security } from "../domain/security.ts";
import { canonicalSymbol } from "../domain/symbol.ts";
import type { AssetMaster } from "./asset-master.ts";

/** What names the paper at the end of an issuer's name; any other word left over speaks against the match (`Bond`, `CALL`, `PFD`). */
const SHARES =
  /[\s,-]+(?:(?:class|series) (?<letter>[a-z]) )?(?:common|ordinary|capital) (?:stock|shares?)(?: \([a-z]{2,}\))?$/i;
/** `ACN - Accenture plc`: the Senate's filers put the symbol before the name. */
const SYMBOL_FIRST = /^(?<symbol>[A-Z][A-Z0-9.]{0,5}) - (?<name>\S.*)$/;
/**
 * Nasdaq's fifth letters of what is no common share: preferred, convertible, rights, units, when issued, warrants (nasdaqtrader.com, fifth-letter
 * identifiers). Not `L` and `Z`, which say nothing: `GOOGL` is a common share.
 */
const NOT_COMMON = /^[GHIMNOPRUVW]{1,2}$/;

/**
 * Pure. The symbol of the one security listed today, and already on that day by what other filings show, whose issuer has just this name;
 * a symbol before the name counts where it is that very issuer's. Empty where none or more than one fits.
 */
export function identifyTicker(assetName: string, on: IsoDate, master: AssetMaster): string {
  const stated = SYMBOL_FIRST.exec(assetName)?.groups;
  const { name, letter } = withoutShares(stated?.["name"] ?? assetName);
  const issued = commonOf(master.issuedBy(issuerKey(name)));
  const [only] = issued;
  if (stated !== undefined) {
    const security = master.lookup(stated["symbol"] ?? "");
    if (security === undefined || issuerKey(security.name) !== issuerKey(name)) return "";
    if (letter !== null && issued.length > 1) return "";
    return master.wasListed(security.symbol, on) ? (canonicalSymbol(security.symbol) ?? "") : "";
  }
  if (only === undefined || issued.length > 1) return "";
  return master.wasListed(only.symbol, on) ? (canonicalSymbol(only.symbol) ?? "") : "";
}

function withoutShares(name: string): { readonly name: string; readonly letter: string | null } {
  const shares = SHARES.exec(name);
  if (shares === null) return { name, letter: null };
  return { name: name.slice(0, shares.index), letter: shares.groups?.["letter"] ?? null };
}

/** Without preferred shares, units, warrants and notes of the same issuer. */
function commonOf(issued: readonly Security[]): readonly Security[] {
  return issued.filter(({ symbol }) => {
    if (/[$]|\.(?:P[A-Z]?|U|UN|WS|WT|R|RI)$/.test(symbol)) return false;
    return !issued.some((other) => isPaperBeside(symbol, other.symbol));
  });
}

/** `VRMWW` beside `VRM`, `TMUSI` beside `TMUS`. */
function isPaperBeside(symbol: string, common: string): boolean {
  return symbol.length === 5 && symbol.startsWith(common) && NOT_COMMON.test(symbol.slice(common.length));
}
