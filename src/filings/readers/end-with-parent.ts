import { Worker } from "node:worker_threads";

const LOOK_EVERY_MS = 1_000;

/**
 * Ends this process within about a second of its parent's death, even while a document blocks its event loop. The `disconnect` event would wait for
 * the end of the parse, which may never come for a hostile document, and its time limit died with the parent. A separate thread notices that the
 * process has a new parent. This does not work on Windows, where the process continues until the parse ends.
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
