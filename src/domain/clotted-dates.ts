const ROUND_DIGITS = "035689";

/** Returns whether two dates in the same format differ in one round digit. Blotted print can make round digits look the same. */
export function isBlottedVariant(one: string, other: string): boolean {
  const differing = [...one].flatMap((digit, place) => (digit === other[place] ? [] : [digit, other[place] ?? ""]));
  return differing.length === 2 && differing.every((digit) => digit !== "" && ROUND_DIGITS.includes(digit));
}
