/** Finds filings that need a person's decision. */
import type { Kysely } from "kysely";
import { type FilingState, type RejectedLine, SETTLED_REASONS } from "../domain/filing.ts";
import { type FilingRow, toFilingRow, toRejectedLine } from "./filing-rows.ts";
import type { Schema } from "./schema.ts";

/** A filing, and the filing's rejected lines that need a person's decision. */
interface FilingInReview {
  readonly filing: FilingRow;
  readonly rejected: readonly RejectedLine[];
}

export async function listFilingsInReview(reading: Kysely<Schema>): Promise<readonly FilingInReview[]> {
  const filings = await reading
    .selectFrom("filings")
    .selectAll()
    .where((where) =>
      where.or([
        // Includes unreadable filings, because a person can enter the content of scanned pages that cannot be rendered.
        where("state", "in", ["needs_review", "unreadable"] satisfies FilingState[]),
        where("id", "in", (lines) =>
          lines
            .selectFrom("rejected_lines")
            .select("filing_id")
            .where("reason", "not in", SETTLED_REASONS)
            .where("corrected_by", "is", null),
        ),
      ]),
    )
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .execute();
  const lines = await reading
    .selectFrom("rejected_lines")
    .select(["filing_id", "line", "reason", "text", "corrected_by"])
    .where("reason", "not in", SETTLED_REASONS)
    .where("corrected_by", "is", null)
    .orderBy("filing_id")
    .orderBy("position")
    .execute();
  const byFiling = Map.groupBy(lines, ({ filing_id }) => filing_id);
  return filings.map((row) => ({
    filing: toFilingRow(row),
    rejected: (byFiling.get(row.id) ?? []).map(toRejectedLine),
  }));
}
