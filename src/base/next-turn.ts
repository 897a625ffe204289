/**
 * Yields to the event loop between two steps of a long task, like `setImmediate`, but fairly: each turn resumes one waiting task,
 * the one that has waited longest. With `setImmediate` alone, the steps of all running tasks would fill a single turn.
 */
const waiting: (() => void)[] = [];

export function awaitNextTurn(): Promise<void> {
  return new Promise((resume) => {
    waiting.push(resume);
    if (waiting.length === 1) setImmediate(resumeWaitingInOrder);
  });
}

/** Resumes the task that has waited longest. Schedules the next task for the next turn of the event loop. */
function resumeWaitingInOrder(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeWaitingInOrder);
}
