import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Takes the settings of `.env` in the working folder, or of the file that CONGRESS_TRADES_ENV names (empty: none), into the environment, which wins over
 * them. Only programs that a person starts do so, not the modules: a test or a process of the service has the environment it was given.
 */
export function loadSettings() {
  const named = process.env.CONGRESS_TRADES_ENV;
  if (named === "") return;
  const file = path.resolve(named ?? ".env");
  try {
    readFileSync(file);
  } catch ({ code }) {
    // A folder of that name may be Python's.
    if (named !== undefined || (code !== "ENOENT" && code !== "EISDIR")) fail(file, code);
    return;
  }
  if (process.loadEnvFile === undefined) fail(file, `Node ${process.versions.node} is older than 20.12`);
  process.loadEnvFile(file);
  // Says to the service which file that was.
  process.env.CONGRESS_TRADES_ENV = file;
}

function fail(file, why) {
  process.stderr.write(`The settings in "${file}" cannot be read (${why}).\n`);
  process.exit(1);
}
