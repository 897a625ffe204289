/** Counts each politician's filings by filing state, and the unresolved reports. */
import type { Kysely } from "kysely";
import { type FilingState, UNREAD_STATES } from "../domain/filing.ts";
import type { Schema } from "./schema.ts";

/** Numbers of a politician's unresolved reports. */
export type OpenReports = {
  /** Number of reports that are unread, or that are in review and have no published trades except superseded ones. */
  readonly unread: number;
  /** Number of amending reports for which it is unclear which report or trade they amend. */
  readonly amending: number;
};

export async function countFilingsByPolitician(
  reading: Kysely<Schema>,
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const rows = await reading
    .selectFrom("filings")
    .select((eb) => ["politician_id", "state", eb.fn.countAll<number>().as("filings")])
    .where("politician_id", "is not", null)
    .groupBy(["politician_id", "state"])
    .orderBy("politician_id")
    .orderBy("state")
    .execute();
  const states = new Map<string, Record<string, number>>();
  for (const { politician_id: id, state, filings } of rows) {
    if (id === null) continue;
    const counts = states.get(id) ?? {};
    counts[state] = filings;
    states.set(id, counts);
  }
  return states;
}

export async function countOpenReportsByPolitician(reading: Kysely<Schema>): Promise<ReadonlyMap<string, OpenReports>> {
  const unread = await reading
    .selectFrom("filings as f")
    .select((eb) => ["f.politician_id", eb.fn.countAll<number>().as("reports")])
    .where("f.politician_id", "is not", null)
    .where((where) =>
      where.or([
        where("f.state", "in", [...UNREAD_STATES]),
        where.and([
          where("f.state", "=", "needs_review" satisfies FilingState),
          where.not(
            where.exists(
              where
                .selectFrom("trades as t")
                .select("t.id")
                .whereRef("t.filing_id", "=", "f.id")
                .where("t.superseded_by", "is", null),
            ),
          ),
        ]),
      ]),
    )
    .groupBy("f.politician_id")
    .execute();
  const amending = await reading
    .selectFrom("unsettled_amendments")
    .select((eb) => ["politician_id", eb.fn.count<number>("filing_id").distinct().as("reports")])
    .groupBy("politician_id")
    .execute();
  const open = new Map<string, OpenReports>();
  for (const { politician_id: id, reports } of unread) if (id !== null) open.set(id, { unread: reports, amending: 0 });
  for (const { politician_id: id, reports } of amending) {
    open.set(id, { unread: open.get(id)?.unread ?? 0, amending: reports });
  }
  return open;
}
