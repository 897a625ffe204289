import type { Report } from "../domain/amendments/report.ts";
import type { UnsettledAmendment } from "../domain/amendments/settlement.ts";
import { buildTradeId } from "../domain/filing.ts";
import { loadReports } from "./amendments-reports.ts";
import type { Database } from "./database.ts";

/** An amendment waiting for a person's decision, with the politician who filed it. */
interface WaitingAmendment extends UnsettledAmendment {
  readonly politicianId: string;
}

/** An amending filing and its effects. */
interface AmendingFiling {
  readonly filingId: string;
  readonly title: string;
  readonly politicianId: string | null;
  /**
   * Trades of other filings that this filing replaced or deleted, grouped by those filings: the total, and how many were deleted without a
   * replacement.
   */
  readonly superseded: readonly { readonly filingId: string; readonly trades: number; readonly takenBack: number }[];
  readonly unsettled: readonly UnsettledAmendment[];
}

export function createAmendmentTable({ reading }: Database) {
  const listUnsettled = async (): Promise<readonly WaitingAmendment[]> => {
    const rows = await reading.selectFrom("unsettled_amendments").selectAll().orderBy("id").execute();
    return rows.map(({ id, filing_id, politician_id, kind, reason, candidates }) => ({
      id,
      filingId: filing_id,
      politicianId: politician_id,
      kind: kind as UnsettledAmendment["kind"],
      reason: reason as UnsettledAmendment["reason"],
      candidates: JSON.parse(candidates) as string[],
    }));
  };
  return {
    /** Unresolved amendments, by id. A decision in `StatedAmendments.decided` of the filing's next outcome resolves them. */
    listUnsettled,

    /** A member's waiting amendments that are in this filing, or have it or one of its lines as a candidate. */
    async listConcerning(filingId: string, politicianId: string): Promise<readonly WaitingAmendment[]> {
      const line = buildTradeId(filingId, 0).slice(0, -"00".length);
      const belongsToFiling = (id: string) => id === filingId || id.startsWith(line);
      return (await listUnsettled()).filter(
        (each) =>
          each.politicianId === politicianId && (each.filingId === filingId || each.candidates.some(belongsToFiling)),
      );
    },

    /** All reports of one member, in the form that the rules on amendments use. */
    loadReportsOf: async (politicianId: string): Promise<readonly Report[]> =>
      (await loadReports(reading, politicianId)).reports,

    /** All filings that amend others, by id. */
    async listAll(): Promise<readonly AmendingFiling[]> {
      const filings = await reading
        .selectFrom("amending_filings as a")
        .innerJoin("filings as f", "f.id", "a.filing_id")
        .select(["f.id", "f.title", "f.politician_id"])
        .orderBy("f.id")
        .execute();
      const relations = await reading
        .selectFrom("trades as t")
        .leftJoin("trades as by", "by.id", "t.superseded_by")
        .select(["t.filing_id", "t.superseded_by", "by.filing_id as by_filing"])
        .where("t.superseded_by", "is not", null)
        .orderBy("t.filing_id")
        .execute();
      const byFiling = Map.groupBy(relations, (row) => row.by_filing ?? row.superseded_by);
      const open = Map.groupBy(await listUnsettled(), ({ filingId }) => filingId);
      return filings.map(({ id, title, politician_id }) => ({
        filingId: id,
        title,
        politicianId: politician_id,
        superseded: [...Map.groupBy(byFiling.get(id) ?? [], (row) => row.filing_id)].map(([filingId, rows]) => ({
          filingId,
          trades: rows.length,
          takenBack: rows.filter((row) => row.by_filing === null).length,
        })),
        unsettled: open.get(id) ?? [],
      }));
    },
  };
}
