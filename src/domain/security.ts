/** A symbol in the ticker master, in canonical form (`BRK.B`). */
export interface Security {
  readonly symbol: string;
  readonly name: string;
  /** Names in other lists that differ from `name`; absent if all lists agree. */
  readonly otherNames?: readonly string[];
  /** `Nasdaq`, `NYSE`, `NYSE Arca`, `OTC`, ... ; null if the source gives none. */
  readonly exchange: string | null;
  readonly etf: boolean;
  /** SEC Central Index Key; null for securities listed only in an exchange's directory. */
  readonly cik: number | null;
}

export function listSecurityNames({ name, otherNames = [] }: Security): readonly string[] {
  return [name, ...otherNames];
}
