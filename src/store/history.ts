/** The dataset as it was in former versions: what is stored now, and what was there before each change since. */
import { type Kysely, sql } from "kysely";
import type { Trade } from "../domain/trade.ts";
import type { Database } from "./database.ts";
import { type FormerKind, FormerRowReader, type FormerRows } from "./former-states.ts";
import { inChunks } from "./pause.ts";
import { toPublished } from "./publications.ts";
import { fromPoliticianRecord } from "./reference.ts";
import type { FormerStateRecord, Schema, TradeRecord } from "./schema.ts";
import type { HistoryTable, NumberedVersion, PublishedTrade } from "./store.ts";
import { toTrade } from "./trade-rows.ts";
import { toNumbered, versionAt } from "./versions.ts";

const IDS_AT_ONCE = 500;

export function historyTable({ reading }: Database): HistoryTable {
  const before = formerRows(reading);
  return {
    version: (asked) => (asked instanceof Date ? versionAt(reading, asked.getTime()) : versionNamed(reading, asked)),
    async oldest() {
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
    async tradesBefore(from, to) {
      const found = new Map<string, PublishedTrade | null>();
      for (const [id, row] of await before("trade", { from, to })) found.set(id, row && toPublished(row));
      return found;
    },
    async politiciansBefore(from, to) {
      const rows = await before("politician", { from, to });
      return new Map([...rows].map(([id, row]) => [id, row && fromPoliticianRecord(row)]));
    },
    async trade(id, serial) {
      // The present row is read first: a publication in between is undone again.
      const now = await reading.selectFrom("trades").selectAll().where("id", "=", id).executeTakeFirst();
      const former = await before("trade", { from: serial, ids: [id] });
      const row = former.has(id) ? former.get(id) : now;
      return row ? toPublished(row) : undefined;
    },
    async trades(ids) {
      const found = new Map<string, TradeRecord>();
      for (const chunk of inChunks(ids, IDS_AT_ONCE)) {
        for (const row of await reading.selectFrom("trades").selectAll().where("id", "in", chunk).execute()) {
          found.set(row.id, row);
        }
      }
      return new Map([...found].map(([id, row]) => [id, toPublished(row)]));
    },
    async mergedInto(serial) {
      const now = await reading
        .selectFrom("politicians")
        .select(["id", "merged_into"])
        .where("merged_into", "is not", null)
        .execute();
      const merged = new Map(now.map((row) => [row.id, row.merged_into]));
      for (const [id, row] of await before("politician", { from: serial })) merged.set(id, row?.merged_into ?? null);
      return new Map([...merged].flatMap(([id, to]) => (to === null ? [] : [[id, to]])));
    },
    async politicians(ids, serial) {
      const now = await reading
        .selectFrom("politicians")
        .selectAll()
        .where("id", "in", [...ids])
        .execute();
      const rows = new Map<string, FormerRows["politician"] | null>(now.map((row) => [row.id, row]));
      for (const [id, row] of await before("politician", { from: serial, ids })) rows.set(id, row);
      return [...rows.values()].filter((row) => row !== null).map(fromPoliticianRecord);
    },
    tradesOf: (ids, serial) => tradesOf(reading, before, ids, serial),
    filingStates: (ids, serial) => filingStates(reading, before, ids, serial),
  };
}

type ReadFormerRows = ReturnType<typeof formerRows>;

/** Reads what was there before the versions after `from`, up to `to`, changed it. */
function formerRows(reading: Kysely<Schema>) {
  const reader = new FormerRowReader();
  return async <Kind extends FormerKind>(
    kind: Kind,
    { from, to = Number.MAX_SAFE_INTEGER, ids }: { from: number; to?: number | undefined; ids?: readonly string[] },
  ) => {
    let rows = reading
      .selectFrom("former_states")
      .where("kind", "=", kind)
      .where("until_serial", ">=", from)
      .where("until_serial", "<", to);
    if (ids !== undefined) rows = rows.where("id", "in", [...ids]);
    const changed = await rows
      .select(["id", "record", "until_serial"])
      .where("record", "is not", null)
      .orderBy("until_serial")
      .execute();
    // Most notes are of rows that did not exist: tens of thousands are read as one text in a fifth of the time.
    const added = await rows
      .select(sql<string | null>`string_agg(id || ' ' || until_serial, ',')`.as("notes"))
      .where("record", "is", null)
      .executeTakeFirst();
    return firstOf(kind, reader, changed, added?.notes ?? "");
  };
}

async function tradesOf(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  politicianIds: readonly string[],
  serial: number,
): Promise<readonly Trade[]> {
  const now = await reading
    .selectFrom("trades")
    .selectAll()
    .where("politician_id", "in", [...politicianIds])
    .execute();
  const rows = new Map<string, TradeRecord | null>(now.map((row) => [row.id, row]));
  for (const [id, row] of await before("trade", { from: serial })) {
    if (rows.has(id) || (row !== null && politicianIds.includes(row.politician_id))) rows.set(id, row);
  }
  const listed = (row: TradeRecord | null): row is TradeRecord =>
    row !== null && row.superseded_by === null && politicianIds.includes(row.politician_id);
  return [...rows.values()].filter(listed).map((row): Trade => toTrade(row));
}

async function filingStates(
  reading: Kysely<Schema>,
  before: ReadFormerRows,
  politicianIds: readonly string[],
  serial: number,
): Promise<Readonly<Record<string, number>>> {
  const now = await reading
    .selectFrom("filings")
    .select(["id", "politician_id", "state"])
    .where("politician_id", "in", [...politicianIds])
    .execute();
  const rows = new Map<string, FormerRows["filing"] | null>(now.map(({ id, ...row }) => [id, row]));
  for (const [id, row] of await before("filing", { from: serial })) rows.set(id, row);
  const counts: Record<string, number> = {};
  for (const row of rows.values()) {
    if (row?.politician_id == null || !politicianIds.includes(row.politician_id)) continue;
    counts[row.state] = (counts[row.state] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * What was there before the first change of each row.
 * @param changed in ascending order of their serials. @param added rows that did not exist: `txn_h20024542_01 17,...`, id and serial.
 */
function firstOf<Kind extends FormerKind>(
  kind: Kind,
  reader: FormerRowReader,
  changed: readonly Omit<FormerStateRecord, "kind">[],
  added: string,
): ReadonlyMap<string, FormerRows[Kind] | null> {
  const first = new Map<string, Omit<FormerStateRecord, "kind">>();
  for (const row of changed) if (!first.has(row.id)) first.set(row.id, row);
  const found = new Map<string, FormerRows[Kind] | null>();
  for (let [at, end] = [0, 0]; at < added.length; at = end + 1) {
    const blank = added.indexOf(" ", at);
    const comma = added.indexOf(",", blank);
    end = comma < 0 ? added.length : comma;
    const id = added.slice(at, blank);
    const change = first.get(id);
    if (change === undefined || change.until_serial > Number(added.slice(blank, end))) {
      found.set(id, null);
      first.delete(id);
    }
  }
  for (const [id, row] of first) found.set(id, reader.read(kind, row));
  return found;
}

async function versionNamed(reading: Kysely<Schema>, name: string): Promise<NumberedVersion | undefined> {
  const [day = "", number = ""] = name.split(".");
  const rows = reading.selectFrom("dataset_versions").selectAll();
  const row = await rows.where("day", "=", day).where("number", "=", Number(number)).executeTakeFirst();
  return row && toNumbered(row);
}
