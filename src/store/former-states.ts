/** Notes what a publication overwrites, so that what was served before can be told. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { createPause, inChunks } from "../base/pause.ts";
import type { FilingRecord, FormerStateRecord, PoliticianRecord, TradeRecord, Writing } from "./schema.ts";

/** The part of a filing that the numbers by state are counted from. */
export type FilingStanding = Pick<FilingRecord, "politician_id" | "state">;

/** The rows that are stored, by kind. */
export interface FormerRows {
  readonly trade: TradeRecord;
  readonly politician: PoliticianRecord;
  readonly filing: FilingStanding;
}

export type FormerKind = keyof FormerRows;

const ROWS_AT_ONCE = 500;

/** The first that is noted of a row counts: what it was when the publication began. */
export class FormerStates {
  readonly #noted = new Map<string, Omit<FormerStateRecord, "until_serial">>();

  /** @param before null for a row that did not exist. */
  note<Kind extends FormerKind>(kind: Kind, id: string, before: FormerRows[Kind] | null): void {
    const key = `${kind} ${id}`;
    if (this.#noted.has(key)) return;
    this.#noted.set(key, { kind, id, record: before && packed(kind, JSON.stringify(before)) });
  }

  /** @param serial of the version in force before the publication; 0 where there was none. */
  async write(transaction: Writing, serial: number): Promise<void> {
    const pause = createPause();
    for (const chunk of inChunks([...this.#noted.values()], ROWS_AT_ONCE)) {
      await transaction
        .insertInto("former_states")
        .values(chunk.map((row) => ({ ...row, until_serial: serial })))
        .execute();
      await pause();
    }
  }
}

/** Rows that are remembered: questions about different versions need mostly the same ones, and unpacking takes a third of their time. */
const ROWS_REMEMBERED = 5000;

export class FormerRowReader {
  readonly #read = new LRUCache<string, FormerRows[FormerKind]>({ max: ROWS_REMEMBERED });

  /** @param row as `FormerStates` wrote it; null for one that did not exist. */
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

function packed(kind: FormerKind, json: string): Uint8Array {
  return isPacked(kind) ? zstdCompressSync(json) : Buffer.from(json);
}

/** A filing's two words do not get shorter. */
function isPacked(kind: FormerKind): boolean {
  return kind !== "filing";
}
