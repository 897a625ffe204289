/** Parses the text of the asset cell on the Senate's form into owner and name. */

/** The form's three owner prefixes, such as the `S` of `(S)`, and their typical misreadings; with the owner that each names. */
const OWNERS: readonly (readonly [RegExp, string])[] = [
  [/^[S85$]$/i, "Spouse"],
  [/^[DO0][CG]$/i, "Child"],
  [/^J$/i, "Joint"],
];

export interface AssetText {
  /** Owner as the electronic form words it; null if the prefix is unknown. */
  readonly owner: string | null;
  /** True if a prefix names the owner. Without a prefix, the owner is the filer. */
  readonly prefixed: boolean;
  readonly name: string;
}

/** Pure. Parses `(S) MH Four Winds LLC` to `Spouse` and `MH Four Winds LLC`. A lone vertical stroke is read as the Roman numeral I. */
export function splitAssetText(read: string): AssetText {
  const text = read.replace(/(?<=^|\s)[|l](?=\s|$)/g, "I").trim();
  const prefix = /^[([{]\s*([A-Za-z0-9$]{1,3})\s*[)\]}]\s*/.exec(text);
  if (prefix === null) return { owner: /^[([{]/.test(text) ? null : "Self", prefixed: false, name: text };
  const owner = OWNERS.find(([letters]) => letters.test(prefix[1] ?? ""))?.[1] ?? null;
  return { owner, prefixed: true, name: text.slice(prefix[0].length) };
}
