import { type AppError, SourceError } from "../base/errors.ts";

/** Builds the error for a failed part of a source whose other parts are still used: same code, the part's URL in the message. */
export function addUrlToError(url: string, cause: AppError): SourceError {
  const message = cause.message.includes(url) ? cause.message : `${url}: ${cause.message}`;
  const retryAfterSeconds = cause instanceof SourceError ? cause.retryAfterSeconds : null;
  return new SourceError(cause.code, message, { cause, retryAfterSeconds });
}
