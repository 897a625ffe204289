/** Keys of the caller's account: two may be active at once, so that one can be replaced by the other without downtime. */
import { issueKey } from "../../accounts/keys/issue-key.ts";
import { ACCOUNT_SCOPES } from "../../domain/premium.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { PageQuery } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { formatUtcSecond } from "../../http/utc-timestamp.ts";
import { KeyBody, KeyListSchema, NewKeySchema, RevokeQuery, toWireKey } from "./account-schema.ts";
import { createPagedAnswer, createUnknownIdError, NO_CONTENT_ANSWER, readIdInPath } from "./answers.ts";
import type { PremiumContext } from "./parts.ts";
import { createFieldError } from "./refusals.ts";

const PATH = "/premium/keys";
const READ_ONLY = ["id", "key", "display", "made_with", "created_at", "revoked_at", "last_used_at"];

export function createKeyRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [createListKeysRoute(context), createKeyCreationRoute(context), createRevokeKeyRoute(context)];
}

function createListKeysRoute({ tables: { keys }, baseUrl }: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "keys",
    path: PATH,
    query: PageQuery,
    description: {
      summary: "Keys",
      description: "All keys the account has ever had, newest first, without their full text.",
      response: KeyListSchema,
      headers: ["Link"],
      problems: ["invalid_parameter"],
    },
    answer: async ({ account, query: { limit, skip } }) => {
      const all = (await keys.listForAccount(account.id)).toReversed();
      const rows = all.slice(skip, skip + limit).map(toWireKey);
      return createPagedAnswer({ keys: rows }, all.length, { limit, skip }, baseUrl + PATH);
    },
  });
}

function createKeyCreationRoute({ tables: { keys } }: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "key_create",
    path: PATH,
    method: "POST",
    scope: "keys",
    body: KeyBody,
    bodyOptional: true,
    readOnly: READ_ONLY,
    description: {
      summary: "Make a key",
      description:
        "The key is shown only once. An account may have two working keys. The new key gets no scope that the key used for the request lacks, and expires no later than that key and the account.",
      response: NewKeySchema,
      status: 201,
      problems: ["limit_reached"],
    },
    answer: async ({ account, key: parent, body, at }) => {
      const expiresAt = computeKeyExpiry(body.expires_at, [parent.expiresAt, account.expiresAt], at);
      const missing = body.scopes?.findIndex((scope) => !parent.scopes.includes(scope)) ?? -1;
      if (missing >= 0) {
        const allowed = [...parent.scopes];
        throw createFieldError(`scopes.${missing}`, "not_allowed", "is not a scope of the key used for this request", {
          allowed,
        });
      }
      const { name, scopes = parent.scopes } = body;
      const details = {
        expiresAt,
        name,
        // Only the operator can grant `review`.
        scopes: ACCOUNT_SCOPES.filter((each) => scopes.includes(each)),
        madeWith: parent.id,
      };
      const { key, stored } = await issueKey(keys, account.id, details, at);
      return createJsonAnswer({ ...toWireKey(stored), key }, { status: 201, secret: true });
    },
  });
}

function createRevokeKeyRoute({ tables: { keys }, onKeyEnd }: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "key_revoke",
    path: `${PATH}/:id`,
    method: "DELETE",
    scope: "keys",
    query: RevokeQuery,
    description: {
      summary: "Revoke a key",
      description:
        "Every process stops accepting the key within 10 seconds, permanently; a key may revoke itself. If a key was stolen, also revoke the keys created with it: `and_made=true`.",
      parameters: { id: { description: "Id of the key.", example: "key_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } },
      response: null,
      status: 204,
      problems: ["not_found", "invalid_parameter"],
    },
    answer: async ({ account, parameters, query, at }) => {
      const id = readIdInPath(parameters, "live key");
      const ended = await keys.revoke(account.id, id, at, query.and_made);
      if (ended.length === 0) throw createUnknownIdError("live key", id);
      for (const each of ended) onKeyEnd(each);
      return NO_CONTENT_ANSWER;
    },
  });
}

/** A key expires no later than the earliest of `ceilings`. @throws {InvalidParametersError} */
function computeKeyExpiry(requestedExpiry: string | null, ceilings: readonly (Date | null)[], at: Date): Date | null {
  const ends = ceilings.flatMap((end) => end?.getTime() ?? []);
  const ceiling = ends.length === 0 ? null : new Date(Math.min(...ends));
  if (requestedExpiry === null) return ceiling;
  const expiresAt = new Date(requestedExpiry);
  if (expiresAt <= at) throw createFieldError("expires_at", "in_the_past", "must be in the future");
  if (ceiling === null || expiresAt <= ceiling) return expiresAt;
  const last = formatUtcSecond(ceiling);
  const must = `must be at most ${last}, when the key used for this request or its account expires`;
  throw createFieldError("expires_at", "not_allowed", must, { value: requestedExpiry });
}
