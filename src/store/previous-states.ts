/** Records what a publication overwrites, so that former versions can be reconstructed. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { FilingRecord, PoliticianRecord, PreviousStateRecord, TradeRecord, Writing } from "./schema.ts";

/** The columns needed to count filings by filing state. */
export type FilingStateRow = Pick<FilingRecord, "politician_id" | "state">;

export interface PreviousRows {
  readonly trade: TradeRecord;
  readonly politician: PoliticianRecord;
  readonly filing: FilingStateRow;
}

export type RowKind = keyof PreviousRows;

const ROWS_AT_ONCE = 500;

/** Collects previous rows. Only the first call for each row counts, so the row is kept as it was before the publication. */
export class PreviousStates {
  readonly #noted = new Map<string, Omit<PreviousStateRecord, "until_serial">>();

  /** @param before null if the row did not exist. */
  record<Kind extends RowKind>(kind: Kind, id: string, before: PreviousRows[Kind] | null): void {
    const key = `${kind} ${id}`;
    if (this.#noted.has(key)) return;
    this.#noted.set(key, { kind, id, record: before && encodePreviousRow(kind, JSON.stringify(before)) });
  }

  /** @param serial serial of the version that was current before the publication; 0 if there was none. */
  async write(transaction: Writing, serial: number): Promise<void> {
    const pause = createPause();
    for (const chunk of splitIntoChunks([...this.#noted.values()], ROWS_AT_ONCE)) {
      await transaction
        .insertInto("former_states")
        .values(chunk.map((row) => ({ ...row, until_serial: serial })))
        .execute();
      await pause();
    }
  }
}

/** Number of cached rows: queries for different versions need mostly the same rows, and spend a third of their time unpacking. */
const CACHED_ROWS = 5000;

export class PreviousRowReader {
  readonly #read = new LRUCache<string, PreviousRows[RowKind]>({ max: CACHED_ROWS });

  /** @param row an entry of `former_states`, written by `PreviousStates`. @returns the recorded row, null if no row existed. */
  read<Kind extends RowKind>(kind: Kind, row: Omit<PreviousStateRecord, "kind">): PreviousRows[Kind] | null {
    if (row.record === null) return null;
    const key = `${kind} ${row.id} ${row.until_serial}`;
    let read = this.#read.get(key) as PreviousRows[Kind] | undefined;
    if (read === undefined) {
      const json = isCompressed(kind) ? zstdDecompressSync(row.record) : Buffer.from(row.record);
      read = JSON.parse(json.toString()) as PreviousRows[Kind];
      this.#read.set(key, read);
    }
    return read;
  }
}

function encodePreviousRow(kind: RowKind, json: string): Uint8Array {
  return isCompressed(kind) ? zstdCompressSync(json) : Buffer.from(json);
}

/** Returns whether rows of a kind are compressed; the two short values of a filing are not worth compressing. */
function isCompressed(kind: RowKind): boolean {
  return kind !== "filing";
}
