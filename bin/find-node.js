import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Oldest major version of Node that the program runs on, as in `engines` of package.json. */
export const MIN_NODE = 24;

export const IS_NEW_ENOUGH = Number.parseInt(process.versions.node, 10) >= MIN_NODE;

/** Why this Node cannot be used. Callers append what to do. */
export const TOO_OLD = `congress-trades needs Node ${MIN_NODE} or newer, and this is Node ${process.versions.node} (${process.execPath})`;

/**
 * Finds the Node to run with: the one installed beside the program, otherwise the one that runs this.
 * @returns its path; null if neither is new enough.
 */
export function findNode() {
  const installed = findInstalledNode();
  if (installed !== null) return installed;
  // An install may just have removed the Node that runs this.
  return IS_NEW_ENOUGH && existsSync(process.execPath) ? process.execPath : null;
}

/** Looks for an npm package that contains only Node. There is one per platform; runtime/package.json lists them. */
function findInstalledNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const require = createRequire(import.meta.url);
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    try {
      const path = require.resolve(`${name}/package.json`);
      const { version, bin } = JSON.parse(readFileSync(path, "utf8"));
      const node = join(dirname(path), bin.node);
      if (Number.parseInt(version, 10) >= MIN_NODE && existsSync(node)) return node;
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  return null;
}
