/** Decides who may use the premium paths, and returns a problem for everyone else (RFC 6750 section 3). */
import type { Account, ApiKey, KeyScope } from "../../domain/premium.ts";
import { toProblem } from "../failures.ts";
import type { Problem, ProblemCode } from "../problems.ts";
import { buildRateLimitFields } from "../rate-limit/rate-limit-headers.ts";
import { parseQuery } from "../request/query-string.ts";
import { AUTH_FAILURES, type Caller } from "./callers.ts";

const REALM = 'Bearer realm="congress-trades"';

type Access = { readonly key: ApiKey; readonly account: Account } | { readonly refused: Problem };

/** `scope`: required by the route. `query`: raw query string; a request with a token in it is refused. */
export function checkAccess(caller: Caller, query: string, scope: KeyScope = "read"): Access {
  if (query.includes("access_token") && parseQuery(query).has("access_token")) {
    const detail = "Send the token in the Authorization header; a token in the query is never accepted.";
    return createRefusedAccess("malformed_request", detail, "invalid_request");
  }
  switch (caller.kind) {
    case "anonymous":
      return createRefusedAccess(
        "missing_credentials",
        "This path requires a key: send 'Authorization: Bearer <key>'.",
      );
    case "malformed":
      return createRefusedAccess("malformed_request", caller.detail, "invalid_request");
    case "invalid":
      return createRefusedAccess("invalid_token", caller.detail, "invalid_token");
    case "unknown":
      return { refused: toUnavailableProblem(caller.error) };
    case "barred": {
      const seconds = Math.max(1, Math.ceil(caller.retryInMs / 1000));
      return {
        refused: {
          code: "rate_limit_exceeded",
          detail: `Too many requests from your address had a bad token. The limit is ${AUTH_FAILURES.quota} in any 60 seconds. Try again in ${seconds} s.`,
          retryAfterSeconds: seconds,
          extra: buildRateLimitFields(AUTH_FAILURES, seconds),
        },
      };
    }
    case "key":
      if (caller.account.plan === "premium") {
        const { scopes } = caller.key;
        if (scopes.includes(scope)) return caller;
        const detail = `This requires a key with the scope '${scope}'; the key's scopes are '${scopes.join("', '")}'.`;
        return createRefusedAccess("scope_required", detail, "insufficient_scope");
      }
      return createRefusedAccess(
        "plan_required",
        `This path requires the plan 'premium'; the key's plan is '${caller.account.plan}'.`,
        "insufficient_scope",
      );
  }
}

function createRefusedAccess(code: ProblemCode, detail: string, error?: string): Access {
  const challenge =
    error === undefined ? REALM : `${REALM}, error="${error}", error_description="${toQuotableText(detail)}"`;
  return { refused: { code, detail, headers: ["WWW-Authenticate", challenge] } };
}

/** Replaces with `'` each character that is not allowed in a quoted `error_description` (RFC 6750 section 3). */
function toQuotableText(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, "'");
}

const RETRY_SECONDS = 5;

/** Turns a failed look-up of a key into a 503: the service itself stores the keys, so the failure is internal and temporary. */
function toUnavailableProblem(error: unknown): Problem {
  const problem = toProblem(error);
  return problem.code === "internal_error"
    ? { code: "service_unavailable", detail: "Keys cannot be checked at the moment.", retryAfterSeconds: RETRY_SECONDS }
    : problem;
}
