/** Reconstructs former versions of the dataset from the current rows and what each later change overwrote. */
import { type Kysely, sql } from "kysely";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { FilingState } from "../domain/filing.ts";
import type { Politician } from "../domain/politician.ts";
import type { Trade } from "../domain/trade.ts";
import type { Database } from "./database.ts";
import { PreviousRowReader, type PreviousRows, type RowKind } from "./previous-states.ts";
import { type PublishedTrade, toPublishedTrade } from "./publications.ts";
import { toPolitician } from "./reference.ts";
import type { PreviousStateRecord, Schema, TradeRecord } from "./schema.ts";
import { toTrade } from "./trade-rows.ts";
import { findVersionAt, type NumberedVersion, toNumberedVersion } from "./versions.ts";

/** Milliseconds that a loop works before the loop yields to the event loop. */
const SLICE_MS = 2;

/** Former versions, reconstructed from what each publication overwrote. `serial` and `from` are serials of versions. */
export function createHistoryQueries({ reading }: Database) {
  const readOldRows = createEarlierStateReader(reading);
  const past: Past = { reading, readOldRows };
  return {
    /** The version with that name, or the version that was current at that time. */
    findVersion: (nameOrTime: string | Date): Promise<NumberedVersion | undefined> =>
      nameOrTime instanceof Date
        ? findVersionAt(reading, nameOrTime.getTime())
        : findVersionByName(reading, nameOrTime),
    /** The first version that can be reconstructed; earlier ones were published by a release that did not record changes. */
    async findOldest(): Promise<NumberedVersion | undefined> {
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
      return row && toNumberedVersion(row);
    },
    /** Trades that changed after version `from`, up to version `to`, as they were in `from`. Null if not published in `from`. */
    readTradesBefore: (from: number, to?: number) => readOldRows("trade", { from, to }, toPublishedTrade),
    /** Ids of trades that changed after version `from`, up to version `to`. The value is true if `from` contained the trade. */
    async readChangedTradeIds(from: number, to: number): Promise<ReadonlyMap<string, boolean>> {
      const touched = new Map<string, boolean>();
      for await (const rows of readPreviousRowsInOrder(reading, "trade", { from, to }, { withRecords: false })) {
        for (const { id, existed } of rows) if (!touched.has(id)) touched.set(id, existed === 1);
      }
      return touched;
    },
    /** Like `readTradesBefore`, for members. Null for a member who did not exist in version `from`. */
    readPoliticiansBefore: (from: number, to?: number) => readOldRows("politician", { from, to }, toPolitician),
    /** Returns these trades as of a version, including superseded trades. */
    async readTradesAt(ids: readonly string[], serial: number): Promise<ReadonlyMap<string, PublishedTrade>> {
      const found = new Map<string, PublishedTrade>();
      for (const [id, row] of await readTradeRowsAt(past, ids, serial)) found.set(id, toPublishedTrade(row));
      return found;
    },
    /** Returns which of these trades (a few hundred at most) were published, and not superseded, in a version. */
    findTradeIdsInVersion: (ids: readonly string[], serial: number) => findTradeIdsInVersion(past, ids, serial),
    /** Maps each merged member's id to the id under which the member was published in a version. */
    readMergedIds: (serial: number) => readMergedIds(past, serial),
    /** Returns these members as of a version. */
    async readPoliticians(ids: readonly string[], serial: number): Promise<readonly Politician[]> {
      const currentRows = await reading
        .selectFrom("politicians")
        .selectAll()
        .where("id", "in", [...ids])
        .execute();
      const rows = new Map<string, PreviousRows["politician"] | null>(currentRows.map((row) => [row.id, row]));
      for (const [id, row] of await readOldRows("politician", { from: serial, ids }, keepAsStored)) rows.set(id, row);
      return [...rows.values()].filter((row) => row !== null).map(toPolitician);
    },
    /** Trades of one member, unsorted, without superseded trades. @param ids the member's id and all ids merged into it. */
    readMemberTrades: (ids: readonly string[], serial: number) => readMemberTrades(past, ids, serial),
    /** States of one member's filings, by filing id. @param ids the member's id and all ids merged into it. */
    readFilingStates: (ids: readonly string[], serial: number) => readFilingStates(past, ids, serial),
  };
}

export type HistoryTable = ReturnType<typeof createHistoryQueries>;

interface Past {
  readonly reading: Kysely<Schema>;
  readonly readOldRows: ReturnType<typeof createEarlierStateReader>;
}

async function findTradeIdsInVersion(
  { reading, readOldRows }: Past,
  ids: readonly string[],
  serial: number,
): Promise<ReadonlySet<string>> {
  // Read current rows first. If a publication then changes a row, `readOldRows` returns the row as it was in version `serial`.
  const currentRows = await reading
    .selectFrom("trades")
    .select("id")
    .where("id", "in", ids)
    .where("superseded_by", "is", null)
    .execute();
  const listed = new Set(currentRows.map(({ id }) => id));
  for (const [id, row] of await readOldRows("trade", { from: serial, ids }, keepAsStored)) {
    if (row?.superseded_by === null) listed.add(id);
    else listed.delete(id);
  }
  return listed;
}

async function readMergedIds({ reading, readOldRows }: Past, serial: number): Promise<ReadonlyMap<string, string>> {
  const currentRows = await reading
    .selectFrom("politicians")
    .select(["id", "merged_into"])
    .where("merged_into", "is not", null)
    .execute();
  const merged = new Map(currentRows.map((row) => [row.id, row.merged_into]));
  for (const [id, row] of await readOldRows("politician", { from: serial }, (previous) => previous.merged_into)) {
    merged.set(id, row);
  }
  return new Map([...merged].flatMap(([id, to]) => (to === null ? [] : [[id, to]])));
}

interface Span {
  /** The version just before the first version whose changes are included. */
  readonly from: number;
  /** The last version whose changes are included; if absent, the changes of all versions after `from` are included. */
  readonly to?: number | undefined;
}

// Returns a function that reads earlier states of rows. The function reads the rows that changed after version `from`, up to
// version `to`, as the rows were in `from`. The value is null if the row did not exist in `from`. Rows are converted while they
// are unpacked, so that a hundred thousand rows are not in memory twice.
function createEarlierStateReader(reading: Kysely<Schema>) {
  const reader = new PreviousRowReader();
  return async <Kind extends RowKind, Shaped>(
    kind: Kind,
    { ids, ...span }: Span & { readonly ids?: readonly string[] },
    shape: (row: PreviousRows[Kind]) => Shaped,
  ): Promise<Map<string, Shaped | null>> => {
    const first = new Map<string, Shaped | null>();
    const pause = createPause(SLICE_MS);
    const notes: AsyncIterable<readonly RecordedRow[]> =
      ids === undefined
        ? readPreviousRowsInOrder(reading, kind, span, { withRecords: true })
        : readPreviousRowsOfIds(reading, kind, span, ids);
    for await (const rows of notes) {
      for (const batch of splitIntoChunks(rows, UNPACKED_AT_ONCE)) {
        for (const { record = null, ...row } of batch) {
          if (first.has(row.id)) continue;
          const previousRow = reader.read(kind, { ...row, record });
          first.set(row.id, previousRow && shape(previousRow));
        }
        await pause();
      }
    }
    return first;
  };
}

type RecordedRow = Pick<PreviousStateRecord, "id" | "until_serial"> & Partial<Pick<PreviousStateRecord, "record">>;

const keepAsStored = <Row>(row: Row): Row => row;

/** Rows per read; SQLite blocks the process during a read. */
const ROWS_AT_ONCE = 250;
/** Number of rows to unpack before checking whether to yield to the event loop. Unpacking one row takes about 0.05 ms. */
const UNPACKED_AT_ONCE = 25;

/** Yields the row states that a span of versions replaced, in version order. Small batches let other work run in between. */
async function* readPreviousRowsInOrder(
  reading: Kysely<Schema>,
  kind: RowKind,
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

async function* readPreviousRowsOfIds(
  reading: Kysely<Schema>,
  kind: RowKind,
  { from, to = Number.MAX_SAFE_INTEGER }: Span,
  ids: readonly string[],
) {
  const pause = createPause(SLICE_MS);
  for (const chunk of splitIntoChunks(ids, ROWS_AT_ONCE)) {
    yield await reading
      .selectFrom("former_states")
      .select(["id", "until_serial", "record"])
      .where("kind", "=", kind)
      .where("id", "in", chunk)
      // The plus signs keep the database from using the index by version, `former_states_in_order`. With this index, each batch
      // would scan all records of a version that changed everything.
      .where(sql<boolean>`+until_serial >= ${from} and +until_serial < ${to}`)
      .orderBy(sql`+until_serial`)
      .execute();
    await pause();
  }
}

async function readTradeRowsAt(
  { reading, readOldRows }: Past,
  ids: readonly string[],
  serial: number,
): Promise<ReadonlyMap<string, TradeRecord>> {
  const rows = new Map<string, TradeRecord>();
  const pause = createPause(SLICE_MS);
  // Read current rows first. If a publication then changes a row, `readOldRows` returns the row as it was in version `serial`.
  for (const chunk of splitIntoChunks(ids, ROWS_AT_ONCE)) {
    for (const row of await reading.selectFrom("trades").selectAll().where("id", "in", chunk).execute()) {
      rows.set(row.id, row);
    }
    await pause();
  }
  for (const [id, row] of await readOldRows("trade", { from: serial, ids }, keepAsStored)) {
    if (row === null) rows.delete(id);
    else rows.set(id, row);
  }
  return rows;
}

async function readMemberTrades(
  { reading, readOldRows }: Past,
  politicianIds: readonly string[],
  serial: number,
): Promise<readonly Trade[]> {
  const pause = createPause(SLICE_MS);
  const currentRows = await reading
    .selectFrom("trades")
    .select("id")
    .where("politician_id", "in", [...politicianIds])
    .execute();
  const rows = new Map<string, TradeRecord | null>();
  const ids = currentRows.map(({ id }) => id);
  for (const chunk of splitIntoChunks(ids, ROWS_AT_ONCE)) {
    await pause();
    for (const row of await reading.selectFrom("trades").selectAll().where("id", "in", chunk).execute()) {
      rows.set(row.id, row);
    }
  }
  for (const [id, row] of await readOldRows("trade", { from: serial }, keepAsStored)) {
    if (rows.has(id) || (row !== null && politicianIds.includes(row.politician_id))) rows.set(id, row);
  }
  const trades: Trade[] = [];
  for (const row of rows.values()) {
    await pause();
    if (row?.superseded_by === null && politicianIds.includes(row.politician_id)) trades.push(toTrade(row));
  }
  return trades;
}

async function readFilingStates(
  { reading, readOldRows }: Past,
  politicianIds: readonly string[],
  serial: number,
): Promise<ReadonlyMap<string, FilingState>> {
  const currentRows = await reading
    .selectFrom("filings")
    .select(["id", "politician_id", "state"])
    .where("politician_id", "in", [...politicianIds])
    .execute();
  const rows = new Map<string, PreviousRows["filing"] | null>(currentRows.map(({ id, ...row }) => [id, row]));
  for (const [id, row] of await readOldRows("filing", { from: serial }, keepAsStored)) rows.set(id, row);
  const states = new Map<string, FilingState>();
  for (const [id, row] of rows) {
    if (row?.politician_id == null || !politicianIds.includes(row.politician_id)) continue;
    states.set(id, row.state as FilingState);
  }
  return states;
}

async function findVersionByName(reading: Kysely<Schema>, name: string): Promise<NumberedVersion | undefined> {
  const [day = "", number = ""] = name.split(".");
  const rows = reading.selectFrom("dataset_versions").selectAll();
  const row = await rows.where("day", "=", day).where("number", "=", Number(number)).executeTakeFirst();
  return row && toNumberedVersion(row);
}
