/** Determines which trades supersede which, for each politician whom a publication affects, in the publication's transaction. */
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { Report, StatedAmendments } from "../domain/amendments/report.ts";
import { settleAmendments } from "../domain/amendments/settle.ts";
import type { Settlement } from "../domain/amendments/settlement.ts";
import { buildTradeId } from "../domain/filing.ts";
import type { FirstDisclosure } from "../domain/trade.ts";
import { loadReports } from "./amendments-reports.ts";
import { writeAmendmentColumns } from "./duplicate-marks.ts";
import type { Writing } from "./schema.ts";
import { toDbText } from "./text.ts";
import type { TradeChanges } from "./trade-changes.ts";
import { areAmendmentColumnsEqual, serializePendingAmendment, toDisclosureColumns, toTrade } from "./trade-rows.ts";

const ROWS_AT_ONCE = 500;

interface AffectedFilings {
  /** Filings whose state may have changed. */
  readonly filings: ReadonlySet<string>;
  /**
   * Ids of amending reports that have no trades and leave nothing to decide. Such a report meets two conditions. First, a later
   * report has corrected each rejected row that waited for review. Second, for each deleted row, the deletion was carried
   * out, a person decided to delete nothing, or a later report corrected the row.
   */
  readonly deletions: ReadonlySet<string>;
}

/** Applies the rules on amendments to each member's reports, and writes the rows that change. */
export async function settleMemberAmendments(
  transaction: Writing,
  politicianIds: readonly string[],
  changes: TradeChanges,
  at: Date,
): Promise<AffectedFilings> {
  const pause = createPause();
  const settled = { filings: new Set<string>(), deletions: new Set<string>() };
  const involved = await findMembersWithAmendments(transaction, politicianIds);
  if (involved.length === 0) return settled;
  for (const ids of splitIntoChunks(involved, ROWS_AT_ONCE)) {
    await transaction.deleteFrom("unsettled_amendments").where("politician_id", "in", ids).execute();
  }
  for (const politicianId of involved) {
    const { reports, rows } = await loadReports(transaction, politicianId);
    const settlement = settleAmendments(reports);
    for (const filing of findFinishedDeletions(reports, settlement)) settled.deletions.add(filing);
    for (const { id, amending } of reports) {
      if (amending !== null) settled.filings.add(id);
      changes.recordSupersedingFiling(id, id);
      for (const trade of rows.get(id) ?? []) {
        changes.recordSupersedingFiling(trade.id, id);
        changes.recordChainEnd(trade.id, settlement.findChainEnd(trade.id));
      }
    }
    for (const before of [...rows.values()].flat()) {
      const after = {
        ...before,
        supersedes: settlement.supersedes.get(before.id) ?? null,
        superseded_by: settlement.supersededBy.get(before.id) ?? null,
        ...toDisclosureColumns(settlement.getFirstDisclosure(toTrade(before)), before.filed_date),
        amendment_pending: serializePendingAmendment(settlement.pending.get(before.id)),
        updated_at: at.getTime(),
      };
      if (areAmendmentColumnsEqual(before, after)) continue;
      await writeAmendmentColumns(transaction, after);
      changes.recordRow(before, after);
      settled.filings.add(after.filing_id);
      await pause();
    }
    await writeCorrectingTrades(transaction, reports, settlement);
    await insertUnsettled(transaction, politicianId, settlement);
    await pause();
  }
  return settled;
}

/** Returns the members with an amending filing, a superseded trade, an unresolved amendment, or one document in two filings. */
async function findMembersWithAmendments(transaction: Writing, ids: readonly string[]): Promise<readonly string[]> {
  const involved = new Set<string | null>();
  for (const chunk of splitIntoChunks(ids, ROWS_AT_ONCE)) {
    const answers = await Promise.all([
      transaction
        .selectFrom("amending_filings as a")
        .innerJoin("filings as f", "f.id", "a.filing_id")
        .select("f.politician_id")
        .distinct()
        .where("f.politician_id", "in", chunk)
        .execute(),
      transaction
        .selectFrom("trades")
        .select("politician_id")
        .distinct()
        .where("politician_id", "in", chunk)
        .where((eb) =>
          eb.or([
            eb("superseded_by", "is not", null),
            eb("amendment_pending", "is not", null),
            eb("first_disclosed_source", "!=", "filing" satisfies FirstDisclosure["source"]),
          ]),
        )
        .execute(),
      transaction
        .selectFrom("unsettled_amendments")
        .select("politician_id")
        .distinct()
        .where("politician_id", "in", chunk)
        .execute(),
      transaction
        .selectFrom("filings")
        .select("politician_id")
        .where("politician_id", "in", chunk)
        .where("document_sha256", "is not", null)
        .groupBy(["politician_id", "source", "document_sha256"])
        .having((eb) => eb.fn.countAll<number>(), ">", 1)
        .execute(),
    ]);
    for (const { politician_id } of answers.flat()) involved.add(politician_id);
  }
  return [...involved].filter((id) => id !== null).toSorted();
}

function findFinishedDeletions(
  reports: readonly Report[],
  { deletionsDone, corrected }: Settlement,
): readonly string[] {
  return reports
    .filter(({ amending, trades }) => amending !== null && trades.length === 0)
    .filter(({ id, amending, linesOpen }) => {
      const { lines = [], rejected = [] } = amending ?? {};
      const isDone = (line: number) =>
        deletionsDone.has(buildTradeId(id, line)) || corrected.has(buildTradeId(id, line));
      const settled = rejected.filter(({ line }) => corrected.has(buildTradeId(id, line))).length;
      return lines.length + settled > 0 && settled >= linesOpen && lines.every(({ line }) => isDone(line));
    })
    .map(({ id }) => id);
}

/** Stores for each rejected line which trade corrects it. */
async function writeCorrectingTrades(
  transaction: Writing,
  reports: readonly Report[],
  { corrected }: Settlement,
): Promise<void> {
  for (const { id: filingId, amending } of reports) {
    for (const { line } of amending?.rejected ?? []) {
      await transaction
        .updateTable("rejected_lines")
        .set({ corrected_by: corrected.get(buildTradeId(filingId, line)) ?? null })
        .where("filing_id", "=", filingId)
        .where("line", "=", line)
        .execute();
    }
  }
}

async function insertUnsettled(transaction: Writing, politicianId: string, { unsettled }: Settlement): Promise<void> {
  for (const chunk of splitIntoChunks(unsettled, ROWS_AT_ONCE)) {
    await transaction
      .insertInto("unsettled_amendments")
      .values(
        chunk.map(({ id, filingId, kind, reason, candidates }) => ({
          id: toDbText(id),
          filing_id: filingId,
          politician_id: politicianId,
          kind,
          reason,
          candidates: JSON.stringify(candidates),
        })),
      )
      .execute();
  }
}

/** Replaces the stored amendments of the outcomes' filings. */
export async function replaceAmendments(
  transaction: Writing,
  outcomes: readonly { readonly filingId: string; readonly amending?: StatedAmendments | null }[],
): Promise<void> {
  const ids = outcomes.map(({ filingId }) => filingId);
  const stored = await transaction.selectFrom("amending_filings").selectAll().where("filing_id", "in", ids).execute();
  const before = new Map(stored.map((row) => [row.filing_id, row.amending]));
  for (const { filingId, amending } of outcomes) {
    const text = amending ? toDbText(JSON.stringify(amending)) : undefined;
    if (text === before.get(filingId)) continue;
    await transaction.deleteFrom("amending_filings").where("filing_id", "=", filingId).execute();
    if (text !== undefined) {
      await transaction.insertInto("amending_filings").values({ filing_id: filingId, amending: text }).execute();
    }
  }
}
