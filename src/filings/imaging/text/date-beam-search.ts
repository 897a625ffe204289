/** Decodes the neural network's output to dates. */
import type { DateChance } from "../../../domain/scanned-page.ts";
import { runBeamSearch } from "./beam-search.ts";
import { parseDate } from "./date.ts";
import { ALPHABET } from "./date-net.ts";

/** Number of prefixes that the beam search keeps after each step. */
const BEAM_WIDTH = 24;
/** Minimum probability of a character for extending a prefix. Decoded dates with a lower probability are dropped too. */
const MIN_CHANCE = 1e-5;

/** Pure. Returns dates, most likely first. Considers only numeric spellings such as `6/11/20` and `06-11-2020`. */
export function decodeDates(steps: readonly Float32Array[]): DateChance[] {
  const options = { alphabet: ALPHABET, width: BEAM_WIDTH, leastChance: MIN_CHANCE, canBegin: isDatePrefix };
  const chances = new Map<string, number>();
  for (const { text, chance } of runBeamSearch(steps, options)) {
    const date = parseDate(text);
    if (date !== null) chances.set(date, (chances.get(date) ?? 0) + chance);
  }
  return [...chances]
    .map(([date, chance]) => ({ date, chance }))
    .filter(({ chance }) => chance >= MIN_CHANCE)
    .toSorted((one, other) => other.chance - one.chance);
}

const DATE_PREFIX = /^(?:0?[1-9]?|1[0-2])(?:(?<=\d)([/.-])(?:[0-3]?\d?(?:(?<=\d)\1\d{0,4})?)?)?$/;

function isDatePrefix(text: string): boolean {
  return DATE_PREFIX.test(text);
}
