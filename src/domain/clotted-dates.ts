const EASILY_CONFUSED_DIGITS = "035689";

/** True if two dates in one format differ in one digit and both digits are round: when blotted, round digits may look alike. */
export function isBlottedVariant(one: string, other: string): boolean {
  const differing = [...one].flatMap((digit, place) => (digit === other[place] ? [] : [digit, other[place] ?? ""]));
  return differing.length === 2 && differing.every((digit) => digit !== "" && EASILY_CONFUSED_DIGITS.includes(digit));
}
