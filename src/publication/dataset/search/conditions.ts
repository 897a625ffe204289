/** Turns a filter into conditions on the columns of the trades. */
import { isOfIndustry, type TradeFilter } from "../../../domain/trade-filter.ts";
import { FLAGS, OWNER_CODES, TRAITS, type TradeColumns } from "../trade-columns.ts";

export type CodeColumn = Uint8Array | Uint16Array | Uint32Array;

/** A column of codes; `isWanted` is 1 at every code that the filter accepts, otherwise 0. */
export interface Condition {
  readonly column: CodeColumn;
  readonly isWanted: Uint8Array;
}

/** One condition per column in the filter, except for days, symbols and words (`trade-search.ts`). */
export function buildConditions(columns: TradeColumns, filter: TradeFilter): readonly Condition[] {
  const { people, assetTypes, industries, coins, amounts } = columns;
  const { politicianId, state, chamber, party, transactionType, late, lateNotJudged, owner, coin, industry } = filter;
  const { amendmentPending, possibleDuplicate, minAmountUsd, maxAmountUsd } = filter;
  const conditions: Condition[] = [];
  /** @param requested the filter's members for the column; if all are undefined, there is no condition. */
  const add = <T>(
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
  add([politicianId, state], columns.person, people, (each) => (ids?.has(each.id) ?? true) && is(state, each.state));
  add(
    [chamber, party, transactionType, late, lateNotJudged],
    columns.traits,
    TRAITS,
    (each) =>
      is(chamber, each.chamber) &&
      isAmong(party, each.party) &&
      isAmong(transactionType, each.type) &&
      is(late, each.late) &&
      is(lateNotJudged, each.late === null),
  );
  add([owner], columns.owner, OWNER_CODES, (each) => is(owner, each));
  add(
    [amendmentPending, possibleDuplicate],
    columns.flags,
    FLAG_SUMS,
    (sum) =>
      is(amendmentPending, (sum & FLAGS.amendmentPending) !== 0) &&
      is(possibleDuplicate, (sum & FLAGS.possibleDuplicate) !== 0),
  );
  const assetType = filter.assetType?.map((label) => label.toLowerCase());
  add([assetType], columns.assetType, assetTypes, (label) => isAmong(assetType, label.toLowerCase()));
  add([industry], columns.industry, industries, (each) => isOfIndustry(industry, each?.sic ?? null));
  add([coin], columns.coin, coins, (each) => isAmong(coin, each));
  add(
    [minAmountUsd, maxAmountUsd],
    columns.amount,
    amounts,
    ({ lowUsd, highUsd }) =>
      lowUsd >= (minAmountUsd ?? 0) &&
      (highUsd ?? Number.POSITIVE_INFINITY) <= (maxAmountUsd ?? Number.POSITIVE_INFINITY),
  );
  return conditions;
}

/** Every possible sum of `FLAGS`. */
const FLAG_SUMS = Array.from({ length: 2 * Math.max(...Object.values(FLAGS)) }, (_, sum) => sum);

/** An absent member of a filter accepts everything. */
function is<T>(requested: T | undefined, value: T): boolean {
  return requested === undefined || requested === value;
}

function isAmong<T>(requested: readonly T[] | undefined, value: T): boolean {
  return requested === undefined || requested.includes(value);
}
