import type { ChildProcess } from "node:child_process";

interface ChildEnd {
  /** `exit 1`, `SIGKILL`, or why the process could not be started. */
  readonly why: string;
  readonly isSuccess: boolean;
}

/**
 * Resolves when a child process has exited, or could not be started. In the latter case, Node emits `error` but no `exit`. The
 * error listener is never removed, because an unhandled error event would end this process. A child that could not be started
 * emits one error at its start. It emits another error when the first message is sent to it.
 */
export function waitForEnd(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ why: error.message, isSuccess: false });
    });
    child.once("exit", (code, signal) => resolve({ why: signal ?? `exit ${code}`, isSuccess: code === 0 }));
  });
}
