/** Errors for responses that request a slower rate or report a server error. */
import type { ErrorCode } from "../base/error-codes.ts";
import { SourceError } from "../base/errors.ts";
import type { HttpAnswer } from "./http-request.ts";
import { parseRetryAfterSeconds } from "./retry-after.ts";

/** A response with status 429, or 500 and above; the status distinguishes maintenance (503) from an error. */
export class HttpStatusError extends SourceError {
  readonly status: number;
  constructor(code: ErrorCode, status: number, message: string, retryAfter: number | null) {
    super(code, message, { retryAfterSeconds: retryAfter });
    this.name = "SourceError";
    this.status = status;
  }
}

/**
 * Builds the error for a status of 429, or 500 and above, with the wait in `Retry-After`; null for any other status. In the
 * message, `who` names the host that limits the rate, and `what` the page that responded. @param now milliseconds since 1970.
 */
export function findOverloadError(
  { status, headers }: Pick<HttpAnswer, "status" | "headers">,
  { who, what }: { readonly who: string; readonly what: string },
  now: number,
): HttpStatusError | null {
  if (status !== 429 && status < 500) return null;
  const wait = parseRetryAfterSeconds(headers["retry-after"], now);
  return status === 429
    ? new HttpStatusError("rate_limited", 429, `${who} says that we send too many requests (429).`, wait)
    : new HttpStatusError("server_error", status, `${what} answered with status ${status}.`, wait);
}
