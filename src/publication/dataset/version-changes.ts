/** Trades that differ between two versions: their ids are computed once per pair, and a page reads only its own trades. */
import { LRUCache } from "lru-cache";
import type { FairQueue } from "../../base/fair-queue.ts";
import { createPause, splitIntoChunks } from "../../base/pause.ts";
import { mergeIdentities } from "../../domain/identity.ts";
import { isPublicChange } from "../../domain/public-trade.ts";
import type { HistoryTable } from "../../store/history.ts";
import type { PublishedTrade } from "../../store/publications.ts";
import type { NumberedVersion } from "../../store/versions.ts";
import type { NamedTrade } from "./past-version.ts";
import { sortInSlices } from "./slices.ts";

/** A trade that differs between two versions. `before` or `after` is null if that version does not list the trade. */
export interface ChangedTrade {
  readonly id: string;
  readonly before: NamedTrade | null;
  readonly after: NamedTrade | null;
  /** Id of the trade or filing that replaced this trade; null while this trade is listed. */
  readonly supersededBy: string | null;
}

export interface ChangesPage {
  readonly changes: readonly ChangedTrade[];
  /** Number of trades that differ between the two versions. */
  readonly total: number;
}

/** Maximum number of cached ids, for all pairs together; an id takes some 50 bytes. */
const IDS_REMEMBERED = 400_000;
/** Maximum number of versions whose merged identities are cached. */
const VERSIONS_REMEMBERED = 100;
const TRADES_AT_ONCE = 100;
/** Milliseconds of work between two turns of the event loop. */
const SLICE_MS = 2;

type Pair = Readonly<Record<"from" | "to", NumberedVersion>>;

export class VersionChanges {
  readonly #history: HistoryTable;
  readonly #queue: FairQueue;
  /** Ids, ascending, of the trades that differ between two versions. Key: both serial numbers. An entry never changes. */
  readonly #ids = new LRUCache<string, readonly string[]>({
    maxSize: IDS_REMEMBERED,
    maxEntrySize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ length }) => Math.min(IDS_REMEMBERED, length + 1),
  });
  readonly #merged = new LRUCache<number, ReadonlyMap<string, string>>({ max: VERSIONS_REMEMBERED });

  /** @param queue queues callers while the ids of the trades that differ between two versions are computed. */
  constructor(history: HistoryTable, queue: FairQueue) {
    this.#history = history;
    this.#queue = queue;
  }

  /** Changes, sorted by trade id. @param caller see `FairQueue.run`. */
  async listPage(pair: Pair, limit: number, skip: number, caller: string): Promise<ChangesPage> {
    const key = `${pair.from.serial} ${pair.to.serial}`;
    const ids =
      this.#ids.get(key) ??
      (await this.#queue.run(caller, async () => {
        const known = this.#ids.get(key) ?? (await this.#findChangedIds(pair));
        this.#ids.set(key, known);
        return known;
      }));
    const pageIds = ids.slice(skip, skip + limit);
    const [before, after] = [
      await this.#readTradesOfVersion(pageIds, pair.from.serial),
      await this.#readTradesOfVersion(pageIds, pair.to.serial),
    ];
    const names = [
      await this.#readMemberNames(before.values(), pair.from.serial),
      await this.#readMemberNames(after.values(), pair.to.serial),
    ] as const;
    const changes = pageIds.map((id) => {
      const now = after.get(id);
      const isListed = now?.supersededBy === null;
      return {
        id,
        before: toNamedTrade(omitSuperseded(before.get(id)), names[0]),
        after: toNamedTrade(omitSuperseded(now), names[1]),
        supersededBy: isListed ? null : (now?.supersededBy ?? null),
      };
    });
    return { changes, total: ids.length };
  }

  async #findChangedIds({ from, to }: Pair): Promise<readonly string[]> {
    const touched = await this.#history.readChangedTradeIds(from.serial, to.serial);
    const pause = createPause(SLICE_MS);
    const changed: string[] = [];
    const existed: string[] = [];
    const added: string[] = [];
    for (const [id, isKnown] of touched) (isKnown ? existed : added).push(id);
    for (const ids of splitIntoChunks(added, TRADES_AT_ONCE)) {
      changed.push(...(await this.#history.findTradeIdsInVersion(ids, to.serial)));
      await pause();
    }
    for (const ids of splitIntoChunks(existed, TRADES_AT_ONCE)) {
      const [before, after] = [
        await this.#readTradesOfVersion(ids, from.serial),
        await this.#readTradesOfVersion(ids, to.serial),
      ];
      changed.push(
        ...ids.filter((id) => hasPublicChange(omitSuperseded(before.get(id)), omitSuperseded(after.get(id)))),
      );
      await pause();
    }
    return sortInSlices(changed, (a, b) => (a < b ? -1 : 1));
  }

  /** Trades of a version, each with the member id under which it was published. */
  async #readTradesOfVersion(ids: readonly string[], serial: number): Promise<ReadonlyMap<string, PublishedTrade>> {
    const merged = await this.#getOrReadMergedIds(serial);
    const found = await this.#history.readTradesAt(ids, serial);
    return new Map(
      [...found].map(([id, { trade, ...published }]) => {
        const politicianId = merged.get(trade.politicianId) ?? trade.politicianId;
        return [id, { ...published, trade: { ...trade, politicianId } }];
      }),
    );
  }

  /** Names of the members of these trades, as published in the version. */
  async #readMemberNames(trades: Iterable<PublishedTrade>, serial: number): Promise<ReadonlyMap<string, string>> {
    const merged = await this.#getOrReadMergedIds(serial);
    const served = new Set(Array.from(trades, ({ trade }) => trade.politicianId));
    if (served.size === 0) return new Map();
    const ids = [...served, ...[...merged].filter(([, to]) => served.has(to)).map(([id]) => id)];
    const members = mergeIdentities(await this.#history.readPoliticians(ids, serial), merged);
    return new Map(members.map(({ id, name }) => [id, name]));
  }

  async #getOrReadMergedIds(serial: number): Promise<ReadonlyMap<string, string>> {
    const merged = this.#merged.get(serial) ?? (await this.#history.readMergedIds(serial));
    this.#merged.set(serial, merged);
    return merged;
  }
}

function omitSuperseded(published: PublishedTrade | undefined): PublishedTrade | null {
  return published?.supersededBy === null ? published : null;
}

/** A member's new name does not count as a change of the member's trades. The same rule applies to events. */
function hasPublicChange(before: PublishedTrade | null, after: PublishedTrade | null): boolean {
  if (before === null || after === null) return before !== after;
  return isPublicChange(before.trade, after.trade);
}

function toNamedTrade(published: PublishedTrade | null, names: ReadonlyMap<string, string>): NamedTrade | null {
  if (published === null) return null;
  const { politicianId } = published.trade;
  const name = names.get(politicianId);
  if (name === undefined) throw new RangeError(`the version lacks politician ${politicianId}, who has a trade in it`);
  return { published, name };
}
