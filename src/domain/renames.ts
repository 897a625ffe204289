/**
 * Symbol changes of securities, with the former symbol's last day, from notices of issuers and exchanges (NYSE, Nasdaq). Omits
 * securities that were exchanged for others at a ratio. Symbols are reused, so the transaction date decides if a rename applies.
 */
import { compareTexts } from "../base/compare-texts.ts";
import { getOrAdd } from "../base/get-or-add.ts";
import { addDays, type IsoDate } from "./dates.ts";
import { listDefunctIssuers } from "./ended-securities.ts";
import { RENAMES_BETWEEN_LISTS } from "./renames-between-lists.ts";

interface Rename {
  readonly symbol: string;
  /** Last day on which the symbol meant this security. */
  readonly until: string;
  /** The security's symbol from the next day on; a later rename may have changed this symbol, too. */
  readonly next: string;
  readonly issuer: string;
}

function createRename(symbol: string, until: string, next: string, issuer: string): Rename {
  return { symbol, until, next, issuer };
}

export const RENAMES: readonly Rename[] = [
  createRename("AA", "2016-10-31", "ARNC", "Alcoa Inc., then Arconic Inc., now Howmet Aerospace"),
  createRename("ABC", "2023-08-29", "COR", "AmerisourceBergen, now Cencora"),
  createRename("ABX", "2019-01-01", "GOLD", "Barrick Gold, now Barrick Mining"),
  createRename("ACT", "2015-06-14", "AGN", "Actavis, then Allergan"),
  createRename("ADS", "2022-04-03", "BFH", "Alliance Data Systems, now Bread Financial"),
  createRename("AMRK", "2025-12-01", "GOLD", "A-Mark Precious Metals, now Gold.com"),
  createRename("ANTM", "2022-06-27", "ELV", "Anthem, now Elevance Health"),
  createRename("ARNC", "2020-03-31", "HWM", "Arconic Inc., now Howmet Aerospace"),
  createRename("BBT", "2019-12-08", "TFC", "BB&T, now Truist Financial"),
  createRename("BGNE", "2025-01-01", "ONC", "BeiGene, now BeOne Medicines"),
  createRename("BHGE", "2019-10-17", "BKR", "Baker Hughes, a GE company, now Baker Hughes"),
  createRename("BHI", "2017-07-02", "BHGE", "Baker Hughes Incorporated, now Baker Hughes"),
  createRename("BLL", "2022-05-09", "BALL", "Ball Corporation"),
  createRename("BRP", "2024-05-17", "BWIN", "BRP Group, now Baldwin Insurance Group"),
  createRename("CBG", "2018-03-19", "CBRE", "CBRE Group"),
  createRename("CBS", "2019-12-04", "VIAC", "CBS, then ViacomCBS"),
  createRename("CCIV", "2021-07-25", "LCID", "Churchill Capital Corp IV, now Lucid Group"),
  createRename("CDAY", "2024-01-31", "DAY", "Ceridian HCM, now Dayforce"),
  createRename("CEIX", "2025-01-14", "CNR", "Consol Energy, now Core Natural Resources"),
  createRename("CHK", "2024-10-01", "EXE", "Chesapeake Energy, now Expand Energy"),
  createRename("COG", "2021-10-03", "CTRA", "Cabot Oil & Gas, now Coterra Energy"),
  createRename("COH", "2017-10-30", "TPR", "Coach, now Tapestry"),
  createRename("CREE", "2021-10-03", "WOLF", "Cree, now Wolfspeed"),
  createRename("CTL", "2020-09-17", "LUMN", "CenturyLink, now Lumen Technologies"),
  createRename("DEAC", "2020-04-23", "DKNG", "Diamond Eagle Acquisition, now DraftKings"),
  createRename("DISCA", "2022-04-10", "WBD", "Discovery, class A, now Warner Bros. Discovery"),
  createRename("DISCK", "2022-04-10", "WBD", "Discovery, class C, now Warner Bros. Discovery"),
  createRename("DWAC", "2024-03-25", "DJT", "Digital World Acquisition, now Trump Media & Technology Group"),
  createRename("DWDP", "2019-06-02", "DD", "DowDuPont, now DuPont de Nemours"),
  createRename("ETE", "2018-10-18", "ET", "Energy Transfer Equity, now Energy Transfer"),
  createRename("FB", "2022-06-08", "META", "Facebook, now Meta Platforms"),
  createRename("FBHS", "2022-12-14", "FBIN", "Fortune Brands Home & Security, now Fortune Brands Innovations"),
  createRename("FEYE", "2021-10-04", "MNDT", "FireEye, then Mandiant"),
  createRename("FI", "2021-09-30", "XPRO", "Frank's International, now Expro Group Holdings"),
  createRename("FI", "2025-11-10", "FISV", "Fiserv"),
  createRename("FISV", "2023-06-06", "FI", "Fiserv"),
  createRename("FLT", "2024-03-24", "CPAY", "Fleetcor Technologies, now Corpay"),
  createRename("GDI", "2020-03-01", "IR", "Gardner Denver, now Ingersoll Rand"),
  createRename("GOLD", "2025-05-08", "B", "Barrick Gold, now Barrick Mining"),
  createRename("GOOG", "2014-04-02", "GOOGL", "Google, class A, now Alphabet"),
  createRename("GPS", "2024-08-21", "GAP", "Gap"),
  createRename("HCN", "2018-02-27", "WELL", "Welltower"),
  createRename("HCP", "2019-11-04", "PEAK", "HCP, then Healthpeak Properties"),
  createRename("HFC", "2022-03-14", "DINO", "HollyFrontier, now HF Sinclair"),
  createRename("HRS", "2019-06-30", "LHX", "Harris, now L3Harris Technologies"),
  createRename("IIVI", "2022-09-07", "COHR", "II-VI, now Coherent"),
  createRename("IPOA", "2019-10-27", "SPCE", "Social Capital Hedosophia, now Virgin Galactic"),
  createRename("IPOE", "2021-05-31", "SOFI", "Social Capital Hedosophia V, now SoFi Technologies"),
  createRename("IR", "2020-03-01", "TT", "Ingersoll-Rand, now Trane Technologies"),
  createRename("JEC", "2019-12-09", "J", "Jacobs"),
  createRename("KCAC", "2020-11-26", "QS", "Kensington Capital Acquisition, now QuantumScape"),
  createRename("KORS", "2019-01-01", "CPRI", "Michael Kors, now Capri Holdings"),
  createRename("LB", "2021-08-02", "BBWI", "L Brands, now Bath & Body Works"),
  createRename("LUK", "2018-05-23", "JEF", "Leucadia National, now Jefferies Financial Group"),
  createRename("META", "2022-01-30", "METV", "Roundhill Ball Metaverse ETF"),
  createRename("MHFI", "2016-04-27", "SPGI", "McGraw Hill Financial, now S&P Global"),
  createRename("NCR", "2023-10-16", "VYX", "NCR Corporation, now NCR Voyix"),
  createRename("NLOK", "2022-11-07", "GEN", "NortonLifeLock, now Gen Digital"),
  createRename("PARA", "2025-08-06", "PSKY", "Paramount Global, now Paramount Skydance"),
  createRename("PCLN", "2018-02-26", "BKNG", "Priceline Group, now Booking Holdings"),
  createRename("PEAK", "2024-03-03", "DOC", "Healthpeak Properties"),
  createRename("PKI", "2023-05-15", "RVTY", "PerkinElmer, now Revvity"),
  createRename("Q", "2017-11-14", "IQV", "QuintilesIMS, now IQVIA"),
  createRename("QRTEA", "2025-02-21", "QVCGA", "Qurate Retail, now QVC Group"),
  createRename("QRTEB", "2025-02-21", "QVCGB", "Qurate Retail, now QVC Group"),
  createRename("QRTEP", "2025-02-21", "QVCGP", "Qurate Retail, now QVC Group"),
  createRename("RDS.A", "2022-01-30", "SHEL", "Royal Dutch Shell, class A, now Shell"),
  createRename("RDS.B", "2022-01-30", "SHEL", "Royal Dutch Shell, class B, now Shell"),
  createRename("RDSA", "2022-01-30", "SHEL", "Royal Dutch Shell, class A, now Shell"),
  createRename("RDSB", "2022-01-30", "SHEL", "Royal Dutch Shell, class B, now Shell"),
  createRename("RE", "2023-07-09", "EG", "Everest Re, now Everest Group"),
  createRename("SBE", "2021-02-28", "CHPT", "Switchback Energy Acquisition, now ChargePoint"),
  createRename("SNE", "2021-03-31", "SONY", "Sony"),
  createRename("SPLG", "2025-10-30", "SPYM", "SPDR Portfolio S&P 500 ETF, now State Street SPDR Portfolio S&P 500 ETF"),
  createRename("SQ", "2025-01-20", "XYZ", "Square, now Block"),
  createRename("SYMC", "2019-11-04", "NLOK", "Symantec, then NortonLifeLock"),
  createRename("TMK", "2019-08-07", "GL", "Torchmark, now Globe Life"),
  createRename("TOT", "2021-06-10", "TTE", "Total, now TotalEnergies"),
  createRename("TPX", "2025-02-17", "SGI", "Tempur Sealy International, now Somnigroup International"),
  createRename("TSO", "2017-07-31", "ANDV", "Tesoro, then Andeavor"),
  createRename("UA", "2016-12-06", "UAA", "Under Armour, class A"),
  createRename("UA.C", "2016-12-06", "UA", "Under Armour, class C"),
  createRename("UTX", "2020-04-02", "RTX", "United Technologies, now RTX"),
  createRename("VIAC", "2022-02-16", "PARA", "ViacomCBS, then Paramount Global"),
  createRename("VRX", "2018-07-15", "BHC", "Valeant Pharmaceuticals, now Bausch Health"),
  createRename("VTIQ", "2020-06-03", "NKLA", "VectoIQ Acquisition, now Nikola"),
  createRename("WAG", "2014-12-30", "WBA", "Walgreen, then Walgreens Boots Alliance"),
  createRename("WLP", "2014-12-02", "ANTM", "WellPoint, then Anthem"),
  createRename("WLTW", "2022-01-09", "WTW", "Willis Towers Watson"),
  createRename("WYN", "2018-05-31", "WYND", "Wyndham Worldwide, then Wyndham Destinations"),
  createRename("WYND", "2021-02-16", "TNL", "Wyndham Destinations, now Travel + Leisure"),
  createRename("YHOO", "2017-06-18", "AABA", "Yahoo, then Altaba"),
];

/** A period in which one security had a symbol. Another security, which was renamed, has or had that symbol at another time. */
interface SymbolTerm {
  readonly symbol: string;
  /** First trading day under the symbol; absent if it is before the earliest reports. */
  readonly from?: string;
  /** Last day under the symbol; absent if the security still has the symbol. */
  readonly until?: string;
  readonly issuer: string;
}

// Other securities that have had the symbol of a renamed security. This table has such a security in only two cases. In the first
// case, the asset's name in a report does not distinguish the two securities. In the second case, the trade date decides which
// security is meant. The sources are the notices named at the top of this file. If the date of reuse is unknown, `from` is the
// day after the renamed security gave up the symbol. Trades of the renamed security on or after that day may be filed under a
// newer symbol. A search for the former symbol does not find these trades.
const PERIODS_OF_REUSED_SYMBOLS: readonly SymbolTerm[] = [
  { symbol: "AA", from: "2016-11-01", issuer: "Alcoa Corporation, split off from Alcoa Inc." },
  { symbol: "ACT", from: "2021-09-16", issuer: "Enact Holdings" },
  { symbol: "ADT", until: "2016-05-02", issuer: "The ADT Corporation, bought by Apollo" },
  {
    symbol: "ARNC",
    from: "2020-04-01",
    until: "2023-08-17",
    issuer: "Arconic Corporation, split off from Arconic Inc.",
  },
  { symbol: "BBT", from: "2025-09-02", issuer: "Beacon Financial" },
  { symbol: "CB", until: "2016-01-14", issuer: "The Chubb Corporation, bought by ACE" },
  { symbol: "CHK", until: "2021-02-09", issuer: "Chesapeake Energy before its bankruptcy" },
  { symbol: "COHR", until: "2022-06-30", issuer: "Coherent, Inc., bought by II-VI" },
  { symbol: "DD", until: "2017-08-31", issuer: "E. I. du Pont de Nemours, merged into DowDuPont" },
  { symbol: "DELL", until: "2013-10-29", issuer: "Dell Inc., bought by its founder" },
  { symbol: "DOC", until: "2024-02-29", issuer: "Physicians Realty Trust" },
  { symbol: "DOW", until: "2017-08-31", issuer: "The Dow Chemical Company, merged into DowDuPont" },
  { symbol: "FB", from: "2025-06-25", issuer: "ProShares S&P 500 Dynamic Buffer ETF" },
  { symbol: "GOLD", until: "2018-12-31", issuer: "Randgold Resources" },
  { symbol: "GOLD", from: "2025-12-02", issuer: "Gold.com, formerly A-Mark Precious Metals" },
  { symbol: "GOOG", from: "2014-04-03", issuer: "Alphabet, class C" },
  { symbol: "HCP", from: "2021-12-09", until: "2025-02-26", issuer: "HashiCorp" },
  { symbol: "LB", from: "2024-06-28", issuer: "LandBridge" },
  { symbol: "Q", from: "2025-11-03", issuer: "Qnity Electronics" },
  { symbol: "SNDK", until: "2016-05-12", issuer: "SanDisk Corporation, bought by Western Digital" },
  { symbol: "SPYM", until: "2025-10-30", issuer: "Tradr 2X Long SPY Monthly ETF" },
  { symbol: "UTX", from: "2020-04-03", issuer: "Ultratrex" },
];

const ALL_RENAMES: readonly Rename[] = [...RENAMES, ...RENAMES_BETWEEN_LISTS.map((each) => createRename(...each))];
const bySymbol = Map.groupBy(ALL_RENAMES, ({ symbol }) => symbol);
const renamesTo = Map.groupBy(ALL_RENAMES, ({ next }) => next);
const othersBySymbol = Map.groupBy(PERIODS_OF_REUSED_SYMBOLS, ({ symbol }) => symbol);

/** Returns the current symbol of the security that had `symbol` on that day; `symbol` itself if no rename is known. */
export function findCurrentTicker(symbol: string, on: IsoDate): string {
  let current = symbol;
  let day = on;
  for (let renamed = findNextRename(current, day); renamed !== undefined; renamed = findNextRename(current, day)) {
    current = renamed.next;
    day = addDays(renamed.until as IsoDate, 1);
  }
  return current;
}

// Returns the last day of the discontinued security that had `symbol` on day `on`. Null if its last day is unknown, or if the
// security still has a symbol today, even a different one.
export function findEndOfReusedSymbol(symbol: string, on: IsoDate): IsoDate | null {
  return (listOtherIssuerTerms(symbol, on).find(({ until }) => until !== undefined)?.until ?? null) as IsoDate | null;
}

/** Returns the current symbol of the last security that gave up `symbol` before that day; null if no such rename is known. */
export function findSuccessorSymbol(symbol: string, on: IsoDate): string | null {
  const earlier = (bySymbol.get(symbol) ?? [])
    .filter(({ until }) => until < on)
    .toSorted((a, b) => compareTexts(a.until, b.until));
  const last = earlier.at(-1);
  return last === undefined ? null : findCurrentTicker(symbol, last.until as IsoDate);
}

/** Returns the issuer names, former and current, of the renames that lead to the symbol; empty if no rename leads to it. */
export function listRenamedIssuerNames(current: string): readonly string[] {
  return namesByCurrent.get(current) ?? [];
}

/** Names of all issuers known to have had the symbol. */
export function listIssuersOfSymbol(symbol: string): readonly string[] {
  const renamed = [...(bySymbol.get(symbol) ?? []), ...(renamesTo.get(symbol) ?? [])].flatMap(splitIssuerNames);
  const others = (othersBySymbol.get(symbol) ?? []).map(({ issuer }) => issuer.replace(/, .*/, ""));
  return [...renamed, ...others, ...listDefunctIssuers(symbol)];
}

/** Returns the current name of the issuer of a renamed security with the symbol `current`. Null if no `Rename` has the name. */
export function findCurrentIssuerName(current: string): string | null {
  return presentNames.get(current) ?? null;
}

/** The fields of a trade that determine by which symbols the trade is found. */
interface TickerFacts {
  readonly ticker: string;
  readonly currentTicker: string | null;
  readonly transactionDate: IsoDate;
}

/**
 * Lists the symbols by which a trade is found: the filed symbol, the security's current symbol, and its former symbols. Omits
 * former symbols that another security had on the day of the trade. If the current symbol is null, lists only the filed symbol.
 */
export function listTickers({ ticker, currentTicker: current, transactionDate: on }: TickerFacts): readonly string[] {
  if (current === null) return [ticker];
  const earlier = earlierOf.get(current);
  if (earlier === undefined) return current === ticker ? [ticker] : [ticker, current];
  return [...new Set([ticker, current, ...[...earlier].filter((symbol) => isUnusedByOthers(symbol, current, on))])];
}

/** Lists the former symbols of the security that has `symbol` today. */
export function listFormerTickers(symbol: string): readonly string[] {
  return [...(earlierOf.get(symbol) ?? [])];
}

/** True if on the given day `symbol` was unused, or belonged to the security whose symbol today is `current`. */
function isUnusedByOthers(symbol: string, current: string, on: IsoDate): boolean {
  if (listOtherIssuerTerms(symbol, on).length > 0) return false;
  if (findNextRename(symbol, on) !== undefined) return findCurrentTicker(symbol, on) === current;
  const usedUntil = findLastEndBefore(renamesTo.get(symbol), on);
  return usedUntil === "" || usedUntil < findLastEndBefore(bySymbol.get(symbol), on);
}

function listOtherIssuerTerms(symbol: string, on: IsoDate): readonly SymbolTerm[] {
  const others = othersBySymbol.get(symbol) ?? [];
  return others.filter(({ from = "", until = "9999" }) => from <= on && on <= until);
}

function findNextRename(symbol: string, day: IsoDate): Rename | undefined {
  let first: Rename | undefined;
  for (const each of bySymbol.get(symbol) ?? []) {
    if (each.until >= day && each.until < (first?.until ?? "9999")) first = each;
  }
  return first;
}

/** Returns the latest `until` before that day; empty if there is none. */
function findLastEndBefore(renames: readonly Rename[] | undefined, on: IsoDate): string {
  return (renames ?? []).reduce((last, { until }) => (until < on && until > last ? until : last), "");
}

/** Splits `Google, class A, now Alphabet` into `Google` and `Alphabet`. */
function splitIssuerNames({ issuer }: Pick<Rename, "issuer">): readonly string[] {
  return issuer.split(/, (?:now|then) |, (?=class )/).filter((name) => !name.startsWith("class "));
}

const earlierOf = new Map<string, Set<string>>();
const namesByCurrent = new Map<string, string[]>();
const presentNames = new Map<string, string>();
for (const { symbol, until, issuer } of ALL_RENAMES) {
  const current = findCurrentTicker(symbol, until as IsoDate);
  if (current !== symbol) getOrAdd(earlierOf, current, () => new Set<string>()).add(symbol);
  const names = splitIssuerNames({ issuer });
  const present = / now (.+)$/.exec(issuer)?.[1];
  if (present !== undefined) presentNames.set(current, present);
  getOrAdd(namesByCurrent, current, () => []).push(...names);
}
