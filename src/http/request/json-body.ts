/** Validates a request body against the schema shown in the OpenAPI document; reports every wrong member. */
import type { z } from "zod";
import { echoed, type ParameterError, type Reason } from "../problems.ts";
import { invalid, isNumeric, refusalReason, type Wrong } from "./issues.ts";

/** `readOnly`: members that exist but cannot be set. @throws {InvalidParametersError} */
export function readBody<B>(schema: z.ZodType<B>, json: unknown, readOnly: readonly string[]): B {
  const read = schema.safeParse(json, { reportInput: true });
  if (read.success) return read.data;
  throw invalid(read.error.issues.flatMap((issue) => wrongOf(issue, readOnly)));
}

function wrongOf(issue: z.core.$ZodIssue, readOnly: readonly string[]): Wrong[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      path.length === 0 && readOnly.includes(key)
        ? wrong([key], "read_only", "cannot be set")
        : wrong([...path, key], "unknown_member", "is not known here"),
    );
  }
  const { input } = issue;
  const value = typeof input === "string" || typeof input === "number" ? { value: echoed(String(input)) } : {};
  const reason = refusalReason(issue);
  const { must, bounds = {} } = demandOf(issue, reason);
  return [wrong(path, reason, must, { ...value, ...bounds })];
}

interface Demand {
  readonly must: string;
  readonly bounds?: Pick<ParameterError, "min" | "max" | "allowed">;
}

function demandOf(issue: z.core.$ZodIssue, reason: Reason): Demand {
  const isMissing = reason === "required";
  switch (issue.code) {
    case "invalid_type":
      return { must: `${isMissing ? "is required:" : "must be"} ${nounOf(issue.expected)}` };
    case "invalid_value": {
      const allowed = issue.values.map(String);
      return { must: `${isMissing ? "is required:" : "must be"} one of ${allowed.join(", ")}`, bounds: { allowed } };
    }
    case "too_small": {
      const bounds = { min: Number(issue.minimum) };
      if (isNumeric(issue)) return { must: `must be at least ${issue.minimum}`, bounds };
      return { must: `must have at least ${issue.minimum} ${unitOf(issue.origin)}`, bounds };
    }
    case "too_big": {
      const bounds = { max: Number(issue.maximum) };
      if (isNumeric(issue)) return { must: `must be at most ${issue.maximum}`, bounds };
      return { must: `must have at most ${issue.maximum} ${unitOf(issue.origin)}`, bounds };
    }
    case "custom":
      return { must: issue.message };
    default:
      return { must: "is not of the form that is asked for" };
  }
}

function wrong(path: readonly string[], reason: Reason, must: string, rest: Partial<ParameterError> = {}): Wrong {
  const name = echoed(path.join("."));
  return {
    error: { in: "body", name, reason, ...rest },
    sentence: name === "" ? `The body ${must}.` : `Member '${name}' ${must}.`,
  };
}

function nounOf(expected: string): string {
  const article = /^[aeiou]/.test(expected) ? "an" : "a";
  return `${article} ${expected === "int" ? "integer" : expected}`;
}

function unitOf(origin: string): string {
  return origin === "string" ? "characters" : "values";
}
