/** The members of a filter as sets of positions, each from an index that is made once. */
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { TRANSACTION_TYPES } from "../../domain/trade.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { FLAGS, OWNER_CODES, TRAITS, type TradeColumns, type Traits } from "../trade-columns.ts";
import type { CodesOf } from "./code-index.ts";

export type Member = keyof TradeFilter | "amount" | "filing";

/** An index of the trades, and the codes whose trades a filter wants; undefined where it leaves that member open. */
export interface Indexed {
  readonly codes: number;
  readonly codesOf: CodesOf;
  wanted(filter: TradeFilter): readonly number[] | undefined;
}

/** `null`: not known. */
export const LATENESS = [true, false, null] as const;

/** Every member of the filter but days and words, by its name, and the filings, which no filter names. */
export function indexedMembers(columns: TradeColumns): ReadonlyMap<Member, Indexed> {
  const { people, personCodes, symbols, symbolCodes, assetTypes, coins, amounts, flags } = columns;
  const states = [...new Set(people.map(({ state }) => state))];
  const stateOfPerson = people.map(({ state }) => states.indexOf(state));
  return new Map<Member, Indexed>([
    [
      "filing",
      { codes: columns.filings.length, codesOf: single((at) => columns.filing[at] as number), wanted: () => undefined },
    ],
    [
      "ticker",
      { codes: symbols.length, codesOf: symbolsOf(columns), wanted: ({ ticker }) => known(ticker, symbolCodes) },
    ],
    [
      "politicianId",
      {
        codes: people.length,
        codesOf: single((at) => columns.person[at] as number),
        wanted: ({ politicianId }) => known(politicianId, personCodes),
      },
    ],
    [
      "coin",
      ofValues(
        coins,
        single((at) => columns.coin[at] as number),
        ({ coin }) => coin,
      ),
    ],
    [
      "state",
      ofValues(
        states,
        single((at) => stateOfPerson[columns.person[at] as number] as number),
        ({ state }) => one(state),
      ),
    ],
    ...traitMembers(columns),
    [
      "owner",
      ofValues(
        OWNER_CODES,
        single((at) => columns.owner[at] as number),
        ({ owner }) => one(owner),
      ),
    ],
    ["amendmentPending", ofFlag(flags, FLAGS.amendmentPending, ({ amendmentPending }) => amendmentPending)],
    ["possibleDuplicate", ofFlag(flags, FLAGS.possibleDuplicate, ({ possibleDuplicate }) => possibleDuplicate)],
    [
      "assetType",
      ofValues(
        assetTypes.map((label) => label.toLowerCase()),
        single((at) => columns.assetType[at] as number),
        ({ assetType }) => assetType?.map((label) => label.toLowerCase()),
      ),
    ],
    [
      "amount",
      {
        codes: amounts.length,
        codesOf: single((at) => columns.amount[at] as number),
        wanted: amountsWithin(amounts),
      },
    ],
  ]);
}

/** The members that are parts of one number a trade. */
function traitMembers(columns: TradeColumns): readonly (readonly [Member, Indexed])[] {
  return [
    [
      "chamber",
      ofTrait(
        columns,
        CHAMBERS,
        ({ chamber }) => chamber,
        ({ chamber }) => one(chamber),
      ),
    ],
    [
      "party",
      ofTrait(
        columns,
        PARTIES,
        ({ party }) => party,
        ({ party }) => party,
      ),
    ],
    [
      "transactionType",
      ofTrait(
        columns,
        TRANSACTION_TYPES,
        ({ type }) => type,
        ({ transactionType }) => transactionType,
      ),
    ],
    [
      "late",
      ofTrait(
        columns,
        LATENESS,
        ({ late }) => late,
        ({ late }) => one(late),
      ),
    ],
    [
      "lateNotJudged",
      ofTrait(
        columns,
        [true, false],
        ({ late }) => late === null,
        ({ lateNotJudged }) => one(lateNotJudged),
      ),
    ],
  ];
}

function ofTrait<T>(
  { traits }: TradeColumns,
  values: readonly T[],
  valueIn: (traits: Traits) => T,
  sought: (filter: TradeFilter) => readonly T[] | undefined,
): Indexed {
  const codes = TRAITS.map((each) => values.indexOf(valueIn(each)));
  return ofValues(
    values,
    single((at) => codes[traits[at] as number] as number),
    sought,
  );
}

function ofFlag(flags: Uint8Array, flag: number, sought: (filter: TradeFilter) => boolean | undefined): Indexed {
  return ofValues(
    [false, true],
    single((at) => ((flags[at] as number) & flag ? 1 : 0)),
    (filter) => one(sought(filter)),
  );
}

/** Index of values that each have their index as code; several may be equal. */
function ofValues<T>(
  values: readonly T[],
  codesOf: CodesOf,
  sought: (filter: TradeFilter) => readonly T[] | undefined,
): Indexed {
  return {
    codes: values.length,
    codesOf,
    wanted: (filter) => {
      const some = sought(filter);
      return some && values.flatMap((value, code) => (some.includes(value) ? [code] : []));
    },
  };
}

function amountsWithin(amounts: TradeColumns["amounts"]): Indexed["wanted"] {
  const lows = Float64Array.from(amounts, ({ lowUsd }) => lowUsd);
  const highs = Float64Array.from(amounts, ({ highUsd }) => highUsd ?? Number.POSITIVE_INFINITY);
  return ({ minAmountUsd, maxAmountUsd }) => {
    if (minAmountUsd === undefined && maxAmountUsd === undefined) return undefined;
    const [least, most] = [minAmountUsd ?? 0, maxAmountUsd ?? Number.POSITIVE_INFINITY];
    const codes: number[] = [];
    for (let code = 0; code < lows.length; code += 1) {
      if ((lows[code] as number) >= least && (highs[code] as number) <= most) codes.push(code);
    }
    return codes;
  };
}

function known(
  values: readonly string[] | undefined,
  codes: ReadonlyMap<string, number>,
): readonly number[] | undefined {
  return values && [...new Set(values)].flatMap((value) => codes.get(value) ?? []);
}

function one<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value];
}

function single(codeAt: (position: number) => number): CodesOf {
  return (position, visit) => visit(codeAt(position));
}

/** The symbols that find a trade: its own, and what its security is, or was, called. Positions come ascending. */
function symbolsOf({ symbol, otherSymbols: { positions, codes } }: TradeColumns): CodesOf {
  let at = 0;
  return (position, visit) => {
    if (position === 0) at = 0;
    visit(symbol[position] as number);
    for (; positions[at] === position; at += 1) visit(codes[at] as number);
  };
}
