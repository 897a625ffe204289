/** Finds today's symbol of a trade's security, or null where it cannot be known. */
import type { IsoDate } from "../domain/dates.ts";
import { isLeveragedFundOn, mayBeIssuer, nameWords } from "../domain/issuer-name.ts";
import { wasCalled } from "../domain/issuer-renames.ts";
import { currentTicker, formerTickers, hasEnded, namesOf, successorOf } from "../domain/renames.ts";
import { namesOfSecurity, type Security } from "../domain/security.ts";
import type { AssetMaster } from "./asset-master.ts";
import { issuersOnlyTicker } from "./identify.ts";

/**
 * Pure. Follows the issuer, not the letters. A rename counts when the name filed is one of that issuer's; a symbol that is listed today when its issuer
 * may be the one filed. A symbol that was given up before the day of the trade, or that nobody has, is followed by the name filed. Null where today's
 * holder of the symbol is another issuer, for a symbol that no list has, and for a security that ended.
 */
export function currentTickerOf(ticker: string, filedName: string, on: IsoDate, master: AssetMaster): string | null {
  const current = followed(ticker, filedName, on, master);
  return current !== null && (master.isEmpty || mayBeCurrent(current, master)) ? current : null;
}

/** Nasdaq's fifth letter of mutual funds, which none of the lists has. */
const MUTUAL_FUND = /^[A-Z]{4}X$/;

/** A list that still has the former symbol is older than the rename, and says nothing about the symbol that followed. */
function mayBeCurrent(symbol: string, master: AssetMaster): boolean {
  if (MUTUAL_FUND.test(symbol)) return true;
  return [symbol, ...formerTickers(symbol)].some((each) => master.lookup(each) !== undefined);
}

function followed(ticker: string, filedName: string, on: IsoDate, master: AssetMaster): string | null {
  if (ticker === "" || hasEnded(ticker, on)) return null;
  const name = withoutSymbol(filedName, ticker);
  const renamed = currentTicker(ticker, on);
  if (renamed !== ticker) return follows(renamed, name, master) ? renamed : null;
  const successor = successorOf(ticker, on);
  const holder = master.lookup(ticker) ?? dottedClass(ticker, master);
  if (holder !== undefined && isIssuer(holder.symbol, name, holder)) {
    return master.lookup(ticker) === undefined ? holder.symbol : ticker;
  }
  if (successor !== null && successor !== ticker && name !== "" && follows(successor, name, master)) return successor;
  if (holder !== undefined) return null;
  const only =
    GIVEN_UP.test(ticker) && !OTHER_PAPER.test(name) ? issuersOnlyTicker(name.replace(CLASS, ""), master) : "";
  if (only !== "" && !FOREIGN.test(only) && !isOtherClass(only, name)) return only;
  return successor === null ? ticker : null;
}

/** The class share that a symbol without its dot means (`BRKB`), where that symbol itself is listed for nobody. */
function dottedClass(ticker: string, master: AssetMaster): Security | undefined {
  const { plain, letter } = /^(?<plain>[A-Z]{1,4})(?<letter>[AB])$/.exec(ticker)?.groups ?? {};
  return plain === undefined ? undefined : master.lookup(`${plain}.${letter}`);
}

/** Plain symbols, and when-issued ones (`GEHCV`); a fifth letter else names another paper than the common share. */
const GIVEN_UP = /^(?:[A-Z]{1,4}|[A-Z]{4}V)$/;
/** Symbols of the over-the-counter market for foreign shares and receipts: it cannot be known which of the two a name means. */
const FOREIGN = /^[A-Z]{4}[FY]$/;
/** The class of a share, which a name may have without the word for it. */
const CLASS = /[\s,-]+(?:class|series) [a-z]$/i;
const OTHER_PAPER =
  /\b(?:adrs?|ads|deposit[ao]ry|preferred|pfd|units?|warrants?|rights?|notes?|bonds?|debentures?|fund)\b/i;

/** True if the name says another class than the symbol does: `Class A` beside `ZQ.B`. */
function isOtherClass(symbol: string, name: string): boolean {
  const [listed, named] = [/\.([A-Z])$/.exec(symbol)?.[1], /\b(?:class|cl|series) ([a-z])\b/i.exec(name)?.[1]];
  return listed !== undefined && named !== undefined && listed !== named.toUpperCase();
}

/** True if the filed name is that of the security which renames lead to, and the ticker directories do not have another issuer there. */
function follows(current: string, name: string, master: AssetMaster): boolean {
  const names = namesOf(current);
  const holder = master.lookup(current);
  const isKnown = (one: string) => names.some((each) => mayBeIssuer(each, one) && !isLeveragedFundOn(one, each));
  if (holder === undefined) return name === "" || isKnown(name);
  const isHolder = isIssuer(current, name, holder);
  return (isHolder || namesOfSecurity(holder).some(isKnown)) && (name === "" || isKnown(name) || isHolder);
}

/** A filing that gives only the symbol, without a name, contradicts no issuer. */
function isIssuer(symbol: string, name: string, holder: Security): boolean {
  if (name === "") return true;
  if (namesOfSecurity(holder).every((each) => isLeveragedFundOn(name, each))) return false;
  return namesOfSecurity(holder).some((each) => mayBeIssuer(name, each) || wasCalled(symbol, name, each));
}

/** `ACN - Accenture plc` without its symbol; empty where nothing else is named. */
function withoutSymbol(name: string, symbol: string): string {
  const plain = symbol.replace(/[.$]/g, "").toLowerCase();
  const bare = name.replace(/\((?:exchanged|received)\)/gi, " ").trim();
  const first = /^([A-Za-z][A-Za-z0-9.$/]{0,7})\s*-\s*(?=\S)/.exec(bare);
  const rest = first?.[1]?.replace(/[.$/]/g, "").toLowerCase() === plain ? bare.slice(first[0].length) : bare;
  return nameWords(rest).join("") === plain && !/\s/.test(rest.trim()) ? "" : rest;
}
