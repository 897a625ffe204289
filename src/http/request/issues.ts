/** Maps zod issues to the errors of a problem. */
import type { z } from "zod";
import { InvalidParametersError } from "../failures.ts";
import { type ParameterError, REASONS, type Reason } from "../problems.ts";

/** Maximum number of errors listed in one problem. */
const MAX_ERRORS = 20;

/** One error: structured for programs, and as a sentence for people. */
export interface ParameterFault {
  readonly error: ParameterError;
  readonly sentence: string;
}

/** Builds the error that lists the wrong parameters, at most `MAX_ERRORS`. */
export function toParameterError(wrong: readonly ParameterFault[]): InvalidParametersError {
  const named = wrong.slice(0, MAX_ERRORS);
  return new InvalidParametersError(
    named.map(({ sentence }) => sentence).join(" "),
    named.map(({ error }) => error),
  );
}

/** Issue for a schema's own check: `ctx.addIssue(createCustomIssue("port_not_allowed", "must name port 443, or 1024 or above"))`. */
export function createCustomIssue(
  reason: Reason,
  must: string,
): { code: "custom"; message: string; params: { reason: Reason } } {
  return { code: "custom", message: must, params: { reason } };
}

/** Reason why a value is refused. The issue must include its input (`reportInput`). */
export function toRefusalReason(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "required";
      return issue.expected === "int" ? "not_an_integer" : "wrong_type";
    case "invalid_value":
      return issue.input === undefined ? "required" : "not_allowed";
    case "too_small":
      return isNumericBound(issue) ? "too_small" : "too_short";
    case "too_big":
      return isNumericBound(issue) ? "too_large" : "too_long";
    case "invalid_format":
      return issue.format === "date" ? "not_a_date" : "malformed";
    case "custom":
      return REASONS.find((reason) => reason === issue.params?.["reason"]) ?? "malformed";
    default:
      return "malformed";
  }
}

/** Returns whether a bound applies to a number rather than to a count of characters or values. */
export function isNumericBound({ origin }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): boolean {
  return origin === "number" || origin === "int";
}
