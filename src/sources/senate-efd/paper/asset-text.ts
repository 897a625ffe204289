/** The asset cell of the Senate's form as it was read: whose it is, and its name. */

/** The form knows three prefixes, so that what is taken for one of them can be no other. */
const OWNERS: readonly (readonly [RegExp, string])[] = [
  [/^[S85$]$/i, "Spouse"],
  [/^[DO0][CG]$/i, "Child"],
  [/^J$/i, "Joint"],
];

export interface AssetText {
  /** In the words of the electronic form; null where the prefix is none of the form's. */
  readonly owner: string | null;
  /** Whether a prefix names the owner; without one it is the filer. */
  readonly prefixed: boolean;
  readonly name: string;
}

/** Pure. `(S) MH Four Winds LLC` -> `Spouse`, `MH Four Winds LLC`. A lone upright stroke is a roman one. */
export function splitAssetText(read: string): AssetText {
  const text = read.replace(/(?<=^|\s)[|l](?=\s|$)/g, "I").trim();
  const prefix = /^[([{]\s*([A-Za-z0-9$]{1,3})\s*[)\]}]\s*/.exec(text);
  if (prefix === null) return { owner: /^[([{]/.test(text) ? null : "Self", prefixed: false, name: text };
  const owner = OWNERS.find(([letters]) => letters.test(prefix[1] ?? ""))?.[1] ?? null;
  return { owner, prefixed: true, name: text.slice(prefix[0].length) };
}
