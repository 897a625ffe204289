import { inspect } from "node:util";
import { sanitizeLogLine } from "../../base/log.ts";
import { createProgram } from "./program.ts";
import { installControlCharacterFilter } from "./terminal.ts";

/** Prints an uncaught error, with credentials hidden and control characters made visible, and exits with 1, as Node does. */
function exitWithError(error: unknown): void {
  process.stderr.write(`${sanitizeLogLine(inspect(error))}\n`);
  process.exit(1);
}

// The reader may close the pipe early (`| head -1`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

// A parent process with an older Node.js forwards signals to this process (`bin/hand-over.js`), which ends if its parent ends.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();

installControlCharacterFilter(process.stdout);

process.on("uncaughtException", exitWithError);

await createProgram().parseAsync();
