import { type SelectQueryBuilder, sql } from "kysely";
import type { FilingListing, FilingSourceId } from "../domain/filing.ts";
import type { Chamber } from "../domain/politician.ts";
import type { Trade } from "../domain/trade.ts";
import { countServedTrades } from "./count-rows.ts";
import type { Database } from "./database.ts";
import { toFiler } from "./filing-rows.ts";
import { measurePublicationDelays } from "./listed-to-published.ts";
import { publishWithJudgement } from "./premium/judged.ts";
import type { Judgement, Publication } from "./publication.ts";
import type { Schema, TradeRecord } from "./schema.ts";
import { toTrade } from "./trade-rows.ts";
import { readCurrentVersion } from "./versions.ts";

export interface PublishedTrade {
  readonly trade: Trade;
  /** Id of the trade that this one replaces. */
  readonly supersedes: string | null;
  /** Id of the trade that replaces this one, or of the filing that deletes it. */
  readonly supersededBy: string | null;
  readonly firstSeenAt: Date;
  readonly updatedAt: Date;
}

interface ChangedTrades {
  /** Number of trades published for the first time, and not superseded. */
  readonly added: number;
  /** Number of trades published earlier, changed since, and not superseded. */
  readonly changed: number;
  /** Number of trades that a later filing replaced or deleted. */
  readonly superseded: number;
  readonly latest: readonly PublishedTrade[];
}

export interface DetailedTrade {
  readonly published: PublishedTrade;
  readonly filing: Pick<FilingListing, "source" | "url" | "filer" | "stateDistrict">;
}

type Reading = Database["reading"];

const TRADES_AT_ONCE = 500;

export function createPublicationQueries(database: Database) {
  const { reading } = database;
  return {
    /**
     * If `judgement` is given, `policy` may hold the publication until a person approves it, and `judge` creates events in the
     * same database transaction. If a filing already waits in a held publication, its new outcome is skipped. An outcome that was
     * read from a newer document is not skipped, and replaces the held outcome.
     */
    publish: (publication: Publication, judgement?: Judgement) =>
      publishWithJudgement(database, publication, judgement ?? null),
    readCurrent: () => readCurrentVersion(reading),
    /** Streams all listed trades in chunks from one snapshot, latest disclosure first. */
    async *streamTrades(): AsyncGenerator<readonly Trade[]> {
      const select = (reading: Reading) => reading.selectFrom("trades").selectAll("trades");
      for await (const rows of streamServedTrades(database, select, null)) yield rows.map(toTrade);
    },
    /** Like `streamTrades`, with each trade's filing. @param chamber null for the trades of both chambers. */
    async *streamDetailed(chamber: Chamber | null): AsyncGenerator<readonly DetailedTrade[]> {
      for await (const rows of streamServedTrades(database, selectWithFiling, chamber)) yield rows.map(toDetailedTrade);
    },
    countTrades: () => countServedTrades(reading),
    measurePublicationDelays: () => measurePublicationDelays(database),
    /** Also finds superseded trades. `firstSeenAt`: time of first publication. `updatedAt`: time of the last change. */
    async findTrade(id: string): Promise<PublishedTrade | undefined> {
      const row = await reading.selectFrom("trades").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toPublishedTrade(row);
    },
    /** Maps ids (a few hundred at most) to published trades, each with its filing's list entry. Leaves out unpublished trades. */
    readDetailed: (ids: readonly string[]) => readDetailedTrades(reading, ids),
    /** Counts the trades first published, changed, and replaced at `at` or later; lists the latest of all these, newest first. */
    async readChangedSince(at: Date, limit: number): Promise<ChangedTrades> {
      const since = at.getTime();
      const counts = await reading
        .selectFrom("trades")
        .select((eb) => [
          eb.fn.countAll<number>().as("all"),
          sql<number>`sum(case when superseded_by is not null then 1 else 0 end)`.as("superseded"),
          sql<number>`sum(case when superseded_by is null and first_seen_at >= ${since} then 1 else 0 end)`.as("added"),
        ])
        .where("updated_at", ">=", since)
        .executeTakeFirstOrThrow();
      const rows = await reading
        .selectFrom("trades")
        .selectAll()
        .where("updated_at", ">=", since)
        .orderBy("updated_at", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      const [all, added, superseded] = [counts.all, counts.added, counts.superseded].map(Number) as [
        number,
        number,
        number,
      ];
      return { added, superseded, changed: all - added - superseded, latest: rows.map(toPublishedTrade) };
    },
    /**
     * Trades first published at `at` or later, from filings listed after their source's first complete listing. Filings of years
     * before the year of the first complete listing are left out. An operator may have requested those earlier years afterwards.
     */
    async readNewTrades(at: Date): Promise<readonly PublishedNews[]> {
      // With the tables in this order, SQLite reads only the trades of the selected filings. Right after a first import, a search
      // by time would read every trade, since all trades are recent then.
      const rows = await reading
        .selectFrom("sources as s")
        .crossJoin("filings as f")
        .crossJoin("trades as t")
        .select(["t.id", "t.filing_id", "t.first_seen_at", "f.year", "s.listing_completed_at"])
        .whereRef("f.source", "=", "s.source")
        .whereRef("t.filing_id", "=", "f.id")
        .where("t.first_seen_at", ">=", at.getTime())
        .where("t.superseded_by", "is", null)
        .whereRef("f.first_listed_at", ">", "s.listing_completed_at")
        .execute();
      return rows
        .filter(({ year, listing_completed_at: completedAt }) => year >= new Date(Number(completedAt)).getUTCFullYear())
        .map((row) => ({ id: row.id, filingId: row.filing_id, firstSeenAt: new Date(row.first_seen_at) }));
    },
    /** Returns which of these trades (a few hundred at most) were first published or changed at `at` or later. */
    async findUpdatedSince(at: Date, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await reading
        .selectFrom("trades")
        .select("id")
        .where("id", "in", [...ids])
        .where("updated_at", ">=", at.getTime())
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}

interface PublishedNews {
  readonly id: string;
  readonly filingId: string;
  readonly firstSeenAt: Date;
}

export type PublicationTable = ReturnType<typeof createPublicationQueries>;

async function readDetailedTrades(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DetailedTrade>> {
  const rows = await selectWithFiling(reading)
    .where("trades.id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, toDetailedTrade(row)]));
}

function selectWithFiling(reading: Reading) {
  return reading
    .selectFrom("trades")
    .innerJoin("filings", "filings.id", "trades.filing_id")
    .selectAll("trades")
    .select([
      "filings.source",
      "filings.url",
      "filings.state_district",
      "filings.filer_prefix",
      "filings.filer_first",
      "filings.filer_last",
      "filings.filer_suffix",
    ]);
}

function toDetailedTrade(row: Awaited<ReturnType<ReturnType<typeof selectWithFiling>["executeTakeFirstOrThrow"]>>) {
  const { source, url, state_district: stateDistrict } = row;
  const filing = { source: source as FilingSourceId, url, filer: toFiler(row), stateDistrict };
  return { published: toPublishedTrade(row), filing };
}

export function toPublishedTrade(row: TradeRecord): PublishedTrade {
  return {
    trade: toTrade(row),
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
    firstSeenAt: new Date(row.first_seen_at),
    updatedAt: new Date(row.updated_at),
  };
}

/** Streams listed rows in pages. Continues each page after the last row's sort key, so that no page costs more than the first. */
async function* streamServedTrades<Row extends TradeRecord>(
  database: Database,
  select: (reading: Reading) => SelectQueryBuilder<Schema, "trades", Row>,
  chamber: Chamber | null,
): AsyncGenerator<readonly Row[]> {
  const snapshot = await database.openSnapshot();
  try {
    for (let last: Row | undefined; ; ) {
      let page = select(snapshot.reading)
        .where("superseded_by", "is", null)
        .orderBy("disclosure_date", "desc")
        .orderBy("transaction_date", "desc")
        .orderBy("trades.id", "desc")
        .limit(TRADES_AT_ONCE);
      if (chamber !== null) page = page.where("chamber", "=", chamber);
      if (last !== undefined) {
        const place = sql`(${last.disclosure_date}, ${last.transaction_date}, ${last.id})`;
        page = page.where(sql<boolean>`(disclosure_date, transaction_date, trades.id) < ${place}`);
      }
      const rows = await page.execute();
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
      if (rows.length < TRADES_AT_ONCE) return;
    }
  } finally {
    await snapshot.end();
  }
}
