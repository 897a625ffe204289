/** Detects faults of a request before it reaches an endpoint. */
import type { HttpExchange } from "../http-exchange.ts";
import type { Limits } from "../limits.ts";
import type { Problem } from "../problems.ts";

/** Finds a fault of the request head that does not depend on the path. */
export function findRequestFault({ request, target }: HttpExchange, limits: Limits): Problem | null {
  const { rawHeaders } = request;
  if (rawHeaders.length > 2 * limits.headerLines) {
    return {
      code: "headers_too_large",
      detail: `A request may have at most ${limits.headerLines} header lines.`,
      close: true,
    };
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== "1.0")) {
    return { code: "malformed_request", detail: "A request must have exactly one Host header.", close: true };
  }
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    return { code: "malformed_request", detail: "The only supported transfer coding is 'chunked'.", close: true };
  }
  if (target.fault === "uri_too_long") {
    return { code: "uri_too_long", detail: `The request target may have at most ${limits.urlBytes} bytes.` };
  }
  if (target.fault === "malformed_request") {
    return { code: "malformed_request", detail: "The request target is not a path of percent-encoded UTF-8." };
  }
  return null;
}

interface AllowedMethods {
  /** Methods that a path allows; null if there is no such path. */
  findMethods(path: string): readonly string[] | null;
}

/** A 404 for an unknown path, a 405 for a method that the path does not allow; null if there is no fault. */
export function findMethodFault({ request, target }: HttpExchange, allowed: AllowedMethods): Problem | null {
  const method = request.method ?? "";
  const methods = allowed.findMethods(target.path);
  if (!methods) return NOT_FOUND;
  if (methods.includes(method)) return null;
  const list = methods.join(", ");
  return {
    code: "method_not_allowed",
    detail: `${method} is not allowed at this path; allowed: ${list}.`,
    headers: ["Allow", list],
  };
}

export const NOT_FOUND: Problem = { code: "not_found", detail: "There is nothing at this path." };

export function createTooLargeProblem(maxBytes: number): Problem {
  return { code: "content_too_large", detail: `A request body may have at most ${maxBytes} bytes.`, close: true };
}
