/** Runs a command, and ends the process as its outcome says. */
import { AppError, LockedError, UsageError } from "../errors.ts";
import { visibleText } from "../visible-text.ts";

/** EX_TEMPFAIL of sysexits.h: somebody else holds the data folder; try again later. */
const EXIT_LOCKED = 75;
/** Exit status for misuse, as in shells and most programs. */
export const EXIT_USAGE = 2;
/** Exit status after an interrupt, as in shells. */
const EXIT_STOPPED = 130;

const stop = new AbortController();

/** @param command resolves with the exit code. */
export async function run(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (stop.signal.aborted) {
      process.exitCode = EXIT_STOPPED;
      return;
    }
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${visibleText(error.message)}\n`);
    process.exitCode = error instanceof LockedError ? EXIT_LOCKED : error instanceof UsageError ? EXIT_USAGE : 1;
  }
}

/** Runs like `run`, but SIGINT and SIGTERM abort the signal instead of ending the process. */
export function runUntilStopped(command: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const abort = () => stop.abort();
  process.once("SIGINT", abort);
  process.once("SIGTERM", abort);
  return run(() => command(stop.signal));
}
