import { countRows } from "./count-rows.ts";
import type { Database } from "./database.ts";
import { toFilingRow } from "./filing-rows.ts";
import type { FilingFilter, FilingRow } from "./store.ts";

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
