/** The API endpoint that deletes a resource of an account. */
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import type { Description, PremiumRoute } from "../../http/route.ts";
import {
  createPreconditionError,
  createUnknownIdError,
  findOwnResource,
  NO_CONTENT_ANSWER,
  parseIfMatch,
} from "./answers.ts";

interface Deletion {
  readonly noun: "alert" | "webhook";
  /** Path with the parameter `id`. */
  readonly path: string;
  readonly description: Pick<Description, "summary" | "description" | "parameters">;
  readonly table: {
    get(accountId: string, id: string): Promise<{ readonly id: string; readonly updatedAt: Date } | undefined>;
    /** @param expected the required version; null for any. @returns false when the required version does not exist. */
    remove(accountId: string, id: string, expected: number | null): Promise<boolean>;
  };
}

/** `DELETE` of a resource; with `If-Match`, deletes the resource only if it still has the version that the header names. */
export function createDeleteRoute({ noun, path, description, table }: Deletion): PremiumRoute {
  return createPremiumEndpoint({
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
      const { id, updatedAt } = await findOwnResource(table, noun, { account, parameters });
      const expected = parseIfMatch(ifMatch, updatedAt);
      if (await table.remove(account.id, id, expected)) return NO_CONTENT_ANSWER;
      throw expected === null ? createUnknownIdError(noun, id) : createPreconditionError();
    },
  });
}
