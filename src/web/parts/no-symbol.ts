import type { Trade } from "../../domain/trade.ts";

/** Says why a security has no current symbol. Trades stored by older releases have no reason until their filing is read again. */
export function explainNoSymbol({ noCurrentTicker, endedOn }: Pick<Trade, "noCurrentTicker" | "endedOn">): string {
  switch (noCurrentTicker) {
    case "ended":
      return `The security ceased to exist on ${endedOn}, when its issuer was acquired, merged or closed.`;
    case "not_listed":
      return "This symbol is on none of our ticker lists. Such a security usually trades over the counter or no longer exists.";
    case "another_issuer": {
      const end = endedOn === null ? "" : ` The security in this trade ceased to exist on ${endedOn}.`;
      return `The filed name does not match the security that has this symbol today.${end}`;
    }
    default:
      return "Its current ticker is unknown.";
  }
}
