/** Lists the amending filings of a SQLite store and what each superseded, for tests of complete imports. */
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Workplace } from "./workplace.ts";

/** Ordered by id. `superseded` has the filings whose trades it replaced or deleted; `withdrawn` counts those not replaced. */
export async function listAmendingFilings({ dataDir, store }: Pick<Workplace, "dataDir" | "store">) {
  using db = new DatabaseSync(path.join(dataDir, "congress-trades.sqlite"), { readOnly: true });
  const filings = db.prepare(
    "select id, title from filings where id in (select filing_id from amending_filings) order by id",
  );
  const superseded = db.prepare(
    `select t.filing_id as filingId, sum(b.id is null) as withdrawn from trades t left join trades b on b.id = t.superseded_by
     where coalesce(b.filing_id, t.superseded_by) = ? group by t.filing_id`,
  );
  const unsettled = await store.amendments.listUnsettled();
  return (filings.all() as { id: string; title: string }[]).map(({ id, title }) => ({
    filingId: id,
    title,
    superseded: superseded.all(id) as { filingId: string; withdrawn: number }[],
    unsettled: unsettled.filter(({ filingId }) => filingId === id),
  }));
}
