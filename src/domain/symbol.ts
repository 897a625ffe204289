/** A ticker symbol in canonical form: upper case, class shares with a dot (`BRK.B`). */
export type CanonicalSymbol = string & { readonly __symbol: "CanonicalSymbol" };

/** `brk-b`, `BRK/B` and `BRK.B` are one symbol, `BRK.B`, as are `BAC-PRB` and `BAC.PB`; null when the text does not have a symbol's form. */
export function canonicalSymbol(text: string): CanonicalSymbol | null {
  // Upper case makes letters of others, as `S` of the long s: only what is ASCII already is a symbol.
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  const upper = text
    .toUpperCase()
    .replace(/[-/]/g, ".")
    .replace(/\.PR\.?([A-Z])$/, ".P$1");
  return /^[A-Z][A-Z0-9]{0,5}([.$][A-Z]{1,2})?$/.test(upper) ? (upper as CanonicalSymbol) : null;
}

/** Names of exchanges and markets that no listed security has as its symbol; `ASX`, `CBOE` and `ICE` are symbols too and not among them. */
const EXCHANGES: ReadonlySet<string> = new Set(
  "NYSE NASDAQ AMEX OTC OTCBB OTCQB OTCQX OTCMKTS TSX TSXV LSE HKEX NYSEARCA".split(" "),
);

/** True if the text is the name of an exchange (`NYSE`, `Nasdaq`), which filers put where a symbol belongs. */
export function isExchangeName(text: string): boolean {
  return EXCHANGES.has(text.trim().toUpperCase());
}
