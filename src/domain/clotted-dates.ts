const ROUND_DIGITS = "035689";

/** Returns whether two dates in the same notation differ in exactly one digit, between digits that clotted print confuses. */
export function isClottedAlike(one: string, other: string): boolean {
  const apart = [...one].flatMap((digit, place) => (digit === other[place] ? [] : [digit, other[place] ?? ""]));
  return apart.length === 2 && apart.every((digit) => digit !== "" && ROUND_DIGITS.includes(digit));
}
