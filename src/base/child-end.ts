import type { ChildProcess } from "node:child_process";

interface ChildEnd {
  /** `exit 1`, `SIGKILL`, or why the process could not be started. */
  readonly why: string;
  readonly isSuccess: boolean;
}

/**
 * Resolves when a child process has ended, or when it could not be started, for which Node emits no exit event. The error
 * listener stays: an unhandled error event would end this process, and a child that could not be started emits one at its start
 * and another when it is first sent a message.
 */
export function waitForEnd(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ why: error.message, isSuccess: false });
    });
    child.once("exit", (code, signal) => resolve({ why: signal ?? `exit ${code}`, isSuccess: code === 0 }));
  });
}
