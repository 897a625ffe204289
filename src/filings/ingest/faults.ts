import { AppError, ConfigError, SourceError, UnavailableError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { toVisibleText } from "../../base/visible-text.ts";

/** Returns true if this machine, its disk, its database or its settings caused the failure, not a source. */
function isLocalFault(error: unknown): boolean {
  if (error instanceof UnavailableError || error instanceof ConfigError) return true;
  if (!(error instanceof Error) || error instanceof AppError) return false;
  // A site's failure is a SourceError, so a system error here concerns files; the last two conditions match database errors.
  const { code, errno, syscall, severity } = error as NodeJS.ErrnoException & { severity?: unknown };
  return (errno !== undefined && syscall !== undefined) || severity !== undefined || code === "ERR_SQLITE_ERROR";
}

/**
 * Turns any error of a source into that source's failure, so that the other sources go on.
 * @throws the error itself if it is a failure of this machine, or if the run was aborted.
 */
export function toSourceErrorOrRethrow(error: unknown, source: string, log: Logger, signal: AbortSignal): AppError {
  if (signal.aborted || isLocalFault(error)) throw error;
  if (error instanceof AppError) return new SourceError(error.code, toVisibleText(error.message), { cause: error });
  log.error({ err: error, source }, "a source failed unexpectedly");
  const what = toVisibleText(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return new SourceError("unexpected_error", `The source ${source} failed unexpectedly: ${what}`, {
    cause: error,
  });
}
