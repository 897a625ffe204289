/** Finds the asset given up in an exchange; that asset alone decides whether the exchange must be reported. */
import { mayBeOneIssuer } from "./issuer-name.ts";
import type { Trade } from "./trade.ts";

const RECEIVED = /\s*\(exchanged\).*$/i;
/** Matches `SAMPLE INC EXCHANGED FOR SAMPLE ETF`. */
const NAMED =
  /^(?<givenUp>.{1,150}?)[\s,;(-]+(?:(?:was|were)\s+)?(?:exch(?:anged?|gd|\.)?\s+(?:for|into|to)|contributed\s+to)\s+\w/i;
const SAID = [
  /^(?<givenUp>[^;]{1,120}?)\s+(?:(?:was|were)\s+)?exchanged\s+(?:for|into|to)\s+(?<received>[^;]+)/i,
  /\bexchange\s+of\s+(?<givenUp>[^;]{1,120}?)\s+(?:for|into)\s+(?<received>[^;]+)/i,
  /\breceived\s+(?<received>[^;]{1,120}?)\s+in\s+exchange\s+for\s+(?<givenUp>[^;]+)/i,
  /^(?<received>[^;]{1,120}?)\s+received\s+in\s+exchange\s+for\s+(?<givenUp>[^;]+)/i,
];

type Exchanged = Pick<Trade, "assetNameRaw" | "comment" | "transactionType" | "ticker">;

interface SurrenderedAsset {
  readonly name: string;
  /** True if the row's class and symbol belong to this asset, not to the asset received. */
  readonly isOwn: boolean;
}

/**
 * Finds the asset that the filer gave up. Searches the asset's name and, if one asset was exchanged for another, the comment. If
 * nothing is found, returns the row's own asset.
 */
export function findSurrenderedAsset({ assetNameRaw, comment, transactionType, ticker }: Exchanged): SurrenderedAsset {
  const name = assetNameRaw.replace(RECEIVED, "");
  const named = NAMED.exec(name)?.groups?.["givenUp"];
  if (named !== undefined) return { name: named, isOwn: false };
  if (transactionType === "exchange" && name === assetNameRaw && comment !== null) {
    for (const form of SAID) {
      const { givenUp: surrendered = "", received = "" } = form.exec(comment)?.groups ?? {};
      if (surrendered !== "" && isNamedIn(received, name, ticker) && !isNamedIn(surrendered, name, ticker)) {
        return { name: surrendered, isOwn: false };
      }
    }
  }
  return { name, isOwn: true };
}

function isNamedIn(words: string, name: string, ticker: string): boolean {
  return mayBeOneIssuer(words, name) || (ticker !== "" && words.split(/[^A-Z0-9.]+/).includes(ticker));
}
