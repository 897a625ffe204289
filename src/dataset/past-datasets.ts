/** Former versions by what is asked for: a version, a day or an instant. */
import { LRUCache } from "lru-cache";
import { UnavailableError } from "../errors.ts";
import type { NumberedVersion, PublishedTrade } from "../store/store.ts";
import type { Dataset } from "./dataset.ts";
import { type History, type NamedTrade, PastDataset } from "./past-dataset.ts";

/** Former versions that are ready, and the trades that they may differ in together. */
const READY = 32;
const READY_TRADES = 100_000;

/** Reason for which there is no such version: it was published by a release that kept nothing of it, or never. */
interface NoVersion {
  readonly missing: "not kept" | "never";
  /** The first that can be told. */
  readonly oldest: string | null;
}

/** One trade that two versions have otherwise: null in the one that does not list it. */
export interface ChangedTrade {
  readonly id: string;
  readonly before: NamedTrade | null;
  readonly after: NamedTrade | null;
  /** Id of the trade or filing in its place where it is no longer listed. */
  readonly supersededBy: string | null;
}

export class PastDatasets {
  readonly #history: History;
  readonly #current: () => Dataset;
  readonly #ready = new LRUCache<string, PastDataset>({
    max: READY,
    maxSize: READY_TRADES,
    maxEntrySize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ size }) => Math.min(READY_TRADES, size + 1),
  });
  readonly #opening = new Map<string, Promise<PastDataset>>();

  constructor(history: History, current: () => Dataset) {
    this.#history = history;
    this.#current = current;
  }

  /** @param asked the name of a version, or the instant at which it was in force. */
  async find(asked: string | Date): Promise<NumberedVersion | NoVersion> {
    const [found, oldest] = [await this.#history.version(asked), await this.#history.oldest()];
    const first = oldest?.version ?? null;
    if (found === undefined) return { missing: "never", oldest: first };
    return oldest === undefined || found.serial < oldest.serial ? { missing: "not kept", oldest: first } : found;
  }

  /** A version that `find` gave. */
  async open(asked: NumberedVersion): Promise<PastDataset> {
    const base = this.#current();
    const key = `${base.version} ${asked.version}`;
    const ready = this.#ready.get(key);
    if (ready !== undefined) return ready;
    let opening = this.#opening.get(key);
    if (opening === undefined) {
      opening = this.#open(asked, base).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    const opened = await opening;
    this.#ready.set(key, opened);
    return opened;
  }

  /** The trades that are listed in one of two versions alone, or otherwise in the later one, by id. */
  async changes(from: NumberedVersion, to: NumberedVersion): Promise<readonly ChangedTrade[]> {
    const before = await this.#history.tradesBefore(from.serial, to.serial);
    const ids = [...before.keys()].sort();
    const now = await this.#history.trades(ids);
    const since = await this.#history.tradesBefore(to.serial);
    const [then, later] = [await this.open(from), await this.open(to)];
    return ids.flatMap((id) => {
      const after = since.has(id) ? since.get(id) : now.get(id);
      const one = listed(before.get(id) ?? null);
      const other = listed(after ?? null);
      if (one === null && other === null) return [];
      return [
        {
          id,
          before: one && then.named(one),
          after: other && later.named(other),
          supersededBy: other === null ? (after?.supersededBy ?? null) : null,
        },
      ];
    });
  }

  async #open(asked: NumberedVersion, base: Dataset): Promise<PastDataset> {
    const current = await this.#history.version(base.version);
    if (current === undefined) throw new RangeError(`the version ${base.version} that is served is not in the store`);
    // Another process has published it just now, and it is about to be served.
    if (asked.serial > current.serial) {
      throw new UnavailableError("service_unavailable", `Version ${asked.version} is not served here yet.`, 2);
    }
    return PastDataset.open(asked, base, current, this.#history);
  }
}

function listed(published: PublishedTrade | null): PublishedTrade | null {
  return published?.supersededBy === null ? published : null;
}
