/** Maps the issues that zod finds to the errors of a problem. */
import type { z } from "zod";
import { InvalidParametersError } from "../failures.ts";
import { type ParameterError, REASONS, type Reason } from "../problems.ts";

/** Wrong parameters that one problem names at most. */
const MOST_ERRORS = 20;

/** One thing that is wrong: as an error for programs and as a sentence for people. */
export interface Wrong {
  readonly error: ParameterError;
  readonly sentence: string;
}

/** The error that names all that is wrong, up to a bound. */
export function invalid(wrong: readonly Wrong[]): InvalidParametersError {
  const named = wrong.slice(0, MOST_ERRORS);
  return new InvalidParametersError(
    named.map(({ sentence }) => sentence).join(" "),
    named.map(({ error }) => error),
  );
}

/** Refuses in a schema's own check: `ctx.addIssue(refusal("port_not_allowed", "must name port 443, or 1024 or above"))`. */
export function refusal(reason: Reason, must: string): { code: "custom"; message: string; params: { reason: Reason } } {
  return { code: "custom", message: must, params: { reason } };
}

/** Reason for which a value is refused. The issue must have its input (`reportInput`). */
export function refusalReason(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "required";
      return issue.expected === "int" ? "not_an_integer" : "wrong_type";
    case "invalid_value":
      return issue.input === undefined ? "required" : "not_allowed";
    case "too_small":
      return isNumeric(issue) ? "too_small" : "too_short";
    case "too_big":
      return isNumeric(issue) ? "too_large" : "too_long";
    case "invalid_format":
      return issue.format === "date" ? "not_a_date" : "malformed";
    case "custom":
      return REASONS.find((reason) => reason === issue.params?.["reason"]) ?? "malformed";
    default:
      return "malformed";
  }
}

/** Returns whether a bound is one of numbers, not of characters or values. */
export function isNumeric({ origin }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): boolean {
  return origin === "number" || origin === "int";
}
