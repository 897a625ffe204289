/** Turns errors into the problem sent to the client. A 5xx reveals no internals. */
import { AppError, ConflictError, LimitError, NotFoundError, SourceError, UnavailableError } from "../base/errors.ts";
import { isProblemCode, type ParameterError, PROBLEMS, type Problem, truncateInput } from "./problems.ts";
import { MalformedJsonError } from "./request/strict-json.ts";

/** Thrown for invalid parameters. `message` becomes the problem's `detail`. */
export class InvalidParametersError extends AppError {
  readonly errors: readonly ParameterError[];
  constructor(message: string, errors: readonly ParameterError[]) {
    super("invalid_parameter", message);
    this.errors = errors;
  }
}

/** Thrown by an endpoint to answer with a specific entry of the problem catalogue (`PROBLEMS`). */
export class ProblemError extends AppError {
  readonly problem: Problem;
  /** True for an expected failure: it is not logged, although it is a 5xx. */
  readonly isExpected: boolean;
  constructor(problem: Problem, { isExpected = false } = {}) {
    super(problem.code, problem.detail);
    this.problem = problem;
    this.isExpected = isExpected;
  }
}

const UPSTREAM_RETRY_SECONDS = 30;

const UNAVAILABLE = {
  upstream_unavailable: "No price source responds right now, and no earlier price is known.",
  service_unavailable: "The service cannot answer this at the moment.",
  storage_full: "The service cannot store anything at the moment.",
} as const;

export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof InvalidParametersError) {
    return { code: "invalid_parameter", detail: error.message, errors: error.errors };
  }
  if (error instanceof NotFoundError) {
    const code = isProblemCode(error.code) && PROBLEMS[error.code].status === 404 ? error.code : "not_found";
    return { code, detail: cutErrorMessage(error.message) };
  }
  if (error instanceof UnavailableError) return createUnavailableProblem(error.code, error.retryAfterSeconds);
  if (error instanceof SourceError) {
    return createUnavailableProblem("upstream_unavailable", error.retryAfterSeconds ?? UPSTREAM_RETRY_SECONDS);
  }
  if (error instanceof MalformedJsonError) return { code: "malformed_request", detail: cutErrorMessage(error.message) };
  if (error instanceof LimitError) {
    return { code: "limit_reached", detail: cutErrorMessage(error.message), extra: { limit: error.limit } };
  }
  if (error instanceof ConflictError) {
    return { code: "conflict", detail: cutErrorMessage(error.message), extra: { ...error.obstacles } };
  }
  return { code: "internal_error", detail: "Internal error. It has been logged." };
}

/** The 404 for a path parameter: quotes the value, cut to 64 characters. */
export function createNotFoundError(code: "symbol_not_found" | "politician_not_found", value: string): NotFoundError {
  const noun = code === "symbol_not_found" ? "symbol" : "politician with the identifier";
  return new NotFoundError(code, `There is no ${noun} '${truncateInput(value)}'.`);
}

function createUnavailableProblem(code: string, retryAfterSeconds: number): Problem {
  const known = Object.hasOwn(UNAVAILABLE, code) ? (code as keyof typeof UNAVAILABLE) : "service_unavailable";
  return { code: known, detail: UNAVAILABLE[known], retryAfterSeconds };
}

function cutErrorMessage(message: string): string {
  return (message.length > 200 ? `${message.slice(0, 199)}…` : message).toWellFormed();
}
