/** Combines two independently trained readers of a date cell: a neural network for dates, an OCR model for copies and faxes. */
import { isBlottedVariant } from "../../../domain/clotted-dates.ts";
import { type DateChance, sumChances } from "../../../domain/scanned-page.ts";

// Factor by which a date becomes more likely, by the number of OCR passes that read the date. The passes were checked against 235
// dates that had been read with certainty on blotted pages. A date read by four passes was right in 97% of cases, and a date read
// by three passes in 77%. These error rates would justify the square of each factor.
const TIMES_AS_LIKELY: readonly number[] = [1, 1, 2.7, 4, 12];
/** Maximum combined probability of a date to which the network alone gives a probability below `LIKELY`. */
const AT_MOST = 0.89;
// Below this probability from the network, a date needs confirmation by other rows. Agreement between the network and the OCR
// passes is not enough, since both read the same image.
const LIKELY = 0.9;
/** Probability of a date that the network does not return at all. */
const UNNAMED = 0.005;

/**
 * Pure. Returns the network's dates, most likely first, and raises the probability of the date that most passes read. Does not
 * raise it if the network prefers a date that differs from that date only in one easily confused digit (`isBlottedVariant`). All
 * readers of blotted print make that same error, so the passes prove nothing.
 * @param dates `MM/DD/YYYY` by pass; a pass that read no date is left out.
 */
export function weighByPassCounts(spelled: readonly DateChance[], dates: readonly string[]): readonly DateChance[] {
  const [mostRead, second] = [...Map.groupBy(dates, (date) => date)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const times =
    mostRead === undefined ? 1 : (TIMES_AS_LIKELY[Math.min(mostRead[1].length, TIMES_AS_LIKELY.length - 1)] ?? 1);
  if (mostRead === undefined || times === 1 || second?.[1].length === mostRead[1].length) return spelled;
  const [date] = mostRead;
  const [preferred] = spelled;
  if (preferred !== undefined && isBlottedVariant(preferred.date, date)) return spelled;
  const otherChance = Math.max(0, 1 - sumChances(spelled));
  const chanceAlone = spelled.find((other) => other.date === date)?.chance ?? Math.min(UNNAMED, otherChance);
  const others = spelled.filter((other) => other.date !== date);
  const sum = otherChance + chanceAlone * times + sumChances(others);
  const chanceOfBoth = (chanceAlone * times) / sum;
  return [
    { date, chance: chanceAlone >= LIKELY ? chanceOfBoth : Math.min(AT_MOST, chanceOfBoth) },
    ...others.map((other) => ({ ...other, chance: other.chance / sum })),
  ].toSorted((one, other) => other.chance - one.chance);
}
