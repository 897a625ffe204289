/** Resolves the security that a caller means, and follows its renames. */

import { NotFoundError, UnavailableError } from "../base/errors.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { KeptPrices } from "./keeper/kept-prices.ts";
import { candidates, type ListedSymbols, todaysSymbolOf } from "./symbols.ts";

/** Maximum characters of an invalid symbol to echo. */
export const ECHOED = 64;

export class MeantSymbols {
  readonly #listed: Pick<ListedSymbols, "knows" | "spelledLike">;
  readonly #kept: Pick<KeptPrices, "quote" | "hasBars">;

  constructor(listed: Pick<ListedSymbols, "knows" | "spelledLike">, kept: Pick<KeptPrices, "quote" | "hasBars">) {
    this.#listed = listed;
    this.#kept = kept;
  }

  /**
   * Answers for the security listed under a symbol and no other; an unlisted symbol follows its rename.
   * @throws {NotFoundError} code `symbol_not_found`, for a malformed symbol.
   */
  async follow<T>(given: string, answer: (symbol: CanonicalSymbol) => Promise<T>): Promise<T> {
    const symbol = await this.#meantBy(given);
    if (symbol === null) throw symbolNotFound(given);
    const [first = symbol, second] = candidates(symbol, this.#listed.knows);
    try {
      return await answer(first);
    } catch (error) {
      if (second === undefined) throw error;
      // If the successor is unavailable right now, the bars under the former symbol belong to the same security.
      const isAway = second === symbol && error instanceof UnavailableError;
      if (!isAway && !(error instanceof NotFoundError)) throw error;
      return answer(second).catch((other: unknown) => Promise.reject(isAway ? error : other));
    }
  }

  async isQuoted(symbol: CanonicalSymbol): Promise<boolean> {
    return (await this.#kept.quote(symbol)).value !== undefined;
  }

  /** The given symbol, or, if nothing is known about it, the only listed one with a similar spelling. */
  async #meantBy(given: string): Promise<CanonicalSymbol | null> {
    const symbol = canonicalSymbol(given);
    const listedSo = this.#listed.spelledLike(given);
    if (symbol === null || listedSo === null) return symbol ?? listedSo;
    if (this.#listed.knows(symbol) === true) return listedSo;
    if (todaysSymbolOf(symbol) !== null) return symbol;
    // A stored symbol means that the text names a security that has ended, not the listed one.
    const isStored = (await this.isQuoted(symbol)) || (await this.#kept.hasBars(symbol));
    return isStored ? symbol : listedSo;
  }
}

export function symbolNotFound(given: string): NotFoundError {
  return new NotFoundError("symbol_not_found", `No security is known by the symbol '${given.slice(0, ECHOED)}'.`);
}
