/** The dates that a picture may be spelling, by what the net saw in it from left to right. */
import { parseDate } from "./date.ts";
import { SEEN } from "./date-net.ts";

/** A date and the chance (0 to 1) that it is what the picture spells, in whatever spelling; the rest is for all else that it may be. */
export interface DateChance {
  /** `MM/DD/YYYY`. */
  readonly date: string;
  readonly chance: number;
}

/** So many beginnings are followed; what is less likely than this goes on none of them, and is no date in the end. */
const BEGINNINGS = 24;
const LEAST_CHANCE = 1e-5;

/** What is spelled so far: how likely it is that its last character is still being seen, or has been passed. */
interface Beginning {
  seeing: number;
  passed: number;
}

/** Pure: the likeliest first. Only spellings in numbers are followed, `6/11/20` and `06-11-2020`. */
export function spelledDates(steps: readonly Float32Array[]): DateChance[] {
  let beginnings = new Map<string, Beginning>([["", { seeing: 0, passed: 1 }]]);
  for (const step of steps) beginnings = likeliest(goneOn(beginnings, step));
  const chances = new Map<string, number>();
  for (const [text, { seeing, passed }] of beginnings) {
    const date = parseDate(text);
    if (date !== null) chances.set(date, (chances.get(date) ?? 0) + seeing + passed);
  }
  return [...chances]
    .map(([date, chance]) => ({ date, chance }))
    .filter(({ chance }) => chance >= LEAST_CHANCE)
    .toSorted((one, other) => other.chance - one.chance);
}

/** The sum over all ways to see the same text, of Graves et al., Connectionist Temporal Classification (2006), for texts that begin a date. */
function goneOn(beginnings: ReadonlyMap<string, Beginning>, step: Float32Array): Map<string, Beginning> {
  const next = new Map<string, Beginning>();
  const of = (text: string) => {
    const known = next.get(text) ?? { seeing: 0, passed: 0 };
    next.set(text, known);
    return known;
  };
  for (const [text, { seeing, passed }] of beginnings) {
    const last = text.slice(-1);
    const same = of(text);
    same.passed += (seeing + passed) * (step[0] as number);
    SEEN.forEach((character, at) => {
      const chance = step[at] as number;
      if (at === 0 || chance < LEAST_CHANCE) return;
      if (character === last) same.seeing += seeing * chance;
      if (beginsDate(text + character))
        of(text + character).seeing += (character === last ? passed : seeing + passed) * chance;
    });
  }
  return next;
}

function likeliest(beginnings: Map<string, Beginning>): Map<string, Beginning> {
  const chance = ({ seeing, passed }: Beginning) => seeing + passed;
  return new Map([...beginnings].toSorted(([, one], [, other]) => chance(other) - chance(one)).slice(0, BEGINNINGS));
}

const DATE_SO_FAR = /^(?:0?[1-9]?|1[0-2])(?:(?<=\d)([/.-])(?:[0-3]?\d?(?:(?<=\d)\1\d{0,4})?)?)?$/;

function beginsDate(text: string): boolean {
  return DATE_SO_FAR.test(text);
}
