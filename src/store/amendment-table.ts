import type { Report } from "../domain/amendments/report.ts";
import type { UnsettledAmendment } from "../domain/amendments/settlement.ts";
import { buildTradeId } from "../domain/filing.ts";
import { loadReports } from "./amendments-reports.ts";
import type { Database } from "./database.ts";

/** An amendment waiting for a person's decision, with the politician who filed it. */
interface WaitingAmendment extends UnsettledAmendment {
  readonly politicianId: string;
}

export function createAmendmentQueries({ reading }: Database) {
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
    /** Undecided amendments, sorted by id. A decision takes effect as `amending.decided` of the filing's next `FilingOutcome`. */
    listUnsettled,

    /** A member's unsettled amendments that this filing contains, or that have the filing or one of its lines as a candidate. */
    async listConcerningFiling(filingId: string, politicianId: string): Promise<readonly WaitingAmendment[]> {
      const linePrefix = buildTradeId(filingId, 0).slice(0, -"00".length);
      const belongsToFiling = (id: string) => id === filingId || id.startsWith(linePrefix);
      return (await listUnsettled()).filter(
        (each) =>
          each.politicianId === politicianId && (each.filingId === filingId || each.candidates.some(belongsToFiling)),
      );
    },

    /** All reports of one member, in the form that the rules on amendments use. */
    loadReportsOf: async (politicianId: string): Promise<readonly Report[]> =>
      (await loadReports(reading, politicianId)).reports,
  };
}
