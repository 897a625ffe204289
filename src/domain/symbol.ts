/** A ticker symbol in canonical form: upper case, class shares with a dot (`BRK.B`). */
export type CanonicalSymbol = string & { readonly __symbol: "CanonicalSymbol" };

/** `brk-b`, `BRK/B` and `BRK.B` are one symbol, `BRK.B`, as are `BAC-PRB` and `BAC.PB`; null when the text does not have a symbol's form. */
export function canonicalSymbol(text: string): CanonicalSymbol | null {
  // Upper case makes letters of others, as `S` of the long s: only what is ASCII already is a symbol.
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  const upper = text
    .toUpperCase()
    .replace(/[-/]/g, ".")
    .replace(/\.PR\.?([A-Z])$/, ".P$1");
  return /^[A-Z][A-Z0-9]{0,5}([.$][A-Z]{1,2})?$/.test(upper) ? (upper as CanonicalSymbol) : null;
}

/** Upper case, with the separators that have no place in a canonical symbol as those that have: `BRK B`, `BAC^L`. */
function withUsualSeparators(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ".").replace(/\^/g, "$");
}

const lettersIn = (text: string) => text.replace(/[^A-Z0-9]/g, "");

/** How a symbol with a class is spelled where no separator, or another mark of a preferred series, is written: `BRKB`; `BACPL` and `BACPRL` for `BAC$L`. */
function spellingsOf(symbol: string): readonly string[] {
  const [, root = "", separator, letters = ""] = /^([A-Z0-9]+)([.$])([A-Z]+)$/.exec(symbol) ?? [];
  if (separator === ".") return [root + letters];
  return separator === "$" ? [`${root}P${letters}`, `${root}PR${letters}`] : [];
}

/** Finds which of many symbols a text means that is none of them as it is written. */
export class SymbolSpellings {
  readonly #known: ReadonlySet<string>;
  readonly #spelled = new Map<string, string[]>();

  /** @param symbols in canonical form. */
  constructor(symbols: Iterable<string>) {
    this.#known = new Set(symbols);
    for (const symbol of this.#known) {
      if (this.#preferredOf(symbol) !== symbol) continue;
      for (const spelling of spellingsOf(symbol)) {
        this.#spelled.set(spelling, [...(this.#spelled.get(spelling) ?? []), symbol]);
      }
    }
  }

  /**
   * The only symbol that is spelled like the text: `BRKB` and `brk b` are `BRK.B`, `BAC.PRL` is `BAC$L`. Null where none is or several are. A
   * separator stands behind the same letters in both, so that `BR.KB` is none.
   */
  find(text: string): CanonicalSymbol | null {
    if (!/^[\x20-\x7e]{1,16}$/.test(text)) return null;
    const usual = withUsualSeparators(text);
    const canonical = canonicalSymbol(usual);
    if (canonical !== null && this.#known.has(canonical)) return this.#preferredOf(canonical);
    const spelling = lettersIn(usual);
    const [only, ...others] = this.#spelled.get(spelling) ?? [];
    if (only === undefined || others.length > 0 || this.#known.has(spelling)) return null;
    const [root = ""] = usual.split(/[^A-Z0-9]/, 1);
    const isAtSamePlace = root === spelling || only.startsWith(`${root}.`) || only.startsWith(`${root}$`);
    return isAtSamePlace ? (only as CanonicalSymbol) : null;
  }

  /** The exchanges' symbol of a preferred series, `BAC$L`, where it is known too: the SEC's is `BAC.PL`. */
  #preferredOf<T extends string>(symbol: T): T {
    const exchanges = symbol.replace(/\.P([A-Z])$/, "$$$1") as T;
    return this.#known.has(exchanges) ? exchanges : symbol;
  }
}

/** Names of exchanges and markets that no listed security has as its symbol; `ASX`, `CBOE` and `ICE` are symbols too and not among them. */
const EXCHANGES: ReadonlySet<string> = new Set(
  "NYSE NASDAQ AMEX OTC OTCBB OTCQB OTCQX OTCMKTS TSX TSXV LSE HKEX NYSEARCA".split(" "),
);

/** True if the text is the name of an exchange (`NYSE`, `Nasdaq`), which filers put where a symbol belongs. */
export function isExchangeName(text: string): boolean {
  return EXCHANGES.has(text.trim().toUpperCase());
}

/** Security that returns are compared with: a fund that holds the shares of the S&P 500. It trades on every session. */
export const BENCHMARK = "SPY" as CanonicalSymbol;
