import type { ChildProcess } from "node:child_process";

interface ChildEnd {
  /** `exit 1`, `SIGKILL`, or why the process could not be started. */
  readonly why: string;
  readonly isSuccess: boolean;
}

/**
 * Resolves when a child process has ended or could not be started; Node emits no exit event in the second case. Listens for every error event,
 * because an unhandled one would end this process: a child that could not be started reports an error at its start and again at the first message to
 * it.
 */
export function waitForEnd(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ why: error.message, isSuccess: false });
    });
    child.once("exit", (code, signal) => resolve({ why: signal ?? `exit ${code}`, isSuccess: code === 0 }));
  });
}
