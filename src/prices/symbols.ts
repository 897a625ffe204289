/** Resolves symbols: whether one is listed, and which security has it, since symbols are given up and reused. */
import type { IsoDate } from "../domain/dates.ts";
import { mayBeIssuer } from "../domain/issuer-name.ts";
import { currentTicker, RENAMES } from "../domain/renames.ts";
import { type CanonicalSymbol, SymbolSpellings } from "../domain/symbol.ts";
import type { ReferenceTable } from "../store/reference.ts";

/** Last day on which the most recent former holder of a symbol had it. */
const lastDays = new Map<string, IsoDate>();
for (const { symbol, until } of RENAMES) {
  if (until > (lastDays.get(symbol) ?? "")) lastDays.set(symbol, until as IsoDate);
}

/** Current symbol of the security that gave up `symbol`; null if no such rename is known. */
export function todaysSymbolOf(symbol: CanonicalSymbol): CanonicalSymbol | null {
  const lastDay = lastDays.get(symbol);
  if (lastDay === undefined) return null;
  const successor = currentTicker(symbol, lastDay);
  return successor === symbol ? null : (successor as CanonicalSymbol);
}

/** Symbols under which a security's prices may be found, the more likely first. @param knows see `ListedSymbols`. */
export function candidates(symbol: CanonicalSymbol | null, knows: ListedSymbols["knows"]): readonly CanonicalSymbol[] {
  if (symbol === null) return [];
  const successor = todaysSymbolOf(symbol);
  const isListed = knows(symbol);
  if (successor === null || isListed === true) return [symbol];
  return isListed === false ? [successor, symbol] : [symbol, successor];
}

/** Current symbol of the security whose prices under `symbol` end on that day; null if that is `symbol` itself. */
export function successorIfFormer(symbol: CanonicalSymbol, newest: IsoDate): CanonicalSymbol | null {
  const lastDay = lastDays.get(symbol);
  return lastDay !== undefined && newest <= lastDay ? todaysSymbolOf(symbol) : null;
}

/** Returns whether two names may belong to one issuer; true if either is unknown. */
export function mayBeSameIssuer(one: string | null, other: string | null): boolean {
  return one === null || other === null || mayBeIssuer(one, other);
}

export type ListedSymbols = ReturnType<typeof trackListed>;

/** Symbols and names in the ticker directories; empty until they are loaded. */
export function trackListed(reference: Pick<ReferenceTable, "securities">) {
  let names = new Map<string, string>();
  let spellings = new SymbolSpellings([]);
  const reload = async () => {
    names = new Map((await reference.securities()).map(({ symbol, name }) => [symbol, name]));
    spellings = new SymbolSpellings(names.keys());
  };
  return {
    reload,
    /** Returns whether the ticker directories list the symbol; null until one of them is loaded. */
    knows: (symbol: CanonicalSymbol): boolean | null => (names.size === 0 ? null : names.has(symbol)),
    /** The only listed symbol with a similar spelling; null if there is none or several. */
    spelledLike: (text: string): CanonicalSymbol | null => spellings.find(text),
    nameOf: (symbol: CanonicalSymbol): string | null => names.get(symbol) ?? null,
  };
}
