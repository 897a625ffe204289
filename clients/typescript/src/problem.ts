import type { components } from "./openapi.d.ts";

export type Problem = components["schemas"]["Problem"];

/** An answer that is neither 2xx nor 3xx (RFC 9457). Programs switch on `code`. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** `network_answer` where something between here and the service answered, and not the service. */
  readonly code: Problem["code"] | "network_answer";
  /** Null where the service did not answer itself. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem === null ? `Answered with status ${status} and no problem.` : problem.detail);
    this.status = status;
    this.code = problem?.code ?? "network_answer";
    this.problem = problem;
  }
}

export async function problemOf(response: Response): Promise<ProblemError> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  return new ProblemError(response.status, isProblem ? ((await response.json()) as Problem) : null);
}
