import type { Database } from "../database.ts";
import type { HeldPublication, Judgement, PublicationResult } from "../publication.ts";
import { removeHeld } from "./held-rows.ts";
import { publishWithin } from "./judged.ts";

export function createHeldPublicationTable({ reading, change }: Database) {
  return {
    async list(): Promise<readonly HeldPublication[]> {
      const rows = await reading
        .selectFrom("held_publications")
        .select(["id", "held_at", "reason"])
        .orderBy("id")
        .execute();
      return rows.map(({ id, held_at, reason }) => ({ id, heldAt: new Date(held_at), reason }));
    },

    /**
     * Publishes it now, with its events, except for filings whose newer documents have been read since. @param createJudgement receives the publication's
     * `cause`. @throws {NotFoundError}
     */
    approve: (id: number, createJudgement: (cause: string | null) => Judgement): Promise<PublicationResult> =>
      change(async (transaction) => {
        const publication = await removeHeld(transaction, id);
        const judgement = createJudgement(publication.cause ?? null);
        return publishWithin(transaction, { ...publication, at: new Date() }, judgement, false);
      }),

    /** Discards it; its filings that are still to be read are read again in the next run. @throws {NotFoundError} */
    reject: (id: number): Promise<void> =>
      change(async (transaction) => {
        await removeHeld(transaction, id);
      }),
  };
}
