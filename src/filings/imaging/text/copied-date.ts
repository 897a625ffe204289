/** Weighs what the model for copies read in a date cell with what the network for dates gives: two readers that were taught apart. */
import { isClottedAlike } from "./date.ts";
import type { DateChance } from "./date-beam-search.ts";

/**
 * How many times as likely a date becomes when this number of passes read it: the root of what their errors would allow (of 235 sure dates on
 * clotted pages the date of four passes was the right one in 97 %, that of three in 77 %).
 */
const TIMES_AS_LIKELY: readonly number[] = [1, 1, 2.7, 4, 12];
/**
 * Most that they make of a date that the network finds less than likely. Of it other rows must convince (`cross-check-dates.ts`): both readers see the
 * same picture.
 */
const AT_MOST = 0.89;
const LIKELY = 0.9;
/** Probability of a date that the network does not name at all. */
const UNNAMED = 0.005;

/**
 * Pure. The dates by the network, most likely first, with the weight of the one that most passes read. Where the network prefers one that differs in a
 * single round digit, the passes prove nothing: that is the error which all readers of clotted print make alike.
 * @param dates `MM/DD/YYYY` by pass; a pass that read no date is left out.
 */
export function weighedByCopies(spelled: readonly DateChance[], dates: readonly string[]): readonly DateChance[] {
  const [most, second] = [...Map.groupBy(dates, (date) => date)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const times = most === undefined ? 1 : (TIMES_AS_LIKELY[Math.min(most[1].length, TIMES_AS_LIKELY.length - 1)] ?? 1);
  if (most === undefined || times === 1 || second?.[1].length === most[1].length) return spelled;
  const [date] = most;
  const [preferred] = spelled;
  if (preferred !== undefined && isClottedAlike(preferred.date, date)) return spelled;
  const rest = Math.max(0, 1 - spelled.reduce((sum, { chance }) => sum + chance, 0));
  const alone = spelled.find((other) => other.date === date)?.chance ?? Math.min(UNNAMED, rest);
  const others = spelled.filter((other) => other.date !== date);
  const sum = rest + alone * times + others.reduce((total, { chance }) => total + chance, 0);
  const together = (alone * times) / sum;
  return [
    { date, chance: alone >= LIKELY ? together : Math.min(AT_MOST, together) },
    ...others.map((other) => ({ ...other, chance: other.chance / sum })),
  ].toSorted((one, other) => other.chance - one.chance);
}
