import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { ReferenceTable } from "../store/reference.ts";

interface Listed {
  reload(): Promise<void>;
  /** Null before any ticker list has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  nameOf(symbol: CanonicalSymbol): string | null;
}

/** The names of the ticker master, for the symbols that prices are asked for; none before they are loaded. */
export function trackListed(reference: Pick<ReferenceTable, "securities">): Listed {
  let names = new Map<string, string>();
  const reload = async () => {
    names = new Map((await reference.securities()).map(({ symbol, name }) => [symbol, name]));
  };
  return {
    reload,
    knows: (symbol) => (names.size === 0 ? null : names.has(symbol)),
    nameOf: (symbol) => names.get(symbol) ?? null,
  };
}
