/** What a symbol stands for: whether it is listed, and which security has it, since symbols are given up and used again. */
import type { IsoDate } from "../domain/dates.ts";
import { mayBeIssuer } from "../domain/issuer-name.ts";
import { currentTicker, RENAMES } from "../domain/renames.ts";
import { type CanonicalSymbol, SymbolSpellings } from "../domain/symbol.ts";
import type { ReferenceTable } from "../store/reference.ts";

/** Last day on which the latest security that has given the symbol up had it. */
const lastDays = new Map<string, IsoDate>();
for (const { symbol, until } of RENAMES) {
  if (until > (lastDays.get(symbol) ?? "")) lastDays.set(symbol, until as IsoDate);
}

/** Today's symbol of the security that gave `symbol` up; null when no such rename is known. */
export function todaysSymbolOf(symbol: CanonicalSymbol): CanonicalSymbol | null {
  const lastDay = lastDays.get(symbol);
  if (lastDay === undefined) return null;
  const successor = currentTicker(symbol, lastDay);
  return successor === symbol ? null : (successor as CanonicalSymbol);
}

/** The symbols under which a security's prices may be found, the likelier first. @param knows as `ListedSymbols` says. */
export function candidates(symbol: CanonicalSymbol | null, knows: ListedSymbols["knows"]): readonly CanonicalSymbol[] {
  if (symbol === null) return [];
  const successor = todaysSymbolOf(symbol);
  const isListed = knows(symbol);
  if (successor === null || isListed === true) return [symbol];
  return isListed === false ? [successor, symbol] : [symbol, successor];
}

/** Today's symbol of the security whose prices under `symbol` end on that day; null when that is `symbol` itself. */
export function successorIfFormer(symbol: CanonicalSymbol, newest: IsoDate): CanonicalSymbol | null {
  const lastDay = lastDays.get(symbol);
  return lastDay !== undefined && newest <= lastDay ? todaysSymbolOf(symbol) : null;
}

/** True if two names may be of one issuer, or one of them is not known. */
export function mayBeSameIssuer(one: string | null, other: string | null): boolean {
  return one === null || other === null || mayBeIssuer(one, other);
}

export type ListedSymbols = ReturnType<typeof trackListed>;

/** The symbols and names of the ticker directories; none before they are loaded. */
export function trackListed(reference: Pick<ReferenceTable, "securities">) {
  let names = new Map<string, string>();
  let spellings = new SymbolSpellings([]);
  const reload = async () => {
    names = new Map((await reference.securities()).map(({ symbol, name }) => [symbol, name]));
    spellings = new SymbolSpellings(names.keys());
  };
  return {
    reload,
    /** True if the ticker directories list the symbol; null before any of them has been read. */
    knows: (symbol: CanonicalSymbol): boolean | null => (names.size === 0 ? null : names.has(symbol)),
    /** The only listed symbol that is spelled like the text; null where none is or several are. */
    spelledLike: (text: string): CanonicalSymbol | null => spellings.find(text),
    nameOf: (symbol: CanonicalSymbol): string | null => names.get(symbol) ?? null,
  };
}
