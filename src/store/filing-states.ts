/** Determines a filing's state, from its own document and from the effects of other filings. */
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { FilingState } from "../domain/filing.ts";
import type { PreviousStates } from "./previous-states.ts";
import type { Writing } from "./schema.ts";

const FILINGS_AT_ONCE = 500;

/** States in which all lines were read. */
const READ_STATES: readonly string[] = ["parsed", "ocr"] satisfies readonly FilingState[];

/**
 * Updates filing states: a report whose trades are all superseded becomes `superseded`, and one in `deletions` becomes `parsed`
 * instead of `needs_review`. @param deletions see `AffectedFilings` in amendments.ts. @returns how many filings changed state.
 */
export async function updateFilingStates(
  transaction: Writing,
  ids: readonly string[],
  deletions: ReadonlySet<string>,
  previousStates: PreviousStates,
): Promise<number> {
  const pause = createPause();
  let changed = 0;
  for (const chunk of splitIntoChunks(ids, FILINGS_AT_ONCE)) {
    const filings = await transaction
      .selectFrom("filings")
      .select(["id", "state", "read_state", "politician_id"])
      .where("id", "in", chunk)
      .execute();
    const trades = await transaction
      .selectFrom("trades")
      .select((eb) => [
        "filing_id",
        eb.fn.countAll<number>().as("all"),
        eb.fn.count<number>("superseded_by").as("superseded"),
      ])
      .where("filing_id", "in", chunk)
      .groupBy("filing_id")
      .execute();
    const fullySuperseded = new Set(trades.filter((row) => row.all === row.superseded).map((row) => row.filing_id));
    for (const { id, state: old, read_state, politician_id } of filings) {
      const state = computeSettledState(read_state ?? old, fullySuperseded.has(id), deletions.has(id));
      if (state === old) continue;
      previousStates.record("filing", id, { politician_id, state: old });
      await transaction.updateTable("filings").set({ state }).where("id", "=", id).execute();
      changed += 1;
      await pause();
    }
  }
  return changed;
}

function computeSettledState(read: string, isGone: boolean, areDeletionsDone: boolean): string {
  if (isGone && READ_STATES.includes(read)) return "superseded" satisfies FilingState;
  return areDeletionsDone && read === "needs_review" ? ("parsed" satisfies FilingState) : read;
}
