/** Resolves the security that a caller means, and follows its renames. */
import { NotFoundError, UnavailableError } from "../base/errors.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../domain/symbol.ts";
import type { SymbolPrices } from "./keeper/symbol-prices.ts";
import { findCurrentSymbol, type ListedSymbols, listCandidateSymbols } from "./symbols.ts";

/** Maximum characters of an invalid symbol to echo. */
export const MAX_ECHOED_CHARACTERS = 64;

export class SymbolResolver {
  readonly #listed: Pick<ListedSymbols, "isListed" | "findSpelledLike">;
  readonly #prices: Pick<SymbolPrices, "readQuote" | "hasBars">;

  constructor(
    listed: Pick<ListedSymbols, "isListed" | "findSpelledLike">,
    prices: Pick<SymbolPrices, "readQuote" | "hasBars">,
  ) {
    this.#listed = listed;
    this.#prices = prices;
  }

  /**
   * Calls `answer` with the given symbol. If that symbol is unlisted and was renamed, calls `answer` with the new symbol instead,
   * and with the given symbol if the new symbol fails. Until a ticker directory is loaded, tries the given symbol first.
   * @throws {NotFoundError} code `symbol_not_found`, for a malformed symbol.
   */
  async answerForSymbol<T>(symbolText: string, answer: (symbol: CanonicalSymbol) => Promise<T>): Promise<T> {
    const symbol = await this.#resolveSymbol(symbolText);
    if (symbol === null) throw createSymbolNotFoundError(symbolText);
    const [first = symbol, second] = listCandidateSymbols(symbol, this.#listed.isListed);
    try {
      return await answer(first);
    } catch (error) {
      if (second === undefined) throw error;
      // If the new symbol is unavailable right now, use the bars of the given symbol. Both symbols are of the same security.
      const isAway = second === symbol && error instanceof UnavailableError;
      if (!isAway && !(error instanceof NotFoundError)) throw error;
      return answer(second).catch((other: unknown) => Promise.reject(isAway ? error : other));
    }
  }

  async hasStoredQuote(symbol: CanonicalSymbol): Promise<boolean> {
    return (await this.#prices.readQuote(symbol)).value !== undefined;
  }

  /** The given symbol, or, if it is unknown, the only listed symbol with a similar spelling. */
  async #resolveSymbol(symbolText: string): Promise<CanonicalSymbol | null> {
    const symbol = toCanonicalSymbol(symbolText);
    const similarSymbol = this.#listed.findSpelledLike(symbolText);
    if (symbol === null || similarSymbol === null) return symbol ?? similarSymbol;
    if (this.#listed.isListed(symbol) === true) return similarSymbol;
    if (findCurrentSymbol(symbol) !== null) return symbol;
    // If prices are stored under the given symbol, the caller means the security of those prices, which is no longer traded.
    const isStored = (await this.hasStoredQuote(symbol)) || (await this.#prices.hasBars(symbol));
    return isStored ? symbol : similarSymbol;
  }
}

export function createSymbolNotFoundError(symbolText: string): NotFoundError {
  return new NotFoundError(
    "symbol_not_found",
    `No security is known by the symbol '${symbolText.slice(0, MAX_ECHOED_CHARACTERS)}'.`,
  );
}
