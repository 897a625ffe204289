/** The body of a request, checked against the schema that the OpenAPI document shows; every wrong member is named. */
import type { z } from "zod";
import { InvalidParametersError } from "../failures.ts";
import { echoed, type ParameterError, REASONS, type Reason } from "../problems.ts";

/** Wrong members that one problem names at most. */
const MOST_ERRORS = 20;

/** `readOnly`: members that exist and cannot be set. @throws {InvalidParametersError} */
export function readBody<B>(schema: z.ZodType<B>, json: unknown, readOnly: readonly string[]): B {
  const read = schema.safeParse(json, { reportInput: true });
  if (read.success) return read.data;
  const wrong = read.error.issues.flatMap((issue) => errorsOf(issue, readOnly)).slice(0, MOST_ERRORS);
  throw new InvalidParametersError(
    wrong.map(({ sentence }) => sentence).join(" "),
    wrong.map(({ error }) => error),
  );
}

interface Wrong {
  readonly error: ParameterError;
  readonly sentence: string;
}

/** For a schema's own check: `ctx.addIssue(refusal("port_not_allowed", "must name port 443, or 1024 or above"))`. */
export function refusal(reason: Reason, must: string): { code: "custom"; message: string; params: { reason: Reason } } {
  return { code: "custom", message: must, params: { reason } };
}

function errorsOf(issue: z.core.$ZodIssue, readOnly: readonly string[]): Wrong[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const fixed = path.length === 0 && readOnly.includes(key);
      return wrong(
        [...path, key],
        fixed ? "read_only" : "unknown_member",
        fixed ? "cannot be set" : "is not known here",
      );
    });
  }
  const input = typeof issue.input === "string" || typeof issue.input === "number" ? String(issue.input) : undefined;
  const of = (reason: Reason, must: string, rest: Partial<ParameterError> = {}) => [
    wrong(path, reason, must, { ...(input === undefined ? {} : { value: echoed(input) }), ...rest }),
  ];
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return of("required", `is required: ${nounOf(issue.expected)}`);
      return issue.expected === "int"
        ? of("not_an_integer", "must be an integer")
        : of("wrong_type", `must be ${nounOf(issue.expected)}`);
    case "invalid_value": {
      const allowed = issue.values.map(String);
      return issue.input === undefined
        ? of("required", `is required: one of ${allowed.join(", ")}`, { allowed })
        : of("not_allowed", `must be one of ${allowed.join(", ")}`, { allowed });
    }
    case "too_small":
      return issue.origin === "number" || issue.origin === "int"
        ? of("too_small", `must be at least ${issue.minimum}`, { min: Number(issue.minimum) })
        : of("too_short", `must have at least ${issue.minimum} ${unitOf(issue.origin)}`, {
            min: Number(issue.minimum),
          });
    case "too_big":
      return issue.origin === "number" || issue.origin === "int"
        ? of("too_large", `must be at most ${issue.maximum}`, { max: Number(issue.maximum) })
        : of("too_long", `must have at most ${issue.maximum} ${unitOf(issue.origin)}`, { max: Number(issue.maximum) });
    case "custom":
      return of(reasonOf(issue.params), issue.message);
    default:
      return of("malformed", "is not of the form that is asked for");
  }
}

function wrong(path: readonly string[], reason: Reason, must: string, rest: Partial<ParameterError> = {}): Wrong {
  const name = echoed(path.join("."));
  return {
    error: { in: "body", name, reason, ...rest },
    sentence: name === "" ? `The body ${must}.` : `Member '${name}' ${must}.`,
  };
}

function reasonOf(params: Readonly<Record<string, unknown>> | undefined): Reason {
  return REASONS.find((reason) => reason === params?.["reason"]) ?? "malformed";
}

function nounOf(expected: string): string {
  const article = /^[aeiou]/.test(expected) ? "an" : "a";
  return `${article} ${expected === "int" ? "integer" : expected}`;
}

function unitOf(origin: string): string {
  return origin === "string" ? "characters" : "values";
}
