/** A symbol of the ticker master, in canonical form (`BRK.B`). */
export interface Security {
  readonly symbol: string;
  readonly name: string;
  /** Names under which other lists have it, where they differ; absent of one that all call the same. */
  readonly otherNames?: readonly string[];
  /** `Nasdaq`, `NYSE`, `NYSE Arca`, `OTC`, ... ; null where the source names none. */
  readonly exchange: string | null;
  readonly etf: boolean;
  /** SEC's Central Index Key; null for securities that only an exchange's directory lists. */
  readonly cik: number | null;
}

/** Every name that any list has of a security. */
export function namesOfSecurity({ name, otherNames = [] }: Security): readonly string[] {
  return [name, ...otherNames];
}
