/** A ticker symbol in canonical form: upper case, class shares with a dot (`BRK.B`). */
export type CanonicalSymbol = string & { readonly __symbol: "CanonicalSymbol" };

/** `brk-b`, `BRK/B` and `BRK.B` are one symbol, `BRK.B`; null when the text does not have a symbol's form. */
export function canonicalSymbol(text: string): CanonicalSymbol | null {
  // Upper case makes letters of others, as `S` of the long s: only what is ASCII already is a symbol.
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  const upper = text.toUpperCase().replace(/[-/]/g, ".");
  return /^[A-Z][A-Z0-9]{0,5}([.$][A-Z]{1,2})?$/.test(upper) ? (upper as CanonicalSymbol) : null;
}
