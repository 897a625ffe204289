import { type AppError, SourceError } from "../base/errors.ts";

/** Adds the URL of a failed part of a source to the error's message. The code stays. The source's other parts are still used. */
export function addUrlToError(url: string, cause: AppError): SourceError {
  const message = cause.message.includes(url) ? cause.message : `${url}: ${cause.message}`;
  const retryAfterSeconds = cause instanceof SourceError ? cause.retryAfterSeconds : null;
  return new SourceError(cause.code, message, { cause, retryAfterSeconds });
}
