import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { WINDOW_MS } from "../../http/rate-limit/rate-limit.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import { createPublicRoute, type PremiumRoute, type Route } from "../../http/route.ts";
import { EXPORTS_AT_ONCE } from "../files/export-slots.ts";
import { AccountSchema, PremiumAccountSchema, toWireKeyReference } from "./account-schema.ts";
import type { PremiumContext } from "./parts.ts";

/** `GET /account`: the caller's plan and remaining quota, with or without a key; does not count as a request. */
export function createAccountRoute(): Route {
  return createPublicRoute({
    name: "account",
    path: "/account",
    charged: false,
    query: NoQuery,
    description: {
      summary: "Where you stand",
      description: "Plan, limit, remaining requests and when they are restored. Does not count as a request.",
      response: AccountSchema,
      problems: ["invalid_parameter"],
    },
    answer: (_, __, { rate, wallMs }) =>
      createJsonAnswer(
        {
          plan: rate.plan.name,
          limit: rate.plan.quota,
          remaining: rate.remaining,
          reset: Math.ceil((wallMs + rate.fullInMs) / 1000),
        },
        { secret: true },
      ),
  });
}

const ACCOUNT_LIMITS = { webhooks: 10, alerts: 100, concurrent_exports: EXPORTS_AT_ONCE } as const;

/** `GET /premium/account`. */
export function createPremiumAccountRoute({ quota }: Pick<PremiumContext, "quota">): PremiumRoute {
  return createPremiumEndpoint({
    name: "premium_account",
    path: "/premium/account",
    description: {
      summary: "Account of the key",
      description: "Plan, limits and the key that was used, without its full text.",
      response: PremiumAccountSchema,
      problems: ["invalid_parameter"],
    },
    answer: ({ account, key }) =>
      createJsonAnswer({
        plan: account.plan,
        rate_limit: { limit: quota, window_seconds: WINDOW_MS / 1000 },
        limits: ACCOUNT_LIMITS,
        key: toWireKeyReference(key),
      }),
  });
}
