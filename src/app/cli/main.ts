import { inspect } from "node:util";
import { withoutCredentials } from "../../base/log.ts";
import { createProgram } from "./program.ts";
import { printOnlyText } from "./terminal.ts";

/** Ends the process as Node would, with what it would print, except for credentials. */
function crash(error: unknown): void {
  process.stderr.write(`${withoutCredentials(inspect(error))}\n`);
  process.exit(1);
}

// The reader of the answer may close it early (`| head -1`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

// An older Node started this process and waits for it (`bin/hand-over.js`): without it nobody would pass signals on.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();

printOnlyText(process.stdout);

process.on("uncaughtException", crash);

await createProgram().parseAsync();
