import { Worker } from "node:worker_threads";

const CHECK_EVERY_MS = 1_000;

/**
 * Ends this process within about a second of its parent's death. A separate thread notices the process's new parent, even while a
 * document blocks the event loop. The `disconnect` event alone is not enough, since it comes only after the parse. The parse of a
 * hostile document may never end, and a dead parent no longer enforces the time limit. On Windows, the process continues until
 * the parse ends.
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
