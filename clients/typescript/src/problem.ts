import type { components } from "./openapi.d.ts";

export type Problem = components["schemas"]["Problem"];

/** A response with status 400 or above (RFC 9457). Programs switch on `code`. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** `network_answer` if something between the client and the service answered instead of the service. */
  readonly code: Problem["code"] | "network_answer";
  /** Null if the service itself did not answer. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem === null ? `The response has status ${status} and no problem document.` : problem.detail);
    this.status = status;
    this.code = problem?.code ?? "network_answer";
    this.problem = problem;
  }
}

export async function readProblem(response: Response): Promise<ProblemError> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  return new ProblemError(response.status, isProblem ? ((await response.json()) as Problem) : null);
}
