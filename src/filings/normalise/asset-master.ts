import type { IsoDate } from "../../domain/dates.ts";
import { buildIssuerKey, splitNameWords } from "../../domain/issuer-name.ts";
import type { PassText } from "../../domain/scanned-page.ts";
import { listSecurityNames, type Security } from "../../domain/security.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { type KnownName, KnownNames } from "./known-names.ts";

/** A filed asset name without uncertain letters. */
interface FiledName extends KnownName {
  /** True if the name occurs only in scanned reports. */
  readonly scanned?: boolean;
}

/** Looks up listed securities by symbol, in any spelling, or by the issuer's name. */
export class AssetMaster {
  readonly #bySymbol: ReadonlyMap<string, Security>;
  readonly #byIssuer: ReadonlyMap<string, readonly Security[]>;
  readonly #firstFiled: ReadonlyMap<string, IsoDate>;

  readonly #filedNames: readonly FiledName[];

  #firstWords: ReadonlySet<string> | undefined;
  #knownNames: { readonly printed: KnownNames; readonly all: KnownNames } | undefined;

  /**
   * @param firstFiled maps each symbol to its earliest transaction date in filings that name the symbol and its current issuer.
   * @param filedNames asset names from filings.
   */
  constructor(
    securities: readonly Security[],
    firstFiled: ReadonlyMap<string, IsoDate> = new Map(),
    filedNames: readonly FiledName[] = [],
  ) {
    this.#filedNames = filedNames;
    this.#bySymbol = new Map(securities.map((security) => [security.symbol, security]));
    this.#byIssuer = Map.groupBy(securities, ({ name }) => buildIssuerKey(name));
    this.#firstFiled = firstFiled;
  }

  /** True if no list of securities has been read. */
  get isEmpty(): boolean {
    return this.#bySymbol.size === 0;
  }

  /** Looks up `BRK-B` or `brk.b`; a preferred share also by its other spelling (`T$A`, `T.PA`). */
  lookup(symbol: string): Security | undefined {
    const canonical = toCanonicalSymbol(symbol);
    if (canonical === null) return undefined;
    return (
      this.#bySymbol.get(canonical) ??
      this.#bySymbol.get(canonical.replace("$", ".P")) ??
      this.#bySymbol.get(canonical.replace(/\.P([A-Z])$/, "$$$1"))
    );
  }

  /** Lists all securities of an issuer, including preferred shares and warrants. @param key see `buildIssuerKey`. */
  listSecuritiesOfIssuer(key: string): readonly Security[] {
    return key === "" ? [] : (this.#byIssuer.get(key) ?? []);
  }

  /** True if an issuer's name begins with this lower-case word. */
  isFirstWordOfName(word: string): boolean {
    this.#firstWords ??= new Set([...this.#bySymbol.values()].map(({ name }) => splitNameWords(name)[0] ?? ""));
    return this.#firstWords.has(word);
  }

  /**
   * Identifies an asset name that OCR read from an image. First compares the name with names in security lists and text reports.
   * If none of these names fits, also compares the name with names in scanned reports. `isExact` is then false.
   */
  identifyName(passes: readonly PassText[]): ReturnType<KnownNames["identify"]> {
    this.#knownNames ??= this.#createKnownNames();
    const { printed, all } = this.#knownNames;
    const found = printed.identify(passes);
    if (found !== null) return found;
    const scanned = all.identify(passes);
    return scanned && { ...scanned, isExact: false };
  }

  #createKnownNames(): { readonly printed: KnownNames; readonly all: KnownNames } {
    const listed = [...this.#bySymbol.values()].flatMap((security) =>
      listSecurityNames(security).map((name) => ({ name, symbol: security.symbol })),
    );
    const printed = [...listed, ...this.#filedNames.filter(({ scanned }) => !scanned)];
    return { printed: new KnownNames(printed), all: new KnownNames([...listed, ...this.#filedNames]) };
  }

  /** True if the current holder of the symbol is known to have had it on that day. */
  wasHeldByCurrentIssuer(symbol: string, on: IsoDate): boolean {
    const first = this.#firstFiled.get(symbol);
    return first !== undefined && first <= on;
  }
}
