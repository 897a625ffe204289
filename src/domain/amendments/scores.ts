/** Scores pairs of an earlier and a later line; 0 means no match. The later line's status decides which function scores it. */
import {
  type Agreement,
  compareRows,
  FIELD_COUNT,
  isSameOption,
  mayBeCorrection,
  mayBeReclassified,
  type Row,
} from "./agreement.ts";

/** A line counts as restated if four of its five fields are equal, or the asset and two others. */
export function scoreRestatement(previous: Row, latter: Row): number {
  const agreement = compareRows(previous, latter);
  const isSameAsset = !agreement.differing.includes("asset");
  const isEnough = agreement.fields >= 4 || (agreement.fields === 3 && isSameAsset);
  // Among pairs with the same number of equal fields, a pair with the same asset scores higher.
  return isEnough ? computeScore(agreement) + (isSameAsset ? FIELD_WEIGHT / 2 : 0) : 0;
}

/**
 * Like `scoreRestatement`, but three equal fields are enough, or the asset and one other field. The asset also counts as equal if
 * one name contains the other or is the other's ticker. Used only if the amendment's title states a date and exactly one report
 * has this date.
 */
export function scoreRestatementLoosely(previous: Row, latter: Row): number {
  const agreement = compareRows(previous, latter);
  const isSameAsset = !agreement.differing.includes("asset") || mayNameSameAsset(previous, latter);
  const fields = agreement.fields + Number(isSameAsset && agreement.differing.includes("asset"));
  return fields >= 3 || (fields === 2 && isSameAsset) ? computeScore({ ...agreement, fields }) : 0;
}

/** Requires all five fields to be equal. */
export function scoreRepetition(previous: Row, latter: Row): number {
  const agreement = compareRows(previous, latter);
  return isUnchanged(agreement) ? computeScore(agreement) : 0;
}

/** Allows one of the five fields to differ if the difference may be a correction. If none differs, only other fields changed. */
export function scoreAmendment(previous: Row, latter: Row): number {
  const agreement = compareRows(previous, latter);
  const [field, ...others] = agreement.differing;
  if (others.length > 0 || (field !== undefined && !mayBeCorrection(previous, latter, field))) return 0;
  return computeScore(agreement);
}

/** True if the asset and at least two more of the five fields are equal. */
export function hasSimilarFields(previous: Row, latter: Row): boolean {
  const agreement = compareRows(previous, latter);
  return agreement.fields >= 3 && !agreement.differing.includes("asset");
}

/** True if only the asset differs: a share in one row and its option in the other, or an option whose terms one row omits. */
export function isReclassifiedCopy(previous: Row, latter: Row): boolean {
  return isSameExceptAsset(previous, latter) && mayBeReclassified(previous, latter);
}

/** True if only the asset's name differs: exactly one name has a security number, or one contains or abbreviates the other. */
export function isRenamedCopy(previous: Row, latter: Row): boolean {
  if (!isSameExceptAsset(previous, latter) || !isSameOption(previous, latter)) return false;
  const isNumberNamed =
    hasCusipOrIsin(previous) !== hasCusipOrIsin(latter) && previous.trade.assetType === latter.trade.assetType;
  return isNumberNamed || mayNameSameAsset(previous, latter) || doesOneAbbreviateOther(previous, latter);
}

function isSameExceptAsset(previous: Row, latter: Row): boolean {
  const { differing } = compareRows(previous, latter);
  return differing.length === 1 && differing[0] === "asset";
}

/** True if all five fields are equal, or all but the date. */
export function isSameExceptDate(previous: Row, latter: Row): boolean {
  return compareRows(previous, latter).differing.every((field) => field === "date");
}

export function isUnchanged({ fields }: Agreement): boolean {
  return fields === FIELD_COUNT;
}

// Weight of each of the five fields. Every other field has weight 1. For an equal asset, `scoreRestatement` adds half of
// `FIELD_WEIGHT` to the score. So half of `FIELD_WEIGHT` must exceed the number of other fields.
const FIELD_WEIGHT = 16;

export function computeScore({ fields, otherFields }: Agreement): number {
  return fields * FIELD_WEIGHT + otherFields;
}

/** Minimum length of a name to search for within another name; shorter names occur in too many others. */
const MIN_LETTERS = 5;

/** True if one name is the other's ticker or contains the other: `GBTC - Grayscale Bitcoin Trust`, `Grayscale Bitcoin Trust`. */
function mayNameSameAsset(one: Row, other: Row): boolean {
  if (!isSameOption(one, other)) return false;
  const [short, long] = one.name.length < other.name.length ? [one, other] : [other, one];
  if (short.name.length >= MIN_LETTERS && long.name.includes(short.name)) return true;
  return short.name !== "" && short.name === long.trade.ticker;
}

/** Matches a CUSIP or ISIN: letters and digits, with a digit at the end. Excludes a bond's dated date such as `DTD012920`. */
const SECURITY_NUMBER = /(?<![A-Z0-9])(?!DTD)(?=(?:[A-Z]*\d){3})(?:[A-Z]{2}[A-Z0-9]{9}|[A-Z0-9]{8})\d(?![A-Z0-9])/;

function hasCusipOrIsin({ trade }: Row): boolean {
  return SECURITY_NUMBER.test(trade.assetNameRaw.toUpperCase());
}

/** True for `US Treas Bill` and `US Treasury Bill`: each word of one begins a word of the other, in order. */
function doesOneAbbreviateOther(one: Row, other: Row): boolean {
  const [short, long] = [splitAssetWords(one), splitAssetWords(other)].toSorted(
    (a, b) => a.join().length - b.join().length,
  ) as [readonly string[], readonly string[]];
  let from = 0;
  return (
    short.length > 0 &&
    short.every((word) => {
      const at = long.findIndex((each, index) => index >= from && each.startsWith(word));
      from = at + 1;
      return at >= 0;
    })
  );
}

function splitAssetWords({ trade }: Row): readonly string[] {
  return trade.assetNameRaw.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
