import { sql } from "kysely";
import type { FilingSourceId } from "../domain/filing.ts";
import type { Trade } from "../domain/trade.ts";
import { countServed } from "./count-rows.ts";
import type { Database } from "./database.ts";
import { toFiler } from "./filing-rows.ts";
import { listedToPublished } from "./listed-to-published.ts";
import { publishJudged } from "./premium/judged.ts";
import type { TradeRecord } from "./schema.ts";
import type { PublicationTable, PublishedTrade } from "./store.ts";
import { toTrade } from "./trade-rows.ts";
import { currentVersion } from "./versions.ts";

const TRADES_AT_ONCE = 500;

export function publicationTable(database: Database): PublicationTable {
  const { reading } = database;
  return {
    publish: (publication, judgement) => publishJudged(database, publication, judgement ?? null),
    current: () => currentVersion(reading),
    trades: () => recentFirst(database),
    countTrades: () => countServed(reading),
    listedToPublished: () => listedToPublished(database),
    async trade(id) {
      const row = await reading.selectFrom("trades").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toPublished(row);
    },
    detailed: (ids) => detailed(reading, ids),
    async changedSince(at, limit) {
      const since = at.getTime();
      const counts = await reading
        .selectFrom("trades")
        .select((trade) => [
          trade.fn.countAll<number>().as("all"),
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
      return { added, superseded, changed: all - added - superseded, latest: rows.map(toPublished) };
    },
    async updatedSince(at, ids) {
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

async function detailed(
  reading: Database["reading"],
  ids: readonly string[],
): ReturnType<PublicationTable["detailed"]> {
  const rows = await reading
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
    ])
    .where("trades.id", "in", [...ids])
    .execute();
  return new Map(
    rows.map((row) => {
      const { source, url, state_district: stateDistrict } = row;
      const filing = { source: source as FilingSourceId, url, filer: toFiler(row), stateDistrict };
      return [row.id, { published: toPublished(row), filing }];
    }),
  );
}

export function toPublished(row: TradeRecord): PublishedTrade {
  return {
    trade: toTrade(row),
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
    firstSeenAt: new Date(row.first_seen_at),
    updatedAt: new Date(row.updated_at),
  };
}

/** Pages by the last row's place in the order, so that no page costs more than the first. */
async function* recentFirst(database: Database): AsyncGenerator<readonly Trade[]> {
  const snapshot = await database.snapshot();
  try {
    for (let last: TradeRecord | undefined; ; ) {
      let page = snapshot.reading
        .selectFrom("trades")
        .selectAll()
        .where("superseded_by", "is", null)
        .orderBy("disclosure_date", "desc")
        .orderBy("transaction_date", "desc")
        .orderBy("id", "desc")
        .limit(TRADES_AT_ONCE);
      if (last !== undefined) {
        const place = sql`(${last.disclosure_date}, ${last.transaction_date}, ${last.id})`;
        page = page.where(sql<boolean>`(disclosure_date, transaction_date, id) < ${place}`);
      }
      const rows = await page.execute();
      if (rows.length > 0) yield rows.map(toTrade);
      last = rows.at(-1);
      if (rows.length < TRADES_AT_ONCE) return;
    }
  } finally {
    await snapshot.end();
  }
}
