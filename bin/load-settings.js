import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Loads settings into the environment from `.env` in the working folder, or from the file that CONGRESS_TRADES_ENV names (if it is empty: from no file).
 * Variables that are set already win. Only programs that a person starts call this: tests and child processes of the service use the environment they are given.
 */
export function loadSettings() {
  const named = process.env.CONGRESS_TRADES_ENV;
  if (named === "") return;
  const file = path.resolve(named ?? ".env");
  try {
    readFileSync(file);
  } catch ({ code }) {
    // A folder named `.env` may be a virtual environment of Python.
    if (named !== undefined || (code !== "ENOENT" && code !== "EISDIR")) fail(file, code);
    return;
  }
  if (process.loadEnvFile === undefined) fail(file, `Node ${process.versions.node} is older than 20.12`);
  process.loadEnvFile(file);
  // Tells the service which file was loaded.
  process.env.CONGRESS_TRADES_ENV = file;
}

function fail(file, why) {
  process.stderr.write(`The settings in "${file}" cannot be read (${why}).\n`);
  process.exit(1);
}
