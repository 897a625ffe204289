/** A former version, reconstructed from the current one: without later additions and changes, and with the trades as they were. */
import { compareTexts } from "../../base/compare-texts.ts";
import { createPause, splitIntoChunks } from "../../base/pause.ts";
import type { AmountRange } from "../../domain/amount-range.ts";
import { type FilingState, isUnread, parseTradeId } from "../../domain/filing.ts";
import { mergeIdentities } from "../../domain/identity.ts";
import { computeReportingGapDays } from "../../domain/lateness.ts";
import { findSeat } from "../../domain/party.ts";
import type { Politician } from "../../domain/politician.ts";
import { createTradeSerializer } from "../../domain/public-trade.ts";
import type { Trade } from "../../domain/trade.ts";
import {
  matchesTrade,
  RECENT_FIRST,
  type TradeFilter,
  type TradePolitician,
  type TradeSort,
} from "../../domain/trade-filter.ts";
import type { HistoryTable } from "../../store/history.ts";
import type { PublishedTrade } from "../../store/publications.ts";
import type { NumberedVersion } from "../../store/versions.ts";
import { Activity } from "./activity.ts";
import { buildListEnvelope, readTradeId } from "./bytes-dataset.ts";
import type { Dataset, DatasetPage } from "./dataset.ts";
import { type ReturnTrade, toReturnTrade } from "./decided-trade.ts";
import { buildPoliticianDetail, buildTenure, listOtherNames, toPoliticianFields } from "./politician-json.ts";
import { bisect } from "./search/positions.ts";
import { sortInSlices } from "./slices.ts";

export interface NamedTrade {
  readonly published: PublishedTrade;
  readonly name: string;
}

/** Differences between the trades of the former version and the trades of the current version. */
interface Differences {
  /** Positions of trades in the current version to leave out: the former version lacks them or has them with different data. */
  readonly leftOut: ReadonlySet<number>;
  /** Ids of the trades that changed after the former version. */
  readonly touched: ReadonlySet<string>;
  /** Differing trades as the former version listed them, with the politician ids that the former version published. */
  readonly rows: readonly Trade[];
  /** The politicians of every trade in `rows`, by the ids under which the politicians were published. */
  readonly people: ReadonlyMap<string, TradePolitician>;
}

export class PastVersion {
  readonly #sources: Sources;
  readonly #differences: Differences;
  #order: { readonly name: string; readonly trades: Promise<readonly PlacedTrade[]> } | undefined;

  private constructor(sources: Sources, differences: Differences) {
    this.#sources = sources;
    this.#differences = differences;
  }

  /** @param base the current version, @param current its number. */
  static async open(
    requested: NumberedVersion,
    base: Dataset,
    current: NumberedVersion,
    history: HistoryTable,
  ): Promise<PastVersion> {
    const sources = { history, requested, base, current, merged: await history.readMergedIds(requested.serial) };
    return new PastVersion(sources, await readDifferences(sources));
  }

  get version(): string {
    return this.#sources.requested.version;
  }

  /** Number of trades in the differences, which counts toward the cache's limit. */
  get size(): number {
    return this.#differences.leftOut.size + this.#differences.rows.length;
  }

  getMergedId(id: string): string | undefined {
    return this.#sources.merged.get(id);
  }

  /** A page of the matching trades in the requested order, as the body of a trade list, with the exact number of matches. */
  async listTrades(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): Promise<DatasetPage> {
    const { leftOut, people } = this.#differences;
    const { base } = this.#sources;
    const unchanged = base.select(filter, sort).filter((position) => !leftOut.has(position));
    const order = createSortComparator(sort);
    const previous = await this.#findPastTrades(filter, sort);
    const write = createTradeSerializer((id) => (people.get(id) ?? NOBODY).name);
    const total = unchanged.length + previous.length;
    const countUnchangedBefore = (at: number) =>
      this.#countBefore(unchanged, (previous[at] as PlacedTrade).place, order);
    const values: Buffer[] = [];
    // In the list, a trade's position is its index in `previous` plus the number of unchanged trades before the trade.
    let next = bisect(previous.length, (at) => at + countUnchangedBefore(at) < skip);
    for (let at = skip; at < Math.min(skip + limit, total); at += 1) {
      const isPrevious = next < previous.length && countUnchangedBefore(next) <= at - next;
      const value = isPrevious
        ? Buffer.from(write((previous[next] as PlacedTrade).trade))
        : base.getTradeAt(unchanged[at - next] as number);
      if (isPrevious) next += 1;
      values.push(...(values.length > 0 ? [COMMA, value] : [value]));
    }
    return buildListEnvelope("trades", values, total, limit, skip);
  }

  /** All matching trades, in chunks: unchanged ones first. */
  async *readMatches(filter: TradeFilter): AsyncGenerator<readonly ReturnTrade[]> {
    const { leftOut } = this.#differences;
    const { base } = this.#sources;
    const unchanged = base.select(filter, RECENT_FIRST).filter((position) => !leftOut.has(position));
    for (const chunk of splitIntoChunks([...unchanged], ROWS_AT_ONCE))
      yield chunk.map((position) => base.getSummaryAt(position));
    for (const chunk of splitIntoChunks(await this.#findPastTrades(filter, RECENT_FIRST), ROWS_AT_ONCE)) {
      yield chunk.map(({ trade }) => toReturnTrade(trade));
    }
  }

  /** The matching trades among `Differences.rows`, in the requested order. */
  async #findPastTrades(filter: TradeFilter, sort: TradeSort): Promise<readonly PlacedTrade[]> {
    const { people } = this.#differences;
    const served = this.#replaceMergedIds(filter);
    const pause = createPause(SLICE_MS);
    const found: PlacedTrade[] = [];
    for (const chunk of splitIntoChunks(await this.#getSortedTrades(sort), ROWS_AT_ONCE)) {
      for (const each of chunk) {
        if (matchesTrade(served, each.trade, people.get(each.trade.politicianId) ?? NOBODY)) found.push(each);
      }
      await pause();
    }
    return found;
  }

  /** `Differences.rows`, sorted. The most recently requested order is cached, so that paging sorts the trades once. */
  #getSortedTrades({ by, descending }: TradeSort): Promise<readonly PlacedTrade[]> {
    const name = `${by} ${descending}`;
    if (this.#order?.name !== name)
      this.#order = { name, trades: this.#sortPastTrades(createSortComparator({ by, descending })) };
    return this.#order.trades;
  }

  async #sortPastTrades(order: Order): Promise<readonly PlacedTrade[]> {
    const pause = createPause(SLICE_MS);
    const placed: PlacedTrade[] = [];
    for (const chunk of splitIntoChunks(this.#differences.rows, ROWS_AT_ONCE)) {
      for (const trade of chunk) placed.push({ trade, place: toSortKey(trade) });
      await pause();
    }
    return sortInSlices(placed, (a, b) => order(a.place, b.place), pause);
  }

  /** Includes superseded trades. */
  async findTrade(id: string): Promise<NamedTrade | undefined> {
    const { history, requested } = this.#sources;
    const found = (await history.readTradesAt([id], requested.serial)).get(id);
    return found && this.#toNamedTrade(found);
  }

  /** Adds the politician's name in this version to a trade. Replaces the politician's id if the id was merged into another. */
  #toNamedTrade(published: PublishedTrade): NamedTrade {
    const politicianId = this.getMergedId(published.trade.politicianId) ?? published.trade.politicianId;
    const { name } =
      this.#differences.people.get(politicianId) ??
      (JSON.parse(
        this.#sources.base.getPolitician(politicianId)?.toString("utf8") ?? "{}",
      ) as Partial<TradePolitician>);
    if (name === undefined) throw new RangeError(`the version lacks politician ${politicianId}, who has a trade in it`);
    return { published: { ...published, trade: { ...published.trade, politicianId } }, name };
  }

  /** The body of `GET /politicians/{id}`; undefined for a politician who was not published. */
  async getPolitician(id: string): Promise<Buffer | undefined> {
    const { history, requested, current, merged } = this.#sources;
    const person = await this.#readPerson(id);
    if (person === undefined) return undefined;
    const { touched, rows } = this.#differences;
    const ids = listIdsMergedInto(merged, id);
    const unchanged = (await history.readMemberTrades(ids, current.serial)).filter((trade) => !touched.has(trade.id));
    const changed = rows.filter((trade) => trade.politicianId === id && touched.has(trade.id));
    const states = await history.readFilingStates(ids, requested.serial);
    const [activity, unrepeated] = [new Activity(), new Activity()];
    const pause = createPause(SLICE_MS);
    const listed = new Set<string>();
    for (const trade of [...unchanged, ...changed]) {
      listed.add(trade.filingId);
      activity.add(trade);
      if (!trade.isRepeat) unrepeated.add(trade);
      await pause();
    }
    if (!person.current && activity.trades === 0 && states.size === 0) return undefined;
    const { inOffice, committees } = buildTenure(person, requested.version);
    const unreadReports = [...states].filter(([filingId, state]) => isUnread(state, listed.has(filingId))).length;
    const detail = buildPoliticianDetail(toPoliticianFields(person, activity), {
      politician: person,
      member: { inOffice, committees, unreadReports, otherNames: listOtherNames(person) },
      filings: countFilingStates(states),
      withoutRepeats: unrepeated,
    });
    return Buffer.from(JSON.stringify(detail));
  }

  async #readPerson(id: string): Promise<Politician | undefined> {
    const { history, requested, merged } = this.#sources;
    return mergeIdentities(await history.readPoliticians(listIdsMergedInto(merged, id), requested.serial), merged)[0];
  }

  #replaceMergedIds(filter: TradeFilter): TradeFilter {
    const { politicianId } = filter;
    if (politicianId === undefined) return filter;
    return { ...filter, politicianId: [...new Set(politicianId.map((id) => this.getMergedId(id) ?? id))] };
  }

  #countBefore(positions: Uint32Array, place: Place, order: Order): number {
    return bisect(positions.length, (at) => {
      const summary = this.#sources.base.getSummaryAt(positions[at] as number);
      return order({ ...summary, gap: summary.reportingGapDays }, place) < 0;
    });
  }
}

/** Milliseconds of work between two turns of the event loop, and rows between two checks of the clock. */
const SLICE_MS = 2;
const ROWS_AT_ONCE = 200;
/** Number of trades whose filings are looked up between two checks of the clock: a filing may have a thousand lines. */
const FILINGS_AT_ONCE = 20;

const NOBODY: TradePolitician = { name: "", state: "" };
const COMMA = Buffer.from(",");

/** The values that determine a trade's place in a list. */
interface Place {
  readonly amount: AmountRange;
  readonly disclosureDate: string;
  readonly transactionDate: string;
  readonly id: string;
  readonly gap: number | null;
}

interface PlacedTrade {
  readonly trade: Trade;
  readonly place: Place;
}

type Order = (a: Place, b: Place) => number;

function toSortKey(trade: Trade): Place {
  const { id, disclosureDate, transactionDate, amount } = trade;
  return { amount, disclosureDate, transactionDate, id, gap: computeReportingGapDays(trade) };
}

function createSortComparator({ by, descending }: TradeSort): Order {
  const sign = descending ? -1 : 1;
  return (a, b) => sign * compareSortKeys(by, a, b, sign) || compareRecentFirst(a, b);
}

function compareSortKeys(by: TradeSort["by"], a: Place, b: Place, sign: number): number {
  if (by === "amount") return a.amount.lowUsd - b.amount.lowUsd;
  if (by === "transaction_date") return compareTexts(a.transactionDate, b.transactionDate);
  if (by === "disclosure_date") return compareTexts(a.disclosureDate, b.disclosureDate);
  // Unknown values come last in either direction.
  if (a.gap === null || b.gap === null) return sign * (Number(a.gap === null) - Number(b.gap === null));
  return a.gap - b.gap;
}

function compareRecentFirst(a: Place, b: Place): number {
  return (
    compareTexts(b.disclosureDate, a.disclosureDate) ||
    compareTexts(b.transactionDate, a.transactionDate) ||
    compareTexts(b.id, a.id)
  );
}

/** The data from which a former version is reconstructed. */
interface Sources {
  readonly history: HistoryTable;
  readonly requested: NumberedVersion;
  readonly base: Dataset;
  readonly current: NumberedVersion;
  /** Maps a politician id to the other id under which the former version published the politician. */
  readonly merged: ReadonlyMap<string, string>;
}

async function readDifferences(sources: Sources): Promise<Differences> {
  const { history, requested, base, current, merged } = sources;
  const previous = await history.readTradesBefore(requested.serial, current.serial);
  const leftOut = await findPositionsOfTrades(base, previous);
  const rows: Trade[] = [];
  const replaceMergedId = (trade: Trade) => {
    const politicianId = merged.get(trade.politicianId);
    return politicianId === undefined ? trade : { ...trade, politicianId };
  };
  const touched = new Set<string>();
  const pause = createPause(SLICE_MS);
  for (const [id, published] of previous) {
    touched.add(id);
    if (published?.supersededBy === null) rows.push(replaceMergedId(published.trade));
    if (touched.size % ROWS_AT_ONCE === 0) await pause();
  }
  const others = await findChangedMembers(sources);
  for (const position of base.select({ politicianId: [...others] }, RECENT_FIRST)) leftOut.add(position);
  for (const id of new Set(Array.from(others, (id) => merged.get(id) ?? id))) {
    const trades = await history.readMemberTrades(listIdsMergedInto(merged, id), current.serial);
    for (const trade of trades) if (!previous.has(trade.id)) rows.push(replaceMergedId(trade));
  }
  return { leftOut, touched, rows, people: await readPeopleOfTrades(sources, rows) };
}

function countFilingStates(states: ReadonlyMap<string, FilingState>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const state of [...states.values()].sort()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

async function findPositionsOfTrades(base: Dataset, ids: ReadonlyMap<string, unknown>): Promise<Set<number>> {
  const positions = new Set<number>();
  const pause = createPause(SLICE_MS);
  const filings = new Set<string>();
  let prefix = "";
  for (const chunk of splitIntoChunks([...ids.keys()], FILINGS_AT_ONCE)) {
    for (const id of chunk) {
      // Trades of a filing are mostly adjacent.
      if (prefix !== "" && id.startsWith(prefix)) continue;
      prefix = id.slice(0, id.lastIndexOf("_") + 1);
      const filingId = parseTradeId(id)?.filingId ?? "";
      if (filings.has(filingId)) continue;
      filings.add(filingId);
      for (const position of base.findTradesOfFiling(filingId)) {
        if (ids.has(readTradeId(base.getTradeAt(position)))) positions.add(position);
      }
    }
    await pause();
  }
  return positions;
}

/** Former and current ids of members whose name, state or identity may have changed. All of their trades may thus differ. */
async function findChangedMembers({
  history,
  requested,
  base,
  current,
  merged,
}: Sources): Promise<ReadonlySet<string>> {
  const others = new Set<string>();
  for (const [id, before] of await history.readPoliticiansBefore(requested.serial, current.serial)) {
    if (before === null) continue;
    const [then, now] = [merged.get(id) ?? id, base.getMergedId(id) ?? id];
    const { name, state } = JSON.parse(base.getPolitician(now)?.toString("utf8") ?? "{}") as Partial<TradePolitician>;
    // If two ids were merged into one member, that member's seat may come from the terms of either id.
    const isServedAlone = then === id && now === id;
    const isSame = isServedAlone && before.name === name && findSeat(before).state === state;
    if (!isSame) for (const each of [then, now]) others.add(each);
  }
  return others;
}

async function readPeopleOfTrades(
  { history, requested, merged }: Sources,
  rows: readonly Trade[],
): Promise<ReadonlyMap<string, TradePolitician>> {
  const ids = new Set(rows.map(({ politicianId }) => politicianId));
  const all = [...ids].flatMap((id) => listIdsMergedInto(merged, id));
  const members = all.length === 0 ? [] : mergeIdentities(await history.readPoliticians(all, requested.serial), merged);
  return new Map(members.map((member) => [member.id, { name: member.name, state: findSeat(member).state }]));
}

function listIdsMergedInto(merged: ReadonlyMap<string, string>, id: string): readonly string[] {
  return [id, ...[...merged].filter(([, to]) => to === id).map(([from]) => from)];
}
