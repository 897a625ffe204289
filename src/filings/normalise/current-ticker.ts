/** Finds the current symbol of a trade's security; null if it is unknown. */
import type { IsoDate } from "../../domain/dates.ts";
import { findSecurityEnd, listDefunctIssuers } from "../../domain/ended-securities.ts";
import {
  areOppositeFunds,
  isOnlyFiledNameLeveraged,
  mayBeOneIssuer,
  parseShareClass,
  splitNameWords,
} from "../../domain/issuer-name.ts";
import { isOtherNameOfIssuer } from "../../domain/issuer-renames.ts";
import {
  findCurrentTicker,
  findEndOfReusedSymbol,
  findSuccessorSymbol,
  listFormerTickers,
  listRenamedIssuerNames,
} from "../../domain/renames.ts";
import { listSecurityNames, type Security } from "../../domain/security.ts";
import type { Trade } from "../../domain/trade.ts";
import type { AssetMaster } from "./asset-master.ts";
import { findShareTicker } from "./identify.ts";

type TodaysSymbol = Pick<Trade, "currentTicker" | "noCurrentTicker" | "endedOn">;

/**
 * Pure. Compares issuers, since symbols are reused. Follows a rename of `ticker` if the filed name is one of the renamed issuer's
 * names. Keeps a listed symbol if its issuer may be the issuer named in the filing. If the symbol was given up before the trade
 * date, finds the current symbol by the filed name. Does the same if nobody holds the symbol. `currentTicker` is null if another
 * security holds the symbol, no list has it, or the security has ended.
 */
export function findTodaysSymbol(ticker: string, filedName: string, on: IsoDate, master: AssetMaster): TodaysSymbol {
  if (ticker === "") return { currentTicker: null, noCurrentTicker: null, endedOn: null };
  const name = removeSymbol(filedName, ticker);
  const endedOn = findSecurityEndAcrossRenames(ticker, name, on, master);
  const current = endedOn === null ? followRenames(ticker, name, on, master) : null;
  if (current !== null && (master.isEmpty || mayBeCurrentSymbol(current, name, master))) {
    return { currentTicker: current, noCurrentTicker: null, endedOn: null };
  }
  const hasOtherHolder = belongsToOtherIssuer(ticker, name, master);
  return {
    currentTicker: null,
    noCurrentTicker: hasOtherHolder ? "another_issuer" : endedOn ? "ended" : "not_listed",
    endedOn,
  };
}

/** Finds the day on which the security ended, under this symbol or a later one; null if it has not ended. */
function findSecurityEndAcrossRenames(ticker: string, name: string, on: IsoDate, master: AssetMaster): IsoDate | null {
  const isListed = (symbol: string) => master.lookup(symbol) !== undefined;
  const endedOn = findSecurityEnd({ ticker, name, on }, isListed(ticker)) ?? findEndOfReusedSymbol(ticker, on);
  const renamed = findCurrentTicker(ticker, on);
  if (endedOn !== null || renamed === ticker) return endedOn;
  const isOfRenamed = name === "" || listRenamedIssuerNames(renamed).some((each) => mayBeIssuer(name, each));
  return isOfRenamed ? findSecurityEnd({ ticker: renamed, name: "", on }, isListed(renamed)) : null;
}

/** True if another security holds the symbol today, according to the lists or a rename. */
function belongsToOtherIssuer(ticker: string, name: string, master: AssetMaster): boolean {
  const holder = master.lookup(ticker);
  if (holder !== undefined) return !mayNameIssuer(ticker, name, holder) || listDefunctIssuers(ticker).length === 0;
  const issuerNames = listRenamedIssuerNames(ticker);
  return issuerNames.length > 0 && !issuerNames.some((each) => mayBeIssuer(name, each));
}

/** On Nasdaq, an X as the fifth letter of a symbol marks a mutual fund. Mutual funds are not in the lists. */
const MUTUAL_FUND = /^[A-Z]{4}X$/;

/** True if the symbol is listed or may be newer than the lists: a list that still has the former symbol predates the rename. */
function mayBeCurrentSymbol(symbol: string, name: string, master: AssetMaster): boolean {
  if (MUTUAL_FUND.test(symbol) || master.lookup(symbol) !== undefined) return true;
  const names = listRenamedIssuerNames(symbol);
  return listFormerTickers(symbol).some((earlier) => {
    const holder = master.lookup(earlier);
    if (holder === undefined || !names.some((each) => mayNameIssuer(earlier, each, holder))) return false;
    return mayNameIssuer(earlier, name, holder) || names.some((each) => mayBeIssuer(name, each));
  });
}

function followRenames(ticker: string, name: string, on: IsoDate, master: AssetMaster): string | null {
  const renamed = findCurrentTicker(ticker, on);
  if (renamed !== ticker) return isSameSecurity(renamed, name, master) ? renamed : null;
  const successor = findSuccessorSymbol(ticker, on);
  const holder = master.lookup(ticker) ?? findDottedShareClass(ticker, master);
  if (holder !== undefined && mayNameIssuer(holder.symbol, name, holder)) {
    return master.lookup(ticker) === undefined ? holder.symbol : ticker;
  }
  if (successor !== null && successor !== ticker && name !== "" && isSameSecurity(successor, name, master))
    return successor;
  if (holder !== undefined) return null;
  const only =
    RETIRED_SYMBOL.test(ticker) && !OTHER_PAPER.test(name) ? findShareTicker(name.replace(CLASS, ""), master) : "";
  if (only !== "" && !FOREIGN.test(only) && !hasOtherClassThanSymbol(only, name)) return only;
  return successor === null ? ticker : null;
}

/** Finds the share class for a symbol written without its dot: `BRK.B` for `BRKB`. */
function findDottedShareClass(ticker: string, master: AssetMaster): Security | undefined {
  const { plain, letter } = /^(?<plain>[A-Z]{1,4})(?<letter>[AB])$/.exec(ticker)?.groups ?? {};
  return plain === undefined ? undefined : master.lookup(`${plain}.${letter}`);
}

/** Up to four letters, or four and a V (when-issued `GEHCV`). Other fifth letters mark securities other than the common share. */
const RETIRED_SYMBOL = /^(?:[A-Z]{1,4}|[A-Z]{4}V)$/;
/** Over-the-counter symbols of foreign shares and receipts: a name does not show whether the share or the receipt is meant. */
const FOREIGN = /^[A-Z]{4}[FY]$/;
/** Matches a share class at the very end of a name, as in `Example Class A`. Does not match `Example Class A shares`. */
const CLASS = /[\s,-]+(?:class|series) [a-z]$/i;
const OTHER_PAPER =
  /\b(?:adrs?|ads|deposit[ao]ry|preferred|pfd|units?|warrants?|rights?|notes?|bonds?|debentures?|fund)\b/i;

/** True if the name states a class other than the symbol's: `Class A` with `ZQ.B`. */
function hasOtherClassThanSymbol(symbol: string, name: string): boolean {
  const [listed, named] = [/\.([A-Z])$/.exec(symbol)?.[1], /\b(?:class|cl|series) ([a-z])\b/i.exec(name)?.[1]];
  return listed !== undefined && named !== undefined && listed !== named.toUpperCase();
}

/** True if the filed name may be a name of the renamed issuer. False if the lists give the symbol `current` to another issuer. */
function isSameSecurity(current: string, name: string, master: AssetMaster): boolean {
  const names = listRenamedIssuerNames(current);
  const holder = master.lookup(current);
  const isIssuer = (one: string) => names.some((each) => mayBeIssuer(one, each));
  if (holder === undefined) return name === "" || isIssuer(name);
  const isHolder = mayNameIssuer(current, name, holder);
  return (isHolder || listSecurityNames(holder).some(isIssuer)) && (name === "" || isIssuer(name) || isHolder);
}

/** True if the filed name may be a name of the security with the symbol. An empty name (only a symbol was filed) fits any. */
function mayNameIssuer(symbol: string, name: string, holder: Security): boolean {
  if (name === "") return true;
  const names = listSecurityNames(holder);
  if (names.every((each) => isOnlyFiledNameLeveraged(name, each)) || names.some((each) => areOppositeFunds(name, each)))
    return false;
  return (
    !namesOtherShareClass(name, names) &&
    names.some((each) => mayBeOneIssuer(name, each) || isOtherNameOfIssuer(symbol, name, each))
  );
}

/** True if the name states a share class that the listed names do not: `Class C` with the symbol of class A. */
function namesOtherShareClass(name: string, listed: readonly string[]): boolean {
  const [filed, classes] = [parseShareClass(name), listed.flatMap((each) => parseShareClass(each) ?? [])];
  return filed !== null && classes.length > 0 && !classes.includes(filed);
}

/** True if a filed name may be that of the issuer. @param issuer one of the issuer's names. */
function mayBeIssuer(filed: string, issuer: string): boolean {
  return mayBeOneIssuer(issuer, filed) && !isOnlyFiledNameLeveraged(filed, issuer);
}

/** Removes the symbol from `ACN - Accenture plc`; empty if there is no other text. */
function removeSymbol(name: string, symbol: string): string {
  const plain = symbol.replace(/[.$]/g, "").toLowerCase();
  const bare = name.replace(/\((?:exchanged|received)\)/gi, " ").trim();
  const first = /^([A-Za-z][A-Za-z0-9.$/]{0,7})\s*-\s*(?=\S)/.exec(bare);
  const issuer = first?.[1]?.replace(/[.$/]/g, "").toLowerCase() === plain ? bare.slice(first[0].length) : bare;
  return splitNameWords(issuer).join("") === plain && !/\s/.test(issuer.trim()) ? "" : issuer;
}
