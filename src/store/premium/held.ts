import type { Database } from "../database.ts";
import type { HeldPublicationTable } from "../premium.ts";
import { takeHeld } from "./held-rows.ts";
import { publishWithin } from "./judged.ts";

export function heldPublicationTable({ reading, change }: Database): HeldPublicationTable {
  return {
    async list() {
      const rows = await reading
        .selectFrom("held_publications")
        .select(["id", "held_at", "reason"])
        .orderBy("id")
        .execute();
      return rows.map(({ id, held_at, reason }) => ({ id, heldAt: new Date(held_at), reason }));
    },

    approve: (id, judgementOf) =>
      change(async (transaction) => {
        const publication = await takeHeld(transaction, id);
        const judgement = judgementOf(publication.cause ?? null);
        return publishWithin(transaction, { ...publication, at: new Date() }, judgement, false);
      }),

    reject: (id) =>
      change(async (transaction) => {
        await takeHeld(transaction, id);
      }),
  };
}
