import { getOrAdd } from "../base/get-or-add.ts";

/** A ticker symbol in canonical form: upper case, class shares with a dot (`BRK.B`). */
export type CanonicalSymbol = string & { readonly __symbol: "CanonicalSymbol" };

/** Normalizes `brk-b` and `BRK/B` to `BRK.B`, and `BAC-PRB` to `BAC.PB`; null if the text does not look like a symbol. */
export function toCanonicalSymbol(text: string): CanonicalSymbol | null {
  // Only ASCII is accepted: `toUpperCase` turns some other characters into ASCII letters, such as the long s into `S`.
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  const upper = text
    .toUpperCase()
    .replace(/[-/]/g, ".")
    .replace(/\.PR\.?([A-Z])$/, ".P$1");
  return /^[A-Z][A-Z0-9]{0,5}([.$][A-Z]{1,2})?$/.test(upper) ? (upper as CanonicalSymbol) : null;
}

/** Converts to upper case with canonical separators: `BRK B` becomes `BRK.B`, `BAC^L` becomes `BAC$L`. */
function normaliseSymbolText(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ".").replace(/\^/g, "$");
}

const keepLettersAndDigits = (text: string) => text.replace(/[^A-Z0-9]/g, "");

/** Lists spellings of a symbol without its separator: `BRKB` for the class share `BRK.B`, `BACPL` and `BACPRL` for `BAC$L`. */
function listOtherSpellings(symbol: string): readonly string[] {
  const [, root = "", separator, letters = ""] = /^([A-Z0-9]+)([.$])([A-Z]+)$/.exec(symbol) ?? [];
  if (separator === ".") return [root + letters];
  return separator === "$" ? [`${root}P${letters}`, `${root}PR${letters}`] : [];
}

/** Finds the known symbol that a text stands for, in any spelling. */
export class SymbolSpellings {
  readonly #known: ReadonlySet<string>;
  readonly #spelled = new Map<string, string[]>();

  /** @param symbols in canonical form. */
  constructor(symbols: Iterable<string>) {
    this.#known = new Set(symbols);
    for (const symbol of this.#known) {
      if (this.#toPreferredSymbol(symbol) !== symbol) continue;
      for (const spelling of listOtherSpellings(symbol)) {
        getOrAdd(this.#spelled, spelling, () => []).push(symbol);
      }
    }
  }

  /**
   * Returns the only symbol that the text may spell: `BRKB` and `brk b` spell `BRK.B`, `BAC.PRL` spells `BAC$L`. Null if there is
   * none or more than one. A separator must follow the same letters in text and symbol, so `BR.KB` does not spell `BRK.B`.
   */
  find(text: string): CanonicalSymbol | null {
    if (!/^[\x20-\x7e]{1,16}$/.test(text)) return null;
    const usual = normaliseSymbolText(text);
    const canonical = toCanonicalSymbol(usual);
    if (canonical !== null && this.#known.has(canonical)) return this.#toPreferredSymbol(canonical);
    const spelling = keepLettersAndDigits(usual);
    const [only, ...others] = this.#spelled.get(spelling) ?? [];
    if (only === undefined || others.length > 0 || this.#known.has(spelling)) return null;
    const [root = ""] = usual.split(/[^A-Z0-9]/, 1);
    const isAtSamePlace = root === spelling || only.startsWith(`${root}.`) || only.startsWith(`${root}$`);
    return isAtSamePlace ? (only as CanonicalSymbol) : null;
  }

  /** Replaces the SEC's symbol of a preferred series, `BAC.PL`, with the exchanges' symbol, `BAC$L`, if that symbol is known. */
  #toPreferredSymbol<T extends string>(symbol: T): T {
    const exchanges = symbol.replace(/\.P([A-Z])$/, "$$$1") as T;
    return this.#known.has(exchanges) ? exchanges : symbol;
  }
}

/** Names of exchanges and markets that are not symbols of listed securities, unlike `ASX`, `CBOE` and `ICE`. */
const EXCHANGES: ReadonlySet<string> = new Set(
  "NYSE NASDAQ AMEX OTC OTCBB OTCQB OTCQX OTCMKTS TSX TSXV LSE HKEX NYSEARCA".split(" "),
);

/** True for the name of an exchange (`NYSE`, `Nasdaq`), which filers write where a symbol belongs. */
export function isExchangeName(text: string): boolean {
  return EXCHANGES.has(text.trim().toUpperCase());
}

/** Benchmark for returns: a fund that holds the shares of the S&P 500. It trades on every session. */
export const BENCHMARK = "SPY" as CanonicalSymbol;
