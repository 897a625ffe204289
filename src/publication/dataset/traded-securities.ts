import { mayBeIssuer } from "../../domain/issuer-name.ts";
import type { Trade } from "../../domain/trade.ts";
import { findSecuritySymbol } from "../../domain/traded-security.ts";

/**
 * Distinguishes the securities of trades, so that no total mixes two issuers: if a symbol is unused today, two issuers may have had it. The one
 * disclosed last counts under it. Trades must come in the order of the recent list.
 */
export class TradedSecurities {
  readonly #companies = new Map<string, string>();

  /** Symbol under which a trade counts; null if it counts under none. */
  getCountedSymbol(trade: Parameters<typeof findSecuritySymbol>[0] & Pick<Trade, "company">): string | null {
    const symbol = findSecuritySymbol(trade);
    if (symbol === null || trade.currentTicker !== null) return symbol;
    const company = this.#companies.get(symbol);
    if (company === undefined) this.#companies.set(symbol, trade.company);
    return company === undefined || mayBeIssuer(company, trade.company) ? symbol : null;
  }
}
