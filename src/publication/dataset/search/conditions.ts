/** Turns a filter into conditions on the columns of the trades. */
import { matchesIndustry, type TradeFilter } from "../../../domain/trade-filter.ts";
import { FLAGS, OWNER_CODES, TRAITS, type TradeColumns } from "../trade-columns.ts";

export type CodeColumn = Uint8Array | Uint16Array | Uint32Array;

/** A column of codes; `isWanted` is 1 at every code that the filter accepts, otherwise 0. */
export interface Condition {
  readonly column: CodeColumn;
  readonly isWanted: Uint8Array;
}

/** Builds one condition for each column that the filter restricts. `trade-search.ts` filters by day, symbol and words. */
export function buildConditions(columns: TradeColumns, filter: TradeFilter): readonly Condition[] {
  const { people, assetTypes, industries, coins, amounts } = columns;
  const { politicianId, state, chamber, party, transactionType, late, lateNotJudged, owner, coin, industry } = filter;
  const { amendmentPending, possibleDuplicate, minAmountUsd, maxAmountUsd } = filter;
  const conditions: Condition[] = [];
  /** @param requested the filter's values for the column; if all are undefined, there is no condition. */
  const addCondition = <T>(
    requested: readonly unknown[],
    column: CodeColumn,
    values: readonly T[],
    accepts: (value: T) => boolean,
  ) => {
    if (requested.every((each) => each === undefined)) return;
    const isWanted = new Uint8Array(values.length);
    values.forEach((value, code) => {
      if (accepts(value)) isWanted[code] = 1;
    });
    conditions.push({ column, isWanted });
  };
  const ids = politicianId && new Set(politicianId);
  addCondition(
    [politicianId, state],
    columns.person,
    people,
    (each) => (ids?.has(each.id) ?? true) && isEqualOrUnset(state, each.state),
  );
  addCondition(
    [chamber, party, transactionType, late, lateNotJudged],
    columns.traits,
    TRAITS,
    (each) =>
      isEqualOrUnset(chamber, each.chamber) &&
      isAmongOrUnset(party, each.party) &&
      isAmongOrUnset(transactionType, each.type) &&
      isEqualOrUnset(late, each.late) &&
      isEqualOrUnset(lateNotJudged, each.late === null),
  );
  addCondition([owner], columns.owner, OWNER_CODES, (each) => isEqualOrUnset(owner, each));
  addCondition(
    [amendmentPending, possibleDuplicate],
    columns.flags,
    FLAG_SUMS,
    (sum) =>
      isEqualOrUnset(amendmentPending, (sum & FLAGS.amendmentPending) !== 0) &&
      isEqualOrUnset(possibleDuplicate, (sum & FLAGS.possibleDuplicate) !== 0),
  );
  const assetType = filter.assetType?.map((label) => label.toLowerCase());
  addCondition([assetType], columns.assetType, assetTypes, (label) => isAmongOrUnset(assetType, label.toLowerCase()));
  addCondition([industry], columns.industry, industries, (each) => matchesIndustry(industry, each?.sic ?? null));
  addCondition([coin], columns.coin, coins, (each) => isAmongOrUnset(coin, each));
  addCondition(
    [minAmountUsd, maxAmountUsd],
    columns.amount,
    amounts,
    ({ lowUsd, highUsd }) =>
      lowUsd >= (minAmountUsd ?? 0) &&
      (highUsd ?? Number.POSITIVE_INFINITY) <= (maxAmountUsd ?? Number.POSITIVE_INFINITY),
  );
  return conditions;
}

const FLAG_SUMS = Array.from({ length: 2 * Math.max(...Object.values(FLAGS)) }, (_, sum) => sum);

/** A field that is absent from the filter accepts every value. */
function isEqualOrUnset<T>(requested: T | undefined, value: T): boolean {
  return requested === undefined || requested === value;
}

function isAmongOrUnset<T>(requested: readonly T[] | undefined, value: T): boolean {
  return requested === undefined || requested.includes(value);
}
