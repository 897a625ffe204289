import { existsSync } from "node:fs";
import path from "node:path";

/** Scripts of package.json that are shorter than the command. */
const SCRIPTS: Readonly<Record<string, string>> = {
  demo: "npm run demo",
  serve: "npm start",
  setup: "npm run setup",
};

/**
 * Formats a command as it can be typed here, for messages: a clone has npm scripts, an installed package `npx`, and the image neither.
 * @param args `keys list`. @param module this module's path, which says which of them this is.
 */
export function formatCommand(args: string, module = import.meta.filename): string {
  if (path.extname(module) === ".js") return `npx congress-trades ${args}`;
  const isClone = existsSync(path.join(path.dirname(module), "../../scripts"));
  return isClone ? (SCRIPTS[args] ?? `npm run -s cli -- ${args}`) : `node bin/congress-trades.js ${args}`;
}
