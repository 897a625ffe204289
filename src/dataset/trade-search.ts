/** Answers filters and sorts of trades from their columns: the same trades that `matchesTrade` names, without looking at each where a list of them is ready. */
import { LRUCache } from "lru-cache";
import { CHAMBERS, PARTIES } from "../domain/politician.ts";
import type { TradeFilter, TradeSort } from "../domain/trade-filter.ts";
import {
  allowedOf,
  type CodeColumn,
  firstBelow,
  intersection,
  keepAllowed,
  keepAny,
  keepBetween,
  range,
  union,
  within,
} from "./positions.ts";
import { Postings } from "./postings.ts";
import { dayNumber, FLAG_SUMS, FLAGS, OWNER_CODES, TRAITS, type TradeColumns, type Traits } from "./trade-columns.ts";
import { orderOf } from "./trade-order.ts";

/** Trades of one page, and how many match in all. */
interface FoundPositions {
  /** Not to be written to, and good until the next search. */
  readonly positions: Uint32Array;
  readonly total: number;
}

/** Members of a filter that a ready list answers whole. */
type Listed = "ticker" | "politicianId" | "chamber" | "party";

/** Ten filters that match all of 200,000 trades, or hundreds of usual ones. */
const WORDS_KEPT_BYTES = 8 * 2 ** 20;

const NOTHING = new Uint32Array();

export class TradeSearch {
  readonly #columns: TradeColumns;
  readonly #lists = new Map<string, Postings>();
  readonly #orders = new Map<string, Uint32Array>();
  /** Written over by every search, so that none leaves garbage of the size of the dataset. */
  readonly #kept: Uint32Array;
  /** Matches of the latest filters with words: the next page of one is not searched for again. */
  readonly #withWords = new LRUCache<string, Uint32Array>({
    maxSize: WORDS_KEPT_BYTES,
    sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + 1,
  });
  /** Zeros between searches. */
  readonly #marks: Uint8Array;

  constructor(columns: TradeColumns) {
    this.#columns = columns;
    this.#kept = new Uint32Array(columns.length);
    this.#marks = new Uint8Array(columns.length);
  }

  page(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): FoundPositions {
    const matching = this.#matching(filter);
    const total = matching === null ? this.#columns.length : matching.length;
    if (skip >= total) return { positions: NOTHING, total };
    const to = Math.min(skip + limit, total);
    const order = this.#order(sort);
    if (matching === null) return { positions: order?.subarray(skip, to) ?? range(skip, to), total };
    return { positions: order ? this.#inOrder(matching, order, skip, to) : matching.subarray(skip, to), total };
  }

  /** Owned by the caller. */
  select(filter: TradeFilter, sort: TradeSort): Uint32Array {
    const matching = this.#matching(filter);
    const order = this.#order(sort);
    if (matching === null) return order?.slice() ?? range(0, this.#columns.length);
    return order ? this.#inOrder(matching, order, 0, matching.length) : matching.slice();
  }

  /** Positions of the trades that a symbol finds, ascending; a view. */
  ofSymbol(symbol: string): Uint32Array {
    const code = this.#columns.symbolCodes.get(symbol);
    if (code === undefined) return NOTHING;
    const { length, symbol: codes, symbols, otherSymbols } = this.#columns;
    return this.#list("ticker", symbols.length, length, (position) => codes[position] as number, otherSymbols).of(code);
  }

  /** Positions of the trades of a politician who is served under the id, ascending; a view. */
  ofPolitician(id: string): Uint32Array {
    const code = this.#columns.personCodes.get(id);
    return code === undefined ? NOTHING : this.#ofPeople().of(code);
  }

  #ofPeople(): Postings {
    const { length, person, people } = this.#columns;
    return this.#list("politician", people.length, length, (position) => person[position] as number);
  }

  /** Ascending positions, maybe a view; null for all of them. Not to be written to. */
  #matching(filter: TradeFilter): Uint32Array | null {
    if (filter.words === undefined || filter.words.length === 0) return this.#scanned(filter);
    const key = JSON.stringify(filter);
    let found = this.#withWords.get(key);
    if (found === undefined) {
      found = this.#scanned(filter)?.slice() ?? range(0, this.#columns.length);
      this.#withWords.set(key, found);
    }
    return found;
  }

  #scanned(filter: TradeFilter): Uint32Array | null {
    const { positions, listed } = this.#candidates(filter);
    const days = this.#disclosedWithin(filter);
    const all = days === null || positions === null ? positions : within(positions, days.from, days.to);
    const tests = this.#tests(filter, listed);
    const { traded } = this.#columns;
    const words = filter.words ?? [];
    const bounded = filter.tradedFrom !== undefined || filter.tradedTo !== undefined;
    if (tests.length === 0 && words.length === 0 && !bounded) {
      return all ?? (days === null ? null : range(days.from, days.to, this.#kept));
    }
    let kept = all ?? range(days?.from ?? 0, days?.to ?? this.#columns.length, this.#kept);
    for (const { codes, allowed } of tests) kept = keepAllowed(kept, codes, allowed, this.#kept);
    if (bounded) {
      const from = filter.tradedFrom === undefined ? Number.NEGATIVE_INFINITY : dayNumber(filter.tradedFrom);
      const to = filter.tradedTo === undefined ? Number.POSITIVE_INFINITY : dayNumber(filter.tradedTo);
      kept = keepBetween(kept, traded, from, to, this.#kept);
    }
    for (const word of words) kept = this.#keepWord(kept, word);
    return kept;
  }

  /** The shortest list that holds all that match, and which members of the filter it has answered; null for all positions. */
  #candidates(filter: TradeFilter): { readonly positions: Uint32Array | null; readonly listed: readonly Listed[] } {
    const { length, personCodes, traits } = this.#columns;
    const found: { readonly positions: Uint32Array; readonly listed: readonly Listed[] }[] = [];
    if (filter.ticker) {
      const lists = filter.ticker.map((symbol) => this.ofSymbol(symbol));
      found.push({ positions: union(lists, this.#marks), listed: ["ticker"] });
    }
    if (filter.politicianId) {
      const lists = this.#ofPeople();
      const codes = filter.politicianId.flatMap((id) => personCodes.get(id) ?? []);
      found.push({
        positions: union(
          codes.map((code) => lists.of(code)),
          this.#marks,
        ),
        listed: ["politicianId"],
      });
    }
    const chamber = filter.chamber === undefined ? 0 : CHAMBERS.indexOf(filter.chamber) + 1;
    const [only] = filter.party?.length === 1 ? filter.party : [];
    const party = only === undefined ? 0 : PARTIES.indexOf(only) + 1;
    if (chamber > 0 || party > 0) {
      // One list for each chamber, each party, and each pair of both, made when first asked for.
      const place = (known: Traits) =>
        (chamber > 0 ? CHAMBERS.indexOf(known.chamber) : 0) * PARTIES.length +
        (party > 0 ? PARTIES.indexOf(known.party) : 0);
      const places = Uint8Array.from(TRAITS, place);
      const lists = this.#list(
        `${chamber > 0} ${party > 0}`,
        CHAMBERS.length * PARTIES.length,
        length,
        (position) => places[traits[position] as number] as number,
      );
      const positions = lists.of(Math.max(0, chamber - 1) * PARTIES.length + Math.max(0, party - 1));
      const listed: Listed[] = [...(chamber > 0 ? ["chamber" as const] : []), ...(party > 0 ? ["party" as const] : [])];
      found.push({ positions, listed });
    }
    const [first, ...others] = found.sort((a, b) => a.positions.length - b.positions.length);
    if (first === undefined) return { positions: null, listed: [] };
    // A ticker is answered by its list alone, since a trade may be found by several symbols.
    const ticker = others.find(({ listed }) => listed.includes("ticker"));
    if (ticker === undefined) return first;
    return { positions: intersection(first.positions, ticker.positions), listed: [...first.listed, "ticker"] };
  }

  /** The rest of the filter as tests of single columns. */
  #tests(
    filter: TradeFilter,
    listed: readonly Listed[],
  ): { readonly codes: CodeColumn; readonly allowed: Uint8Array }[] {
    const { traits, owner, flags, person, people, assetType, assetTypes, coin, coins, amount, amounts } = this.#columns;
    const open = (member: Listed) => filter[member] !== undefined && !listed.includes(member);
    const tests: { readonly codes: CodeColumn; readonly allowed: Uint8Array }[] = [];
    const ids = open("politicianId") ? new Set(filter.politicianId) : null;
    if (ids !== null || filter.state !== undefined) {
      const allowed = allowedOf(
        people,
        ({ id, state }) => (ids === null || ids.has(id)) && (filter.state ?? state) === state,
      );
      tests.push({ codes: person, allowed });
    }
    if (open("chamber") || open("party") || filter.transactionType !== undefined || filter.late !== undefined) {
      const allowed = allowedOf(
        TRAITS,
        ({ chamber, party, type, late }) =>
          (filter.chamber ?? chamber) === chamber &&
          (filter.party?.includes(party) ?? true) &&
          (filter.transactionType?.includes(type) ?? true) &&
          (filter.late ?? late) === late,
      );
      tests.push({ codes: traits, allowed });
    }
    if (filter.amendmentPending !== undefined || filter.possibleDuplicate !== undefined) {
      const isAs = (sum: number, flag: number, wanted: boolean | undefined) =>
        wanted === undefined || wanted === (sum & flag) > 0;
      const allowed = allowedOf(
        [...Array(FLAG_SUMS).keys()],
        (sum) =>
          isAs(sum, FLAGS.amendmentPending, filter.amendmentPending) &&
          isAs(sum, FLAGS.possibleDuplicate, filter.possibleDuplicate),
      );
      tests.push({ codes: flags, allowed });
    }
    if (filter.assetType !== undefined) {
      const labels = filter.assetType.map((label) => label.toLowerCase());
      tests.push({ codes: assetType, allowed: allowedOf(assetTypes, (label) => labels.includes(label.toLowerCase())) });
    }
    if (filter.coin !== undefined) {
      tests.push({ codes: coin, allowed: allowedOf(coins, (symbol) => filter.coin?.includes(symbol) ?? true) });
    }
    if (filter.owner !== undefined) {
      tests.push({ codes: owner, allowed: allowedOf(OWNER_CODES, (each) => each === filter.owner) });
    }
    if (filter.minAmountUsd !== undefined || filter.maxAmountUsd !== undefined) {
      const [least, most] = [filter.minAmountUsd ?? 0, filter.maxAmountUsd ?? Number.POSITIVE_INFINITY];
      const allowed = allowedOf(
        amounts,
        ({ lowUsd, highUsd }) => lowUsd >= least && (highUsd ?? Number.POSITIVE_INFINITY) <= most,
      );
      tests.push({ codes: amount, allowed });
    }
    return tests;
  }

  /** The positions that were disclosed in the span: they lie together. Null without such a bound. */
  #disclosedWithin({ disclosedFrom, disclosedTo }: TradeFilter): { readonly from: number; readonly to: number } | null {
    if (disclosedFrom === undefined && disclosedTo === undefined) return null;
    const { disclosed, length } = this.#columns;
    const from = disclosedTo === undefined ? 0 : firstBelow(disclosed, dayNumber(disclosedTo) + 1);
    const to = disclosedFrom === undefined ? length : firstBelow(disclosed, dayNumber(disclosedFrom));
    return { from, to: Math.max(from, to) };
  }

  #keepWord(positions: Uint32Array, word: string): Uint32Array {
    if (positions.length === 0) return positions;
    const { texts, person, symbol, company, comment } = this.#columns;
    const tests: { readonly codes: CodeColumn; readonly allowed: Uint8Array }[] = [];
    for (const [codes, column] of [
      [person, texts.person],
      [symbol, texts.symbol],
      [company, texts.company],
      [comment, texts.comment],
    ] as const) {
      const { count, allowed } = column.withWord(word);
      if (count === column.length) return positions;
      if (count > 0) tests.push({ codes, allowed });
    }
    return keepAny(positions, tests, this.#marks, this.#kept);
  }

  /** The positions in the given order, from index `from` up to, not including, `to`. */
  #inOrder(positions: Uint32Array, order: Uint32Array, from: number, to: number): Uint32Array {
    const marks = this.#marks;
    for (const position of positions) marks[position] = 1;
    const ordered = new Uint32Array(to - from);
    for (let at = 0, count = 0; count < to; at += 1) {
      const position = order[at] as number;
      if (marks[position] === 0) continue;
      if (count >= from) ordered[count - from] = position;
      count += 1;
    }
    marks.fill(0);
    return ordered;
  }

  /** Null for the order of the recent list. */
  #order(sort: TradeSort): Uint32Array | null {
    if (sort.by === "disclosure_date" && sort.descending) return null;
    const key = `${sort.by} ${sort.descending}`;
    let order = this.#orders.get(key);
    if (order === undefined) {
      order = orderOf(this.#columns, sort);
      this.#orders.set(key, order);
    }
    return order;
  }

  #list(name: string, ...making: Parameters<typeof makePostings>): Postings {
    let list = this.#lists.get(name);
    if (list === undefined) {
      list = makePostings(...making);
      this.#lists.set(name, list);
    }
    return list;
  }
}

function makePostings(
  codes: number,
  length: number,
  codeAt: (position: number) => number,
  also?: TradeColumns["otherSymbols"],
): Postings {
  return Postings.of(length, codes, codeAt, also);
}
