import type { Database } from "./database.ts";
import { toReason } from "./filing-rows.ts";
import { instant } from "./premium/rows.ts";
import type { SourceTable } from "./store.ts";
import { storable } from "./text.ts";
import { upsert } from "./upsert.ts";

export function sourceTable({ reading, writing }: Database): SourceTable {
  return {
    async all() {
      const rows = await reading.selectFrom("sources").selectAll().orderBy("source").execute();
      return rows.map((row) => ({
        source: row.source,
        lastAttemptAt: instant(row.last_attempt_at),
        lastSuccessAt: instant(row.last_success_at),
        lastError: toReason(row.last_error_code, row.last_error_detail),
        lastErrorAt: instant(row.last_error_at),
        listingCompletedAt: instant(row.listing_completed_at),
      }));
    },

    async succeeded(source, at) {
      const known = {
        last_attempt_at: at.getTime(),
        last_success_at: at.getTime(),
        last_error_code: null,
        last_error_detail: null,
        last_error_at: null,
      };
      await upsert(writing, "sources", { source }, known);
    },

    async completedListing(source, at) {
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

    async endedRun(at) {
      await writing
        .updateTable("sources")
        .set({ first_run_ended_at: at.getTime() })
        .where("last_success_at", "is not", null)
        .where("first_run_ended_at", "is", null)
        .execute();
    },

    async failed(source, at, error) {
      const known = {
        last_attempt_at: at.getTime(),
        last_error_code: storable(error.code),
        last_error_detail: storable(error.detail),
        last_error_at: at.getTime(),
      };
      await upsert(writing, "sources", { source }, known);
    },
  };
}
