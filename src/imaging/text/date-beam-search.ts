/** Decodes the network's output to dates by a CTC beam search. */
import { parseDate } from "./date.ts";
import { ALPHABET } from "./date-net.ts";

/** A date with the probability (0 to 1) that the picture shows it, in whatever spelling. The rest is the probability of everything else. */
export interface DateChance {
  /** `MM/DD/YYYY`. */
  readonly date: string;
  readonly chance: number;
}

/** Beam width: prefixes that are followed. `LEAST_CHANCE` is the least probability of a character that extends a prefix, and of a date in the result. */
const BEAM_WIDTH = 24;
const LEAST_CHANCE = 1e-5;

/** Probabilities of a prefix: `inCharacter` that its last step was its last character, `inBlank` that it was the CTC blank. */
interface PrefixChance {
  inCharacter: number;
  inBlank: number;
}

/** Pure: dates, most likely first. Only spellings in numbers are followed, such as `6/11/20` and `06-11-2020`. */
export function spelledDates(steps: readonly Float32Array[]): DateChance[] {
  let beam = new Map<string, PrefixChance>([["", { inCharacter: 0, inBlank: 1 }]]);
  for (const step of steps) beam = pruned(extended(beam, step));
  const chances = new Map<string, number>();
  for (const [text, { inCharacter, inBlank }] of beam) {
    const date = parseDate(text);
    if (date !== null) chances.set(date, (chances.get(date) ?? 0) + inCharacter + inBlank);
  }
  return [...chances]
    .map(([date, chance]) => ({ date, chance }))
    .filter(({ chance }) => chance >= LEAST_CHANCE)
    .toSorted((one, other) => other.chance - one.chance);
}

/** One step of a CTC prefix beam search (Graves et al., Connectionist Temporal Classification, 2006), restricted to prefixes of a date. */
function extended(beam: ReadonlyMap<string, PrefixChance>, step: Float32Array): Map<string, PrefixChance> {
  const next = new Map<string, PrefixChance>();
  const of = (text: string) => {
    const known = next.get(text) ?? { inCharacter: 0, inBlank: 0 };
    next.set(text, known);
    return known;
  };
  for (const [text, { inCharacter, inBlank }] of beam) {
    const last = text.slice(-1);
    const same = of(text);
    same.inBlank += (inCharacter + inBlank) * (step[0] as number);
    ALPHABET.forEach((character, at) => {
      const chance = step[at] as number;
      if (at === 0 || chance < LEAST_CHANCE) return;
      if (character === last) same.inCharacter += inCharacter * chance;
      if (isDatePrefix(text + character))
        of(text + character).inCharacter += (character === last ? inBlank : inCharacter + inBlank) * chance;
    });
  }
  return next;
}

function pruned(beam: Map<string, PrefixChance>): Map<string, PrefixChance> {
  const chance = ({ inCharacter, inBlank }: PrefixChance) => inCharacter + inBlank;
  return new Map([...beam].toSorted(([, one], [, other]) => chance(other) - chance(one)).slice(0, BEAM_WIDTH));
}

const DATE_PREFIX = /^(?:0?[1-9]?|1[0-2])(?:(?<=\d)([/.-])(?:[0-3]?\d?(?:(?<=\d)\1\d{0,4})?)?)?$/;

function isDatePrefix(text: string): boolean {
  return DATE_PREFIX.test(text);
}
