/** What several looks at one date cell come to. */
import type { ShapeVerdict } from "./digit-shapes.ts";
import type { DateVotes } from "./read-date.ts";

export interface Seen {
  readonly votes: DateVotes;
  /** The date that most looks saw, with the lesser confidence of the two surest. */
  readonly date: string | null;
  readonly confidence: number;
  readonly agreeing: number;
  readonly dissenting: number;
  /** What the page's print says to it. */
  readonly shape: ShapeVerdict;
}

/** Two looks that agree with this confidence are firm, or beyond doubt; what is fainter than the last is not believed at all. */
const FIRM = 0.85;
const BEYOND_DOUBT = 0.95;
export const FAINT = 0.5;

export function summed(votes: DateVotes): Seen {
  const counts = countOf(votes.dates.map(({ date }) => date));
  const [date, agreeing] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [null, 0];
  const sure = votes.dates.filter((vote) => vote.date === date).map(({ confidence }) => confidence);
  sure.sort((a, b) => b - a);
  const confidence = sure[1] ?? Math.min(FAINT, sure[0] ?? 0);
  return { votes, date, confidence, agreeing, dissenting: votes.dates.length - agreeing, shape: "unknown" };
}

export function isFirm({ agreeing, dissenting, confidence }: Seen): boolean {
  return agreeing > 1 && dissenting === 0 && confidence >= FIRM;
}

export function isBeyondDoubt(seen: Seen): boolean {
  return isFirm(seen) && seen.confidence >= BEYOND_DOUBT;
}

/** Of `MM/DD/YYYY` that differ, the digits that stand in each other's place, as `68`. */
export function differingDigits(dates: readonly string[]): string[] {
  return dates.flatMap((one, at) =>
    dates.slice(at + 1).flatMap((other) => [...one].flatMap((digit, place) => pairOf(digit, other[place]))),
  );
}

function pairOf(one: string, other: string | undefined): string[] {
  return one === other || other === undefined ? [] : [[one, other].sort().join("")];
}

export function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
