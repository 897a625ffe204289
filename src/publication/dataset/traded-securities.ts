import { mayBeIssuer } from "../../domain/issuer-name.ts";
import type { Trade } from "../../domain/trade.ts";
import { countedSymbol } from "../../domain/traded-security.ts";

/**
 * Tells the securities of trades apart, so that no sum mixes two issuers: where nobody has a symbol today, two issuers may have had it. The one that was
 * disclosed last counts under it. Trades come in the order of the recent list.
 */
export class TradedSecurities {
  readonly #companies = new Map<string, string>();

  /** The symbol under which a trade counts; null where it counts under none. */
  symbolOf(trade: Parameters<typeof countedSymbol>[0] & Pick<Trade, "company">): string | null {
    const symbol = countedSymbol(trade);
    if (symbol === null || trade.currentTicker !== null) return symbol;
    const company = this.#companies.get(symbol);
    if (company === undefined) this.#companies.set(symbol, trade.company);
    return company === undefined || mayBeIssuer(company, trade.company) ? symbol : null;
  }
}
