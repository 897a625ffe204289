/** Reads symbols that filers wrote into asset names. Detects words and place abbreviations that only look like symbols. */
import {
  isOnlyFiledNameLeveraged,
  isSameIssuer,
  mayBeOneIssuer,
  removeShareClass,
  splitNameWords,
} from "../../domain/issuer-name.ts";
import { isOtherNameOfIssuer } from "../../domain/issuer-renames.ts";
import { listIssuersOfSymbol } from "../../domain/renames.ts";
import { listSecurityNames } from "../../domain/security.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { findSymbolBracket, isAmbiguousSymbol } from "../../domain/symbol-bracket.ts";
import type { AssetMaster } from "./asset-master.ts";
import { isCoinSymbol } from "./coins.ts";

interface FiledSymbol {
  /** The symbol in canonical form. */
  readonly ticker: string;
  /** The name without the symbol; empty if the filer wrote nothing else. */
  readonly name: string;
}

/** Asset classes in which any text with a symbol's format and position is a symbol. */
const SYMBOL_CLASSES: ReadonlySet<string> = new Set([
  "Stock",
  "ETF",
  "REIT",
  "Mutual Fund",
  "Exchange-Traded Note",
  "Stock Option",
  "Restricted Stock Unit",
]);
/** Asset classes with mixed contents, in which the symbol must be that of the named issuer. */
const MIXED_CLASSES: ReadonlySet<string> = new Set(["Other", "Asset-Backed Security"]);
/** Symbols of over-the-counter receipts and foreign shares, and of mutual funds: no other word in capitals has this form. */
const FIVE_LETTERS = /^[A-Z]{4}[FXY]$/;
const SYMBOL = "[A-Z][A-Z0-9]{0,5}(?:[.$/-][A-Z]{1,2})?";
/** A symbol before a name: `BRK-B - Berkshire Hathaway`, `MSFT: Microsoft`. A dash needs no spaces: `CAT-Caterpillar Inc.`. */
const FIRST = new RegExp(`^(?<symbol>${SYMBOL})(?<gap>\\s+[-–—]\\s+|:\\s+|\\s*[-–—]\\s*)(?<name>\\S.*)$`);
/** A symbol after a name: `iShares Core S&P 500 ETF - IVV`. */
const LAST = new RegExp(`^(?<name>\\S.*\\S)(?:\\s+[-–—]|[,:])\\s+(?<symbol>${SYMBOL})$`);
/** A text that is only a symbol, or only a symbol and an option type, such as `AMAT CALL`. */
const ALONE = new RegExp(`^(?<symbol>${SYMBOL})(?:\\s+(?:calls?|puts?|CALLS?|PUTS?)(?:\\s+(?:options?|OPTIONS?))?)?$`);
/** A fund named after a share: `Yield Strategy Apple (AAPL) ETF`. */
const FUND_BEHIND = /[)\]}][^()]*\b(?:etfs?|funds?|trust)\b[^()]*$/i;
const DEBT = /\b(?:bonds?|notes?|debentures?)\b|\d\s?%/i;
const FUND = /\b(?:etfs?|funds?|trust|portfolio|index)\b/i;

/**
 * Pure. Finds the symbol that the filer wrote into the name, for a row whose form gives none; null if none is certain. The symbol
 * may belong to an issuer other than the named one. In an exchange of assets, a name that is only a symbol is not used: another
 * issuer may have had the symbol at the time.
 */
export function readSymbolInName(
  name: string,
  { assetType, isExchange }: { readonly assetType: string; readonly isExchange: boolean },
  master: AssetMaster,
): FiledSymbol | null {
  if (!(SYMBOL_CLASSES.has(assetType) || MIXED_CLASSES.has(assetType))) return null;
  const found =
    findBracketedSymbol(name, master) ??
    findSymbolBesideName(name, master) ??
    (isExchange ? null : findLoneSymbol(name, master));
  if (found === null || isDebtWithShareSymbol(found, master)) return null;
  const isClear = SYMBOL_CLASSES.has(assetType) || FIVE_LETTERS.test(found.ticker);
  return isClear || mayBeIssuerOfSymbol(found.ticker, found.name, master) ? found : null;
}

/**
 * True if an ambiguous symbol at the end of an asset cell is treated as a word or a place's abbreviation. Either the asset has a
 * class outside `SYMBOL_CLASSES`, or another issuer has or had the symbol and the name lacks the symbol's letters.
 */
export function isWordLikeSymbol(
  symbol: string,
  { name, assetType }: { readonly name: string; readonly assetType: string | null },
  master: AssetMaster,
): boolean {
  if (!isAmbiguousSymbol(symbol) || isCertainIssuerOfSymbol(symbol, name, master)) return false;
  if (assetType !== null && !SYMBOL_CLASSES.has(assetType)) return true;
  return symbol.length > 1 && listIssuerNames(symbol, master).length > 0 && !hasLettersInOrder(symbol, name);
}

function findBracketedSymbol(text: string, master: AssetMaster): FiledSymbol | null {
  const bare = text.replace(/\([^()]*\)/g, " ");
  const bracket = findSymbolBracket(text, (content) => {
    const symbol = toCanonicalSymbol(content);
    return symbol !== null && isCertainIssuerOfSymbol(symbol, bare, master) ? symbol : null;
  });
  const ticker = toCanonicalSymbol(bracket?.symbol ?? "");
  if (bracket === null || ticker === null) return null;
  const { name, isLabelled } = bracket;
  const isSure = isLabelled || !isAmbiguousSymbol(ticker) || isCertainIssuerOfSymbol(ticker, name, master);
  const isNamedAfter = isCoinSymbol(ticker) || FUND_BEHIND.test(text);
  return isSure && (!isNamedAfter || mayBeIssuerOfSymbol(ticker, name, master)) ? { ticker, name } : null;
}

function findSymbolBesideName(text: string, master: AssetMaster): FiledSymbol | null {
  const first = FIRST.exec(text)?.groups;
  const { symbol = "", name = "", gap = "" } = first ?? LAST.exec(text)?.groups ?? {};
  const ticker = toCanonicalSymbol(symbol);
  if (ticker === null) return null;
  if (mayBeIssuerOfSymbol(ticker, name, master) && !isAmbiguousSymbol(ticker)) return { ticker, name };
  if (isCertainIssuerOfSymbol(ticker, name, master)) return { ticker, name };
  if (FIVE_LETTERS.test(ticker)) return { ticker, name };
  const isApart = /^(?:\s.*\s|:\s+)$/.test(gap) && !isAmbiguousSymbol(ticker);
  return isApart && (listIssuerNames(ticker, master).length > 0 || hasLettersInOrder(ticker, name))
    ? { ticker, name }
    : null;
}

/** Finds a known symbol in a text without a name. Rejects the first word of another issuer's name (`FORD`, `HP`). */
function findLoneSymbol(text: string, master: AssetMaster): FiledSymbol | null {
  const ticker = toCanonicalSymbol(ALONE.exec(text)?.groups?.["symbol"] ?? "");
  if (ticker === null || (isAmbiguousSymbol(ticker) && ticker.length > 2)) return null;
  const names = listIssuerNames(ticker, master);
  const word = ticker.toLowerCase();
  const isOwnName = names.some((each) => splitNameWords(each)[0] === word);
  return names.length > 0 && (isOwnName || !master.isFirstWordOfName(word)) ? { ticker, name: "" } : null;
}

/** True if the name is that of a bond, but no security with the symbol is a bond: the symbol is that of the issuer's share. */
function isDebtWithShareSymbol({ ticker, name }: FiledSymbol, master: AssetMaster): boolean {
  if (!DEBT.test(name) || FUND.test(name)) return false;
  const names = listIssuerNames(ticker, master);
  return names.length > 0 && !names.some((each) => DEBT.test(each));
}

/** Lists all names of issuers that have or had the symbol. */
function listIssuerNames(symbol: string, master: AssetMaster): readonly string[] {
  const security = master.lookup(symbol);
  return [...(security === undefined ? [] : listSecurityNames(security)), ...listIssuersOfSymbol(symbol)];
}

function mayBeIssuerOfSymbol(symbol: string, name: string, master: AssetMaster): boolean {
  return listIssuerNames(symbol, master).some(
    (each) => mayBeOneIssuer(name, each) && !isOnlyFiledNameLeveraged(name, each),
  );
}

function isCertainIssuerOfSymbol(symbol: string, name: string, master: AssetMaster): boolean {
  const issuer = removeShareClass(name);
  return listIssuerNames(symbol, master).some(
    (each) => isSameIssuer(issuer, removeShareClass(each)) || isOtherNameOfIssuer(symbol, name, each),
  );
}

/** True if the symbol's letters occur in the name in order, beginning with the name's first letter: `MD` in `Mednax`. */
function hasLettersInOrder(symbol: string, name: string): boolean {
  const letters = splitNameWords(name).join("");
  let at = -1;
  return [...symbol.toLowerCase().replace(/[^a-z0-9]/g, "")].every((letter, place) => {
    at = letters.indexOf(letter, at + 1);
    return at >= 0 && (place > 0 || at === 0);
  });
}
