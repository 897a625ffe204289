import type { ChildProcess } from "node:child_process";

interface ChildEnd {
  /** `exit 1`, `SIGKILL`, or why it could not be started. */
  readonly why: string;
  readonly isSuccess: boolean;
}

/**
 * Resolves when a child process has ended, and when it could not be started, for which Node reports no exit. Every error event of the child is
 * heard, so that none ends this process: a child that is not there fails at its start and once more at the first message to it.
 */
export function waitForEnd(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ why: error.message, isSuccess: false });
    });
    child.once("exit", (code, signal) => resolve({ why: signal ?? `exit ${code}`, isSuccess: code === 0 }));
  });
}
