/** Writes a trade's columns that depend on other filings. Marks trades that a member disclosed identically in two filings. */
import { createPause, splitIntoChunks } from "../base/pause.ts";
import { findPossibleDuplicates } from "../domain/duplicates.ts";
import type { TradeRecord, Writing } from "./schema.ts";
import type { TradeChanges } from "./trade-changes.ts";
import { areAmendmentColumnsEqual, pickAmendmentColumns, toTrade } from "./trade-rows.ts";

const MEMBERS_AT_ONCE = 200;

export async function writeAmendmentColumns(transaction: Writing, row: TradeRecord): Promise<void> {
  await transaction
    .updateTable("trades")
    .set({ ...pickAmendmentColumns(row), updated_at: row.updated_at })
    .where("id", "=", row.id)
    .execute();
}

/** Marks the possibly duplicate trades of each member affected by a publication. Runs after the amendments are settled. */
export async function markPossibleDuplicates(
  transaction: Writing,
  politicianIds: readonly string[],
  changes: TradeChanges,
  at: Date,
): Promise<void> {
  const pause = createPause();
  for (const chunk of splitIntoChunks(politicianIds, MEMBERS_AT_ONCE)) {
    for (const id of await findMembersWithDuplicates(transaction, chunk)) {
      const rows = await transaction.selectFrom("trades").selectAll().where("politician_id", "=", id).execute();
      const found = findPossibleDuplicates(rows.filter((row) => row.superseded_by === null).map(toTrade));
      for (const before of rows) {
        const duplicate = found.get(before.id);
        const after = {
          ...before,
          possible_duplicate_of: duplicate === undefined ? null : JSON.stringify(duplicate.identicalIds),
          is_repeat: Number(duplicate?.isRepeat ?? false),
          updated_at: at.getTime(),
        };
        if (areAmendmentColumnsEqual(before, after)) continue;
        await writeAmendmentColumns(transaction, after);
        changes.recordRow(before, after);
        await pause();
      }
    }
  }
}

/** Members with trades of the same symbol, day, type and minimum amount in several filings, or with marked duplicates. */
async function findMembersWithDuplicates(transaction: Writing, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const repeating = await transaction
    .selectFrom("trades")
    .select("politician_id")
    .where("politician_id", "in", ids)
    .where("superseded_by", "is", null)
    .groupBy(["politician_id", "transaction_date", "ticker", "transaction_type", "amount_low_cents"])
    .having((eb) => eb.fn.count("filing_id").distinct(), ">", 1)
    .execute();
  const marked = await transaction
    .selectFrom("trades")
    .select("politician_id")
    .distinct()
    .where("politician_id", "in", ids)
    .where("possible_duplicate_of", "is not", null)
    .execute();
  return new Set([...repeating, ...marked].map((row) => row.politician_id));
}
