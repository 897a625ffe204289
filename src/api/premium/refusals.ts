/** Rejects JSON fields of a body that are well-formed but cannot be accepted. */
import { InvalidParametersError } from "../../http/failures.ts";
import type { ParameterError, Reason } from "../../http/problems.ts";

/** An error for one invalid field of a body. `must` is the end of the sentence, such as `must be in the past`. */
export function createFieldError(
  name: string,
  reason: Reason,
  must: string,
  details: Pick<ParameterError, "value" | "allowed" | "min" | "max"> = {},
): InvalidParametersError {
  return new InvalidParametersError(`Field '${name}' ${must}.`, [{ in: "body", name, reason, ...details }]);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long events are stored and can be sent again. */
export const RETENTION_DAYS = 30;

/** Parses the span of a recovery. @throws {InvalidParametersError} if `since` is too old, in the future or after `until`. */
export function readRecoverySpan(
  since: string,
  until: string | undefined,
  now: Date,
): { readonly since: Date; readonly until: Date } {
  const from = new Date(since);
  const to = until === undefined ? now : new Date(until);
  if (from > now) throw createFieldError("since", "in_the_future", "must be in the past", { value: since });
  if (now.getTime() - from.getTime() > RETENTION_DAYS * DAY_MS) {
    throw createFieldError("since", "in_the_past", `must be within the last ${RETENTION_DAYS} days`, {
      value: since,
    });
  }
  if (to < from)
    throw createFieldError("until", "inverted", "must not be earlier than 'since'", { value: String(until) });
  return { since: from, until: to };
}
