/** Finds the listed security that an asset's name denotes, if the filing gives no ticker and exactly one security fits. */
import type { IsoDate } from "../../domain/dates.ts";
import { buildIssuerKey, isOnlyFiledNameLeveraged, isSameIssuer } from "../../domain/issuer-name.ts";
import type { Security } from "../../domain/security.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import type { AssetMaster } from "./asset-master.ts";

// Words for common shares after an issuer's name. The space before the words may be missing (`(Delaware)Common Stock REIT`). Any
// other word in that position means a security other than the issuer's common shares.
const SHARES =
  /(?:[\s,-]+|(?<=\)))(?:(?:(?:class|series) (?<letter>[a-z]) )?(?:common|ordinary|capital) (?:stock|shares?)(?: reit)?|\(reit\))(?: \([a-z]{2,}\))?,?$/i;
/** State of incorporation, after the issuer's name. */
const STATE = /\s*\((?:[A-Z]{2}|delaware|maryland|nevada|ireland)\)$/i;
/** `ACN - Accenture plc`, `HD-The Home Depot, Inc.`, as written by Senate filers. */
const SYMBOL_FIRST = /^(?<symbol>[A-Z][A-Z0-9.]{0,5})(?<gap> ?)- ?(?<name>\S.*)$/;
/** `Accenture plc - ACN`. */
const SYMBOL_LAST = /^(?<name>\S.*\S) - (?<symbol>[A-Z]{2,5})$/;
/** A text that is only a symbol, without the name of an asset. The symbol is all in capitals or all in lower case. */
const SYMBOL_ALONE = /^(?:[A-Z]{2,5}|[a-z]{2,5})$/;
/** Words that are also symbols, but name another kind of asset. */
const WORDS = new Set(
  "cash gold silver bond bonds fund funds land farm home loan note notes trust stock etf ira reit btc eth sol".split(
    " ",
  ),
);
/** Words anywhere on a line that indicate a security other than the common share. */
const OTHER_PAPER =
  /\b(?:preferred|preference|pfd|prf|bonds?|notes?|debentures?|warrants?|rights?|units?|calls?|puts?|rates?|coupons?|matur(?:es|ed|ing|ity|ation)|options?)\b|\d\s?%/i;
// Matches the ellipsis after a name that was cut off at the end of the form's cell. The complete name may belong to a different
// issuer or security than the visible part suggests.
const CUT_OFF = / …$/;
// Nasdaq's fifth letters for securities other than common shares: preferred, convertible, rights, units, when issued, warrants
// (nasdaqtrader.com, fifth-letter identifiers). `L` and `Z` mean nothing specific: `GOOGL` is a common share.
const NOT_COMMON = /^[GHIMNOPRUVW]{1,2}$/;

/**
 * Pure. Finds the symbol of the only security listed today whose issuer has exactly this name. Other filings must show that the
 * security was listed on day `on` already. A symbol before or after the name is used if it is that issuer's. A name that is only
 * a symbol is used if the symbol was listed on that day. Empty if none or several fit, or if the name is cut off. Also empty if a
 * text of the line indicates another security (a bond, a preferred share, an option). @param otherTexts the line's other texts.
 */
export function identifyTicker(assetName: string, on: IsoDate, master: AssetMaster, otherTexts = ""): string {
  if (CUT_OFF.test(assetName) || OTHER_PAPER.test(assetName) || OTHER_PAPER.test(otherTexts)) return "";
  const symbol = SYMBOL_ALONE.test(assetName) && !WORDS.has(assetName.toLowerCase()) ? assetName : "";
  const found = symbol === "" ? findTickerByName(assetName, master) : master.lookup(symbol)?.symbol;
  return found !== undefined && master.wasHeldByCurrentIssuer(found, on) ? (toCanonicalSymbol(found) ?? "") : "";
}

/** The symbol of the only common share listed today whose issuer has exactly this name; empty if none or more than one fits. */
export function findShareTicker(name: string, master: AssetMaster): string {
  const [only, other] = pickCommonShares(master.listSecuritiesOfIssuer(buildIssuerKey(removeShareWords(name).name)));
  return only === undefined || other !== undefined ? "" : only.symbol;
}

function findTickerByName(assetName: string, master: AssetMaster): string | undefined {
  const first = SYMBOL_FIRST.exec(assetName)?.groups;
  const stated = first ?? SYMBOL_LAST.exec(assetName)?.groups;
  const security = stated && master.lookup(stated["symbol"] ?? "");
  if (stated !== undefined && security !== undefined) {
    const { name, letter } = removeShareWords(stated["name"] ?? "");
    const isSame =
      buildIssuerKey(security.name) === buildIssuerKey(name) ||
      (isSameIssuer(security.name, name) && !isOnlyFiledNameLeveraged(name, security.name));
    const isClear =
      letter === null || pickCommonShares(master.listSecuritiesOfIssuer(buildIssuerKey(security.name))).length === 1;
    if (isSame) return isClear ? security.symbol : undefined;
  }
  // In `HPE - HP Inc.`, the symbol `HPE` does not belong to HP Inc., so no ticker is returned. `T-Mobile US, Inc.` has no space
  // before the hyphen, so `T` is a part of the name.
  if (first !== undefined && first["gap"] !== "") return undefined;
  return findShareTicker(assetName, master) || undefined;
}

function removeShareWords(text: string): { readonly name: string; readonly letter: string | null } {
  let name = text;
  let letter: string | null = null;
  for (let shares = SHARES.exec(name); shares !== null; shares = SHARES.exec(name)) {
    letter ??= shares.groups?.["letter"] ?? null;
    name = name.slice(0, shares.index);
  }
  return { name: name.replace(STATE, ""), letter };
}

/** Drops preferred shares, units, warrants and notes of the same issuer. */
function pickCommonShares(issued: readonly Security[]): readonly Security[] {
  return issued.filter(({ symbol }) => {
    if (/[$]|\.(?:P[A-Z]?|U|UN|WS|WT|R|RI)$/.test(symbol)) return false;
    return !issued.some((other) => isDerivedSymbol(symbol, other.symbol));
  });
}

/** True if the symbol is `common` plus letters for another type of security: `VRMWW` for `VRM`, `TMUSI` for `TMUS`. */
function isDerivedSymbol(symbol: string, common: string): boolean {
  return symbol.length === 5 && symbol.startsWith(common) && NOT_COMMON.test(symbol.slice(common.length));
}
