/** Finds out whether a symbol is listed, and which security has it, since symbols are given up and reused. */
import type { IsoDate } from "../domain/dates.ts";
import { mayBeOneIssuer } from "../domain/issuer-name.ts";
import { findCurrentTicker, RENAMES } from "../domain/renames.ts";
import { type CanonicalSymbol, SymbolSpellings } from "../domain/symbol.ts";
import type { ReferenceTable } from "../store/reference.ts";

/** Maps each symbol in `RENAMES` to its latest `until`, the last day on which the most recent former holder had the symbol. */
const lastDays = new Map<string, IsoDate>();
for (const { symbol, until } of RENAMES) {
  if (until > (lastDays.get(symbol) ?? "")) lastDays.set(symbol, until as IsoDate);
}

/** Current symbol of the security that gave up `symbol`; null if no such rename is known. */
export function findCurrentSymbol(symbol: CanonicalSymbol): CanonicalSymbol | null {
  const lastDay = lastDays.get(symbol);
  if (lastDay === undefined) return null;
  const successor = findCurrentTicker(symbol, lastDay);
  return successor === symbol ? null : (successor as CanonicalSymbol);
}

/** Symbols under which a security's prices may be found, the most likely first. @param isKnown see `ListedSymbols.isListed`. */
export function listCandidateSymbols(
  symbol: CanonicalSymbol | null,
  isKnown: ListedSymbols["isListed"],
): readonly CanonicalSymbol[] {
  if (symbol === null) return [];
  const successor = findCurrentSymbol(symbol);
  const isListed = isKnown(symbol);
  if (successor === null || isListed === true) return [symbol];
  return isListed === false ? [successor, symbol] : [symbol, successor];
}

/** Current symbol of the security whose prices under `symbol` end on day `newest`; null if it has not been renamed. */
export function findSuccessorSymbol(symbol: CanonicalSymbol, newest: IsoDate): CanonicalSymbol | null {
  const lastDay = lastDays.get(symbol);
  return lastDay !== undefined && newest <= lastDay ? findCurrentSymbol(symbol) : null;
}

/** Returns whether two names may belong to one issuer; true if either is unknown. */
export function mayBeSameIssuer(one: string | null, other: string | null): boolean {
  return one === null || other === null || mayBeOneIssuer(one, other);
}

export type ListedSymbols = ReturnType<typeof createListedSymbols>;

/** Symbols and names in the ticker directories; empty until they are loaded. */
export function createListedSymbols(reference: Pick<ReferenceTable, "listSecurities">) {
  let names = new Map<string, string>();
  let spellings = new SymbolSpellings([]);
  const reload = async () => {
    names = new Map((await reference.listSecurities()).map(({ symbol, name }) => [symbol, name]));
    spellings = new SymbolSpellings(names.keys());
  };
  return {
    reload,
    /** Returns whether the ticker directories list the symbol; null until one of them is loaded. */
    isListed: (symbol: CanonicalSymbol): boolean | null => (names.size === 0 ? null : names.has(symbol)),
    /** The only listed symbol with a similar spelling; null if there is none or several. */
    findSpelledLike: (text: string): CanonicalSymbol | null => spellings.find(text),
    getName: (symbol: CanonicalSymbol): string | null => names.get(symbol) ?? null,
  };
}
