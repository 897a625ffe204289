/** Says why a security has no current symbol. */
import type { Trade } from "../../domain/trade.ts";

/** Each reason has its own sentence. A trade stored by an older release has none until it is read again. */
export function noSymbolSentence({ noCurrentTicker, endedOn }: Pick<Trade, "noCurrentTicker" | "endedOn">): string {
  switch (noCurrentTicker) {
    case "ended":
      return `The security ended on ${endedOn}: it was bought, merged away or closed.`;
    case "not_listed":
      return "No list that is read here has this symbol. As a rule such a security trades over the counter, or has ended.";
    case "another_issuer": {
      const end = endedOn === null ? "" : ` The one of this trade ended on ${endedOn}.`;
      return `The name filed is not that of the security that has this symbol today.${end}`;
    }
    default:
      return "What the security is called today is not known.";
  }
}
