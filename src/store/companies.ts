/** Stores the industries of companies, and the results of requesting these industries from the SEC. */
import { type Kysely, sql } from "kysely";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { Industry } from "../domain/industry.ts";
import type { Reason } from "../domain/reason.ts";
import type { Database } from "./database.ts";
import { toReason } from "./filing-rows.ts";
import { toInstant } from "./premium/rows.ts";
import type { CompanyAnswer } from "./publication.ts";
import type { Schema, Writing } from "./schema.ts";
import { toDbText } from "./text.ts";
import { buildExcludedValues, upsert } from "./upsert.ts";

const ROWS_AT_ONCE = 500;

/** Conditions for companies whose industry is requested next from the SEC. Those with the latest disclosed trades come first. */
interface DueConditions {
  /** Selects companies without an answer, or with an answer older than this time. */
  readonly answeredBefore: Date;
  /** Excludes companies whose request failed at this time or later. */
  readonly failedBefore: Date;
  readonly limit: number;
}

/** Counts of the companies whose industry was requested from the SEC. */
export interface CompanyCounts {
  readonly asked: number;
  readonly withIndustry: number;
  /** Number of companies for which the SEC answered without an industry code. */
  readonly withoutIndustry: number;
  /** Number of companies whose last request failed. They keep the industry of an earlier answer. */
  readonly failed: number;
  readonly lastAnswerAt: Date | null;
  readonly lastFailure: { readonly at: Date; readonly reason: Reason } | null;
}

export function createCompanyQueries({ reading, writing }: Database) {
  return {
    readIndustries: () => readServedIndustries(reading),
    /** Returns the industries of the given symbols. A caller passes at most a few hundred symbols. */
    readIndustriesOf: (symbols: readonly string[]) => readServedIndustries(reading, symbols),

    /** Central Index Keys of companies, not funds, that meet the conditions and have published trades that are not superseded. */
    async listDue({ answeredBefore, failedBefore, limit }: DueConditions): Promise<readonly number[]> {
      const rows = await reading
        .selectFrom("trades as t")
        .innerJoin("securities as s", "s.symbol", "t.current_ticker")
        .leftJoin("companies as c", "c.cik", "s.cik")
        .select((eb) => ["s.cik", eb.fn.max("t.disclosure_date").as("newest")])
        .where("s.cik", "is not", null)
        .where("s.etf", "=", 0)
        .where("t.superseded_by", "is", null)
        .where(sql<boolean>`coalesce(c.answered_at, 0) < ${answeredBefore.getTime()}`)
        .where(sql<boolean>`(c.reason_code is null or c.tried_at < ${failedBefore.getTime()})`)
        .groupBy("s.cik")
        .orderBy("newest", "desc")
        .orderBy("s.cik")
        .limit(limit)
        .execute();
      return rows.flatMap(({ cik }) => (cik === null ? [] : [cik]));
    },
    async recordFailure(cik: number, at: Date, { code, detail }: Reason): Promise<void> {
      const failure = { tried_at: at.getTime(), reason_code: toDbText(code), reason_detail: toDbText(detail) };
      await upsert(writing, "companies", { cik }, failure);
    },
    async readCounts(): Promise<CompanyCounts> {
      const row = await reading
        .selectFrom("companies")
        .select((eb) => [
          eb.fn.countAll<number>().as("asked"),
          eb.fn.count<number>("sic").as("coded"),
          eb.fn.count<number>("answered_at").as("answered"),
          eb.fn.count<number>("reason_code").as("failed"),
          eb.fn.max("answered_at").as("last"),
        ])
        .executeTakeFirstOrThrow();
      const failure = await reading
        .selectFrom("companies")
        .select(["tried_at", "reason_code", "reason_detail"])
        .where("reason_code", "is not", null)
        .orderBy("tried_at", "desc")
        .limit(1)
        .executeTakeFirst();
      const reason = toReason(failure?.reason_code ?? null, failure?.reason_detail ?? null);
      return {
        asked: row.asked,
        withIndustry: row.coded,
        withoutIndustry: row.answered - row.coded,
        failed: row.failed,
        lastAnswerAt: toInstant(row.last),
        lastFailure: failure === undefined || reason === null ? null : { at: new Date(failure.tried_at), reason },
      };
    },
  };
}

/** Industries by current symbol, for companies but not for funds. @param symbols limits the result to these. */
export async function readServedIndustries(
  db: Kysely<Schema>,
  symbols?: readonly string[],
): Promise<ReadonlyMap<string, Industry>> {
  if (symbols?.length === 0) return new Map();
  const rows = await db
    .selectFrom("securities as s")
    .innerJoin("companies as c", "c.cik", "s.cik")
    .select(["s.symbol", "c.sic", "c.description"])
    .where("s.etf", "=", 0)
    .where("c.sic", "is not", null)
    .$if(symbols !== undefined, (query) => query.where("s.symbol", "in", symbols ?? []))
    .orderBy("s.symbol")
    .execute();
  return new Map(
    rows.flatMap(({ symbol, sic, description }) =>
      sic === null ? [] : [[symbol, { sic, description: description ?? "" }] as const],
    ),
  );
}

export function areSameIndustries(some: ReadonlyMap<string, Industry>, others: ReadonlyMap<string, Industry>): boolean {
  if (some.size !== others.size) return false;
  for (const [symbol, { sic, description }] of some) {
    const other = others.get(symbol);
    if (other?.sic !== sic || other.description !== description) return false;
  }
  return true;
}

/** Stores answers, each replacing the company's earlier one. */
export async function upsertCompanies(
  transaction: Writing,
  answers: readonly CompanyAnswer[],
  at: Date,
): Promise<void> {
  const pause = createPause();
  for (const chunk of splitIntoChunks(answers, ROWS_AT_ONCE)) {
    const rows = chunk.map(({ cik, industry }) => ({
      cik,
      sic: industry?.sic ?? null,
      description: toDbText(industry?.description ?? null),
      answered_at: at.getTime(),
      tried_at: at.getTime(),
      reason_code: null,
      reason_detail: null,
    }));
    const columns = ["sic", "description", "answered_at", "tried_at", "reason_code", "reason_detail"] as const;
    await transaction
      .insertInto("companies")
      .values(rows)
      .onConflict((conflict) => conflict.column("cik").doUpdateSet(buildExcludedValues(...columns)))
      .execute();
    await pause();
  }
}
