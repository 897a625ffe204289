import type { FilingSourceId } from "../domain/filing.ts";
import type { Reason } from "../domain/reason.ts";
import type { Database } from "./database.ts";
import { toReason } from "./filing-rows.ts";
import { toInstant } from "./premium/rows.ts";
import { toDbText } from "./text.ts";
import { upsert } from "./upsert.ts";

/** Results of the last requests to a source. */
export interface SourceStatus {
  readonly source: string;
  readonly lastAttemptAt: Date | null;
  readonly lastSuccessAt: Date | null;
  /** The last failure since the last success; null if the last attempt succeeded. */
  readonly lastError: Reason | null;
  readonly lastErrorAt: Date | null;
  /** Time when the source's first complete listing ended; null before that, and for reference data. */
  readonly listingCompletedAt: Date | null;
  /** End time of the first import run that ended after the source's first successful request. Null until that run has ended. */
  readonly firstRunEndedAt: Date | null;
}

export function createSourceQueries({ reading, writing }: Database) {
  return {
    async listAll(): Promise<readonly SourceStatus[]> {
      const rows = await reading.selectFrom("sources").selectAll().orderBy("source").execute();
      return rows.map((row) => ({
        source: row.source,
        lastAttemptAt: toInstant(row.last_attempt_at),
        lastSuccessAt: toInstant(row.last_success_at),
        lastError: toReason(row.last_error_code, row.last_error_detail),
        lastErrorAt: toInstant(row.last_error_at),
        listingCompletedAt: toInstant(row.listing_completed_at),
        firstRunEndedAt: toInstant(row.first_run_ended_at),
      }));
    },

    async recordSuccess(source: string, at: Date): Promise<void> {
      const columns = {
        last_attempt_at: at.getTime(),
        last_success_at: at.getTime(),
        last_error_code: null,
        last_error_detail: null,
        last_error_at: null,
      };
      await upsert(writing, "sources", { source }, columns);
    },

    /** Records a source's first complete listing; later calls do nothing. Filings that first appear after it create events. */
    async recordListingCompleted(source: FilingSourceId, at: Date): Promise<void> {
      await writing
        .insertInto("sources")
        .values({ source, listing_completed_at: at.getTime() })
        .onConflict((conflict) =>
          conflict
            .column("source")
            .doUpdateSet({ listing_completed_at: at.getTime() })
            .where("sources.listing_completed_at", "is", null),
        )
        .execute();
    },

    /** Records the end of the first run for each source that has answered; from then on, subscribers get corrections. */
    async recordFirstRunEnd(at: Date): Promise<void> {
      await writing
        .updateTable("sources")
        .set({ first_run_ended_at: at.getTime() })
        .where("last_success_at", "is not", null)
        .where("first_run_ended_at", "is", null)
        .execute();
    },

    async recordFailure(source: string, at: Date, error: Reason): Promise<void> {
      const columns = {
        last_attempt_at: at.getTime(),
        last_error_code: toDbText(error.code),
        last_error_detail: toDbText(error.detail),
        last_error_at: at.getTime(),
      };
      await upsert(writing, "sources", { source }, columns);
    },
  };
}

export type SourceTable = ReturnType<typeof createSourceQueries>;
