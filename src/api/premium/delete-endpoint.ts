/** Deletes one resource of an account. */
import { premiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import type { Description, PremiumRoute } from "../../http/route.ts";
import { expectedVersion, NOTHING_TO_SAY, ownIn, preconditionFailed, unknownId } from "./answers.ts";

interface Deletion {
  readonly noun: "alert" | "webhook";
  /** Path with the parameter `id`. */
  readonly path: string;
  readonly description: Pick<Description, "summary" | "description" | "parameters">;
  readonly table: {
    get(accountId: string, id: string): Promise<{ readonly id: string; readonly updatedAt: Date } | undefined>;
    /** `expected`: the required version; null for any. Returns false when nothing of that version exists. */
    remove(accountId: string, id: string, expected: number | null): Promise<boolean>;
  };
}

/** `DELETE`; with `If-Match`, only for that version. */
export function deleteEndpoint({ noun, path, description, table }: Deletion): PremiumRoute {
  return premiumEndpoint({
    name: `${noun}_delete`,
    path,
    method: "DELETE",
    description: {
      ...description,
      response: null,
      status: 204,
      problems: ["invalid_parameter", "not_found", "precondition_failed"],
    },
    answer: async ({ account, parameters, ifMatch }) => {
      const { id, updatedAt } = await ownIn(table, noun, { account, parameters });
      const expected = expectedVersion(ifMatch, updatedAt);
      if (await table.remove(account.id, id, expected)) return NOTHING_TO_SAY;
      throw expected === null ? unknownId(noun, id) : preconditionFailed();
    },
  });
}
