/** Scores for pairs of an earlier and a later line; 0 where they do not fit. The later line's own status decides which score applies. */
import { type Agreement, agreementOf, FIELDS, isCorrection, type Row } from "./agreement.ts";

/** A line is restated where four of its five fields are the same, or the asset and two others. */
export function restates(former: Row, latter: Row): number {
  const agreement = agreementOf(former, latter);
  const isSameAsset = !agreement.differing.includes("asset");
  const isEnough = agreement.fields >= 4 || (agreement.fields === 3 && isSameAsset);
  // If two lines have as many equal fields, the one with the same asset is better.
  return isEnough ? scoreOf(agreement) + (isSameAsset ? FIELD_WEIGHT / 2 : 0) : 0;
}

/** Scores pairs where only one report can be restated: any three fields, or the asset and one other, since an asset's name may be written in two ways. */
export function restatesAlone(former: Row, latter: Row): number {
  const agreement = agreementOf(former, latter);
  const isSameAsset = !agreement.differing.includes("asset") || isNamedOtherwise(former, latter);
  const fields = agreement.fields + Number(isSameAsset && agreement.differing.includes("asset"));
  return fields >= 3 || (fields === 2 && isSameAsset) ? scoreOf({ ...agreement, fields }) : 0;
}

/** The same in all five fields. */
export function repeats(former: Row, latter: Row): number {
  const agreement = agreementOf(former, latter);
  return isUnchanged(agreement) ? scoreOf(agreement) : 0;
}

/** The same in all five fields (another one was amended), or in all but one whose difference is a correction. */
export function amends(former: Row, latter: Row): number {
  const agreement = agreementOf(former, latter);
  const [field, ...others] = agreement.differing;
  if (others.length > 0 || (field !== undefined && !isCorrection(former, latter, field))) return 0;
  return scoreOf(agreement);
}

/** The same asset and two more of the five fields. */
export function isLike(former: Row, latter: Row): boolean {
  const agreement = agreementOf(former, latter);
  return agreement.fields >= 3 && !agreement.differing.includes("asset");
}

/** The same in all of the five fields, or in all but the day. */
export function isSameButForDay(former: Row, latter: Row): boolean {
  return agreementOf(former, latter).differing.every((field) => field === "date");
}

export function isUnchanged({ fields }: Agreement): boolean {
  return fields === FIELDS;
}

/** Weight of a main field, more than twice the number of further fields. */
const FIELD_WEIGHT = 16;

export function scoreOf({ fields, further }: Agreement): number {
  return fields * FIELD_WEIGHT + further;
}

/** Shorter parts of names are part of too many others. */
const LEAST_LETTERS = 5;

/** `GBTC - Grayscale Bitcoin Trust` and `Grayscale Bitcoin Trust`, or a name and the ticker of the other. */
function isNamedOtherwise(one: Row, other: Row): boolean {
  if (one.option !== other.option) return false;
  const [short, long] = one.name.length < other.name.length ? [one, other] : [other, one];
  if (short.name.length >= LEAST_LETTERS && long.name.includes(short.name)) return true;
  return short.name !== "" && short.name === long.trade.ticker;
}
