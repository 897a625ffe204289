/** Validates a request body against the schema shown in the OpenAPI document; reports up to 20 errors. */
import type { z } from "zod";
import { type ParameterError, type Reason, truncateInput } from "../problems.ts";
import { isNumericBound, type ParameterFault, toParameterError, toRefusalReason } from "./issues.ts";

/** @param readOnly response members that a request body may not set. @throws {InvalidParametersError} with up to 20 errors. */
export function validateBody<B>(schema: z.ZodType<B>, json: unknown, readOnly: readonly string[]): B {
  const read = schema.safeParse(json, { reportInput: true });
  if (read.success) return read.data;
  throw toParameterError(read.error.issues.flatMap((issue) => toBodyFaults(issue, readOnly)));
}

function toBodyFaults(issue: z.core.$ZodIssue, readOnly: readonly string[]): ParameterFault[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      path.length === 0 && readOnly.includes(key)
        ? createBodyFault([key], "read_only", "cannot be set")
        : createBodyFault([...path, key], "unknown_member", "is unknown"),
    );
  }
  const { input } = issue;
  const value = typeof input === "string" || typeof input === "number" ? { value: truncateInput(String(input)) } : {};
  const reason = toRefusalReason(issue);
  const { must, bounds = {} } = describeRequirement(issue, reason);
  return [createBodyFault(path, reason, must, { ...value, ...bounds })];
}

interface Demand {
  readonly must: string;
  readonly bounds?: Pick<ParameterError, "min" | "max" | "allowed">;
}

function describeRequirement(issue: z.core.$ZodIssue, reason: Reason): Demand {
  const isMissing = reason === "required";
  switch (issue.code) {
    case "invalid_type":
      return { must: `${isMissing ? "is required:" : "must be"} ${addArticle(issue.expected)}` };
    case "invalid_value": {
      const allowed = issue.values.map(String);
      return { must: `${isMissing ? "is required:" : "must be"} one of ${allowed.join(", ")}`, bounds: { allowed } };
    }
    case "too_small": {
      const bounds = { min: Number(issue.minimum) };
      if (isNumericBound(issue)) return { must: `must be at least ${issue.minimum}`, bounds };
      return { must: `must have at least ${issue.minimum} ${getLengthUnit(issue.origin)}`, bounds };
    }
    case "too_big": {
      const bounds = { max: Number(issue.maximum) };
      if (isNumericBound(issue)) return { must: `must be at most ${issue.maximum}`, bounds };
      return { must: `must have at most ${issue.maximum} ${getLengthUnit(issue.origin)}`, bounds };
    }
    case "custom":
      return { must: issue.message };
    default:
      return { must: "has the wrong form" };
  }
}

function createBodyFault(
  path: readonly string[],
  reason: Reason,
  must: string,
  rest: Partial<ParameterError> = {},
): ParameterFault {
  const name = truncateInput(path.join("."));
  return {
    error: { in: "body", name, reason, ...rest },
    sentence: name === "" ? `The body ${must}.` : `Field '${name}' ${must}.`,
  };
}

function addArticle(expected: string): string {
  const article = /^[aeiou]/.test(expected) ? "an" : "a";
  return `${article} ${expected === "int" ? "integer" : expected}`;
}

function getLengthUnit(origin: string): string {
  return origin === "string" ? "characters" : "values";
}
