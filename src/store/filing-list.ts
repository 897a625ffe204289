import type { FilingSourceId, FilingState } from "../domain/filing.ts";
import { countRows } from "./count-rows.ts";
import type { Database } from "./database.ts";
import { type FilingRow, toFilingRow } from "./filing-rows.ts";

/** Filings that have all of it. */
export interface FilingFilter {
  readonly source?: FilingSourceId | undefined;
  readonly year?: number | undefined;
  /** Any of these. */
  readonly states?: readonly FilingState[] | undefined;
  readonly politicianId?: string | undefined;
}

/** A page of the ledger, newest filed first; `total` counts what the filter leaves. */
export async function listFilings(
  reading: Database["reading"],
  { source, year, states, politicianId }: FilingFilter,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<{ readonly filings: readonly FilingRow[]; readonly total: number }> {
  const found = reading
    .selectFrom("filings")
    .$if(source !== undefined, (some) => some.where("source", "=", source as string))
    .$if(year !== undefined, (some) => some.where("year", "=", year as number))
    .$if(states !== undefined, (some) => some.where("state", "in", states as readonly string[]))
    .$if(politicianId !== undefined, (some) => some.where("politician_id", "=", politicianId as string));
  const rows = await found
    .selectAll()
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .limit(limit)
    .offset(skip)
    .execute();
  return { filings: rows.map(toFilingRow), total: await countRows(found) };
}
