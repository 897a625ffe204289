import { Worker } from "node:worker_threads";

const LOOK_EVERY_MS = 1_000;

/**
 * Ends this process within about a second of its parent's death, even while a document holds its event loop: the `disconnect` event waits for
 * the end of the parse, which for a hostile document may never come, and its time limit has died with the parent. A thread of its own sees that
 * the system has given the process to another parent. Windows does not: there the process goes on until the parse ends.
 */
export function endWithParent(): void {
  const look = `if (process.ppid !== ${process.ppid}) process.kill(${process.pid}, "SIGKILL")`;
  const watcher = new Worker(`setInterval(() => { ${look} }, ${LOOK_EVERY_MS})`, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  watcher.unref();
}
