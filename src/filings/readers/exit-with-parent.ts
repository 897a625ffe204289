import { Worker } from "node:worker_threads";

const CHECK_EVERY_MS = 1_000;

/**
 * Ends this process within about a second of its parent's death, even while a document blocks its event loop: the `disconnect`
 * event comes only after the parse, which may never end for a hostile document once the parent no longer enforces the time limit.
 * A separate thread notices that the process has a new parent. On Windows, the process continues until the parse ends.
 */
export function exitWithParent(): void {
  const check = `if (process.ppid !== ${process.ppid}) process.kill(${process.pid}, "SIGKILL")`;
  const watcher = new Worker(`setInterval(() => { ${check} }, ${CHECK_EVERY_MS})`, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  watcher.unref();
}
