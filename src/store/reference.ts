import type { Kysely } from "kysely";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Politician } from "../domain/politician.ts";
import type { Security } from "../domain/security.ts";
import type { Database } from "./database.ts";
import type { PreviousStates } from "./previous-states.ts";
import type { PoliticianRecord, Schema, SecurityRecord, Writing } from "./schema.ts";
import { toDbText } from "./text.ts";
import { buildExcludedValues } from "./upsert.ts";

const ROWS_AT_ONCE = 500;

/** Members of Congress and listed securities. Rows are never removed, even if a later response omits them. */
export function createReferenceQueries({ reading }: Database) {
  return {
    listPoliticians: () => listPoliticians(reading),
    async listSecurities(): Promise<readonly Security[]> {
      const rows = await reading.selectFrom("securities").selectAll().orderBy("symbol").execute();
      return rows.map(toSecurity);
    },
    /** Maps each symbol to its first transaction date in filings that name its current issuer. */
    async readFirstTradeDays(): Promise<ReadonlyMap<string, IsoDate>> {
      const rows = await reading
        .selectFrom("trades as t")
        .innerJoin("securities as s", "s.symbol", "t.ticker")
        .select((eb) => ["t.ticker", eb.fn.min("t.transaction_date").as("first")])
        .whereRef("t.company", "=", "s.name")
        .where("t.ticker_source", "=", "filed")
        .groupBy("t.ticker")
        .execute();
      return new Map(rows.map((row) => [row.ticker, row.first as IsoDate]));
    },

    /** Asset names read with certainty. `symbol`: the current one; if none, the filed one or "". `scanned`: read only by OCR. */
    async readFiledNames(): Promise<
      readonly { readonly name: string; readonly symbol: string; readonly scanned: boolean }[]
    > {
      const rows = await reading
        .selectFrom("trades")
        .select((eb) => [
          "asset_name_raw as name",
          eb.fn.coalesce("current_ticker", "ticker").as("symbol"),
          eb.fn.min(eb.case().when("confidence", "=", "ocr").then(1).else(0).end()).as("scanned"),
        ])
        .where("asset_name_unsure", "=", 0)
        .groupBy(["name", "symbol"])
        .execute();
      return rows.map(({ scanned, ...row }) => ({ ...row, scanned: scanned === 1 }));
    },
  };
}

export type ReferenceTable = ReturnType<typeof createReferenceQueries>;

async function listPoliticians(db: Kysely<Schema>): Promise<readonly Politician[]> {
  const pause = createPause();
  const politicians: Politician[] = [];
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("politicians")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      politicians.push(toPolitician(row));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return politicians;
    after = last.id;
    await pause();
  }
}

/** Inserts or updates members; other stored members stay unchanged. @returns how many rows are new or changed. */
export async function upsertPoliticians(
  transaction: Writing,
  politicians: readonly Politician[],
  previousStates: PreviousStates,
): Promise<number> {
  const pause = createPause();
  let changed = 0;
  for (const chunk of splitIntoChunks(
    filterLastByKey(politicians, (each) => each.id).map(toPoliticianRecord),
    ROWS_AT_ONCE,
  )) {
    const ids = chunk.map((row) => row.id);
    const stored = await transaction.selectFrom("politicians").selectAll().where("id", "in", ids).execute();
    const rows = filterChangedRows(chunk, stored, (row) => row.id);
    for (const { id } of rows) previousStates.record("politician", id, stored.find((row) => row.id === id) ?? null);
    if (rows.length > 0) {
      await transaction
        .insertInto("politicians")
        .values(rows)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(buildExcludedValues("name", "current", "record")))
        .execute();
    }
    changed += rows.length;
    await pause();
  }
  return changed;
}

/** Marks these members as current and all others as former. @throws {RangeError} without ids: some members are always current. */
export async function setCurrentMembers(
  transaction: Writing,
  ids: readonly string[],
  previousStates: PreviousStates,
): Promise<number> {
  if (ids.length === 0) throw new RangeError("the id of at least one current member is needed, but none was given");
  const sitting = new Set(ids);
  const stored = await transaction.selectFrom("politicians").select(["id", "current"]).execute();
  let changed = 0;
  for (const current of [0, 1]) {
    const outdated = stored.filter((row) => row.current !== current && Number(sitting.has(row.id)) === current);
    for (const chunk of splitIntoChunks(outdated, ROWS_AT_ONCE)) {
      const chunkIds = chunk.map((row) => row.id);
      await recordPreviousRows(transaction, chunkIds, previousStates);
      await transaction.updateTable("politicians").set({ current }).where("id", "in", chunkIds).execute();
    }
    changed += outdated.length;
  }
  return changed;
}

/** Sets which members are published under another id. All others are published under their own. @returns how many changed. */
export async function setMergedIds(
  transaction: Writing,
  merged: Readonly<Record<string, string>>,
  previousStates: PreviousStates,
): Promise<number> {
  const stored = await transaction.selectFrom("politicians").select(["id", "merged_into"]).execute();
  const existingIds = new Set(stored.map(({ id }) => id));
  const findMergedId = (id: string) => {
    const to = merged[id];
    return to !== undefined && existingIds.has(to) ? to : null;
  };
  const outdated = stored.filter(({ id, merged_into }) => merged_into !== findMergedId(id));
  for (const { id } of outdated) {
    await recordPreviousRows(transaction, [id], previousStates);
    await transaction
      .updateTable("politicians")
      .set({ merged_into: findMergedId(id) })
      .where("id", "=", id)
      .execute();
  }
  return outdated.length;
}

async function recordPreviousRows(
  transaction: Writing,
  ids: readonly string[],
  previousStates: PreviousStates,
): Promise<void> {
  const rows = await transaction.selectFrom("politicians").selectAll().where("id", "in", ids).execute();
  for (const row of rows) previousStates.record("politician", row.id, row);
}

/** Inserts or updates securities; other stored securities stay unchanged. @returns how many rows are new or changed. */
export async function upsertSecurities(transaction: Writing, securities: readonly Security[]): Promise<number> {
  let changed = 0;
  const pause = createPause();
  for (const chunk of splitIntoChunks(
    filterLastByKey(securities, (each) => each.symbol).map(toSecurityRecord),
    ROWS_AT_ONCE,
  )) {
    const symbols = chunk.map((row) => row.symbol);
    const stored = await transaction.selectFrom("securities").selectAll().where("symbol", "in", symbols).execute();
    const rows = filterChangedRows(chunk, stored, (row) => row.symbol);
    changed += rows.length;
    if (rows.length > 0) {
      await transaction
        .insertInto("securities")
        .values(rows)
        .onConflict((conflict) =>
          conflict.column("symbol").doUpdateSet(buildExcludedValues("name", "other_names", "exchange", "etf", "cik")),
        )
        .execute();
    }
    await pause();
  }
  return changed;
}

function toPoliticianRecord({
  id,
  name,
  names,
  terms,
  committees,
  current,
}: Politician): Omit<PoliticianRecord, "merged_into"> {
  return {
    id,
    name: toDbText(name),
    current: Number(current),
    record: JSON.stringify({ names, terms, committees }, replaceUnstorableCharacters),
  };
}

function replaceUnstorableCharacters(_: string, value: unknown): unknown {
  return typeof value === "string" ? toDbText(value) : value;
}

/** Older rows have no `committees`; a former member's committees are outdated and left out. */
export function toPolitician(row: PoliticianRecord): Politician {
  const {
    names,
    terms,
    committees = [],
  } = JSON.parse(row.record) as Pick<Politician, "names" | "terms"> & Partial<Pick<Politician, "committees">>;
  const current = row.current === 1;
  const { id, name, merged_into: mergedInto } = row;
  const politician = { id, name, names, terms, committees: current ? committees : [], current };
  return mergedInto === null ? politician : { ...politician, mergedInto };
}

function toSecurityRecord({ symbol, name, otherNames = [], exchange, etf, cik }: Security): SecurityRecord {
  return {
    symbol,
    name: toDbText(name),
    other_names: otherNames.length === 0 ? null : JSON.stringify(otherNames, replaceUnstorableCharacters),
    exchange: toDbText(exchange),
    etf: Number(etf),
    cik,
  };
}

function toSecurity({ symbol, name, other_names: others, exchange, etf, cik }: SecurityRecord): Security {
  const security = { symbol, name, exchange, etf: etf === 1, cik };
  return others === null ? security : { ...security, otherNames: JSON.parse(others) as string[] };
}

function filterLastByKey<T>(values: readonly T[], key: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}

function filterChangedRows<T extends object>(rows: readonly T[], stored: readonly T[], key: (row: T) => string): T[] {
  const storedByKey = new Map(stored.map((row) => [key(row), row]));
  return rows.filter((row) => {
    const old = storedByKey.get(key(row));
    return old === undefined || (Object.keys(row) as (keyof T)[]).some((column) => row[column] !== old[column]);
  });
}
