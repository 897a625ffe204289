import { existsSync } from "node:fs";
import path from "node:path";

/** Maps a command to the npm script that runs the command. `npm start` is shorter to type than `npm run -s cli -- serve`. */
const SCRIPTS: Readonly<Record<string, string>> = {
  demo: "npm run demo",
  serve: "npm start",
  setup: "npm run setup",
};

/**
 * Formats a command as a person can type it: with npm scripts in a clone, with `npx` for an installed package, with `node` in the
 * container image. @param args e.g. `keys list`. @param module path of this module, which tells the three apart.
 */
export function formatCommand(args: string, module = import.meta.filename): string {
  if (path.extname(module) === ".js") return `npx congress-trades ${args}`;
  const isClone = existsSync(path.join(path.dirname(module), "../../scripts"));
  return isClone ? (SCRIPTS[args] ?? `npm run -s cli -- ${args}`) : `node bin/congress-trades.js ${args}`;
}
