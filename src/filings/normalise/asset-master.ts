import type { IsoDate } from "../../domain/dates.ts";
import { buildIssuerKey, splitNameWords } from "../../domain/issuer-name.ts";
import type { PassText } from "../../domain/scanned-page.ts";
import { listSecurityNames, type Security } from "../../domain/security.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { type KnownName, KnownNames } from "./known-names.ts";

/** The ticker master, looked up by symbol in any of its spellings, or by the issuer's name. */
export class AssetMaster {
  readonly #bySymbol: ReadonlyMap<string, Security>;
  readonly #byIssuer: ReadonlyMap<string, readonly Security[]>;
  readonly #firstFiled: ReadonlyMap<string, IsoDate>;

  readonly #filedNames: readonly KnownName[];

  #firstWords: ReadonlySet<string> | undefined;
  #knownNames: KnownNames | undefined;

  /**
   * @param firstFiled first day on which any filing traded the symbol as this issuer's, which was listed from then on.
   * @param filedNames asset names from filings whose letters are certain.
   */
  constructor(
    securities: readonly Security[],
    firstFiled: ReadonlyMap<string, IsoDate> = new Map(),
    filedNames: readonly KnownName[] = [],
  ) {
    this.#filedNames = filedNames;
    this.#bySymbol = new Map(securities.map((security) => [security.symbol, security]));
    this.#byIssuer = Map.groupBy(securities, ({ name }) => buildIssuerKey(name));
    this.#firstFiled = firstFiled;
  }

  /** True before any list has been read. */
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

  /** All securities of an issuer, including preferred shares and warrants, by `buildIssuerKey`. */
  listIssuedBy(key: string): readonly Security[] {
    return key === "" ? [] : (this.#byIssuer.get(key) ?? []);
  }

  /** Returns true if an issuer's name begins with this lower-case word. */
  beginsName(word: string): boolean {
    this.#firstWords ??= new Set([...this.#bySymbol.values()].map(({ name }) => splitNameWords(name)[0] ?? ""));
    return this.#firstWords.has(word);
  }

  /** Identifies a name read from an image; see `KnownNames`. */
  identify(passes: readonly PassText[]): ReturnType<KnownNames["identify"]> {
    this.#knownNames ??= new KnownNames([
      ...[...this.#bySymbol.values()].flatMap((security) =>
        listSecurityNames(security).map((name) => ({ name, symbol: security.symbol })),
      ),
      ...this.#filedNames,
    ]);
    return this.#knownNames.identify(passes);
  }

  /** Returns true if the current holder of the symbol is known to have had it on that day. */
  wasListed(symbol: string, on: IsoDate): boolean {
    const first = this.#firstFiled.get(symbol);
    return first !== undefined && first <= on;
  }
}
