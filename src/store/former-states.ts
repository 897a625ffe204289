/** Records what a publication overwrites, so that former versions can be reconstructed. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { FilingRecord, FormerStateRecord, PoliticianRecord, TradeRecord, Writing } from "./schema.ts";

/** The columns needed to count filings by state. */
export type FilingStanding = Pick<FilingRecord, "politician_id" | "state">;

/** Row types by kind. */
export interface FormerRows {
  readonly trade: TradeRecord;
  readonly politician: PoliticianRecord;
  readonly filing: FilingStanding;
}

export type FormerKind = keyof FormerRows;

const ROWS_AT_ONCE = 500;

/** Keeps the first record of each row: its content before the publication began. */
export class FormerStates {
  readonly #noted = new Map<string, Omit<FormerStateRecord, "until_serial">>();

  /** @param before null if the row did not exist. */
  record<Kind extends FormerKind>(kind: Kind, id: string, before: FormerRows[Kind] | null): void {
    const key = `${kind} ${id}`;
    if (this.#noted.has(key)) return;
    this.#noted.set(key, { kind, id, record: before && packFormerState(kind, JSON.stringify(before)) });
  }

  /** @param serial of the current version before the publication; 0 if there was none. */
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

/** Number of cached rows: queries for different versions need mostly the same rows, and unpacking takes a third of their time. */
const ROWS_REMEMBERED = 5000;

export class FormerRowReader {
  readonly #read = new LRUCache<string, FormerRows[FormerKind]>({ max: ROWS_REMEMBERED });

  /** @param row as written by `FormerStates`; null for one that did not exist. */
  read<Kind extends FormerKind>(kind: Kind, row: Omit<FormerStateRecord, "kind">): FormerRows[Kind] | null {
    if (row.record === null) return null;
    const key = `${kind} ${row.id} ${row.until_serial}`;
    let read = this.#read.get(key) as FormerRows[Kind] | undefined;
    if (read === undefined) {
      const json = isPacked(kind) ? zstdDecompressSync(row.record) : Buffer.from(row.record);
      read = JSON.parse(json.toString()) as FormerRows[Kind];
      this.#read.set(key, read);
    }
    return read;
  }
}

function packFormerState(kind: FormerKind, json: string): Uint8Array {
  return isPacked(kind) ? zstdCompressSync(json) : Buffer.from(json);
}

/** A filing's two short values are not worth compressing. */
function isPacked(kind: FormerKind): boolean {
  return kind !== "filing";
}
