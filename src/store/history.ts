/** The dataset as it was in former versions: what is stored now, and what was there before each change since. */

import { type Kysely, sql } from "kysely";
import { createPause, inChunks } from "../base/pause.ts";
import type { FilingState } from "../domain/filing.ts";
import type { Politician } from "../domain/politician.ts";
import type { Trade } from "../domain/trade.ts";
import type { Database } from "./database.ts";
import { type FormerKind, FormerRowReader, type FormerRows } from "./former-states.ts";
import { type PublishedTrade, toPublished } from "./publications.ts";
import { fromPoliticianRecord } from "./reference.ts";
import type { FormerStateRecord, Schema, TradeRecord } from "./schema.ts";
import { toTrade } from "./trade-rows.ts";
import { type NumberedVersion, toNumbered, versionAt } from "./versions.ts";

/** Milliseconds of work between two turns of the event loop. */
const SLICE_MS = 2;

/** Former versions, told from what each publication has overwritten. `serial` and `from` name the version that is asked for. */
export function historyTable({ reading }: Database) {
  const before = formerRows(reading);
  return {
    /** The version of that name, or the one in force at that instant; undefined where there was none. */
    version: (asked: string | Date): Promise<NumberedVersion | undefined> =>
      asked instanceof Date ? versionAt(reading, asked.getTime()) : versionNamed(reading, asked),
    /** The first version that can be told; those before were published by a release that stored nothing of it. */
    async oldest(): Promise<NumberedVersion | undefined> {
      const start = await reading
        .selectFrom("former_states")
        .select("until_serial")
        .where("kind", "=", "start")
        .executeTakeFirst();
      const row = await reading
        .selectFrom("dataset_versions")
        .selectAll()
        .where("serial", ">=", start?.until_serial ?? 0)
        .orderBy("serial")
        .limit(1)
        .executeTakeFirst();
      return row && toNumbered(row);
    },
    /** Trades that the versions after `from`, up to `to`, changed, as they were in `from`; null: not yet published then. */
    tradesBefore: (from: number, to?: number) => before("trade", { from, to }, toPublished),
    /** Ids of the trades that `tradesBefore` would give, and whether each was published in `from` already. */
    async touchedTrades(from: number, to: number): Promise<ReadonlyMap<string, boolean>> {
      const touched = new Map<string, boolean>();
      for await (const rows of notesInOrder(reading, "trade", { from, to }, { withRecords: false })) {
        for (const { id, existed } of rows) if (!touched.has(id)) touched.set(id, existed === 1);
      }
      return touched;
    },
    /** The same of members; null: not known then. */
    politiciansBefore: (from: number, to?: number) => before("politician", { from, to }, fromPoliticianRecord),
    /** Returns which of these trades were published, including superseded ones. */
    async tradesAt(ids: readonly string[], serial: number): Promise<ReadonlyMap<string, PublishedTrade>> {
      const found = new Map<string, PublishedTrade>();
      for (const [id, row] of await tradeRowsAt(reading, before, ids, serial)) found.set(id, toPublished(row));
      return found;
    },
    /** Returns which of these trades (a few hundred at most) were listed. */
    listedAt: (ids: readonly string[], serial: number) => listedAt(reading, before, ids, serial),
    /** Ids of members who were served as another, with that id. */
    mergedInto: (serial: number) => mergedInto(reading, before, serial),
    /** Returns which of these members were known. */
    async politicians(ids: readonly string[], serial: number): Promise<readonly Politician[]> {
      const now = await reading
        .selectFrom("politicians")
        .selectAll()
        .where("id", "in", [...ids])
        .execute();
      const rows = new Map<string, FormerRows["politician"] | null>(now.map((row) => [row.id, row]));
      for (const [id, row] of await before("politician", { from: serial, ids }, asStored)) rows.set(id, row);
      return [...rows.values()].filter((row) => row !== null).map(fromPoliticianRecord);
    },
    /** The listed trades of a member who has had these ids, in no order. */
    tradesOf: (ids: readonly string[], serial: number) => tradesOf(reading, before, ids, serial),
    /** Number of the filings of a member who has had these ids, by state. */
    filingStates: (ids: readonly string[], serial: number) => filingStates(reading, before, ids, serial),
  };
}

export type HistoryTable = ReturnType<typeof historyTable>;

type ReadFormerRows = ReturnType<typeof formerRows>;

async function listedAt(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  ids: readonly string[],
  serial: number,
): Promise<ReadonlySet<string>> {
  // What is stored now is read first: a publication in between is undone again.
  const now = await reading
    .selectFrom("trades")
    .select("id")
    .where("id", "in", ids)
    .where("superseded_by", "is", null)
    .execute();
  const listed = new Set(now.map(({ id }) => id));
  for (const [id, row] of await before("trade", { from: serial, ids }, asStored)) {
    if (row?.superseded_by === null) listed.add(id);
    else listed.delete(id);
  }
  return listed;
}

async function mergedInto(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  serial: number,
): Promise<ReadonlyMap<string, string>> {
  const now = await reading
    .selectFrom("politicians")
    .select(["id", "merged_into"])
    .where("merged_into", "is not", null)
    .execute();
  const merged = new Map(now.map((row) => [row.id, row.merged_into]));
  for (const [id, row] of await before("politician", { from: serial }, (former) => former.merged_into)) {
    merged.set(id, row);
  }
  return new Map([...merged].flatMap(([id, to]) => (to === null ? [] : [[id, to]])));
}

interface Span {
  /** The first version whose changes count is the one after this. */
  readonly from: number;
  /** The last; without it all since. */
  readonly to?: number | undefined;
}

/**
 * Reads what was there before the versions after `from`, up to `to`, changed it: null where a row did not exist.
 * Rows are shaped as they are unpacked, so that a hundred thousand of them are not in memory twice.
 */
function formerRows(reading: Kysely<Schema>) {
  const reader = new FormerRowReader();
  return async <Kind extends FormerKind, Shaped>(
    kind: Kind,
    { ids, ...span }: Span & { readonly ids?: readonly string[] },
    shape: (row: FormerRows[Kind]) => Shaped,
  ): Promise<Map<string, Shaped | null>> => {
    const first = new Map<string, Shaped | null>();
    const pause = createPause(SLICE_MS);
    const notes: AsyncIterable<readonly Note[]> =
      ids === undefined ? notesInOrder(reading, kind, span, { withRecords: true }) : notesOf(reading, kind, span, ids);
    for await (const rows of notes) {
      for (const some of inChunks(rows, UNPACKED_AT_ONCE)) {
        for (const { record = null, ...row } of some) {
          if (first.has(row.id)) continue;
          const former = reader.read(kind, { ...row, record });
          first.set(row.id, former && shape(former));
        }
        await pause();
      }
    }
    return first;
  };
}

type Note = Pick<FormerStateRecord, "id" | "until_serial"> & Partial<Pick<FormerStateRecord, "record">>;

const asStored = <Row>(row: Row): Row => row;

/** Rows that are read at once; a store in SQLite holds the process up for as long as that takes. */
const ROWS_AT_ONCE = 250;
/** Rows that are unpacked at once, which takes some 0.05 ms each. */
const UNPACKED_AT_ONCE = 25;

/** The notes of a span in the order of their versions, a few at a time, between which the process does other work. */
async function* notesInOrder(
  reading: Kysely<Schema>,
  kind: FormerKind,
  { from, to = Number.MAX_SAFE_INTEGER }: Span,
  { withRecords }: { readonly withRecords: boolean },
) {
  const pause = createPause(SLICE_MS);
  for (let [serial, id] = [from, ""]; ; ) {
    const rows = await reading
      .selectFrom("former_states")
      .select(["id", "until_serial", sql<0 | 1>`case when record is null then 0 else 1 end`.as("existed")])
      .$if(withRecords, (query) => query.select("record"))
      .where("kind", "=", kind)
      .where("until_serial", "<", to)
      .where(sql<boolean>`(until_serial, id) > (${serial}, ${id})`)
      .orderBy("until_serial")
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    [serial, id] = [last.until_serial, last.id];
    await pause();
  }
}

/**
 * The notes of these rows. The plus signs keep the database from the index of versions: where the newest version changed everything, it would
 * pass over all notes for every few rows.
 */
async function* notesOf(
  reading: Kysely<Schema>,
  kind: FormerKind,
  { from, to = Number.MAX_SAFE_INTEGER }: Span,
  ids: readonly string[],
) {
  const pause = createPause(SLICE_MS);
  for (const chunk of inChunks(ids, ROWS_AT_ONCE)) {
    yield await reading
      .selectFrom("former_states")
      .select(["id", "until_serial", "record"])
      .where("kind", "=", kind)
      .where("id", "in", chunk)
      .where(sql<boolean>`+until_serial >= ${from} and +until_serial < ${to}`)
      .orderBy(sql`+until_serial`)
      .execute();
    await pause();
  }
}

async function tradeRowsAt(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  ids: readonly string[],
  serial: number,
): Promise<ReadonlyMap<string, TradeRecord>> {
  const rows = new Map<string, TradeRecord>();
  const pause = createPause(SLICE_MS);
  // What is stored now is read first: a publication in between is undone again.
  for (const chunk of inChunks(ids, ROWS_AT_ONCE)) {
    for (const row of await reading.selectFrom("trades").selectAll().where("id", "in", chunk).execute()) {
      rows.set(row.id, row);
    }
    await pause();
  }
  for (const [id, row] of await before("trade", { from: serial, ids }, asStored)) {
    if (row === null) rows.delete(id);
    else rows.set(id, row);
  }
  return rows;
}

async function tradesOf(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  politicianIds: readonly string[],
  serial: number,
): Promise<readonly Trade[]> {
  const pause = createPause(SLICE_MS);
  const now = await reading
    .selectFrom("trades")
    .select("id")
    .where("politician_id", "in", [...politicianIds])
    .execute();
  const rows = new Map<string, TradeRecord | null>();
  const ids = now.map(({ id }) => id);
  for (const chunk of inChunks(ids, ROWS_AT_ONCE)) {
    await pause();
    for (const row of await reading.selectFrom("trades").selectAll().where("id", "in", chunk).execute()) {
      rows.set(row.id, row);
    }
  }
  for (const [id, row] of await before("trade", { from: serial }, asStored)) {
    if (rows.has(id) || (row !== null && politicianIds.includes(row.politician_id))) rows.set(id, row);
  }
  const trades: Trade[] = [];
  for (const row of rows.values()) {
    await pause();
    if (row?.superseded_by === null && politicianIds.includes(row.politician_id)) trades.push(toTrade(row));
  }
  return trades;
}

async function filingStates(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  politicianIds: readonly string[],
  serial: number,
): Promise<ReadonlyMap<string, FilingState>> {
  const now = await reading
    .selectFrom("filings")
    .select(["id", "politician_id", "state"])
    .where("politician_id", "in", [...politicianIds])
    .execute();
  const rows = new Map<string, FormerRows["filing"] | null>(now.map(({ id, ...row }) => [id, row]));
  for (const [id, row] of await before("filing", { from: serial }, asStored)) rows.set(id, row);
  const states = new Map<string, FilingState>();
  for (const [id, row] of rows) {
    if (row?.politician_id == null || !politicianIds.includes(row.politician_id)) continue;
    states.set(id, row.state as FilingState);
  }
  return states;
}

async function versionNamed(reading: Kysely<Schema>, name: string): Promise<NumberedVersion | undefined> {
  const [day = "", number = ""] = name.split(".");
  const rows = reading.selectFrom("dataset_versions").selectAll();
  const row = await rows.where("day", "=", day).where("number", "=", Number(number)).executeTakeFirst();
  return row && toNumbered(row);
}
